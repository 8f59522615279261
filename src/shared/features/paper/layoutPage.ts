import { pageMarks, PAPER, QR_SIZE, rounded, type LayoutField, type LayoutPage, type LayoutText, type Rectangle } from './layout.ts'
import { cutText, fittedText, textLines } from './layoutText.ts'
import type { BallotContent } from './layoutWords.ts'

/** The content column, between the squares. */
export const COLUMN = { left: 20, right: 190, width: 170 }
/** Content ends above the lower squares. */
export const CONTENT_END = 276.5
/** Share of a line's height above the baseline. */
const BASELINE = 0.88
const LINE_HEIGHT = 1.4

const QR_PLACE: Rectangle = { x: 165, y: 20, width: QR_SIZE, height: QR_SIZE }
/** Next to the QR code. */
const HEAD = { left: 20, width: 140, centre: 90 } as const

/** A page with only its corner marks. */
export function emptyPage(kind: LayoutPage['kind']): LayoutPage {
  return { kind, marks: pageMarks(), qrCodes: [], boxes: [], texts: [], lines: [], bands: [], fields: [] }
}

/** Height of a number of lines. */
export const linesHeight = (count: number, size: number): number => rounded(count * size * LINE_HEIGHT)

interface TextPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly align?: LayoutText['align']
  /** Maximum number of lines; the rest is truncated. */
  readonly most?: number
}

/**
 * Writes a text in lines from `y` on; returns where the next one may begin. `x` is the anchor of the alignment: left end,
 * middle or right end.
 */
export function write(page: LayoutPage, text: string, { x, y, width, size, align = 'left', most = Infinity }: TextPlace): number {
  const all = textLines(text, width, size)
  const lines = all.length <= most ? all : [...all.slice(0, most - 1), cutText(all.slice(most - 1).join(''), width, size)]
  for (const [index, line] of lines.entries()) {
    const baseline = y + linesHeight(index, size) + (size * (LINE_HEIGHT - 1)) / 2 + size * BASELINE
    page.texts.push({ x: rounded(x), y: rounded(baseline), size, align, text: line })
  }
  return rounded(y + linesHeight(lines.length, size))
}

/** A horizontal line at `y` from `left` to `right`; all in mm, `width` is its thickness. */
export function rule(page: LayoutPage, y: number, width: number, { left = COLUMN.left, right = COLUMN.right, isDashed = false } = {}): void {
  page.lines.push({ x1: rounded(left), y1: rounded(y), x2: rounded(right), y2: rounded(y), width, isDashed })
}

/** A vertical line at `x` from `top` to `bottom`; all in mm, `width` is its thickness. */
export function verticalRule(page: LayoutPage, x: number, top: number, bottom: number, width: number): void {
  page.lines.push({ x1: rounded(x), y1: rounded(top), x2: rounded(x), y2: rounded(bottom), width, isDashed: false })
}

/** The QR code at the top right, and below it the typeable code; `y` is the code's upper edge, `x` its left one. */
export function qrCode(page: LayoutPage, { x = QR_PLACE.x, y = QR_PLACE.y } = {}): void {
  page.qrCodes.push({ ...QR_PLACE, x, y })
  page.fields.push({ name: 'code', x: x - 3, y: y + QR_SIZE + 1.5, width: QR_SIZE + 6, height: 5, size: 4, align: 'center' })
}

/** A label and a line to write on; `y` is the line's. */
export function blank(page: LayoutPage, name: string, left: number, right: number, y: number, size = 4): void {
  write(page, `${name}：`, { x: left, y: y - size * 1.3, width: size * 10, size })
  rule(page, y, 0.2, { left: rounded(left + (Array.from(name).length + 1) * size), right })
}

/** Head of the first page: estate, kind of paper, title. Returns where it ends. */
export function firstHead(page: LayoutPage, { estateName, title }: BallotContent): number {
  qrCode(page)
  let y = write(page, estateName, { x: HEAD.centre, y: 19, width: HEAD.width, size: 5, align: 'center', most: 3 })
  y = write(page, '业主大会表决票', { x: HEAD.centre, y: y + 0.5, width: HEAD.width, size: 8.6, align: 'center' })
  y = write(page, title, { x: HEAD.centre, y: y + 1, width: HEAD.width, size: 4.6, align: 'center' })
  return doubleRule(page, Math.max(y + 1.5, 52))
}

/** The head of the following pages. */
export function nextHead(page: LayoutPage, { estateName, title }: BallotContent): number {
  qrCode(page)
  let y = write(page, '业主大会表决票（续页）', { x: HEAD.left, y: 20, width: HEAD.width, size: 5.6 })
  y = write(page, estateName, { x: HEAD.left, y: y + 0.5, width: HEAD.width, size: 4, most: 1 })
  write(page, title, { x: HEAD.left, y, width: HEAD.width, size: 4, most: 2 })
  return doubleRule(page, 52)
}

function doubleRule(page: LayoutPage, y: number): number {
  rule(page, y, 0.7)
  rule(page, y + 1.1, 0.2)
  return rounded(y + 1.1)
}

interface Cell {
  readonly label: string
  /** A field, or a text that is the same on all ballots. */
  readonly value: { readonly field: LayoutField['name'] } | { readonly text: string }
  /** Share of the column's width. */
  readonly share: number
}
const CELL_HEIGHT = 9
const LABEL_WIDTH = 19
const FACT_SIZE = 4

/** A ruled table of facts, each row `height` high; returns where it ends. */
export function facts(page: LayoutPage, top: number, rows: readonly (readonly Cell[])[], { column = COLUMN, height = CELL_HEIGHT } = {}): number {
  let y = top
  for (const row of rows) {
    let x = column.left
    for (const { label, value, share } of row) {
      const width = rounded(column.width * share)
      page.bands.push({ x, y, width: LABEL_WIDTH, height })
      write(page, label, { x: x + LABEL_WIDTH / 2, y: y + (height - linesHeight(1, 3.6)) / 2, width: LABEL_WIDTH, size: 3.6, align: 'center' })
      const place = { x: rounded(x + LABEL_WIDTH + 2), y: rounded(y + 0.5), width: rounded(width - LABEL_WIDTH - 3), height: height - 1 }
      if ('field' in value) page.fields.push({ name: value.field, ...place, size: FACT_SIZE, align: 'left' })
      else {
        const { size, lines } = fittedText(value.text, place, FACT_SIZE)
        write(page, lines.join(''), { x: place.x, y: y + (height - linesHeight(lines.length, size)) / 2, width: place.width, size })
      }
      verticalRule(page, x, y, y + height, 0.2)
      verticalRule(page, x + LABEL_WIDTH, y, y + height, 0.2)
      x = rounded(x + width)
    }
    verticalRule(page, column.right, y, y + height, 0.2)
    rule(page, y, 0.2, column)
    y = rounded(y + height)
  }
  rule(page, y, 0.2, column)
  return y
}

/** Between the lower squares: the page number, out of the pages with votes. */
export function footer(page: LayoutPage, words: string): void {
  write(page, words, { x: PAPER.width / 2, y: 281, width: 120, size: 3.4, align: 'center' })
}
