import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BundleActivity, BundleBallot } from '../support/bundleActivities.ts'
import { zipped } from '../support/bundleBytes.ts'
import { launchBrowser } from '../support/bundlePage.ts'
import { makeBundle, type MadeBundle } from '../support/bundles.ts'
import { pdfPages, pdfPageSizes } from '../support/pdf.ts'
import { filledPage, recountTemplate } from '../support/recountPage.ts'

// The page of an unpacked bundle, opened from disk in a separate browser.

const folder = mkdtempSync(join(tmpdir(), 'recount-'))
let browser: Browser
let template: string
let bundle: MadeBundle

const ballot = (story: BundleBallot['story'], answers: string, more: Partial<BundleBallot> = {}): BundleBallot => ({
  properties: [{ areaHundredths: 8_950, isDelivered: true }],
  story,
  answer: 0,
  answers,
  isEnded: false,
  owner: '张三',
  ...more,
})
const activity: BundleActivity = {
  topics: [0, 2],
  rule: 3,
  hasTwoKeys: false,
  hasTally: true,
  ballots: [
    ...Array.from({ length: 9 }, () => ballot('voted', '112')),
    ballot('voted', '231', {
      properties: [
        { areaHundredths: 10_001, isDelivered: false },
        { areaHundredths: 6_000, isDelivered: true },
      ],
      owner: '欧阳修',
    }),
    ballot('voided', '111', { owner: '李四' }),
    ballot('nothing', '000', { owner: '王五' }),
    ballot('nothing', '000', { isEnded: true }),
  ],
}

test.beforeAll(async () => {
  template = recountTemplate()
  bundle = await makeBundle(activity, { edition: 'court' })
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const pageFile = (files: ReadonlyMap<string, Buffer>): string => filledPage(template, files)
let written = 0

/** Opens a page from disk; returns it with all addresses that it requests. */
async function open(html: string, { size = { width: 1366, height: 768 }, before = '' } = {}): Promise<{ page: Page; asked: string[] }> {
  const path = join(folder, `复算-${++written}.html`)
  writeFileSync(path, html)
  const page = await browser.newPage({ viewport: size })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  if (before !== '') await page.addInitScript(before)
  await page.goto(pathToFileURL(path).href)
  return { page, asked: asked.filter((url) => url !== pathToFileURL(path).href) }
}

const ready = async (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-ready', '1')
const lamp = (page: Page, name: string) => page.locator(`[data-lamp=${name}]`)
async function states(page: Page): Promise<Record<string, string>> {
  await ready(page)
  const found = await page
    .locator('[data-lamp]')
    .evaluateAll((lamps) => lamps.map((each) => [each.getAttribute('data-lamp') ?? '', each.getAttribute('data-state') ?? '']))
  return Object.fromEntries(found)
}
const GREEN = { files: 'ok', journal: 'ok', recount: 'ok', report: 'ok' }

const whole = (files: ReadonlyMap<string, Buffer>): Promise<Buffer> => zipped(new Map([...files, ['复算.html', Buffer.from(pageFile(files))]]))

/** Drops a file on the page, like a mouse. */
async function drop(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], '应诉包.zip', { type: 'application/zip' })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }))
  }, bytes.toString('base64'))
}

