import { squareMetres } from '#shared/area/area.ts'
import { funnelNames, shownStages, wholeOf, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import { ratePercent } from '#shared/features/result/rules.ts'
import type { Book } from '../../../../workbooks/book.ts'
import type { ReportContext } from '../context.ts'
import type { UnitParticipation } from '../store.ts'
import { columnLetters } from '../../../../workbooks/addresses.ts'
import { mustEqual, openTable, type Column } from '../../../../workbooks/table.ts'
import type { ConclusionPlaces } from './conclusion.ts'

const SHEET = '参与情况'

const columns: readonly Column<UnitParticipation>[] = [
  { title: '分期', width: 10, kind: 'text', value: (row) => row.period },
  { title: '区', width: 10, kind: 'text', value: (row) => row.zone },
  { title: '楼栋', width: 10, kind: 'text', value: (row) => row.building },
  { title: '单元', width: 10, kind: 'text', value: (row) => row.unit },
  { title: '房屋数', width: 9, kind: 'count', value: (row) => row.properties, isSummed: true },
  { title: '票权数', width: 9, kind: 'count', value: (row) => row.ballots, isSummed: true },
  { title: '面积', width: 14, kind: 'area', value: (row) => row.areaHundredths, isSummed: true },
  { title: '已送达', width: 9, kind: 'count', value: (row) => row.delivered, isSummed: true },
  { title: '已标记', width: 9, kind: 'count', value: (row) => row.marked, isSummed: true },
  { title: '已表决', width: 9, kind: 'count', value: (row) => row.voted, isSummed: true },
  { title: '已作废', width: 9, kind: 'count', value: (row) => row.voided, isSummed: true },
  { title: '人数参与率', width: 11, kind: 'rate', value: (row) => ratePercent(row.voted, row.ballots) },
  { title: '面积参与率', width: 11, kind: 'rate', value: (row) => ratePercent(row.votedAreaHundredths, row.areaHundredths) },
]
const lettersOf = (title: string): string => columnLetters(columns.findIndex((column) => column.title === title) + 1)

/** `选票去向（共 5 票）：未生成 1 票 100.00 ㎡，…`: worded as on the screens; the stages sum to the total. */
function funnelInWords(funnel: PaperFunnel): string {
  const stages = shownStages(funnel).map((stage) => {
    const { count, areaHundredths } = funnel[stage]
    const late = stage === 'toEnter' && funnel.late.count > 0 ? `（其中逾期 ${funnel.late.count} 票，不能录入）` : ''
    return `${funnelNames[stage]} ${count} 票 ${squareMetres(areaHundredths).toFixed(2)} ㎡${late}`
  })
  return `选票去向（共 ${wholeOf(funnel).count} 票）：${stages.join('，')}`
}

/** Sheet 3: participation by unit in reading order, with totals. */
export function writeParticipation(book: Book, context: ReportContext, rows: readonly UnitParticipation[], places: ConclusionPlaces): void {
  const { totals } = context
  const { whole, voted, voided } = context.ballots
  const table = openTable(book, {
    name: SHEET,
    title: `${context.title}　${SHEET}`,
    remarks: ['一票含多套房屋时，在其首套房屋所在的单元计一人；面积按房屋所在的单元计；面积单位：㎡', funnelInWords(context.funnel)],
    columns,
  })
  for (const row of rows) table.add(row)
  mustEqual(
    `${SHEET} 已表决面积`,
    rows.reduce((sum, row) => sum + row.votedAreaHundredths, 0),
    voted.areaHundredths,
  )
  const rate = (part: string, of: string) => (row: number) => `IF(${of}${row}=0,0,ROUND(${part}/${of}${row},4))`
  table.finish({
    房屋数: totals.propertyCount,
    票权数: whole.count,
    面积: whole.areaHundredths,
    已送达: totals.deliveredCount,
    已标记: totals.markedCount,
    已表决: voted.count,
    已作废: voided.count,
    人数参与率: { formula: (row) => rate(`${lettersOf('已表决')}${row}`, lettersOf('票权数'))(row), value: ratePercent(voted.count, whole.count) },
    面积参与率: { formula: rate(places.votedArea, lettersOf('面积')), value: ratePercent(voted.areaHundredths, whole.areaHundredths) },
  })
}
