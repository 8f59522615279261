import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { closeAll } from '../support/axe.ts'
import { launch, logIn, newFolder, type Program } from '../support/program.ts'
import { startProxy, type Fate, type Proxy } from '../support/proxy.ts'
import { chooseLetters, type Letters } from '../support/letters.ts'
import { overlays } from '../support/overlays.ts'
import { publicScreens, showScreen, screens, type Screen } from '../support/screens.ts'
import { memberToken, startProcess } from '../support/server-process.ts'
import { settled, settledOrNot, type Rest } from '../support/settled.ts'
import { setStage, type Stage } from '../support/stage.ts'
import { takeRestore } from './restore.ts'

/**
 * Renders every screen in four states at two sizes, and its overlays: `npm run screens -- [--out FOLDER] [--only NAME,…] [--states full,…] [--letters 特大]`.
 *
 * Uses the built program, a real server, and a proxy that holds answers (loading) or cuts connections (error). Empty is a server
 * without data, or an activity whose estate has no properties.
 */

const states = ['loading', 'empty', 'full', 'error'] as const
type State = (typeof states)[number]

const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    out: { type: 'string', default: join('.cache', 'screens') },
    only: { type: 'string', default: '' },
    states: { type: 'string', default: states.join(',') },
    letters: { type: 'string', default: '标准' },
  },
})
const folder = resolve(values.out)
const only = values.only === '' ? null : new Set(values.only.split(','))
const wanted = states.filter((state) => values.states.split(',').includes(state))
if (wanted.length === 0) throw new Error(`--states: ${states.join(', ')}`)
const letters = lettersOf(values.letters)
const isWanted = ({ name }: Screen): boolean => only === null || only.has(name)

Object.assign(process.env, electronVariables())
process.env['STANDIN_HEADLESS'] ??= '1'

function lettersOf(wanted: string): Letters {
  const found = (['标准', '大', '特大'] as const).find((size) => size === wanted)
  if (!found) throw new Error('--letters: 标准, 大, 特大')
  return found
}

/** Calls needed before the first page: they pass in every state. */
const passing = new Set(['/api/health', '/api/login', '/api/imgcaptcha', '/api/unifiedUser/get', '/api/get_dictionary_list'])

function fateIn(state: State, { isAboutActivity, come }: Screen): (path: string) => Fate {
  if (state === 'full' || state === 'empty') return () => 'pass'
  if (come) return (path) => (path === come.call ? (state === 'loading' ? 'hold' : 'cut') : 'pass')
  return (path) => (passing.has(path) || (isAboutActivity && path === '/api/votedef/get') ? 'pass' : state === 'loading' ? 'hold' : 'cut')
}

/** With held answers or cut connections, a page that never settles is taken as it is after `patience` ms. */
const restIn = (state: State, patience: number): Rest => (state === 'full' || state === 'empty' ? settled : settledOrNot(patience))

async function take(page: Page, screen: Screen, state: State): Promise<void> {
  for (const size of screen.sizes ?? sizes) {
    await page.setViewportSize(size)
    if (screen.closesOnResize && size !== sizes[0]) await screen.fill?.(page)
    // Charts animate, and a resized window lays itself out.
    await restIn(state, 300)(page)
    mkdirSync(join(folder, String(size.width)), { recursive: true })
    await page.screenshot({ path: join(folder, String(size.width), `${screen.name}-${state}.png`) })
  }
  await page.setViewportSize({ width: 1366, height: 768 })
}

/** The login and the registration. */
async function takePublicScreens(program: Program, proxy: Proxy, state: State): Promise<void> {
  for (const screen of publicScreens.filter(isWanted)) {
    // They only request the captcha, and are never empty.
    if (state === 'empty') continue
    proxy.decide((path) => (path === '/api/imgcaptcha' ? (state === 'loading' ? 'hold' : state === 'error' ? 'cut' : 'pass') : 'pass'))
    await program.page.reload()
    await showScreen(program.page, screen.path({} as Stage), restIn(state, 1_000))
    if (state === 'full') await screen.fill?.(program.page)
    await take(program.page, screen, state)
  }
  proxy.release()
  await program.page.reload()
}

/**
 * The overlays of screens; the page is reloaded for each, so that none blocks the next.
 *
 * What was typed is discarded before: a page that asks about it may not be reloaded at all.
 */
async function takeOverlays(page: Page, stage: Stage): Promise<void> {
  for (const overlay of overlays.filter(isWanted)) {
    await closeAll(page)
    await page.reload()
    await page.getByRole('tab', { name: '首页' }).waitFor()
    await chooseLetters(page, overlay.letters ?? letters)
    await showScreen(page, overlay.path(stage))
    await overlay.ask?.(page)
    await overlay.fill?.(page)
    await take(page, overlay, 'full')
    console.log(`over     ${overlay.name}`)
  }
}

async function takeAll(url: string, stage: Stage, state: State, list: readonly Screen[]): Promise<void> {
  const proxy = await startProxy(url)
  const program = await launch({ args: ['--server', proxy.url], userData: newFolder() })
  try {
    const { page } = program
    if (state !== 'empty') await takePublicScreens(program, proxy, state)
    const home = list.find(({ name }) => name === 'dashboard')
    proxy.decide(fateIn(state, home ?? screens[0] ?? { name: '', path: () => '/' }))
    await showScreen(page, '/login')
    await logIn(program, { captcha: '0000', account: stage.account })
    await chooseLetters(page, letters)
    for (const screen of list) {
      proxy.decide(fateIn(state, screen))
      const path = state === 'empty' ? (screen.emptyPath ?? screen.path) : screen.path
      const rest = restIn(state, 1_200)
      await showScreen(page, path(stage), rest)
      await screen.come?.step(page)
      if (state !== 'empty') await screen.ask?.(page, rest)
      if (state === 'full') await screen.fill?.(page)
      await take(page, screen, state)
      console.log(`${state.padEnd(8)} ${screen.name}`)
    }
    if (state === 'full') await takeOverlays(page, stage)
  } finally {
    // A program with pending answers asks before it closes.
    proxy.release()
    await settledOrNot(8_000)(program.page)
    await program.close()
    await proxy.close()
  }
}

if (only === null) {
  const widths = new Set([...screens, ...overlays].flatMap((screen) => screen.sizes ?? sizes).map(({ width }) => String(width)))
  for (const width of widths) rmSync(join(folder, width), { recursive: true, force: true })
}
const server = await startProcess(['--data', newFolder()])
const bare = await startProcess(['--data', newFolder()])
try {
  const stage = await setStage(server.url)
  await memberToken(bare.url, stage.account.username, '13800000001', '王主任')
  const list = screens.filter(isWanted)
  for (const state of wanted) {
    if (state === 'empty') {
      // The stage has an activity without properties; empty lists need a server without data.
      await takeAll(
        server.url,
        stage,
        state,
        list.filter(({ emptyPath }) => emptyPath !== undefined),
      )
      await takeAll(
        bare.url,
        stage,
        state,
        list.filter(({ emptyPath }) => emptyPath === undefined),
      )
    } else {
      await takeAll(server.url, stage, state, list)
    }
  }
  if (wanted.includes('full')) await takeRestore((page, screen) => take(page, screen, 'full'), isWanted)
  console.log(`The pictures are in ${folder}`)
} finally {
  await server.stop()
  await bare.stop()
}
