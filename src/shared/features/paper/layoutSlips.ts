import { BOX, PAPER, rounded, type LayoutPage } from './layout.ts'
import { COLUMN, emptyPage, facts, qrCode, rule, write } from './layoutPage.ts'
import type { BallotContent } from './layoutWords.ts'

/** The middle of the sheet, where it is torn. */
const TEAR = PAPER.height / 2

/** The last sheet: the stub, which the office keeps, and the receipt, which is signed when the paper is handed over. */
export function slipsPage(content: BallotContent, pageCount: number): LayoutPage {
  const page = emptyPage('slips')
  slip(page, 20, {
    name: '选票存根',
    holder: '（由发放方留存）',
    content,
    sentence: `本选票共 ${pageCount} 页，已按下列信息登记并发放。`,
    blanks: [
      ['发放人签名', '发放日期'],
      ['领取人签名', '与业主关系'],
    ],
  })
  rule(page, TEAR, 0.3, { left: 8, right: PAPER.width - 8, isDashed: true })
  write(page, '沿　此　线　撕　开', { x: PAPER.width / 2, y: TEAR + 1, width: 80, size: 3, align: 'center' })
  slip(page, TEAR + 10, {
    name: '送达回执',
    holder: '（签收后撕下，由送达人带回）',
    content,
    sentence: `今收到上述投票活动的选票一份，共 ${pageCount} 页，并已知悉投票截止时间为 ${content.ends}。`,
    blanks: [
      ['签收人签名', '签收日期'],
      ['与业主关系', '联系电话'],
      ['送达人签名', '送达方式'],
    ],
  })
  return page
}

interface Slip {
  readonly name: string
  readonly holder: string
  readonly content: BallotContent
  readonly sentence: string
  /** Rows of two lines to write on. */
  readonly blanks: readonly (readonly [string, string])[]
}

function slip(page: LayoutPage, top: number, { name, holder, content: { estateName, title }, sentence, blanks }: Slip): void {
  qrCode(page, top)
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

/** A name and a line to write on; `y` is the line's. */
export function blank(page: LayoutPage, name: string, left: number, right: number, y: number): void {
  write(page, `${name}：`, { x: left, y: y - 5.2, width: 40, size: 4 })
  rule(page, y, 0.2, { left: rounded(left + (Array.from(name).length + 1) * 4), right })
}
