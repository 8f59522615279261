import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { BOX, MARK, pageMarks, type LayoutPage, type Rectangle } from '#shared/features/paper/layout.ts'

/** Dots per millimetre of rendered pages: 150 dpi, the minimum of office scanners. */
const DOTS = 150 / 25.4
/** A dot is dark below this, of 255. */
const DARK = 128

/** A page as scanned: one grey byte per dot. */
export interface ScannedPage {
  readonly width: number
  readonly height: number
  readonly grey: Uint8ClampedArray
}

/** Renders the pages of a PDF, one after another. */
export async function* scannedPages(pdf: Uint8Array): AsyncGenerator<ScannedPage> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: (DOTS * 25.4) / 72, render: 'bitmap' })
      const grey = new Uint8ClampedArray(width * height)
      for (let dot = 0; dot < grey.length; dot += 1) grey[dot] = ((data[dot * 4] ?? 0) + (data[dot * 4 + 1] ?? 0) + (data[dot * 4 + 2] ?? 0)) / 3
      yield { width, height, grey }
    }
  } finally {
    document.destroy()
    library.destroy()
  }
}

let isPrepared = false
/** Reads a page's QR codes with a decoder unrelated to the encoder. */
export async function readQrCodes({ width, height, grey }: ScannedPage): Promise<string[]> {
  if (!isPrepared) {
    const file = join(import.meta.dirname, '../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
    isPrepared = true
  }
  const data = new Uint8ClampedArray(grey.length * 4).fill(255)
  for (let dot = 0; dot < grey.length; dot += 1) {
    const shade = grey[dot] ?? 255
    data[dot * 4] = shade
    data[dot * 4 + 1] = shade
    data[dot * 4 + 2] = shade
  }
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    {
      formats: ['QRCode'],
      tryHarder: false,
      tryRotate: false,
      tryInvert: false,
      tryDownscale: false,
    },
  )
  return found.map(({ text }) => text)
}

const isDark = ({ width, height, grey }: ScannedPage, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (grey[y * width + x] ?? 255) < DARK

/** Search margin around a drawn box in millimetres: less than the distance to the next word. */
const AROUND = 1.2

/**
 * Measures the box near a point in millimetres from its dots: the outermost lines that are dark along the middle of its sides.
 *
 * @returns null if there is no such box
 */
export function drawnBox(page: ScannedPage, { x, y }: { readonly x: number; readonly y: number }): Rectangle | null {
  const dots = (length: number): number => Math.round(length * DOTS)
  const range = (from: number, to: number): number[] => Array.from({ length: dots(to) - dots(from) + 1 }, (_, index) => dots(from) + index)
  const sideOf = (place: number) => range(place + 1.5, place + BOX.size - 1.5)
  const isLine = (along: readonly number[], isDarkAt: (position: number) => boolean) => along.filter(isDarkAt).length >= along.length * 0.9
  const columns = range(x - AROUND, x + BOX.size + AROUND).filter((column) => isLine(sideOf(y), (row) => isDark(page, column, row)))
  const rows = range(y - AROUND, y + BOX.size + AROUND).filter((row) => isLine(sideOf(x), (column) => isDark(page, column, row)))
  const [left, right, top, bottom] = [columns[0], columns.at(-1), rows[0], rows.at(-1)]
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null
  const inner = columns.filter((column) => column > left + dots(1) && column < right - dots(1))
  // A filled square is no box to tick.
  if (inner.length > 0) return null
  return { x: left / DOTS, y: top / DOTS, width: (right + 1 - left) / DOTS, height: (bottom + 1 - top) / DOTS }
}

/** Measures the solid square around a point in millimetres; null if the point is not dark. */
export function drawnSquare(page: ScannedPage, { x, y }: { readonly x: number; readonly y: number }): Rectangle | null {
  const [middleX, middleY] = [Math.round(x * DOTS), Math.round(y * DOTS)]
  if (!isDark(page, middleX, middleY)) return null
  const reach = (stepX: number, stepY: number): number => {
    let steps = 0
    while (isDark(page, middleX + stepX * (steps + 1), middleY + stepY * (steps + 1))) steps += 1
    return steps
  }
  const [left, right, top, bottom] = [middleX - reach(-1, 0), middleX + reach(1, 0), middleY - reach(0, -1), middleY + reach(0, 1)]
  return { x: left / DOTS, y: top / DOTS, width: (right + 1 - left) / DOTS, height: (bottom + 1 - top) / DOTS }
}

const TOLERANCE = 0.5
const isAt = (drawn: Rectangle | null, { x, y, width, height }: Rectangle): boolean =>
  drawn !== null &&
  [
    [drawn.x, x],
    [drawn.y, y],
    [drawn.x + drawn.width, x + width],
    [drawn.y + drawn.height, y + height],
  ].every(([found = Number.NaN, expected = 0]) => Math.abs(found - expected) <= TOLERANCE)

/** Elements of a layout's page that are off by half a millimetre, in words; empty if none. */
export function misplaced(page: ScannedPage, layout: LayoutPage): string[] {
  const marks = pageMarks().flatMap((mark) => {
    const drawn = drawnSquare(page, { x: mark.x + MARK.size / 2, y: mark.y + MARK.size / 2 })
    return isAt(drawn, mark) ? [] : [`square ${JSON.stringify(mark)}: ${JSON.stringify(drawn)}`]
  })
  const boxes = layout.boxes.flatMap((box) => {
    const drawn = drawnBox(page, box)
    return isAt(drawn, { x: box.x, y: box.y, width: BOX.size, height: BOX.size }) ? [] : [`box ${JSON.stringify(box)}: ${JSON.stringify(drawn)}`]
  })
  return [...marks, ...boxes]
}
