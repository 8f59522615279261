import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { isPacked, launch, logIn, readPicture, register } from '../support/program.ts'

const library = readFileSync(join(import.meta.dirname, '../../node_modules/antd/dist/antd.css'), 'utf8')

/** The classes on the page that own rules in the component library's style sheet, of which none is loaded. */
const unstyled = (page: Page): Promise<string[]> =>
  page.evaluate(async (css) => {
    const selectorsIn = (sheets: Iterable<CSSStyleSheet>) =>
      Array.from(sheets)
        .flatMap(({ cssRules }) => Array.from(cssRules))
        .flatMap((rule) => (rule instanceof CSSStyleRule ? rule.selectorText.split(',') : []))
        .map((selector) => selector.trim())
    // A rule belongs to the first class of its selector.
    const owned = Map.groupBy(selectorsIn([await new CSSStyleSheet().replace(css)]), (selector) => /\.(ant-[a-z0-9-]+)/.exec(selector)?.[1])
    if (!owned.has('ant-table-wrapper')) throw new Error('The style sheet of the library was not read.')
    const loaded = new Set(selectorsIn(document.styleSheets))
    const used = new Set([...document.querySelectorAll('[class*="ant-"]')].flatMap((element) => [...element.classList]))
    return [...used].filter((name) => owned.get(name)?.every((selector) => !loaded.has(selector)))
  }, library)

/** All files of compiled code. */
const compiledIn = (userData: string): string[] =>
  readdirSync(join(userData, 'code-cache'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(userData, 'code-cache', name))
    .filter((path) => statSync(path).isFile())

/** The paths of everything in a folder of the user's data. */
const within = (userData: string, folder: string): string[] =>
  readdirSync(join(userData, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

test('what stands before the login has all its styles; the others come with it, before ours', async () => {
  const program = await launch()
  const { page } = program
  await expect(page.getByText('首个账号将成为管理员')).toBeVisible()
  await page.getByRole('button', { name: '注册' }).click()
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
  expect(await unstyled(page)).toEqual([])
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await unstyled(page)).toEqual([])
  await page.keyboard.press('Escape')
  await register(program)
  expect(await unstyled(page)).toEqual([])

  await page.getByLabel('用户名').fill('office_1')
  await page.getByLabel('密码', { exact: true }).fill('wrong1234')
  await page.getByLabel('验证码', { exact: true }).fill(await readPicture(program, 'LOGIN_IMGCAPTCHA'))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('.ant-message-notice')).not.toHaveCount(0)
  expect(await unstyled(page)).toEqual([])
  await page.evaluate(() => {
    location.hash = '#/no-such-page'
  })
  await expect(page.locator('.ant-result')).toBeVisible()
  expect(await unstyled(page)).toEqual([])
  await page.evaluate(() => {
    location.hash = '#/login'
  })
  await logIn(program)
  const sheets = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href }) => /(rest|index)-/.exec(href ?? '')?.[1]).filter((name) => name !== undefined),
  )
  expect(sheets).toEqual(['rest', 'index'])
  expect(await unstyled(page)).toEqual([])
  await program.close()
})

test('compiled code is kept for the next start where the program is not packed, and a broken one does no harm', async () => {
  const environment = { STANDIN_CODE_CACHE: '' }
  const first = await launch({ environment })
  await expect(first.page.getByText('首个账号将成为管理员')).toBeVisible()
  await first.close()
  if (isPacked) {
    expect(existsSync(join(first.userData, 'code-cache'))).toBe(false)
    return
  }
  const compiled = compiledIn(first.userData)
  expect(compiled.length).toBeGreaterThan(2)
  for (const path of compiled) writeFileSync(path, 'broken')
  const second = await launch({ userData: first.userData, environment })
  await expect(second.page.getByText('首个账号将成为管理员')).toBeVisible()
  await second.close()
  for (const path of compiled) expect(readFileSync(path, 'utf8')).not.toBe('broken')
})

test('what the program writes is its user’s alone', async () => {
  const program = await launch()
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await program.close()
  const written = ['settings.json', ...['data', 'logs'].flatMap((folder) => [folder, ...within(program.userData, folder)])]
  expect(written).toEqual(expect.arrayContaining(['settings.json', join('data', 'vote.db'), join('logs', 'server.log'), join('logs', 'main.log')]))
  // Windows keeps it by the rights of the profile
  const open = process.platform === 'win32' ? [] : written.filter((path) => (statSync(join(program.userData, path)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
