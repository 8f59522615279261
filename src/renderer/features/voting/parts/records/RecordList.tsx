import { formatTime } from '#shared/contract/values.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { fromChoices, type Slot } from '../../../activity/parts/choices/choices.ts'
import { answersInWords, madeInWords, receiptInWords, recordName } from './recordWords.ts'
import './records.css'

interface RecordListProps {
  readonly records: readonly VoteRecord[]
  readonly slots: readonly Slot[]
}

/** What was recorded for a ballot, in the order given: what, when, by whom, at which computer, and why it was voided. */
export function RecordList({ records, slots }: RecordListProps) {
  return (
    <section className="records" aria-label="投票记录">
      <h3>投票记录（{records.length} 条）</h3>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <span className={`record-status record-${record.status}`}>{recordName(record)}</span>
            <span className="tabular">{madeInWords(record)}</span>
            {receiptInWords(record) === '' ? null : <span className="tabular">{receiptInWords(record)}</span>}
            {record.markedCode === '' ? null : <span className="tabular">标记码 {record.markedCode}</span>}
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
