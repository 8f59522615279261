import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createDecoder, type Decoder, type DecoderOptions } from '../../src/main/scans/decoder.ts'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { rowsOf } from '../../src/server/features/reading/recognition/rows.ts'
import { createUtilityProcesses } from '../electron-stand-in/utility-process.ts'
import { good, makeActivity, takeSteps, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { taken } from '../support/scans/devices.ts'
import { drawnPages, printedCode, stampCode } from '../support/scans/drawnPages.ts'
import { markRow } from '../support/scans/pens.ts'
import { createRandom } from '../support/scans/random.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

/** Scanned papers: `READING_PAPERS=20` is a two-minute check that it works. */
const PAPERS = Number(process.env['READING_PAPERS'] ?? 500)
const PAGES_A_FILE = 100
/** Enough topics for a paper of two pages. */
const TOPICS = 14
const ON_A_SCREEN = 12
const SCANNER = { type: 'scanner', dpi: 150, isHard: false, isBlackAndWhite: false } as const
const packages = join(import.meta.dirname, '../../node_modules')

interface Paper {
  readonly code: string
  readonly place: string
}

/** Two-page papers from files to votes: latencies of other desks during reading, and the time for a screen of them. */
export async function benchScannedPapers(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-scans-'))
  const server = await startProcess(['--data', folder])
  const token = await memberToken(server.url)
  const client = httpClient(server.url, token)
  const strip = stripsOf(server.url, token)
  const processes = createUtilityProcesses(() => undefined)
  const decoder = createDecoder({
    utilityProcess: processes.utilityProcess as unknown as DecoderOptions['utilityProcess'],
    script: join(import.meta.dirname, '../../src/main/scans/process.ts'),
    args: [join(packages, '@hyzyla/pdfium/dist/pdfium.wasm')],
    environment: process.env,
    log: { warn: () => undefined },
  })
  try {
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '大区', addr: '路' }))
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(PAPERS), { estateId }))
    const topics = Array.from({ length: TOPICS }, (_, index) => topic(`同意对小区公共部位进行第${index + 1}次改造并公示决算`))
    const { activityId: voteactivityid } = await makeActivity(client, estateId, { ...openNow(), topics })
    await takeSteps(client, voteactivityid, 'start')
    const { papers } = good(await client.post('/paper/issue', { voteactivityid, xpath: '' })) as { papers: Paper[] }
    const files = await scannedFiles(client, voteactivityid, papers)
    const [before, onDiskBefore, spentBefore] = [await server.memory(), onDisk(folder), await server.processorTime()]
    const scan = await timed(() => besideOthers(client, voteactivityid, () => sendAll(client, decoder, voteactivityid, files)))
    const { others, value: pages } = scan.value
    const [grown, kept, spent] = [(await server.memory()) - before, onDisk(folder) - onDiskBefore, (await server.processorTime()) - spentBefore]
    const screens = await lookAndConfirm(client, voteactivityid, strip)
    const all = scan.ms + screens.reduce((sum, { ms }) => sum + ms, 0)
    const pictures = screens.map((screen) => screen.seen)
    return [
      { name: `${PAPERS} papers of two pages, from their files to votes`, value: all, unit: 'ms', aim: { atMost: (360_000 * PAPERS) / 500 } },
      { name: '  a page, from its file to its answer', value: scan.ms / pages, unit: 'ms' },
      { name: '  of it processor time of the server, others’ calls too', value: spent / pages, unit: 'ms' },
      { name: '  a page on disk, as the journal tells of it too', value: kept / pages / 1e6, unit: 'MB' },
      { name: '  other calls meanwhile, 95th percentile', value: percentile(others, 0.95), unit: 'ms', aim: { atMost: 200 } },
      { name: '  the same, the longest', value: Math.max(...others), unit: 'ms' },
      { name: '  what the server has grown by, with its worker', value: grown / 1e6, unit: 'MB', aim: { atMost: 300 } },
      { name: `  a screen of ${ON_A_SCREEN} cards with its pictures, median`, value: median(pictures), unit: 'ms', aim: { atMost: 1_000 } },
      { name: '  papers that were confirmed as read', value: screens.reduce((sum, { count }) => sum + count, 0), unit: '×' },
    ]
  } finally {
    decoder.stop()
    processes.stopAll()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes of all files in a folder. */
const onDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/** Ticks and scans every paper into PDFs. Only the codes differ, so the pages are drawn once. */
async function scannedFiles(client: HttpClient, voteactivityid: string, papers: readonly Paper[]): Promise<Uint8Array[]> {
  const { layoutid: layoutId, layout: given } = good(await client.get('/paper/layout', { voteactivityid }))
  const layout = BallotLayout.parse(given)
  const values = { place: '一期-1栋-1单元-101', number: '1', area: '80.00㎡', code: papers[0]?.code ?? '' }
  const blank = await drawnPages({ code: values.code, layoutId, layout, values })
  const random = createRandom(500)
  const files: Uint8Array[] = []
  let pdf = await PDFDocument.create()
  const finish = async (): Promise<void> => {
    if (pdf.getPageCount() > 0) files.push(await pdf.save())
    pdf = await PDFDocument.create()
  }
  for (const { code } of papers)
    for (const [index, page] of layout.pages.entries()) {
      const picture = blank[index]
      if (!picture || page.kind !== 'ballot') continue
      const marked = { ...picture, data: picture.data.slice() }
      stampCode(marked, page, printedCode({ code, layoutId, page: index + 1 }))
      for (const row of rowsOf(page)) markRow(marked, { ...row, boxes: row.boxes.slice(0, 1) }, 'tick', random)
      const image = await pdf.embedJpg(taken(marked, SCANNER, random))
      pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
      if (pdf.getPageCount() >= PAGES_A_FILE) await finish()
    }
  await finish()
  return files
}

/** Renders and sends every page, two at once, as the program does; returns their number. */
async function sendAll(client: HttpClient, decoder: Decoder, voteactivityid: string, files: readonly Uint8Array[]): Promise<number> {
  let pages = 0
  for (const [index, bytes] of files.entries()) {
    const fileId = String(index)
    const opened = await decoder.open(fileId, { name: '扫描.pdf', bytes })
    if (!opened || !('pageCount' in opened)) throw new Error('a file cannot be opened')
    let next = 1
    const lane = async (): Promise<void> => {
      while (next <= opened.pageCount) {
        const sourcePage = next
        next += 1
        const jpeg = await decoder.draw(fileId, sourcePage)
        if (!jpeg) throw new Error('a page cannot be drawn')
        const fields = { voteactivityid, batchid: 'bench', source: '扫描.pdf', sourcepage: String(sourcePage) }
        good(await client.upload('/reading/page', 'uploadfile', '扫描.jpg', jpeg, fields))
        pages += 1
      }
    }
    await Promise.all([lane(), lane()])
    await decoder.close(fileId)
  }
  return pages
}

/** Calls of other desks meanwhile, and of the scanning user's screen. */
async function besideOthers<T>(client: HttpClient, voteactivityid: string, work: () => Promise<T>): Promise<{ value: T; others: number[] }> {
  const others: number[] = []
  let isDone = false
  const desk = async (): Promise<void> => {
    const asks = [
      () => client.get('/vote/queryvotersbycondition', { voteactivityid, condition: '1栋 101' }),
      () => client.get('/votedef/get', { id: voteactivityid }),
      () => client.get('/reading/summary', { voteactivityid }),
    ]
    for (let turn = 0; !isDone; turn += 1) {
      others.push((await timed(async () => good((await asks[turn % asks.length]?.()) ?? { code: 0, message: '', data: null }))).ms)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const desks = Promise.all([desk(), desk()])
  const value = await work().finally(() => (isDone = true))
  await desks
  return { value, others }
}

interface Screen {
  readonly count: number
  /** Until all pictures of the screen are loaded, and until it is confirmed. */
  readonly seen: number
  readonly ms: number
}

/** Requests a part of a page as a picture. */
const stripsOf =
  (url: string, token: string) =>
  async (query: Record<string, string>): Promise<void> => {
    const headers = { 'x-app-id': 'community-vote-console', 'x-auth-id': token }
    const answer = await fetch(`${url}/api/reading/strip?${new URLSearchParams(query).toString()}`, { headers })
    if (answer.headers.get('content-type') !== 'image/png') throw new Error(await answer.text())
    await answer.arrayBuffer()
  }

/** Confirms screen after screen of clear readings: its cards, all their pictures, and the votes. */
async function lookAndConfirm(client: HttpClient, voteactivityid: string, strip: (query: Record<string, string>) => Promise<void>): Promise<Screen[]> {
  const screens: Screen[] = []
  for (;;) {
    const query = { voteactivityid, state: '1', pageNo: '1', pageSize: String(ON_A_SCREEN) }
    const begun = performance.now()
    const { datas } = good(await client.get('/reading/papers', query)) as { datas: ShownPaper[] }
    if (datas.length === 0) return screens
    const strips = datas.flatMap(({ slots, pages }): Record<string, string>[] => {
      const pageOf = (number: number): string => pages.find(({ page }) => page === number)?.pageid ?? ''
      const rows = slots.map(({ votetopicid, voteoptionid, page }) => ({ pageid: pageOf(page), votetopicid, voteoptionid }))
      return [...rows, { pageid: pageOf(Math.max(...pages.map(({ page }) => page))), part: 'signature' }]
    })
    await Promise.all(strips.map(strip))
    const seen = performance.now() - begun
    const papers = datas.map(({ code, readingid }) => ({ code, readingid }))
    good(await client.post('/reading/confirm', { voteactivityid, papers }))
    screens.push({ count: datas.length, seen, ms: performance.now() - begun })
  }
}
interface ShownPaper {
  readonly code: string
  readonly readingid: string
  readonly slots: readonly { readonly votetopicid: string; readonly voteoptionid: string; readonly page: number }[]
  readonly pages: readonly { readonly pageid: string; readonly page: number }[]
}
