import { formatTime } from '#shared/time/chinaTime.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { fromChoices, type Slot } from '../../../activity/parts/choices/choices.ts'
import { answersInWords, codeInWords, madeInWords, receiptInWords, recordName } from './recordWords.ts'
import styles from './records.module.css'

interface RecordListProps {
  readonly records: readonly VoteRecord[]
  readonly slots: readonly Slot[]
  readonly className?: string
}

const looks = { 0: styles.marked, 1: styles.live, 2: styles.status } as const satisfies Readonly<Record<VoteRecord['status'], string>>

/** What was recorded for a ballot, in the order given: what, when, by whom, at which computer, and why it was voided. */
export function RecordList({ records, slots, className = '' }: RecordListProps) {
  return (
    <section className={`${styles.records} ${className}`.trim()} aria-label="投票记录">
      <h3>投票记录（{records.length} 条）</h3>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <span className={looks[record.status]}>{recordName(record)}</span>
            <span className="tabular">{madeInWords(record)}</span>
            {receiptInWords(record) === '' ? null : <span className="tabular">{receiptInWords(record)}</span>}
            {record.markedCode === '' ? null : <span className="tabular">{codeInWords(record.markedCode, record.paper)}</span>}
            {record.choices.length === 0 ? null : <span>{answersInWords(slots, fromChoices(record.choices))}</span>}
            {record.status === 2 && record.voidedAt !== null ? (
              <span className="tabular">
                {record.voidedBy} 作废于 {formatTime(record.voidedAt)}，原因：{record.voidReason === '' ? '未填写原因' : record.voidReason}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
