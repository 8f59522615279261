import { formatTime } from '#shared/time/chinaTime.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { Button, Modal, Skeleton } from 'antd'
import { answerNames } from '#shared/features/activity/rules.ts'
import { fromChoices, type Slot, slotKey } from '../../../activity/parts/choices/choices.ts'
import { answersInWords, codeInWords, madeInWords, receiptInWords, recordName } from './recordWords.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { FailureState } from '../../../../ui/FailureState.tsx'
import styles from './records.module.css'

interface RecordListProps {
  readonly records: readonly VoteRecord[]
  readonly slots: readonly Slot[]
  readonly className?: string
}

const looks = { 0: styles.marked, 1: styles.live, 2: styles.status } as const satisfies Readonly<Record<VoteRecord['status'], string>>

/** A ballot's records in the given order: what, when, by whom, at which computer, and why voided. */
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

interface RecordDialogProps {
  readonly activityId: string
  readonly ballotId: string
  /** The ballot: `张三 · 一期-3栋-1单元-1201`. */
  readonly title: string
  readonly slots: readonly Slot[]
  readonly onClose: () => void
}

/** A ballot's answers and the history of its records. */
export function RecordDialog({ activityId, ballotId, title, slots, onClose }: RecordDialogProps) {
  const query = useEndpoint('voting.history', { query: { activityId, ballotId } }, { keptMs: 0 })
  const live = query.data?.find(({ status }) => status === 1)
  return (
    <Modal
      open
      title={`投票记录 · ${title}`}
      width={720}
      onCancel={onClose}
      footer={
        <Button autoFocus onClick={onClose}>
          关闭
        </Button>
      }
    >
      {query.data ? (
        <>
          {live ? <AnswerTable record={live} slots={slots} /> : null}
          <RecordList records={query.data} slots={slots} />
        </>
      ) : query.error ? (
        <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 5 }} />
      )}
    </Modal>
  )
}

function AnswerTable({ record, slots }: { readonly record: VoteRecord; readonly slots: readonly Slot[] }) {
  const answers = fromChoices(record.choices)
  return (
    <table className={styles.answers} aria-label="投票内容">
      <tbody>
        {slots.map((slot) => {
          const answer = answers.get(slotKey(slot))
          return (
            <tr key={slotKey(slot)}>
              <th scope="row">{slot.optionTitle === '' ? slot.topicTitle : `${slot.topicTitle}：${slot.optionTitle}`}</th>
              <td className={answer === undefined ? styles.open : ''}>{answer === undefined ? '未选' : answerNames[answer]}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
