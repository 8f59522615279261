import type { ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { DEFAULT_SEAT_ORDER, seatOrderNames } from '#shared/features/activity/elections.ts'
import type { Election, OptionResult, TopicResult } from '#shared/features/result/contract.ts'
import { standingsOf, type Standing } from '#shared/features/result/elections.ts'
import type { Share } from '#shared/features/result/rules.ts'
import { TableHead } from '../../ui/TableHead.tsx'
import { rateInWords } from '../activity/parts/fractions/fractions.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import styles from './election.module.css'

/** The order of those elected, with the clause that says so. */
function orderWords({ topics, ruleBasis }: Activity, topicId: string): string {
  const order = topics.find(({ id }) => id === topicId)?.seatOrder ?? DEFAULT_SEAT_ORDER
  return `${seatOrderNames[order]}（${ruleBasis === '' ? '未填写议事规则条款' : ruleBasis}）`
}

interface ElectionPanelProps {
  readonly topic: TopicResult
  readonly election: Election
  readonly activity: Activity
  readonly isFinished: boolean
  /** Rendered below the candidates. */
  readonly children?: ReactNode
}

/** An election's result: the candidates in order, each with bars for heads and area, and the outcome. */
export function ElectionPanel({ topic: { id, sortNo, title, options }, election, activity, isFinished, children }: ElectionPanelProps) {
  const { seats, elected, tied, vacant, overvoted } = election
  const name = `${sortNo}. ${title}`
  const standings = standingsOf(election, options, ({ conclusion }) => conclusion.outcome)
  return (
    <section className={styles.election} aria-label={`${name} 的选举结果`}>
      <h2>
        {name}
        <span className={`${styles.counts} tabular`}>
          应选 {formatCount(seats)} 名 · {isFinished ? '当选' : '目前当选'} {formatCount(elected.length)} 名 · 空缺 {formatCount(vacant)} 名
        </span>
      </h2>
      <p className={styles.order}>当选排序：{orderWords(activity, id)}</p>
      <table className={`${styles.table} tabular`} aria-label={`${name} 的候选人`}>
        <TableHead columns={['名次', '候选人', '同意（占参加表决）', '结果']} />
        <tbody>
          {standings.map((standing) => (
            <CandidateRow key={standing.option.id} standing={standing} isFinished={isFinished} />
          ))}
        </tbody>
      </table>
      {tied.length === 0 ? null : (
        <p className={styles.tie}>最后的名额上有 {formatCount(tied.length)} 名候选人同意人数和面积都相同，都不当选，这些名额须再次表决。</p>
      )}
      {overvoted.count === 0 ? null : (
        <p className={styles.order}>
          有 {formatCount(overvoted.count)} 票（{formatArea(overvoted.areaHundredths)}㎡）同意的候选人多于应选名额，对全部候选人无效。
        </p>
      )}
      {children}
    </section>
  )
}

const marks = { elected: styles.markElected, tied: styles.markTied, other: styles.markOther } as const

function CandidateRow({ standing, isFinished }: { readonly standing: Standing<OptionResult>; readonly isFinished: boolean }) {
  const { option, place, isTied, words } = standing
  const { approve, participants } = option.conclusion
  const look = place !== null ? 'elected' : isTied ? 'tied' : 'other'
  return (
    <tr className={styles[look]}>
      <td>{place ?? '—'}</td>
      <th scope="row">{option.title}</th>
      <td>
        <div className={styles.bars}>
          <ApproveBar approve={approve} of={participants} value={({ count }) => count} words={`${formatCount(approve.count)} 人`} />
          <ApproveBar approve={approve} of={participants} value={({ areaHundredths }) => areaHundredths} words={`${formatArea(approve.areaHundredths)}㎡`} />
        </div>
      </td>
      <td>
        <span className={marks[look]}>{isFinished || look === 'other' ? words : `目前${words}`}</span>
      </td>
    </tr>
  )
}

interface ApproveBarProps {
  readonly approve: Share
  readonly of: Share
  readonly value: (share: Share) => number
  readonly words: string
}

/** Approval among participants, as numbers and bar. */
function ApproveBar({ approve, of, value, words }: ApproveBarProps) {
  const [part, whole] = [value(approve), value(of)]
  return (
    <span className={styles.bar}>
      <span className={styles.track} aria-hidden>
        <span className={styles.part} style={{ width: `${whole === 0 ? 0 : (100 * part) / whole}%` }} />
      </span>
      <span className={styles.barWords}>
        {words}（{rateInWords(part, whole)}）
      </span>
    </span>
  )
}
