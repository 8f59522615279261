import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
  type IParagraphOptions,
} from 'docx'
import { xmlText } from '../../workbooks/xmlText.ts'
import type { Block, TableColumn } from './content.ts'

/*
 * The form of 公文 (GB/T 9704-2012): A4 with 37 mm above, 28 mm at the left, 26 mm at the right and 35 mm below; the text in
 * 仿宋 of size three (16 pt) on lines of 28 pt, headings in 黑体, the title of size two (22 pt). Of the fonts that the
 * standard names only those are used that Windows has: the title is 宋体, bold, where an office would take 小标宋.
 */
const BODY = '仿宋'
const HEADING = '黑体'
const TITLE = '宋体'

/** Half points. */
const SIZE = { title: 44, body: 32, table: 21, footer: 28 } as const
/** Twentieths of a point. */
const LINE = 28 * 20
const TABLE_LINE = 16 * 20
const MM = 56.7
const TEXT_WIDTH = Math.round(156 * MM)
const TWO_CHARACTERS = SIZE.body * 20
/** Characters of a signature line, and of half a line in its size. */
const SIGNATURE = 8
const HALF_LINE = 15

/** Digits and Latin letters must not count as Chinese: otherwise numbers would be broken at line ends. */
const LANGUAGE = { value: 'en-US', eastAsia: 'zh-CN' } as const

const fontOf = (name: string) => ({ ascii: name, eastAsia: name, hAnsi: name, cs: name })
const fixed = { line: LINE, lineRule: LineRuleType.EXACT } as const

interface RunStyle {
  readonly font?: string
  readonly size?: number
  readonly isBold?: boolean
  readonly color?: string
}

/** A text's runs; `\n` starts a new line. Characters that XML cannot hold are dropped. */
function runs(text: string, { font = BODY, size = SIZE.body, isBold = false, color }: RunStyle = {}): TextRun[] {
  return xmlText(text.toWellFormed())
    .split('\n')
    .map((part, index) => new TextRun({ text: part, font: fontOf(font), size, bold: isBold, ...(color ? { color } : {}), ...(index > 0 ? { break: 1 } : {}) }))
}

const paragraphOf = (text: string, style: RunStyle, options: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ spacing: fixed, ...options, children: runs(text, style) })

function blockParts(block: Block): (Paragraph | Table)[] {
  switch (block.is) {
    case 'title':
      return [
        paragraphOf(
          block.text,
          { font: TITLE, size: SIZE.title, isBold: true },
          { alignment: AlignmentType.CENTER, spacing: { line: 36 * 20, lineRule: LineRuleType.EXACT, after: 320 } },
        ),
      ]
    case 'middle':
      return [
        paragraphOf(block.text, block.isMark ? { color: 'C00000', isBold: true } : {}, { alignment: AlignmentType.CENTER, spacing: { ...fixed, after: 200 } }),
      ]
    case 'addressee':
      return [paragraphOf(block.text, {})]
    case 'heading':
      return [paragraphOf(block.text, { font: HEADING }, { indent: { firstLine: TWO_CHARACTERS }, keepNext: true })]
    case 'paragraph':
      return [paragraphOf(block.text, {}, block.isPlain ? {} : { indent: { firstLine: TWO_CHARACTERS } })]
    case 'table':
      return [tableOf(block.columns, block.rows), new Paragraph({ spacing: { line: 200, lineRule: LineRuleType.EXACT }, children: [] })]
    case 'signatures':
      return signatureLines(block.names)
    case 'issuer':
      return [
        paragraphOf('', {}),
        paragraphOf(block.name, {}, { alignment: AlignmentType.RIGHT, keepNext: true, indent: { right: 2 * TWO_CHARACTERS } }),
        paragraphOf(block.date, {}, { alignment: AlignmentType.RIGHT, indent: { right: 2 * TWO_CHARACTERS } }),
      ]
    case 'pageBreak':
      return [new Paragraph({ pageBreakBefore: true, children: [] })]
  }
}

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const
const border = { style: BorderStyle.SINGLE, size: 4, color: '000000' } as const
const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const

