import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { activityBody, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { launch, logIn } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { PROPERTY_HEADER, propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'
import { percentile, type Figure } from './table.ts'

const root = join(import.meta.dirname, '../..')

/** An activity in status 1 over the houses of a workbook. */
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

/** Milliseconds between two keys: a quick hand. Keys that come without a pause share frames, and would measure those. */
const BETWEEN_KEYS = 50

/** Milliseconds between two changes of the address: the browser ignores those beyond 200 in 30 s. */
const BETWEEN_TABS = 160

/** From a key going down to the frame after what it changed, in the page's own clock. */
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
  /** Milliseconds until the picture after that: what a page does once it is painted is done by then. */
  readonly awake: number
}

/** Goes to a screen and waits until a selector matches enough elements, the first is visible, and they are painted; in the page's clock. Throws after 20 s. */
const untilPainted = (page: Page, path: string, selector: string, least: number): Promise<Shown> =>
  page.evaluate(
    ({ path, selector, least }) =>
      new Promise<Shown>((resolve, reject) => {
        const start = performance.now()
        // Within a frame this runs just before it is painted; a message is the first task after it.
        const afterThisFrame = (work: (ms: number) => void): void => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => work(performance.now() - start))
          port1.start()
          port2.postMessage(null)
        }
        location.hash = `#${path}`
        const look = (): void => {
          // Only the first is asked whether it is shown: asking 2,000 would make the browser lay out what is out of sight, too.
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

async function heapAfterCollection(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  await devTools.detach()
  return usedSize
}

/** How the screens feel: keys, searches, the grid, tabs, and what stays behind. */
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
  const program = await launch({ args: ['--server', server.url] })
  const { page } = program
  const figures: Figure[] = []
  try {
    await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })

    await goTo(page, `/voteManage/votedesk?activityid=${big.activityId}&operatetype=2`)
    const search = page.getByRole('combobox').first()
    await search.waitFor()
    const sample = (await client.post('/vote/getnofitypropertieslist', { voteactivityid: big.activityId, pageNo: 40, pageSize: 30 })).data.datas as {
      xpathname: string
      personname: string
    }[]
    const shown: number[] = []
    for (const { personname, xpathname } of sample) {
      await search.fill('')
      const start = performance.now()
      await search.fill(personname)
      await page.getByRole('option').filter({ hasText: xpathname }).first().waitFor()
      shown.push(performance.now() - start)
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: '选票' }).waitFor()
    const keys = await keysToPaint(
      page,
      Array.from({ length: 60 }, (_, index) => String((index % 3) + 1)),
    )
    // Closing the program asks before it throws away a ballot that has been begun.
    await page.keyboard.press('Escape')
    figures.push(
      { name: 'a key on the desk with 10,000 ballots to its paint, p95', value: percentile(keys, 0.95), unit: 'ms', aim: { atMost: 50 } },
      { name: 'a search term to the owner shown, p95 (seen from outside the window)', value: percentile(shown, 0.95), unit: 'ms', aim: { atMost: 200 } },
    )

    const grid: number[] = []
    const building = `/voteManage/progress?estateid=${tower.estateId}&activityid=${tower.activityId}`
    await untilPainted(page, building, '[role="gridcell"]', 100)
    for (let round = 0; round < 5; round++) {
      await goTo(page, '/dashboard')
      await page.getByRole('button', { name: /^关闭 进度 · / }).click()
      grid.push((await untilPainted(page, building, '[role="gridcell"]', 100)).painted)
    }
    figures.push({ name: 'the grid of 2,000 rooms, opened to painted, p95', value: percentile(grid, 0.95), unit: 'ms', aim: { atMost: 300 } })

    const backTo = async (name: string, path: string, selector: string, least: number): Promise<Figure[]> => {
      const taken: Shown[] = []
      await untilPainted(page, path, selector, least)
      for (let round = 0; round < 20; round++) {
        await goTo(page, '/estate/Index')
        await page.waitForTimeout(300)
        taken.push(await untilPainted(page, path, selector, least))
      }
      const p95 = (of: (shown: Shown) => number) => percentile(taken.map(of), 0.95)
      return [
        { name: `a tab back to its kept state, p95 (${name})`, value: p95(({ painted }) => painted), unit: 'ms', aim: { atMost: 50 } },
        { name: '  and to the picture after that, its timers and keys at work, p95', value: p95(({ awake }) => awake), unit: 'ms' },
      ]
    }
    figures.push(...(await backTo('a list of houses', '/property/Index', '[aria-labelledby^="tab:/property/Index"] tbody tr', 5)))
    figures.push(...(await backTo('the grid of 2,000 rooms', building, '[role="gridcell"]', 100)))

    const before = await heapAfterCollection(page)
    for (let number = 0; number < 200; number++) {
      await goTo(page, `/estate/input?estateid=none${number}`)
      const tab = page.locator(`[role="tab"][id$="none${number}"]`)
      await tab.waitFor()
      await page.waitForTimeout(BETWEEN_TABS)
      await page.keyboard.press('Control+w')
      await tab.waitFor({ state: 'detached' })
      await page.waitForTimeout(BETWEEN_TABS)
    }
    await page.waitForTimeout(500)
    figures.push({
      name: 'memory of the page after 200 tabs opened and closed, growth',
      value: ((await heapAfterCollection(page)) / before - 1) * 100,
      unit: '%',
      aim: { atMost: 30 },
    })
  } finally {
    await program.close()
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
