import { BOX, PAPER, QR_SIZE, rounded, type LayoutPage, type PrintedSlips } from './layout.ts'
import { blank, COLUMN, emptyPage, facts, qrCode, rule, write } from './layoutPage.ts'
import type { BallotContent } from './layoutWords.ts'
import { DEFAULT_SLIPS, type SlipChoice, type SlipsAPage } from './rules.ts'

interface Slip {
  readonly name: string
  readonly holder: string
  readonly sentence: string
  /** Rows of two lines to write on. */
  readonly blanks: readonly (readonly [string, string])[]
}

const stubOf = (pageCount: number): Slip => ({
  name: '选票存根',
  holder: '（由发放方留存）',
  sentence: `本选票共 ${pageCount} 页，已按下列信息登记并发放。`,
  blanks: [
    ['发放人签名', '发放日期'],
    ['领取人签名', '与业主关系'],
  ],
})

const receiptOf = ({ ends }: BallotContent, pageCount: number): Slip => ({
  name: '送达回执',
  holder: '（签收后撕下，由送达人带回）',
  sentence: `今收到上述投票活动的选票一份，共 ${pageCount} 页，并已知悉投票截止时间为 ${ends}。`,
  blanks: [
    ['签收人签名', '签收日期'],
    ['与业主关系', '联系电话'],
    ['送达人签名', '送达方式'],
  ],
})

/** The middle of a sheet, where it is torn. */
const TEAR = PAPER.height / 2

/** A layout's last sheet: one ballot's stub and receipt. */
export function slipsPage(content: BallotContent, pageCount: number): LayoutPage {
  const page = emptyPage('slips')
  writeHalf(page, 20, content, stubOf(pageCount))
  rule(page, TEAR, 0.3, { left: 8, right: PAPER.width - 8, isDashed: true })
  write(page, '沿　此　线　撕　开', { x: PAPER.width / 2, y: TEAR + 1, width: 80, size: 3, align: 'center' })
  writeHalf(page, TEAR + 10, content, receiptOf(content, pageCount))
  return page
}

/** Slips that replace a layout's own sheet; null if none. */
export function slipsOf(content: BallotContent, pageCount: number, { stub, receipt }: SlipChoice): PrintedSlips | null {
  if (stub === DEFAULT_SLIPS.stub && receipt === DEFAULT_SLIPS.receipt) return null
  return { stub: slipLayout(content, stubOf(pageCount), stub), receipt: slipLayout(content, receiptOf(content, pageCount), receipt) }
}

function slipLayout(content: BallotContent, slip: Slip, aPage: SlipsAPage): PrintedSlips['stub'] {
  if (aPage === 0) return null
  const page: LayoutPage = { ...emptyPage('slips'), marks: [] }
  if (aPage === 2) writeHalf(page, 12, content, slip)
  else writeQuarter(page, content, slip)
  return { aPage, page }
}

/** As wide as a sheet, and half as high. */
function writeHalf(page: LayoutPage, top: number, { estateName, title }: BallotContent, { name, holder, sentence, blanks }: Slip): void {
  qrCode(page, { y: top })
  const width = 140
  let y = write(page, name, { x: COLUMN.left, y: top - 1, width, size: 7 })
  y = write(page, holder, { x: COLUMN.left, y, width, size: 3.4 })
  y = write(page, estateName, { x: COLUMN.left, y: y + 1, width, size: 4, most: 1 })
  write(page, title, { x: COLUMN.left, y, width, size: 4, most: 2 })
  y = facts(page, top + 33, [
    [
      { label: '房屋坐落', value: { field: 'place' }, share: 0.65 },
      { label: '票权号', value: { field: 'number' }, share: 0.35 },
    ],
  ])
  y = write(page, sentence, { x: COLUMN.left, y: y + 3, width: COLUMN.width, size: 4 })
  y += 3
  for (const [left, right] of blanks) {
    y += BOX.apart
    blank(page, left, COLUMN.left, 108, y)
    blank(page, right, 116, COLUMN.right, y)
  }
}

