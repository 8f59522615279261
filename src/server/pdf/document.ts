import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type PDFKit from 'pdfkit'

const PRODUCT = '社区投票平台'

/** A4 in points (1/72 inch), and the margin on each side. */
export const A4 = { width: 595.28, height: 841.89, margin: 48 } as const

/** A5, as {@link A4}. */
export const A5 = { width: 419.53, height: 595.28, margin: 36 } as const

/** The font's file name in the fonts folder; installed there by build/scripts/font.mjs. */
export const FONT_FILE = 'NotoSansSC-Regular.ttf'

/** Shown for characters missing from the font, as printers do. */
const MISSING = '〓'
/** Stroke width that makes text bold, in points per point of size: the font has a single weight. */
const BOLD_LINE = 0.03

/** Options of a document. */
export interface PdfOptions {
  /** Path of a TrueType font; only the glyphs used are embedded. */
  readonly fontFile: string
  readonly title: string
  /** Page size; A4 by default. */
  readonly size?: 'A4' | 'A5'
  /** Creation time in the file, epoch ms. The same content and time yield the same bytes. */
  readonly time: number
}

/** Text style; `size` in points. */
export interface TextLook {
  readonly size: number
  readonly isBold?: boolean
  readonly color?: string
  /** Points between lines. */
  readonly lineGap?: number
  readonly align?: 'left' | 'center' | 'right'
  /** Maximum lines; excess text ends in an ellipsis. */
  readonly lines?: number
}

/** In points from the page's upper left corner. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The library has no public way to ask whether its font has a character. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/**
 * A PDF with pages of one size and one embedded Chinese font.
 *
 * Nothing flows over pages automatically: the caller places each text and starts each page.
 */
export async function createPdf({ fontFile, title, size = 'A4', time }: PdfOptions) {
  // Loaded lazily, to keep it and its tables out of the server's start-up.
  const [{ default: Document }, font] = await Promise.all([import('pdfkit'), readFile(fontFile)])
  const date = new Date(time)
  const document: PDFKit.PDFDocument = new Document({
    size,
    margin: 0,
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    font: font as unknown as string, // declared a name; bytes are taken as well
    info: { Title: title, Author: PRODUCT, Creator: PRODUCT, CreationDate: date, ModDate: date },
  })

  // oxlint-disable-next-line no-underscore-dangle -- see WithFont
  const letters = (document as unknown as WithFont)._font.font
  /** Collapses to one line without control characters; characters missing from the font become 〓. */
  const printable = (text: string): string =>
    Array.from(
      text
        .toWellFormed()
        .replace(/\s+/gu, ' ')
        .replace(/[\p{Cc}\p{Cf}]/gu, ''),
      (sign) => (letters.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : MISSING),
    ).join('')

  /** Writes a text in a column with its upper left corner at (x, y); returns where the next one may start, in points from the top. */
  const write = (text: string, { x, y, width }: Place, look: TextLook): number => {
    const { size, isBold = false, color = '#1f2933', lineGap = size * 0.15, align = 'left', lines } = look
    document.fontSize(size).fillColor(color)
    const height = (lines ?? Infinity) * (document.currentLineHeight(true) + lineGap)
    const options = { width, lineGap, align, ...(lines === undefined ? {} : { height, ellipsis: '…' }) }
    const shown = printable(text)
    const needed = document.heightOfString(shown, options)
    if (isBold) document.strokeColor(color).lineWidth(size * BOLD_LINE)
    document.text(shown, x, y, { ...options, ...(isBold ? { fill: true, stroke: true } : {}) })
    return y + Math.min(needed, height)
  }

  return {
    /** For lines, boxes and new pages. */
    document,
    write,
    /** Ends the file. */
    finish: (): Promise<Buffer> => {
      document.end()
      return buffer(document)
    },
  }
}
export type Pdf = Awaited<ReturnType<typeof createPdf>>
