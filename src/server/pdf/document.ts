import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type PDFKit from 'pdfkit'

const PRODUCT = '社区投票平台'

/** A4 in points (1/72 inch), and the margin on each side. */
export const A4 = { width: 595.28, height: 841.89, margin: 48 } as const

/** A5, as {@link A4}. */
export const A5 = { width: 419.53, height: 595.28, margin: 36 } as const

/** The font's own file in the folder of fonts; build/scripts/font.mjs puts it there. */
export const FONT_FILE = 'NotoSansSC-Regular.ttf'

/** Shown for a character that the font does not have, as printers do. */
const MISSING = '〓'
/** Of the width of the letters' own lines, in points for one point of size: the font has one weight. */
const BOLD_LINE = 0.03

/** What a document is made with. */
export interface PdfOptions {
  /** The path of a TrueType font; of it, what is used is embedded. */
  readonly fontFile: string
  readonly title: string
  /** Of its pages; A4 where it does not say. */
  readonly size?: 'A4' | 'A5'
  /** Epoch ms: is in the file as its time of making. The same content and time make the same bytes. */
  readonly time: number
}

/** How a text stands; `size` in points. */
export interface TextLook {
  readonly size: number
  readonly isBold?: boolean
  readonly color?: string
  /** Points between lines. */
  readonly lineGap?: number
  readonly align?: 'left' | 'center' | 'right'
  /** Lines that the text may take; what is more ends in an ellipsis. */
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
 * Nothing flows from one page to the next by itself: the caller says where each text stands and when a page begins.
 */
export async function createPdf({ fontFile, title, size = 'A4', time }: PdfOptions) {
  // Loaded when the first one is made: it and its tables are no part of the server's start.
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
  /** In one line, without what steers printers and readers; what the font does not have as 〓. */
  const printable = (text: string): string =>
    Array.from(
      text
        .toWellFormed()
        .replace(/\s+/gu, ' ')
        .replace(/[\p{Cc}\p{Cf}]/gu, ''),
      (sign) => (letters.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : MISSING),
    ).join('')

  /** Writes a text in a column whose upper left corner is at (x, y); answers where the next one may begin, in points from the top. */
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
