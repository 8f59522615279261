import { formatTime } from '#shared/contract/values.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { votedWord } from '../../../widgets/ballotStates.ts'
import { fromChoices, type Slot } from '../../../widgets/choices/choices.ts'
import { answersInWords } from './booth.ts'

interface RecordListProps {
  readonly activityId: string
  readonly ballotId: string
  readonly slots: readonly Slot[]
}

function statusName({ status, source }: Pick<VoteRecord, 'status' | 'source'>): string {
  if (status === 1) return votedWord(source)
  return status === 0 ? '已标记' : '已作废'
}

/** What was recorded for a ballot, newest first; one record that is on screen anyway is not worth a list. */
export function RecordList({ activityId, ballotId, slots }: RecordListProps) {
  const { data = [] } = useEndpoint('voting.history', { query: { activityId, ballotId } }, { enabled: ballotId !== '', errors: 'caller' })
  if (data.length === 0 || (data.length === 1 && data[0]?.status !== 2)) return null
  return (
    <section className="booth-records" aria-label="投票记录">
      <h3>投票记录（{data.length} 条）</h3>
      <ul>
        {data.map((record) => (
          <li key={record.id}>
            <span className={`booth-record-status booth-record-${record.status}`}>{statusName(record)}</span>
            <span className="tabular">{record.createdAt === null ? '' : formatTime(record.createdAt)}</span>
            <span>经办 {record.creator}</span>
            {record.markedCode === '' ? null : <span className="tabular">标记码 {record.markedCode}</span>}
            {record.choices.length === 0 ? null : <span>{answersInWords(slots, fromChoices(record.choices))}</span>}
            {record.status === 2 && record.voidedAt !== null ? (
              <span className="tabular">
                {record.voidedBy} 作废于 {formatTime(record.voidedAt)}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
