import { squareMetres } from '#shared/area/area.ts'
import { DEFAULT_SEAT_ORDER, seatOrderNames } from '#shared/features/activity/elections.ts'
import { standingsOf } from '#shared/features/result/elections.ts'
import type { SheetOut } from '../../../../workbooks/book.ts'
import { styles } from '../../../../workbooks/styles.ts'
import { cellOf, writeHeader, type HeaderCell } from '../../../../workbooks/table.ts'
import type { ElectionResult } from '../../results.ts'
import { slotLabel, type ReportContext } from '../context.ts'

const topicLabel = ({ topic }: ElectionResult): string => `${topic.sortNo}. ${topic.title}`

/** The order of candidates who pass, with the clause that defines it: no law fixes it (`paper.md` section 2). */
export function orderLines({ elections, ruleBasis }: ReportContext): string[] {
  const basis = ruleBasis === '' ? '未填写议事规则条款' : ruleBasis
  return elections.map(
    (election) => `当选排序：${topicLabel(election)}　应选 ${election.seats} 名，${seatOrderNames[election.topic.seatOrder ?? DEFAULT_SEAT_ORDER]}（${basis}）`,
  )
}

function summary(election: ElectionResult): string {
  const { seats, elected, tied, vacant, overvoted } = election
  const parts = [
    `“${topicLabel(election)}”应选 ${seats} 名，当选 ${elected.length} 名，空缺 ${vacant} 名`,
    ...(tied.length === 0 ? [] : [`其中 ${tied.length} 名候选人并列，须再次表决`]),
    ...(overvoted.count === 0 ? [] : [`同意多于应选名额、对该议题无效的选票 ${overvoted.count} 票 ${squareMetres(overvoted.areaHundredths).toFixed(2)} ㎡`]),
  ]
  return `${parts.join('；')}。`
}

/** The table 当选结果 below the topics, and a sentence per election; nothing without elections. */
export function writeElections(sheet: SheetOut, columns: readonly HeaderCell[], { elections }: ReportContext, wide: (sentence: string) => void): void {
  if (elections.length === 0) return
  const titles = ['当选结果', '同意人数', '同意面积', '名次', '结果']
  const kinds = ['text', 'count', 'area', 'count', 'centred'] as const
  writeHeader(
    sheet,
    titles.map((title, index) => ({ title, width: columns[index]?.width ?? 10 })),
  )
  for (const election of elections) {
    const candidates = election.slots.flatMap((slot) => (slot.option ? [{ id: slot.option.id, slot }] : []))
    for (const { option, place, words } of standingsOf(election, candidates, ({ slot }) => slot.concluded.outcome)) {
      const { slot } = option
      const { count, areaHundredths } = slot.concluded.approve
      const values = [slotLabel(slot), count, areaHundredths, place, words]
      sheet.add(
        values.map((value, index) => cellOf(kinds[index] ?? 'text', value)),
        kinds.map((kind) => styles.body[kind]),
      )
    }
  }
  sheet.add([null], [styles.none])
  for (const election of elections) wide(summary(election))
  sheet.add([null], [styles.none])
}
