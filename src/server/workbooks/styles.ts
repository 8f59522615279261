import type { Alignment, Borders, Fill, Font, Style } from 'exceljs'

/** The kind of a column's values, in the program's units; determines the style and the cell's number. */
export type Kind = 'text' | 'centred' | 'count' | 'area' | 'rate'

const line = { style: 'thin', color: { argb: 'FF9AA7B8' } } as const
const border: Partial<Borders> = { top: line, left: line, bottom: line, right: line }
const fill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDCE6F4' } }
const left: Partial<Alignment> = { vertical: 'middle', horizontal: 'left', wrapText: true }
const centre: Partial<Alignment> = { vertical: 'middle', horizontal: 'center', wrapText: true }
const right: Partial<Alignment> = { vertical: 'middle', horizontal: 'right' }

/** Text format: typed text stays text, even if it starts with = + - @ and the cell is edited. */
const TEXT = '@'

const FONT = '宋体'
const plain: Partial<Font> = { name: FONT, size: 10 }
const heavy: Partial<Font> = { name: FONT, size: 10, bold: true }

const body: Readonly<Record<Kind, Partial<Style>>> = {
  text: { numFmt: TEXT, font: plain, border, alignment: left },
  centred: { numFmt: TEXT, font: plain, border, alignment: centre },
  count: { numFmt: '#,##0', font: plain, border, alignment: right },
  area: { numFmt: '#,##0.00', font: plain, border, alignment: right },
  rate: { numFmt: '0.00%', font: plain, border, alignment: right },
}
const bold = (style: Partial<Style>): Partial<Style> => ({ ...style, font: heavy })

/** One shared object per look: exceljs looks styles up by identity, and a new one each time takes twice as long. */
export const styles = {
  body,
  total: { text: bold(body.text), centred: bold(body.centred), count: bold(body.count), area: bold(body.area), rate: bold(body.rate) },
  header: { font: heavy, fill, border, alignment: centre },
  watermark: { font: { ...heavy, size: 14, color: { argb: 'FFC00000' } }, alignment: { vertical: 'middle', horizontal: 'left' } },
  title: { numFmt: TEXT, font: { ...heavy, size: 14 }, alignment: { vertical: 'middle', horizontal: 'left' } },
  remark: { font: { ...plain, color: { argb: 'FF5B6675' } }, alignment: { vertical: 'middle', horizontal: 'left' } },
  sentence: { numFmt: TEXT, font: { ...heavy, size: 11 }, alignment: left },
  signature: { font: { ...plain, size: 12 }, alignment: { vertical: 'bottom', horizontal: 'left' }, border: { bottom: line } },
  none: {},
} as const satisfies Readonly<Record<string, unknown>>
