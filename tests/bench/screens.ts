import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { activityBody, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { launch, logIn, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { PROPERTY_HEADER, propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'
import { median, percentile, type Figure } from './table.ts'

const root = join(import.meta.dirname, '../..')

/** Rounds of a program that stays open; each figure is their median. `npm run bench -- screens 1` for a short run. */
const ROUNDS = Number(process.argv.find((given) => /^\d+$/.test(given)) ?? 5)

/** Tabs opened and closed at the end, which takes as long as all else. */
const TABS = ROUNDS * 40

/** An activity in status 1 over a workbook's properties. */
async function openActivity(client: HttpClient, workbook: Uint8Array): Promise<{ estateId: string; activityId: string }> {
  const { estateid } = (await client.post('/vtestate/save', { name: '量尺小区', addr: '路' })).data as { estateid: string }
  await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid })
  const topics = Array.from({ length: 10 }, (_, index) => topic(`议题${index + 1}`))
  const { voteactivityid } = (await client.post('/votedef/save', activityBody(estateid, { ...openNow(), topics }))).data as { voteactivityid: string }
  await client.get('/votedef/startvote', { id: voteactivityid })
  return { estateId: estateid, activityId: voteactivityid }
}

const goTo = (page: Page, path: string) =>
  page.evaluate((target) => {
    location.hash = `#${target}`
  }, path)

/** Time between two keys (ms): fast typing. Keys without a pause would share frames. */
const BETWEEN_KEYS = 50

/** Time between two address changes (ms): the browser ignores those beyond 200 in 30 s. */
const BETWEEN_TABS = 160

/** Time from a key press to the frame with its result, by the page's clock. */
async function keysToPaint(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const taken: number[] = []
    Object.assign(globalThis, { takenByKeys: taken })
    addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - start)))
      },
      true,
    )
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(BETWEEN_KEYS)
  }
  await page.waitForTimeout(200)
  return page.evaluate(() => (globalThis as unknown as { takenByKeys: number[] }).takenByKeys)
}

interface Shown {
  /** Milliseconds until it is painted. */
  readonly painted: number
  /** Milliseconds until the next frame, when the page has finished its work after painting. */
  readonly awake: number
}

/** Opens a screen and waits until enough elements match, the first is visible, and all are painted (page clock). Throws after 20 s. */
const untilPainted = (page: Page, path: string, selector: string, least: number): Promise<Shown> =>
  page.evaluate(
    ({ path, selector, least }) =>
      new Promise<Shown>((resolve, reject) => {
        const start = performance.now()
        // Runs just before this frame is painted; a message is the first task after it.
        const afterThisFrame = (work: (ms: number) => void): void => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => work(performance.now() - start))
          port1.start()
          port2.postMessage(null)
        }
        location.hash = `#${path}`
        const look = (): void => {
          // Checks only the first for visibility: checking 2,000 would force layout of offscreen ones.
          const found = document.querySelectorAll(selector)
          if (found.length >= least && found[0]?.checkVisibility()) {
            afterThisFrame((painted) => requestAnimationFrame(() => afterThisFrame((awake) => resolve({ painted, awake }))))
          } else if (performance.now() - start > 20_000) reject(new Error(`${path}: ${found.length} of ${least} × ${selector}`))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { path, selector, least },
  )

/** A page with its DevTools session. */
interface ProfiledPage {
  readonly page: Page
  readonly devTools: CDPSession
}

async function profiled(page: Page): Promise<ProfiledPage> {
  const devTools = await page.context().newCDPSession(page)
  // CPU time, which other programs on a busy machine do not affect.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devTools }
}

/** CPU time of the page's main thread so far (ms). */
async function mainThreadMs({ devTools }: ProfiledPage): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

/** Runs rounds; returns the median of their p95, and of the main thread's time per sample. */
async function inRounds<T>(view: ProfiledPage, round: () => Promise<T[]>): Promise<{ p95: (of: (sample: T) => number) => number; work: number }> {
  const rounds: T[][] = []
  const works: number[] = []
  for (let number = 0; number < ROUNDS; number++) {
    const before = await mainThreadMs(view)
    const samples = await round()
    works.push(((await mainThreadMs(view)) - before) / samples.length)
    rounds.push(samples)
  }
  return { p95: (of) => median(rounds.map((samples) => percentile(samples.map(of), 0.95))), work: median(works) }
}

const asItIs = (ms: number): number => ms
const workOf = (value: number): Figure => ({ name: '  the page’s main thread for one, processor time', value, unit: 'ms' })

async function benchDesk(view: ProfiledPage, client: HttpClient, activityId: string): Promise<Figure[]> {
  const { page } = view
  await goTo(page, `/voteManage/votedesk?activityid=${activityId}&operatetype=2`)
  const search = page.getByRole('combobox').first()
  await search.waitFor()
  const sample = (await client.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 40, pageSize: 30 })).data.datas as {
    xpathname: string
    personname: string
  }[]
  const searches = await inRounds(view, async () => {
    const shown: number[] = []
    for (const { personname, xpathname } of sample) {
      await search.fill('')
      const start = performance.now()
      await search.fill(personname)
      await page.getByRole('option').filter({ hasText: xpathname }).first().waitFor()
      shown.push(performance.now() - start)
    }
    return shown
  })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '选票' }).waitFor()
  const keys = await inRounds(view, () =>
    keysToPaint(
      page,
      Array.from({ length: 60 }, (_, index) => String((index % 3) + 1)),
    ),
  )
  // A started ballot is discarded only after a question, and would keep the program from closing.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return [
    { name: 'a key on the desk with 10,000 ballots to its paint, p95', value: keys.p95(asItIs), unit: 'ms', aim: { atMost: 50 } },
    workOf(keys.work),
    { name: 'a search term to the owner shown, p95 (seen from outside the window)', value: searches.p95(asItIs), unit: 'ms', aim: { atMost: 200 } },
    workOf(searches.work),
  ]
}

