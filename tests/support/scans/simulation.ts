import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJpegDecoder } from '../../../src/server/features/reading/recognition/decode.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { prepareQrCodes } from '../../../src/server/features/reading/recognition/qrCodes.ts'
import { readPicture } from '../../../src/server/features/reading/recognition/readPage.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import { taken, type Device } from './devices.ts'
import { drawnPages, qrWasm, type DrawnPaper } from './drawnPages.ts'
import { simulatedPapers } from './layouts.ts'
import { markRow, ordinary, pickKind, type MarkKind, type MarkSet } from './pens.ts'
import { createRandom } from './random.ts'

const pdfiumWasm = (): Uint8Array => readFileSync(join(import.meta.dirname, '../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm'))

/** A page without marks. */
interface BlankPage {
  readonly paper: DrawnPaper
  readonly number: number
  readonly picture: Grey
}

/** Results of pages: rows whose answer was read, and the wrong ones. */
export interface Tally {
  pages: number
  found: number
  flat: number
  rows: number
  clear: number
  /** Ordinary ticks, and those that were read. */
  ticks: number
  clearTicks: number
  /** Marked rows read as something else, and read rows that only a person could tell, described. */
  wrong: string[]
  /** Marked rows read as blank, which are finally left to a person. */
  unseen: string[]
  /** Milliseconds of decoding and reading. */
  time: number
  doubts: Record<string, number>
}

/** Simulated papers, drawn once. */
export async function createSimulation() {
  prepareQrCodes(qrWasm())
  const decoder = await createJpegDecoder(pdfiumWasm())
  const papers = simulatedPapers()
  const pages: BlankPage[] = []
  for (const paper of papers)
    for (const [index, picture] of (await drawnPages(paper)).entries())
      if (paper.layout.pages[index]?.kind === 'ballot') pages.push({ paper, number: index + 1, picture })
  const layoutOf = ({ layoutId }: { readonly layoutId: string }) => papers.find((paper) => paper.layoutId === layoutId)?.layout ?? null

  return {
    papers,
    pages,
    layoutOf,
    decode: (bytes: Uint8Array) => decoder.decode(bytes),
    /** Marks that many pages, captures them with a device, and reads them; deterministic by seed. */
    run: async (options: { readonly device: Device; readonly marks: MarkSet; readonly count: number; readonly seed: number }): Promise<Tally> => {
      const random = createRandom(options.seed)
      const tally: Tally = { pages: 0, found: 0, flat: 0, rows: 0, clear: 0, ticks: 0, clearTicks: 0, wrong: [], unseen: [], time: 0, doubts: {} }
      for (let count = 0; count < options.count; count += 1) {
        const { paper, number, picture } = random.pick(pages)
        const marked = { ...picture, data: picture.data.slice() }
        const truth = new Map<string, { readonly kind: MarkKind; readonly answers: readonly number[] }>()
        const page = paper.layout.pages[number - 1]
        for (const row of page ? rowsOf(page) : []) {
          const kind = pickKind(options.marks, random)
          truth.set(`${row.topicId} ${row.optionId}`, { kind, answers: markRow(marked, row, kind, random) })
        }
        const jpeg = taken(marked, options.device, random)
        const begun = performance.now()
        const grey = decoder.decode(jpeg)
        const read = grey === null ? null : await readPicture(grey, layoutOf)
        tally.time += performance.now() - begun
        tally.pages += 1
        if (read?.kind !== 'read') continue
        tally.found += 1
        if (read.isFlat) tally.flat += 1
        if (read.mark.code !== paper.code || read.mark.page !== number) tally.wrong.push(`page ${count}: another page`)
        for (const { topicId, optionId, state, answer, why } of read.rows) {
          const { kind, answers } = truth.get(`${topicId} ${optionId}`) ?? { kind: 'tick', answers: [] }
          tally.rows += 1
          if (ordinary.has(kind)) tally.ticks += 1
          if (state === 'clear') {
            tally.clear += 1
            if (answer !== null && answers.includes(answer)) tally.clearTicks += ordinary.has(kind) ? 1 : 0
            else tally.wrong.push(`seed ${options.seed} page ${count} ${topicId} ${optionId}: ${kind} read as ${answer}`)
          } else if (state === 'blank' && !answers.includes(0)) tally.unseen.push(`page ${count} ${topicId} ${optionId}: ${kind} read as blank`)
          else if (ordinary.has(kind)) tally.doubts[why] = (tally.doubts[why] ?? 0) + 1
        }
      }
      return tally
    },
  }
}

export const devices = {
  scan150: { type: 'scanner', dpi: 150, isHard: false, isBlackAndWhite: false },
  scan200: { type: 'scanner', dpi: 200, isHard: false, isBlackAndWhite: false },
  scan300: { type: 'scanner', dpi: 300, isHard: false, isBlackAndWhite: false },
  feeder200: { type: 'scanner', dpi: 200, isHard: true, isBlackAndWhite: false },
  blackAndWhite200: { type: 'scanner', dpi: 200, isHard: false, isBlackAndWhite: true },
  phone1920: { type: 'phone', long: 1_920, isHard: false },
  phone1440: { type: 'phone', long: 1_440, isHard: false },
  shaken1440: { type: 'phone', long: 1_440, isHard: true },
  phone1080: { type: 'phone', long: 1_080, isHard: false },
} as const satisfies Readonly<Record<string, Device>>
