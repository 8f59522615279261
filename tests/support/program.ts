import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { closeWithin } from './closing.ts'
import { httpClient, memberToken, startProcess, stopServers, type HttpClient } from './server-process.ts'
import { recordToasts } from './toasts.ts'

const root = join(import.meta.dirname, '../..')

export const ACCOUNT = { username: 'office_1', nickName: '王主任', password: 'pine4827', phone: '13800000001' } as const

export interface Program {
  readonly app: ElectronApplication
  readonly page: Page
  /** The program's own folder: settings, data, logs. */
  readonly userData: string
  close(): Promise<void>
}

export interface LaunchOptions {
  readonly userData?: string
  readonly args?: readonly string[]
  readonly size?: { readonly width: number; readonly height: number }
  readonly environment?: Readonly<Record<string, string>>
}

/** The executable of a packaged program to test; that build can be inspected (`npm run test:packed`). */
const packedProgram = process.env['VOTE_PACKED_PROGRAM']
export const isPacked = packedProgram !== undefined

/** Starts the built program like a user, and waits for its page. */
export async function launch({
  userData = newFolder(),
  args = [],
  size = { width: 1366, height: 768 },
  environment = {},
}: LaunchOptions = {}): Promise<Program> {
  const app = await _electron.launch({
    ...(packedProgram ? { executablePath: packedProgram } : {}),
    args: [...(packedProgram ? [] : [root]), `--user-data-dir=${userData}`, ...args],
    cwd: root,
    env: { ...(process.env as Record<string, string>), ...environment },
  })
  open.add(app)
  app.once('close', () => open.delete(app))
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'load' })
  await recordToasts(page)
  await page.setViewportSize(size)
  return { app, page, userData, close: () => closeProgram(app) }
}

const open = new Set<ElectronApplication>()

/** Closes the programs that are open and stops the servers that run: the last hook of every spec. */
export async function closeLeftOpen(): Promise<void> {
  for (const app of open) await closeProgram(app)
  await stopServers()
}

/** A server of its own for all tests of a spec, as its administrator calls it; it and all programs are closed afterwards. */
export function serverForAll(): HttpClient {
  let client: HttpClient
  test.beforeAll(async () => {
    const { url } = await startProcess(['--data', newFolder()])
    client = httpClient(url, await memberToken(url))
  })
  test.afterAll(closeLeftOpen)
  return new Proxy({} as HttpClient, { get: (_, name) => client[name as keyof HttpClient] })
}

async function closeProgram(app: ElectronApplication): Promise<void> {
  // It may have exited by itself, or been closed before.
  if (open.has(app)) await closeWithin(app)
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'vote-e2e-'))

/** The newest captcha's text, read from the embedded server's database; a person reads it from the picture. */
function captchaOf(userData: string, type: 'LOGIN_IMGCAPTCHA' | 'REGISTER_IMGCAPTCHA'): string {
  const database = new DatabaseSync(join(userData, 'data', 'vote.db'), { readOnly: true })
  try {
    const row = database
      .prepare('select secret from captcha where kind = ? and captcha_type = ? order by expires_at desc, rowid desc limit 1')
      .get('image', type)
    return String(row?.['secret'] ?? '')
  } finally {
    database.close()
  }
}

/** Waits until the captcha is drawn, and returns its text. */
export async function readPicture(
  program: Program,
  type: 'LOGIN_IMGCAPTCHA' | 'REGISTER_IMGCAPTCHA',
  /** The folder of the program whose server drew it. */
  userData = program.userData,
): Promise<string> {
  await expect(program.page.getByRole('img', { name: '验证码' })).toBeVisible()
  return captchaOf(userData, type)
}

/** Registers an account through an embedded server's screens, ending at the login. Returns the text message's code. */
export async function register(program: Program, account: typeof ACCOUNT = ACCOUNT): Promise<string> {
  const { page } = program
  // Until the server reports that there is no account, the login is shown here, whose first field has the same name.
  await expect(page.getByRole('heading', { name: '注册' })).toBeVisible()
  await page.getByLabel('用户名').fill(account.username)
  await page.getByLabel('姓名').fill(account.nickName)
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await page.getByLabel('确认密码').fill(account.password)
  await page.getByLabel('手机号').fill(account.phone)
  await page.getByLabel('验证码', { exact: true }).fill(await readPicture(program, 'REGISTER_IMGCAPTCHA'))
  await page.getByRole('button', { name: '发送验证码' }).click()
  // A lasting element, not the toast, which a slow computer might miss.
  await expect(page.getByRole('button', { name: /秒后可重新发送/ })).toBeVisible()
  // Without a gateway the code is shown in the window.
  const shown = page.getByRole('status').filter({ hasText: /^验证码 \d{6}，5 分钟内有效$/ })
  await expect(shown).toBeVisible()
  const code = /\d{6}/.exec(await shown.innerText())?.[0] ?? ''
  await page.getByLabel('短信验证码').fill(code)
  await page.getByRole('button', { name: '注册' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  return code
}

/** Logs in through the screen, ending on the home page. `captcha` is given if the server's are fixed. */
export async function logIn(
  program: Program,
  { captcha, account = ACCOUNT }: { captcha?: string; account?: { username: string; password: string } } = {},
): Promise<void> {
  const { page } = program
  await page.getByLabel('用户名').fill(account.username)
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill(captcha ?? (await readPicture(program, 'LOGIN_IMGCAPTCHA')))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
}

/** The program at a development server, logged in. */
export async function programAt(url: string, account = { username: 'admin_1', password: 'pine4827' }): Promise<Program> {
  const program = await launch({ args: ['--server', url] })
  await logIn(program, { captcha: '0000', account })
  return program
}

/** Drops a file on an element of the page, like a drag from the desktop. */
export async function dropFile(page: Page, target: string, name: string, bytes: Uint8Array): Promise<void> {
  await page
    .locator(target)
    .first()
    .drop(
      { files: { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: Buffer.from(bytes) } },
      // Ten megabytes take time on a slow machine.
      { timeout: 120_000 },
    )
}