async function benchOpening(view: ProfiledPage, building: string): Promise<Figure[]> {
  const { page } = view
  await untilPainted(page, building, '[role="gridcell"]', 100)
  const grid = await inRounds(view, async () => {
    const taken: number[] = []
    for (let time = 0; time < 5; time++) {
      await goTo(page, '/dashboard')
      await page.getByRole('button', { name: /^关闭 进度 · / }).click()
      taken.push((await untilPainted(page, building, '[role="gridcell"]', 100)).painted)
    }
    return taken
  })
  return [{ name: 'the grid of 2,000 rooms, opened to painted, p95', value: grid.p95(asItIs), unit: 'ms', aim: { atMost: 300 } }, workOf(grid.work)]
}

async function benchReturn(view: ProfiledPage, name: string, path: string, selector: string, least: number): Promise<Figure[]> {
  const { page } = view
  await untilPainted(page, path, selector, least)
  const returns = await inRounds(view, async () => {
    const taken: Shown[] = []
    for (let time = 0; time < 10; time++) {
      await goTo(page, '/estate/Index')
      await page.waitForTimeout(300)
      taken.push(await untilPainted(page, path, selector, least))
    }
    return taken
  })
  return [
    { name: `a tab back to its kept state, p95 (${name})`, value: returns.p95(({ painted }) => painted), unit: 'ms', aim: { atMost: 50 } },
    { name: '  and to the picture after that, its timers and keys at work, p95', value: returns.p95(({ awake }) => awake), unit: 'ms' },
    workOf(returns.work),
  ]
}

async function heapAfterCollection({ devTools }: ProfiledPage): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  return usedSize
}

async function benchTabs(view: ProfiledPage): Promise<Figure[]> {
  const { page } = view
  const before = { heap: await heapAfterCollection(view), work: await mainThreadMs(view) }
  for (let number = 0; number < TABS; number++) {
    await goTo(page, `/estate/input?estateid=none${number}`)
    const tab = page.locator(`[role="tab"][id$="none${number}"]`)
    await tab.waitFor()
    await page.waitForTimeout(BETWEEN_TABS)
    await page.keyboard.press('Control+w')
    await tab.waitFor({ state: 'detached' })
    await page.waitForTimeout(BETWEEN_TABS)
  }
  await page.waitForTimeout(500)
  const work = (await mainThreadMs(view)) - before.work
  const growth = ((await heapAfterCollection(view)) / before.heap - 1) * 100
  return [{ name: `memory of the page after ${TABS} tabs opened and closed, growth`, value: growth, unit: '%', aim: { atMost: 30 } }, workOf(work / TABS)]
}

/** Closes the program; if it asks to discard input because a measurement failed, it is killed. */
async function end(program: Program): Promise<void> {
  const patience = setTimeout(() => program.app.process().kill('SIGKILL'), 10_000)
  await program.close().finally(() => clearTimeout(patience))
}

/** Responsiveness of the screens: keys, searches, the grid, tabs, and memory left behind. */
export async function benchScreens(): Promise<Figure[]> {
  Object.assign(process.env, electronVariables(), { STANDIN_HEADLESS: '1' })
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder])
  const client = httpClient(server.url, await memberToken(server.url))
  const big = await openActivity(client, await propertyWorkbook(10_000))
  const rooms = Array.from({ length: 2_000 }, (_, index) => [
    '一期',
    '',
    '1栋',
    `${Math.floor(index / 500) + 1}单元`,
    '',
    String((Math.floor((index % 500) / 10) + 1) * 100 + (index % 10) + 1),
    80,
    `业主${index}`,
    '13800138000',
    '',
  ])
  const tower = await openActivity(client, await workbookOf([PROPERTY_HEADER, ...rooms]))
  const building = `/voteManage/progress?estateid=${tower.estateId}&activityid=${tower.activityId}`
  const program = await launch({ args: ['--server', server.url] })
  const figures: Figure[] = []
  try {
    await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
    const view = await profiled(program.page)
    figures.push(...(await benchDesk(view, client, big.activityId)))
    figures.push(...(await benchOpening(view, building)))
    figures.push(...(await benchReturn(view, 'a list of properties', '/property/Index', '[aria-labelledby^="tab:/property/Index"] tbody tr', 5)))
    figures.push(...(await benchReturn(view, 'the grid of 2,000 rooms', building, '[role="gridcell"]', 100)))
    figures.push(...(await benchTabs(view)))
  } finally {
    await end(program)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const assets = join(root, 'out/renderer/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  figures.push({
    name: 'the renderer’s scripts, all screens',
    value: scripts.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0) / 2 ** 20,
    unit: 'MB',
  })
  return figures
}
