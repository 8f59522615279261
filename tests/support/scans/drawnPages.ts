import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import encodeQr from 'qr'
import { fieldTexts, type FieldValues } from '#shared/features/paper/drawing.ts'
import { BOX, type BallotLayout, type LayoutPage, type LayoutText } from '#shared/features/paper/layout.ts'
import { qrText, type PageMark } from '#shared/features/paper/qr.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { createPdf } from '../../../src/server/pdf/document.ts'

const fontFile = join(import.meta.dirname, '../../../resources/fonts/NotoSansSC-Regular.ttf')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The text of a page's QR code. */
export const printedCode = (mark: PageMark): string => qrText(mark, sha256)
/** Points per millimetre. */
const POINTS = 72 / 25.4

/** Dots per millimetre on which simulated pens draw. */
export const FINE = 10

/** A printed paper. */
export interface DrawnPaper extends Omit<PageMark, 'page'> {
  readonly layout: BallotLayout
  readonly values: FieldValues
}

/** The pages of a paper as printed by the program, including its slips. */
export async function drawnPages({ code, layoutId, layout, values }: DrawnPaper): Promise<Grey[]> {
  const { document, finish } = await createPdf({ fontFile, title: '选票', time: 0 })
  for (const [index, page] of layout.pages.entries()) {
    if (index > 0) document.addPage()
    document.save().scale(POINTS)
    drawPage(document, page, values, printedCode({ code, layoutId, page: index + 1 }))
    document.restore()
  }
  return pagesOf(await finish(), FINE)
}

type Document = Awaited<ReturnType<typeof createPdf>>['document']

function drawPage(document: Document, page: LayoutPage, values: FieldValues, qr: string): void {
  for (const { x, y, width, height } of page.bands) document.rect(x, y, width, height).fill('#ececec')
  for (const { x, y, width, height } of page.marks) document.rect(x, y, width, height).fill('#000')
  for (const { x1, y1, x2, y2, width } of page.lines) document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).stroke('#000')
  for (const { x, y } of page.boxes)
    document
      .rect(x + BOX.line / 2, y + BOX.line / 2, BOX.size - BOX.line, BOX.size - BOX.line)
      .lineWidth(BOX.line)
      .fillAndStroke('#fff', '#000')
  for (const text of [...page.texts, ...page.fields.flatMap((field) => fieldTexts(field, values[field.name]))]) drawText(document, text)
  for (const { x, y, width } of page.qrCodes) {
    const rows = qrRows(qr)
    const side = width / rows.length
    for (const [row, modules] of rows.entries())
      for (const [column, isDark] of modules.entries()) if (isDark) document.rect(x + column * side, y + row * side, side * 1.01, side * 1.01).fill('#000')
  }
}

const qrRows = (text: string): boolean[][] =>
  encodeQr(text, 'raw', { ecc: 'quartile', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))

/** Covers a drawn page's QR code with another one. */
export function stampCode({ width, data }: Grey, { qrCodes }: LayoutPage, text: string): void {
  const rows = qrRows(text)
  for (const spot of qrCodes) {
    const [left, top, side] = [Math.round(spot.x * FINE), Math.round(spot.y * FINE), Math.round(spot.width * FINE)]
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const isDark = rows[Math.floor((y * rows.length) / side)]?.[Math.floor((x * rows.length) / side)] === true
        data[(top + y) * width + left + x] = isDark ? 0 : 255
      }
  }
}

function drawText(document: Document, { x, y, size, align, text }: LayoutText): void {
  if (text === '') return
  document.fontSize(size).fillColor('#000')
  const width = document.widthOfString(text)
  document.text(text, align === 'left' ? x : align === 'center' ? x - width / 2 : x - width, y, { lineBreak: false, baseline: 'alphabetic' })
}

/** The pages of a PDF in grey. */
export async function pagesOf(pdf: Uint8Array, dotsAMillimetre: number): Promise<Grey[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: Grey[] = []
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dotsAMillimetre / POINTS, render: 'bitmap' })
    const grey = new Uint8Array(width * height)
    for (let dot = 0; dot < grey.length; dot += 1) grey[dot] = (data[dot * 4] ?? 0) * 0.11 + (data[dot * 4 + 1] ?? 0) * 0.59 + (data[dot * 4 + 2] ?? 0) * 0.3
    pages.push({ width, height, data: grey })
  }
  document.destroy()
  library.destroy()
  return pages
}

/** The QR decoder's WebAssembly, as the packages have it. */
export const qrWasm = (): Uint8Array => readFileSync(join(import.meta.dirname, '../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