test('opened from disk it is green, shows every figure and makes no request', async () => {
  const { page, asked } = await open(pageFile(bundle.files))
  expect(await states(page)).toEqual(GREEN)
  await expect(page.locator('#summary')).toHaveText('四盏灯都是绿色：在已核对的范围内没有发现改动或不一致。')
  await expect(lamp(page, 'files')).toContainText('尚未核对')
  expect(JSON.parse((await page.locator('[data-output=recount]').textContent()) ?? '')).toEqual(
    JSON.parse((bundle.files.get('data/results.json') ?? '').toString()),
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2026 年度</script>业主大会')
  const first = page.locator('#slots article').first()
  // 10 of 12 voted, 1 delivered without a vote counts for 同意, as does the voided one.
  await expect(first).toContainText('3×12 = 36 ≥ 2×12 = 24 ✓')
  await expect(first).toContainText('2×11 = 22 > 12 ✓')
  await expect(first).toContainText('3×10 = 30 ≥ 2×12 = 24 ✓')
  expect(asked).toEqual([])
  const size = { width: 1920, height: 1080 }
  const large = await open(pageFile(bundle.files), { size })
  await ready(large.page)
  for (const each of [page, large.page]) {
    expect(await each.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await each.close()
  }
})

test('a changed byte in a file, a figure or the journal turns its lamp red with the reason', async () => {
  const change = (path: string, from: string, to: string): Map<string, Buffer> => {
    const text = (bundle.files.get(path) ?? '').toString()
    expect(text).toContain(from)
    return new Map([...bundle.files, [path, Buffer.from(text.replace(from, to))]])
  }
  const vote = await open(pageFile(change('data/records.jsonl', '"answers":"112"', '"answers":"212"')))
  expect(await states(vote.page)).toEqual({ files: 'bad', journal: 'bad', recount: 'bad', report: 'bad' })
  await expect(lamp(vote.page, 'files')).toContainText('data/records.jsonl 已被改动')
  await expect(lamp(vote.page, 'journal')).toContainText('投票结果与检查点的摘要不符')
  await expect(lamp(vote.page, 'recount')).toContainText('议题 1 同意：程序 9 人')
  await expect(vote.page.locator('#summary')).toContainText('4 盏灯为红色')
  const entry = await open(pageFile(change('data/journal.jsonl', '"number":3}', '"number":30}')))
  expect(await states(entry.page)).toEqual({ files: 'bad', journal: 'bad', recount: 'ok', report: 'ok' })
  await expect(lamp(entry.page, 'journal')).toContainText('操作日志不连续：第 3 条的位置上是第 30 条')
  const guide = await open(pageFile(change('说明.txt', '说明', '说明。')))
  expect(await states(guide.page)).toEqual({ ...GREEN, files: 'bad' })
  for (const { page } of [vote, entry, guide]) await page.close()
})

test('the code from the paper is compared, however it is typed', async () => {
  const { page } = await open(pageFile(bundle.files))
  const code = page.locator('[data-input=code]')
  await ready(page)
  await code.fill(
    bundle.code
      .toUpperCase()
      .replace(/(.{4})/g, '$1 ')
      .replace(' ', '-'),
  )
  expect(await states(page)).toEqual(GREEN)
  await expect(lamp(page, 'journal')).toContainText('纸上的核验码与检查点相符：生成报告')
  await code.fill(`${bundle.code.slice(0, 31)}${bundle.code.endsWith('0') ? '1' : '0'}`)
  expect(await states(page)).toEqual({ ...GREEN, journal: 'bad' })
  await expect(lamp(page, 'journal')).toContainText('不是本应诉包任何一个检查点的核验码')
  await page.close()
})

test('ballots are found by place and by marked code, with answers in words', async () => {
  const { page } = await open(pageFile(bundle.files))
  await ready(page)
  await expect(page.locator('[data-ballot]')).toHaveCount(12)
  const search = page.locator('[data-input=search]')
  await search.fill('10栋-2单元')
  await expect(page.locator('[data-ballot]')).toHaveCount(1)
  await expect(page.locator('[data-ballot]')).toContainText('1 反对')
  await expect(page.locator('[data-ballot]')).toContainText('2.1 弃权')
  await expect(page.locator('[data-ballot]')).toContainText('欧阳修')
  await search.fill('c-3')
  await expect(page.locator('[data-ballot]')).toHaveCount(1)
  await expect(page.locator('#found')).toHaveText('找到 1 票')
  await page.close()
})

test('the zip, dropped or chosen, is judged completely, and its pictures can be viewed', async () => {
  const { page, asked } = await open(pageFile(bundle.files))
  await ready(page)
  await drop(page, await whole(bundle.files))
  await expect(lamp(page, 'files')).toContainText('压缩包的全部')
  expect(await states(page)).toEqual(GREEN)
  await expect(lamp(page, 'report')).toContainText('逐一比较')
  const row = page.locator('[data-ballot]').first()
  await row.getByRole('button', { name: /查看 \d 幅/ }).click()
  await expect
    .poll(() =>
      row
        .locator('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(1)
  const [picture = ''] = [...bundle.files.keys()].filter((path) => path.startsWith('images/'))
  const bytes = Buffer.from(bundle.files.get(picture) ?? '')
  bytes[bytes.length - 1] = 0
  await page
    .locator('#zip')
    .setInputFiles({ name: '应诉包.zip', mimeType: 'application/zip', buffer: await whole(new Map([...bundle.files, [picture, bytes]])) })
  await expect(lamp(page, 'files')).toContainText(`${picture} 已被改动`)
  expect(await states(page)).toEqual({ ...GREEN, files: 'bad' })
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([])
  await page.close()
})

test('the page in the zip is compared with the open one', async () => {
  const { page } = await open(pageFile(bundle.files))
  await ready(page)
  const other = pageFile(bundle.files).replace('--bad: #b42318', '--bad: #176b3a')
  await drop(page, await zipped(new Map([...bundle.files, ['复算.html', Buffer.from(other)]])))
  await expect(lamp(page, 'files')).toContainText('复算.html 与正在打开的页面不同')
  await page.close()
})

test('a page with modified code shows nothing', async () => {
  const { page } = await open(pageFile(bundle.files).replace('发现不一致', '没有不一致'))
  await expect(page.locator('[data-lamp]')).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-ready')
  await page.close()
})

test('it works with the features of Chromium 80 and Firefox 78', async () => {
  const before = `
    delete Object.hasOwn; delete Array.prototype.at; delete String.prototype.at; delete String.prototype.replaceAll; delete window.structuredClone
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']) delete Array.prototype[name]
    for (const name of ['toHex', 'toBase64', 'at', 'findLast']) delete Uint8Array.prototype[name]
    delete Uint8Array.fromHex; delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete Promise.any
    delete Element.prototype.replaceChildren; delete window.DecompressionStream; delete window.TransformStream; delete Blob.prototype.stream
    Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })`
  const { page } = await open(pageFile(bundle.files), { before })
  // Object.hasOwn is the page's polyfill then.
  expect(await page.evaluate(() => [typeof structuredClone, typeof crypto.subtle, Object.hasOwn.toString().includes('native')])).toEqual([
    'undefined',
    'undefined',
    false,
  ])
  expect(await states(page)).toEqual(GREEN)
  await drop(page, await whole(bundle.files))
  await expect(lamp(page, 'files')).toContainText('压缩包的全部')
  expect(await states(page)).toEqual(GREEN)
  await page.close()
})

test('it prints on A4, without the ballot list unless requested', async () => {
  const { page } = await open(pageFile(bundle.files))
  await ready(page)
  const path = join(folder, 'printed.pdf')
  await page.pdf({ path, preferCSSPageSize: true })
  expect((await pdfPageSizes(path)).every(([width, height]) => width === 210 && height === 297)).toBe(true)
  const short = (await pdfPages(path)).join('')
  expect(short).toContain('四盏灯')
  expect(short).toContain('3×12=36≥2×12=24')
  expect(short).not.toContain('选票清单')
  await page.getByLabel('打印时包括选票清单').check()
  await page.pdf({ path, preferCSSPageSize: true })
  expect((await pdfPages(path)).join('')).toContain('一期-10栋-2单元-101')
  await page.close()
})

test('it works with a screen reader and the keyboard', async () => {
  const { page } = await open(pageFile(bundle.files))
  await ready(page)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.locator('.skip')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-input=code]')).toBeFocused()
  await page.close()
})

test('without data the page says so', async () => {
  const { page } = await open(template)
  expect(await states(page)).toEqual({ files: 'bad', journal: 'bad', recount: 'bad', report: 'bad' })
  await expect(page.locator('.warning')).toContainText('本页没有可读的数据')
  await page.close()
})
