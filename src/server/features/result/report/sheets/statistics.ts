import type { CellValue } from '../../../../workbooks/cellValues.ts'
import { ratePercent, type Share } from '#shared/features/result/rules.ts'
import type { Book } from '../../../../workbooks/book.ts'
import { slotLabel, type ReportContext } from '../context.ts'
import { styles } from '../../../../workbooks/styles.ts'
import { columnLetters } from '../../../../workbooks/addresses.ts'
import { cellOf, mustEqual, openSheet, sumFormula } from '../../../../workbooks/table.ts'

const SHEET = '表决统计'

const classes = [
  ['approve', '同意'],
  ['oppose', '反对'],
  ['abstain', '弃权'],
  ['invalid', '无效'],
  ['notVoted', '未表决'],
] as const
const units = [
  { name: '人数', kind: 'count', of: ({ count }: Share) => count },
  { name: '面积', kind: 'area', of: ({ areaHundredths }: Share) => areaHundredths },
] as const

const FIRST_CLASS = 3
const columns = [
  { title: '议题', width: 36 },
  { title: '口径', width: 8 },
  ...classes.map(([, title]) => ({ title, width: 13 })),
  { title: '合计', width: 14 },
  ...classes.map(([, title]) => ({ title: `${title}占比`, width: 10 })),
]

/** Sheet 2: every class of every topic by heads and by area, relative to the total; the five classes sum to it. */
export function writeStatistics(book: Book, { slots, elections, ballots, title }: ReportContext): void {
  const remarks = [
    '占比以全体人数和全体面积为分母；面积单位：㎡',
    ...(elections.length === 0 ? [] : ['选举中同意的候选人多于应选名额的选票，对该议题的全部选项计为无效']),
  ]
  const sheet = openSheet(book, { name: SHEET, title: `${title}　${SHEET}`, remarks, columns })
  for (const slot of slots) {
    for (const { name, kind, of } of units) {
      const values = classes.map(([key]) => of(slot.counted[key]))
      const whole = of(ballots.whole)
      mustEqual(
        `${SHEET} ${slotLabel(slot)} ${name}`,
        values.reduce((sum, value) => sum + value, 0),
        whole,
      )
      const range = `${columnLetters(FIRST_CLASS)}${sheet.nextRow}:${columnLetters(FIRST_CLASS + classes.length - 1)}${sheet.nextRow}`
      const cells: CellValue[] = [
        slotLabel(slot),
        name,
        ...values.map((value) => cellOf(kind, value)),
        sumFormula(kind, range, whole),
        ...values.map((value) => cellOf('rate', ratePercent(value, whole))),
      ]
      const { text, centred, rate } = styles.body
      sheet.add(cells, [text, centred, ...classes.map(() => styles.body[kind]), styles.total[kind], ...classes.map(() => rate)])
    }
  }
  sheet.finish()
}