/** A table of the text's width; repeats its header on every page, and never splits a row. */
function tableOf(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Table {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => Math.floor((TEXT_WIDTH * width) / total))
  const cell = (text: string, index: number, isHeader: boolean) =>
    new TableCell({
      width: { size: widths[index] ?? 0, type: WidthType.DXA },
      verticalAlign: VerticalAlign.CENTER,
      margins: { top: 40, bottom: 40, left: 80, right: 80 },
      children: [
        new Paragraph({
          alignment: isHeader ? AlignmentType.CENTER : alignments[columns[index]?.align ?? 'left'],
          // Keeps empty cells as low as the others.
          run: { size: SIZE.table },
          spacing: { line: TABLE_LINE, lineRule: LineRuleType.AT_LEAST },
          children: runs(text, { size: SIZE.table, ...(isHeader ? { font: HEADING } : {}) }),
        }),
      ],
    })
  const row = (texts: readonly string[], isHeader: boolean) =>
    new TableRow({ tableHeader: isHeader, cantSplit: true, children: texts.map((text, index) => cell(text, index, isHeader)) })
  const hasHeader = columns.some(({ title }) => title !== '')
  return new Table({
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { top: border, bottom: border, left: border, right: border, insideHorizontal: border, insideVertical: border },
    rows: [
      ...(hasHeader
        ? [
            row(
              columns.map(({ title }) => title),
              true,
            ),
          ]
        : []),
      ...rows.map((texts) => row(texts, false)),
    ],
  })
}

/** Two per row, each with a line to sign on. */
function signatureLines(names: readonly string[]): (Paragraph | Table)[] {
  const cell = (name: string) =>
    new TableCell({
      width: { size: TEXT_WIDTH / 2, type: WidthType.DXA },
      children: [
        paragraphOf(
          name === '' ? '' : `${name}：${'＿'.repeat(Math.min(SIGNATURE, HALF_LINE - 1 - name.length))}`,
          { size: 28 },
          { spacing: { ...fixed, before: 120, after: 120 } },
        ),
      ],
    })
  const pairs = Array.from({ length: Math.ceil(names.length / 2) }, (_, index) => [names[2 * index] ?? '', names[2 * index + 1] ?? ''])
  return [
    new Paragraph({ spacing: fixed, children: [] }),
    new Table({
      width: { size: TEXT_WIDTH, type: WidthType.DXA },
      columnWidths: [TEXT_WIDTH / 2, TEXT_WIDTH / 2],
      layout: TableLayoutType.FIXED,
      borders: { top: noBorder, bottom: noBorder, left: noBorder, right: noBorder, insideHorizontal: noBorder, insideVertical: noBorder },
      rows: pairs.map((pair) => new TableRow({ cantSplit: true, children: pair.map(cell) })),
    }),
    // Separates two consecutive tables, which would otherwise merge.
    new Paragraph({ spacing: { line: 20, lineRule: LineRuleType.EXACT }, run: { size: 2 }, children: [] }),
  ]
}

/** `— 1 —` centred in the footer. */
function pageNumber(): Footer {
  const style = { font: fontOf(TITLE), size: SIZE.footer }
  return new Footer({
    children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ ...style, children: ['— ', PageNumber.CURRENT, ' —'] })] })],
  })
}

/** Writes a document as .docx. */
export async function writeDocx(blocks: readonly Block[], { name }: { readonly name: string }): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document({
    creator: '社区投票平台',
    title: xmlText(name),
    styles: { default: { document: { run: { font: fontOf(BODY), size: SIZE.body, language: LANGUAGE } } } },
    sections: [
      {
        properties: {
          page: {
            size: { width: Math.round(210 * MM), height: Math.round(297 * MM) },
            margin: {
              top: Math.round(37 * MM),
              left: Math.round(28 * MM),
              right: Math.round(26 * MM),
              bottom: Math.round(35 * MM),
              footer: Math.round(25 * MM),
            },
          },
        },
        footers: { default: pageNumber() },
        children: blocks.flatMap(blockParts),
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}
