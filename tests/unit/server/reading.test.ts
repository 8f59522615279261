import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, describe, expect, it } from 'vitest'
import { BOX } from '#shared/features/paper/layout.ts'
import { jpegSize } from '#shared/features/reading/jpegPage.ts'
import { greyJpeg } from '../../../src/main/scans/greyJpeg.ts'
import { inverted, type Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { readPicture } from '../../../src/server/features/reading/recognition/readPage.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import { wordGlyphs, WORD_AT } from '../../../src/server/features/reading/recognition/words.ts'
import { atScale } from '../../support/scale.ts'
import { taken } from '../../support/scans/devices.ts'
import { drawnPages, FINE, printedCode, stampCode } from '../../support/scans/drawnPages.ts'
import { pageFile, pictureIn, pictures } from '../../support/scans/pageFiles.ts'
import { markRow, markSets } from '../../support/scans/pens.ts'
import { createRandom } from '../../support/scans/random.ts'
import { createSimulation, devices, type Tally } from '../../support/scans/simulation.ts'

let simulation: Awaited<ReturnType<typeof createSimulation>>
beforeAll(async () => {
  simulation = await createSimulation()
})

const read = (picture: Grey) => readPicture(picture, simulation.layoutOf)
const firstPage = () => {
  const page = simulation.pages[0]
  if (!page) throw new Error('nothing was drawn')
  return page
}

/** A part of a picture; the rest is white. */
function kept({ width, height, data }: Grey, keep: (x: number, y: number) => boolean): Grey {
  return { width, height, data: data.map((dot, index) => (keep(index % width, Math.floor(index / width)) ? dot : 255)) }
}

/** Two pictures side by side. */
function beside(a: Grey, b: Grey): Grey {
  const data = new Uint8Array((a.width + b.width) * a.height).fill(255)
  for (let y = 0; y < a.height; y += 1) {
    data.set(a.data.subarray(y * a.width, (y + 1) * a.width), y * (a.width + b.width))
    data.set(b.data.subarray(y * b.width, (y + 1) * b.width), y * (a.width + b.width) + a.width)
  }
  return { width: a.width + b.width, height: a.height, data }
}

describe('reading a page', () => {
  it('finds an unmarked page blank, upright, upside down and inverted', async () => {
    const { paper, number, picture } = firstPage()
    for (const [shown, turned] of [
      [picture, 0],
      [{ ...picture, data: picture.data.toReversed() }, 2],
      [inverted(picture), 0],
    ] as const) {
      const found = await read(shown)
      expect(found).toMatchObject({ kind: 'read', mark: { code: paper.code, layoutId: paper.layoutId, page: number }, isFlat: false, turned })
      expect(found.kind === 'read' && found.rows.map(({ state, answer }) => `${state} ${answer}`)).toEqual(
        rowsOf(paper.layout.pages[0] ?? { ...paper.layout.pages[1]! }).map(() => 'blank 0'),
      )
    }
  })

  it('reports no code, a stub page, and two papers on one page', async () => {
    const { picture } = firstPage()
    expect(await read(kept(picture, () => false))).toEqual({ kind: 'noCode' })
    const [paper, other] = simulation.papers
    if (!paper || !other) throw new Error('there are too few papers')
    const slips = (await drawnPages(paper)).at(-1)
    expect(slips && (await read(slips))).toMatchObject({ kind: 'slips', mark: { code: paper.code } })
    const second = simulation.pages.find((page) => page.paper === other)
    expect(second && (await read(beside(picture, second.picture)))).toEqual({ kind: 'several' })
    expect(await readPicture(picture, () => null)).toMatchObject({ kind: 'unknown', mark: { code: paper.code } })
  })

  it('treats a foreign or inconsistent QR code as none', async () => {
    const { paper, number, picture } = firstPage()
    const page = paper.layout.pages[number - 1]!
    const right = printedCode({ code: paper.code, layoutId: paper.layoutId, page: number })
    const withCode = (text: string) => {
      const changed = { ...picture, data: picture.data.slice() }
      stampCode(changed, page, text)
      return read(changed)
    }
    expect(await withCode(right)).toMatchObject({ kind: 'read', mark: { code: paper.code } })
    const wrongCheck = right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A')
    for (const text of ['https://example.com/pay?id=1', 'V1-', wrongCheck]) expect(await withCode(text), text).toEqual({ kind: 'noCode' })
  })

  it('fails with two missing squares, and works with one', async () => {
    const { picture } = firstPage()
    expect(await read(kept(picture, (_x, y) => y < 270 * FINE))).toMatchObject({ kind: 'unplaced' })
    expect(await read(kept(picture, (x, y) => y < 270 * FINE || x > 100 * FINE))).toMatchObject({ kind: 'read' })
  })

  it('reports nothing clear if the light grey is lost', async () => {
    const { paper, picture } = firstPage()
    const marked = { ...picture, data: picture.data.slice() }
    const random = createRandom(1)
    for (const row of rowsOf(paper.layout.pages[0]!)) markRow(marked, row, 'tick', random)
    const grey = await read(marked)
    expect(grey).toMatchObject({ kind: 'read', isFlat: false })
    expect(grey.kind === 'read' && grey.rows.some(({ state }) => state === 'clear')).toBe(true)
    const flat = await read({ ...marked, data: marked.data.map((dot) => (dot < 128 ? 0 : 255)) })
    expect(flat).toMatchObject({ kind: 'read', isFlat: true })
    expect(flat.kind === 'read' && flat.rows.every(({ state }) => state === 'doubt')).toBe(true)
  })

  it('masks the printed words of the answers', () => {
    const page = simulation.pages.find(({ paper }) => paper === simulation.papers[1])
    if (!page) throw new Error('nothing was drawn')
    const boxes = page.paper.layout.pages[0]?.boxes ?? []
    for (const answer of [1, 2, 3] as const) {
      const box = boxes.find((each) => each.answer === answer)
      const masked = new Set(wordGlyphs(answer, false))
      let [dark, unmasked] = [0, 0]
      for (let dot = 0; dot < WORD_AT.width * 26; dot += 1) {
        const x = Math.round(((box?.x ?? 0) + WORD_AT.x + ((dot % WORD_AT.width) + 0.5) / 6) * FINE)
        const y = Math.round(((box?.y ?? 0) + BOX.size / 2 + WORD_AT.y + (Math.floor(dot / WORD_AT.width) + 0.5) / 6) * FINE)
        if ((page.picture.data[y * page.picture.width + x] ?? 255) > 160) continue
        dark += 1
        if (!masked.has(dot)) unmasked += 1
      }
      expect(dark).toBeGreaterThan(200)
      expect(unmasked).toBe(0)
    }
  })
})

describe('decoding a JPEG', () => {
  it('returns the encoded picture, and reports damage if its end is missing', () => {
    const picture = {
      width: 203,
      height: 101,
      data: Uint8Array.from({ length: 203 * 101 }, (_, dot) => (((dot % 203) >> 3) * 9 + Math.floor(dot / 203)) % 256),
    }
    const bytes = greyJpeg(picture, 92)
    expect(jpegSize(bytes)).toEqual({ width: 203, height: 101, components: 1 })
    const decoded = simulation.decode(bytes)
    expect(decoded).toMatchObject({ width: 203, height: 101 })
    const off = (decoded?.data ?? new Uint8Array()).reduce((sum, dot, index) => sum + Math.abs(dot - (picture.data[index] ?? 0)), 0)
    expect(off / picture.data.length).toBeLessThan(4)
    expect(simulation.decode(bytes.subarray(0, bytes.length - 400))).toBeNull()
    expect(simulation.decode(new Uint8Array(0))).toBeNull()
    expect(jpegSize(Uint8Array.from('not a picture', (sign) => sign.charCodeAt(0)))).toBeNull()
  })

  it('is decoded to the dots that its page is drawn with, in grey, in colours and progressive', async () => {
    const scan = taken(firstPage().picture, devices.feeder200, createRandom(2))
    const library = await PDFiumLibrary.init()
    for (const [name, bytes] of Object.entries({ ...pictures, scan })) {
      const document = await library.loadDocument(pictureIn(bytes))
      const drawn = await document.getPage(0).render({ scale: 1, render: 'bitmap', colorSpace: 'Gray' })
      document.destroy()
      const decoded = simulation.decode(bytes)
      expect([decoded?.width, decoded?.height], name).toEqual([drawn.width, drawn.height])
      expect(Buffer.compare(decoded?.data ?? new Uint8Array(), drawn.data), name).toBe(0)
    }
    library.destroy()
  })

  it('is damaged where the header of its content is lost, and no white page', () => {
    const bytes = pageFile({ width: 900, height: 800, data: new Uint8Array(900 * 800).fill(30) })
    expect(simulation.decode(bytes)?.data[0]).toBeLessThan(40)
    const scan = Buffer.from(bytes).indexOf(Buffer.of(0xff, 0xda))
    expect(simulation.decode(bytes.slice().fill(0, scan, scan + 10))).toBeNull()
    expect(simulation.decode(bytes)?.data[0]).toBeLessThan(40)
  })
})

/** Pages per device and mark set, 200 in a full run; `npm run bench -- reading` reads 20,000 topics, or more after changing a threshold. */
const PAGES = atScale(25, 5)
/** Time to decode and read a page on a busy machine (ms). */
const PAGE_MS = 5_000

describe('reading marks of simulated pens', () => {
  it('is right or doubtful for every scanner and camera', { timeout: 8 * PAGES * PAGE_MS }, async () => {
    const tallies: Tally[] = []
    for (const [index, name] of (['scan150', 'feeder200', 'phone1440', 'phone1080'] as const).entries())
      for (const marks of [markSets.usual, markSets.misleading])
        tallies.push(await simulation.run({ device: devices[name], marks, count: PAGES, seed: 31 + index }))
    const total = (of: (tally: Tally) => number): number => tallies.reduce((sum, tally) => sum + of(tally), 0)
    expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(total(({ found }) => found)).toBeGreaterThanOrEqual(total(({ pages }) => pages) * 0.95)
    const [scans] = tallies
    expect(scans?.clearTicks).toBeGreaterThanOrEqual((scans?.ticks ?? 0) * 0.7)
  })

  it('is doubtful if a coarse photo has kept one stroke of a weak cross', async () => {
    const tally = await simulation.run({ device: devices.phone1080, marks: markSets.misleading, count: 4, seed: 1_018 })
    expect(tally).toMatchObject({ found: 4, wrong: [] })
  })

  it('is doubtful if the outline of the box hides half of a ring', async () => {
    const tally = await simulation.run({ device: devices.phone1920, marks: markSets.misleading, count: 1, seed: 1_626_074_207 })
    expect(tally).toMatchObject({ found: 1, wrong: [] })
  })

  it('is doubtful if a line of dust stands between the two halves of a ring', async () => {
    const tally = await simulation.run({ device: devices.feeder200, marks: markSets.misleading, count: 1, seed: 144_532_442 })
    expect(tally).toMatchObject({ found: 1, wrong: [] })
  })

  it('is doubtful if a coarse photo shows little of a second tick, on a word', async () => {
    const tally = await simulation.run({ device: devices.shaken1440, marks: markSets.misleading, count: 1, seed: -955_601_684 })
    expect(tally).toMatchObject({ found: 1, wrong: [] })
  })

  it('is not blank if a coarse photo shows little of a tick on a word', async () => {
    const tally = await simulation.run({ device: devices.shaken1440, marks: markSets.misleading, count: 1, seed: 1_858_330_090 })
    expect(tally).toMatchObject({ found: 1, unseen: [] })
  })

  it('is not blank if a coarse photo has kept almost nothing of a pencil tick', async () => {
    const tally = await simulation.run({ device: devices.phone1080, marks: markSets.usual, count: 1, seed: -391_140_259 })
    expect(tally).toMatchObject({ found: 1, wrong: [], unseen: [] })
  })

  it('is doubtful throughout on a black-and-white scan', async () => {
    const tally = await simulation.run({ device: devices.blackAndWhite200, marks: markSets.usual, count: 3, seed: 7 })
    expect(tally).toMatchObject({ found: 3, flat: 3, clear: 0, wrong: [], unseen: [] })
  })
})
