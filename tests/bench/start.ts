import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { findChromium } from '../electron-stand-in/find-chromium.ts'
import { memberToken, startProcess } from '../support/server-process.ts'
import { median, type Figure } from './table.ts'

const root = join(import.meta.dirname, '../..')
const ROUNDS = 5

/** A program that only shows a window with a text field. */
function emptyProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vote-empty-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'main.cjs' }))
  writeFileSync(
    join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
     app.whenReady().then(() => new BrowserWindow({ width: 1366, height: 768 }).loadFile(require('node:path').join(__dirname, 'page.html')))`,
  )
  writeFileSync(join(folder, 'page.html'), '<!doctype html><meta charset="utf-8"><label>用户名<input></label>')
  return folder
}

/** A user data folder as on later starts: the database has an account, so the program opens the login. */
async function usedFolder(): Promise<string> {
  const userData = mkdtempSync(join(tmpdir(), 'vote-start-'))
  const server = await startProcess(['--data', join(userData, 'data')])
  await memberToken(server.url)
  await server.stop()
  return userData
}

/** From process start to a usable login field (for the program: server ready and captcha drawn). */
async function timeToField(program: string, userData: string, isReady: string): Promise<number> {
  const start = performance.now()
  const app = await _electron.launch({ args: [program, `--user-data-dir=${userData}`], cwd: program })
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank')
  await page.locator(isReady).first().waitFor({ state: 'visible' })
  const ms = performance.now() - start
  await app.close()
  return ms
}

/** `npm run server` from the command to the first answer, on existing data. */
async function timeToAnswer(data: string): Promise<number> {
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', 'server', '--', '--data', data, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    shell: process.platform === 'win32',
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString()) as { url: string }
  await (await fetch(new URL('/health', url))).text()
  const ms = performance.now() - start
  // npm and its children are one process group.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await once(child, 'close')
  return ms
}

async function benchServer(): Promise<Figure> {
  const data = mkdtempSync(join(tmpdir(), 'vote-server-'))
  const samples: number[] = []
  // The first run creates the data, and the bundle if sources have changed.
  for (let round = 0; round <= ROUNDS; round++) samples.push(await timeToAnswer(data))
  rmSync(data, { recursive: true, force: true })
  return { name: '`npm run server` to its first answer', value: median(samples.slice(1)), unit: 'ms', aim: { atMost: 800 } }
}

/** Start to usable login, compared with an empty window of the same runtime. */
export async function benchStart(): Promise<Figure[]> {
  const server = await benchServer()
  Object.assign(process.env, electronVariables(), { STANDIN_HEADLESS: '1' })
  // Electron uses a full browser; a headless shell would start too fast for the comparison.
  const browser = findChromium(process.env, { isHeaded: true })
  if (browser !== null) process.env['STANDIN_CHROMIUM'] = browser
  const empty = emptyProgram()
  const [ours, theirs] = [await usedFolder(), mkdtempSync(join(tmpdir(), 'vote-start-'))]
  const [program, window]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [await timeToField(empty, theirs, 'input'), await timeToField(root, ours, 'img[alt=验证码]')]
    if (round === 0) continue // the first of each warms the disk
    window.push(one)
    program.push(other)
  }
  for (const folder of [empty, ours, theirs]) rmSync(folder, { recursive: true, force: true })
  return [
    { name: 'start to a usable login / an empty window of the same runtime', value: median(program) / median(window), unit: '×', aim: { atMost: 2 } },
    { name: '  the program, with its server', value: median(program), unit: 'ms' },
    { name: '  an empty window', value: median(window), unit: 'ms' },
    server,
  ]
}
