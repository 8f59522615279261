import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { jpegSize } from '#shared/features/reading/jpegPage.ts'
import { createDecoder, type DecoderAnswer, type DecoderOrder, type DecoderOptions } from '../../../src/main/scans/decoder.ts'
import { createDrawing } from '../../../src/main/scans/drawing.ts'
import { greyJpeg } from '../../../src/main/scans/greyJpeg.ts'
import { emptyPage, pictureIn, pictures } from '../../support/scans/pageFiles.ts'
import { createUtilityProcesses } from '../../electron-stand-in/utility-process.ts'
import { pagesOf } from '../../support/scans/drawnPages.ts'

const wasm = readFileSync(join(import.meta.dirname, '../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm'))
const drawing = await createDrawing(wasm)

async function pdfOf(pageCount: number, size: [number, number] = [595, 842]): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pageCount; page += 1) document.addPage(size)
  return document
}
const saved = async (document: PDFDocument): Promise<Uint8Array> => document.save({ addDefaultPage: false })
const inAscii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

/** A JPEG whose header claims another size. */
function sized(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const changed = Buffer.from(bytes)
  const frame = changed.indexOf(Buffer.of(0xff, 0xc0))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return new Uint8Array(changed)
}

/** The grey of a rendered page near its top and bottom edges. */
async function edgesOf(jpeg: Uint8Array | null): Promise<readonly [number, number, number, number]> {
  if (!jpeg) throw new Error('nothing was drawn')
  const [page] = await pagesOf(pictureIn(jpeg), 72 / 25.4)
  if (!page) throw new Error('it is no picture')
  const { width, height, data } = page
  return [width, height, data[Math.floor(width / 2) + width * 3] ?? -1, data[Math.floor(width / 2) + width * (height - 4)] ?? -1]
}

async function drawnAlone(name: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  expect(await drawing.open(name, name, bytes)).toEqual({ pageCount: 1 })
  const jpeg = await drawing.draw(name, 1)
  drawing.close(name)
  return jpeg
}