/** The content area of a quarter sheet. */
const QUARTER = { left: 10, right: 95, width: 85, bottom: 140 }
const QUARTER_SIZE = 3.6
/** Distance between lines to write on. */
const [LEAST_STEP, MOST_STEP] = [8.5, BOX.apart]

/** Half as wide and half as high as a sheet: each line to write on has its own row. */
function writeQuarter(page: LayoutPage, { estateName, title }: BallotContent, { name, holder, sentence, blanks }: Slip): void {
  const qr = { x: QUARTER.right - QR_SIZE, y: 9 }
  qrCode(page, qr)
  const head = { x: QUARTER.left, width: qr.x - 5 - QUARTER.left }
  let y = write(page, name, { ...head, y: 8, size: 6 })
  y = write(page, holder, { ...head, y, size: 3.2 })
  y = write(page, estateName, { ...head, y: y + 1, size: QUARTER_SIZE, most: 2 })
  y = write(page, title, { ...head, y, size: QUARTER_SIZE, most: 2 })
  const whole = { column: QUARTER }
  y = facts(page, rounded(Math.max(y + 1.5, qr.y + QR_SIZE + 8)), [[{ label: '房屋坐落', value: { field: 'place' }, share: 1 }]], { ...whole, height: 13 })
  y = facts(page, y, [[{ label: '票权号', value: { field: 'number' }, share: 1 }]], whole)
  y = write(page, sentence, { x: QUARTER.left, y: y + 2, width: QUARTER.width, size: QUARTER_SIZE })
  const lines = blanks.flat()
  const step = Math.min(MOST_STEP, Math.max(LEAST_STEP, (QUARTER.bottom - y) / lines.length))
  for (const [index, line] of lines.entries()) blank(page, line, QUARTER.left, QUARTER.right, rounded(y + (index + 1) * step), QUARTER_SIZE)
}

/** A slip of the paper at that index of its group, and its upper left corner on the sheet. */
export interface PlacedSlip {
  readonly paper: number
  readonly page: LayoutPage
  readonly x: number
  readonly y: number
}

/** Papers printed before their slips follow: a cancelled or jammed job leaves no paper without its slip. */
export function papersAGroup({ stub, receipt }: PrintedSlips): number {
  if (stub?.aPage === receipt?.aPage) return (stub?.aPage ?? 2) / 2
  return Math.max(stub?.aPage ?? 0, receipt?.aPage ?? 0)
}

/** A group's slips, sheet by sheet: a paper's stub and receipt side by side if of equal size, else on separate sheets. */
export function slipSheets({ stub, receipt }: PrintedSlips, paperCount: number): PlacedSlip[][] {
  const papers = Array.from({ length: paperCount }, (_, paper) => paper)
  const rows = stub?.aPage === receipt?.aPage ? [[stub, receipt]] : [[stub], [receipt]]
  return rows.flatMap((kinds) => {
    const slips = papers.flatMap((paper) => kinds.flatMap((slip) => (slip === null ? [] : [{ paper, ...slip }])))
    const aPage = slips[0]?.aPage ?? 1
    return Array.from({ length: Math.ceil(slips.length / aPage) }, (_, sheet) =>
      slips.slice(sheet * aPage, (sheet + 1) * aPage).map(({ paper, page }, place) => ({
        paper,
        page,
        x: aPage === 4 && place % 2 === 1 ? PAPER.width / 2 : 0,
        y: place >= aPage / 2 ? TEAR : 0,
      })),
    )
  })
}

/** Number of slip sheets for a number of papers. */
export function slipSheetCount(slips: PrintedSlips, paperCount: number): number {
  const group = papersAGroup(slips)
  const sheets = (papers: number): number => slipSheets(slips, papers).length
  return Math.floor(paperCount / group) * sheets(group) + sheets(paperCount % group)
}
