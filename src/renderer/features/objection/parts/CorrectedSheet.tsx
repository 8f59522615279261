import type { Activity } from '#shared/features/activity/contract.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { TableHead } from '../../../ui/TableHead.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { formatArea, formatCount } from '../../../ui/numbers.ts'
import { slotsOf } from '../../activity/parts/choices/choices.ts'
import { judgedOf } from '../../activity/parts/judged.ts'
import { correctionWords } from './objectionWords.ts'
import styles from './objection.module.css'

interface CorrectedSheetProps {
  readonly activity: Activity
  readonly official: Statistics
}

/** The official figures beside those with objections' corrections, changes in red; nothing without corrections. */
export function CorrectedSheet({ activity, official }: CorrectedSheetProps) {
  const { data } = useEndpoint('result.corrected', { query: { activityId: activity.id } })
  if (!data || data.corrections.length === 0) return null
  const slots = slotsOf(activity.topics)
  const after = new Map(judgedOf(data).map((judged) => [judged.id, judged]))
  const elected = (id: string) => data.changed.find((each) => each.field === 'elected' && (each.optionId || each.topicId) === id)
  return (
    <section className={styles.corrected} aria-label="更正后的结果">
      <h2>更正后的结果</h2>
      <p>投票结束后，成立的异议更正了 {formatCount(data.corrections.length)} 项。正式结果仍是结束投票时的结果；变化的数字和结果写成红色。</p>
      <ul>
        {data.corrections.map((correction) => (
          <li key={`${correction.ballotId} ${correction.kind}`}>
            异议{correction.number}　{correctionWords(correction, slots)}
          </li>
        ))}
      </ul>
      <table className="tabular" aria-label="正式结果与更正后的结果">
        <TableHead columns={['议题', '项目', '正式', '更正后']} />
        {judgedOf(official).map((before) => {
          const now = after.get(before.id)
          if (!now) return null
          const seat = elected(before.id)
          const share = ({ count, areaHundredths }: { readonly count: number; readonly areaHundredths: number }) =>
            `${formatCount(count)} 人 ${formatArea(areaHundredths)}㎡`
          const rows = [
            ['参与', share(before.conclusion.participants), share(now.conclusion.participants)],
            ['同意', share(before.classes.approve), share(now.classes.approve)],
            ['反对', share(before.classes.oppose), share(now.classes.oppose)],
            ['弃权', share(before.classes.abstain), share(now.classes.abstain)],
            ['无效', share(before.classes.invalid), share(now.classes.invalid)],
            ['未表决', share(before.classes.notVoted), share(now.classes.notVoted)],
            ['结果', before.conclusion.outcome, now.conclusion.outcome],
            ...(seat ? [['当选', seat.official || '未当选', seat.corrected || '未当选']] : []),
          ] as const
          return (
            <tbody key={before.id}>
              {rows.map(([name, one, other], index) => (
                <tr key={name}>
                  {index === 0 ? (
                    <th scope="rowgroup" rowSpan={rows.length}>
                      {before.title}
                    </th>
                  ) : null}
                  <th scope="row">{name}</th>
                  <td>{one}</td>
                  <td className={one === other ? undefined : styles.changed}>{other}</td>
                </tr>
              ))}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}