describe('pages of scanned files', () => {
  it.each(Object.entries(pictures))('are drawn in grey from a JPEG: %s', async (name, bytes) => {
    const jpeg = await drawnAlone(`${name}.JPG`, bytes)
    expect(jpegSize(jpeg ?? new Uint8Array())).toEqual({ width: 96, height: 72, components: 1 })
    const [, , upper, lower] = await edgesOf(jpeg)
    expect(lower - upper).toBeGreaterThan(100)
  })

  it('have 1,754 pixels on the long side for any page size; a photo up to 2,000', async () => {
    for (const [size, dots] of [
      [
        [595, 842],
        [1_239, 1_754],
      ],
      [
        [842, 595],
        [1_754, 1_239],
      ],
      [
        [39_685, 842],
        [1_754, 37],
      ],
    ] as const) {
      const [width, height] = await edgesOf(await drawnAlone('scan.pdf', await saved(await pdfOf(1, [...size]))))
      expect([width, height]).toEqual(dots)
    }
    const photo = greyJpeg({ width: 3_000, height: 2_000, data: new Uint8Array(6_000_000).fill(200) }, 80)
    expect(jpegSize((await drawnAlone('photo.jpeg', photo)) ?? new Uint8Array())).toEqual({ width: 2_000, height: 1_333, components: 1 })
    expect(jpegSize((await drawnAlone('scan.jpg', emptyPage())) ?? new Uint8Array())).toMatchObject({ width: 900, height: 800 })
  })

  it('render to the same bytes from the same file', async () => {
    const [first, second] = [await drawnAlone('1.jpg', pictures.colour), await drawnAlone('2.jpg', pictures.colour)]
    expect(Buffer.compare(first ?? new Uint8Array(), second ?? new Uint8Array(1))).toBe(0)
  })

  it('are rendered without scripts, links, attachments and hidden layers', async () => {
    const drawn = '/OC /Hidden BDC 0 0 0 rg 0 0 595 842 re f EMC'
    const pdf = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>/AA<</WC<</S/Launch/F(calc.exe)>>>>
/Names<</EmbeddedFiles<</Names[(a.exe) 8 0 R]>>>>/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>>> endobj
2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[7 0 R]/Resources<</Properties<</Hidden 6 0 R>>>>/Contents 5 0 R>> endobj
5 0 obj <</Length ${drawn.length}>> stream
${drawn}
endstream endobj
6 0 obj <</Type/OCG/Name(Hidden)>> endobj
7 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 595 842]/Border[0 0 0]/A<</S/URI/URI(http://127.0.0.1:9/)>>>> endobj
8 0 obj <</Type/Filespec/F(a.exe)/EF<</F 9 0 R>>>> endobj
9 0 obj <</Type/EmbeddedFile/Length 2>> stream
MZ
endstream endobj
trailer <</Root 1 0 R/Size 10>>
%%EOF`
    expect(await edgesOf(await drawnAlone('active.pdf', inAscii(pdf)))).toEqual([1_239, 1_754, 255, 255])
  })

  it('are refused if unreadable, each with its message', async () => {
    const locked = await pdfOf(1)
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
    const whole = await saved(await pdfOf(2))
    const jbig2 = inAscii(Buffer.from(pictureIn(pictures.grey)).toString('latin1').replace('/DCTDecode', '/JBIG2Decode'))
    const cases: readonly (readonly [string, Uint8Array, string])[] = [
      ['locked.pdf', await locked.save({ useObjectStreams: false }), '该 PDF 有密码'],
      ['cut.pdf', whole.subarray(0, 40), '文件已损坏，无法读取'],
      ['noise.pdf', inAscii(`%PDF-1.7\n${'x'.repeat(500)}`), '文件已损坏，无法读取'],
      ['none.pdf', await saved(await pdfOf(0)), '文件已损坏，无法读取'],
      ['jbig2.pdf', jbig2, '该 PDF 使用 JBIG2 压缩，请在扫描仪上改用 JPEG'],
      ['many.pdf', await saved(await pdfOf(601)), '一次最多200M、600页、2000个文件，请分批扫描'],
      ['program.pdf', inAscii('MZ this is a program'), '文件内容与扩展名不符'],
      ['program.jpg', inAscii('MZ this is a program'), '文件内容与扩展名不符'],
      ['scan.jpg', whole, '文件内容与扩展名不符'],
      ['empty.jpg', new Uint8Array(), '文件是空的，请重新选择'],
      ['empty.pdf', new Uint8Array(), '文件是空的，请重新选择'],
      ['cut.jpg', pictures.colour.subarray(0, 300), '图片已损坏'],
      ['header.jpg', pictures.colour.subarray(0, 20), '图片已损坏'],
      ['large.jpg', sized(emptyPage(), 20_000, 20_000), '图片尺寸过大'],
    ]
    for (const [name, bytes, problem] of cases) expect(await drawing.open(name, name, bytes), name).toEqual({ problem })
    expect(await drawing.open('many.pdf', 'many.pdf', await saved(await pdfOf(600)))).toEqual({ pageCount: 600 })
    drawing.close('many.pdf')
    expect(await drawing.draw('many.pdf', 1)).toBeNull()
  })
})

/** A page whose picture decompresses to 0.6 GB, a megabyte in the file, followed by a normal page. */
function hugePage(): Uint8Array {
  const part = deflateSync(Buffer.alloc(40_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const stream = Buffer.concat([part, ...Array.from({ length: 14 }, () => part.subarray(2))])
  const drawn = 'q 595 0 0 842 0 0 cm /I Do Q'
  const page = '/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]'
  const image = `/Type/XObject/Subtype/Image/Width 20000/Height 10000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${stream.length}`
  const before = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count 2/Kids[3 0 R 6 0 R]>> endobj
3 0 obj <<${page}/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>> endobj
5 0 obj <</Length ${drawn.length}>> stream
${drawn}
endstream endobj
6 0 obj <<${page}>> endobj
4 0 obj <<${image}>> stream
`
  return new Uint8Array(
    Buffer.concat([Buffer.from(before, 'latin1'), stream, Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R/Size 7>>\n%%EOF', 'latin1')]),
  )
}

/** A process that answers with `answer`; undefined: no answer. */
class FakeProcess extends EventEmitter {
  readonly pid = undefined
  readonly stdout = null
  readonly stderr = null
  private readonly answer: (order: DecoderOrder) => DecoderAnswer | 'ends' | undefined
  private readonly onAnswered: () => void
  constructor(answer: (order: DecoderOrder) => DecoderAnswer | 'ends' | undefined, onAnswered: () => void) {
    super()
    this.answer = answer
    this.onAnswered = onAnswered
  }
  postMessage(order: DecoderOrder): void {
    const answer = this.answer(order)
    if (answer === 'ends') setImmediate(() => this.emit('exit', 1))
    else if (answer)
      setImmediate(() => {
        this.onAnswered()
        this.emit('message', answer)
      })
  }
  kill(): boolean {
    return true
  }
}

function startDecoder(answer: (order: DecoderOrder, started: number) => DecoderAnswer | 'ends' | undefined) {
  const orders: string[] = []
  const overlaps: string[] = []
  const processes: FakeProcess[] = []
  let isAsked = false
  const fork = () => {
    const number = processes.length + 1
    const started = new FakeProcess(
      (order) => {
        const words = order.type === 'draw' ? `${number} draw ${order.sourcePage}` : `${number} ${order.type}`
        orders.push(words)
        const given = answer(order, number)
        if (isAsked) overlaps.push(words)
        isAsked = given !== undefined && given !== 'ends'
        return given
      },
      () => (isAsked = false),
    )
    processes.push(started)
    return started
  }
  const options = { utilityProcess: { fork }, script: '', environment: {}, timeMs: 30, log: { warn: () => undefined } }
  return {
    decoder: createDecoder(options),
    orders,
    overlaps,
    processes,
  }
}

describe('the rendering process', () => {
  it('survives a page that decompresses to gigabytes, and renders the next', async () => {
    const processes = createUtilityProcesses(() => undefined)
    const decoder = createDecoder({
      utilityProcess: processes.utilityProcess as unknown as DecoderOptions['utilityProcess'],
      script: join(import.meta.dirname, '../../../src/main/scans/process.ts'),
      args: [join(import.meta.dirname, '../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm')],
      environment: process.env,
      log: { warn: () => undefined },
    })
    try {
      expect(await decoder.open('a', { name: 'huge.pdf', bytes: hugePage() })).toEqual({ pageCount: 2 })
      // Rendered white or not at all, but never with more memory than the decoder may use.
      await decoder.draw('a', 1)
      const [width, height, upper] = await edgesOf(await decoder.draw('a', 2))
      expect([width, height, upper]).toEqual([1_239, 1_754, 255])
      expect(await decoder.draw('a', 3)).toBeNull()
    } finally {
      decoder.stop()
      processes.stopAll()
    }
  })

  const drawn = (page: number): DecoderAnswer => ({ type: 'drawn', jpeg: Uint8Array.of(page) })
  const answerOf = (order: DecoderOrder): DecoderAnswer =>
    order.type === 'open' ? { type: 'opened', opened: { pageCount: 3 } } : order.type === 'draw' ? drawn(order.sourcePage) : { type: 'closed' }
  const file = { name: 'scan.pdf', bytes: Uint8Array.of(1) }

  it.each(['does not answer', 'ends'] as const)('is replaced if it %s, and the next page continues', async (what) => {
    const { decoder, orders, processes } = startDecoder((order, number) =>
      number === 1 && order.type === 'draw' && order.sourcePage === 2 ? (what === 'ends' ? 'ends' : undefined) : answerOf(order),
    )
    expect(await decoder.open('a', file)).toEqual({ pageCount: 3 })
    const pages = await Promise.all([1, 2, 3].map((page) => decoder.draw('a', page)))
    expect(pages).toEqual([Uint8Array.of(1), null, Uint8Array.of(3)])
    await decoder.close('a')
    expect(orders).toEqual(['1 open', '1 draw 1', '1 draw 2', '2 open', '2 draw 3', '2 close'])
    expect(processes).toHaveLength(2)
    expect(await decoder.draw('a', 1)).toBeNull()
    decoder.stop()
  })

  it('renders pages one after another for all callers', async () => {
    const { decoder, overlaps } = startDecoder(answerOf)
    await Promise.all([decoder.open('a', file), decoder.open('b', file)])
    const pages = await Promise.all(['a', 'b', 'a', 'b'].map((id, index) => decoder.draw(id, index + 1)))
    expect(pages.map((page) => page?.[0])).toEqual([1, 2, 3, 4])
    expect(overlaps).toEqual([])
    decoder.stop()
  })

  it('reports a file that it cannot open, and opens the next', async () => {
    const { decoder } = startDecoder((order, number) => (number === 1 ? 'ends' : answerOf(order)))
    expect(await decoder.open('a', file)).toBeNull()
    expect(await decoder.open('b', file)).toEqual({ pageCount: 3 })
    decoder.stop()
  })
})
