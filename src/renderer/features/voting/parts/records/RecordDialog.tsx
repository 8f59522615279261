import { Button, Modal, Skeleton } from 'antd'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { answerNames } from '#shared/features/activity/rules.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { fromChoices, slotKey, type Slot } from '../../../activity/parts/choices/choices.ts'
import { FailureState } from '../../../../ui/FailureState.tsx'
import { RecordList } from './RecordList.tsx'
import styles from './records.module.css'

interface RecordDialogProps {
  readonly activityId: string
  readonly ballotId: string
  /** Whose ballot it is: `张三 · 一期-3栋-1单元-1201`. */
  readonly title: string
  readonly slots: readonly Slot[]
  readonly onClose: () => void
}

/** What a ballot has voted, answer by answer, and below it all of its records. */
export function RecordDialog({ activityId, ballotId, title, slots, onClose }: RecordDialogProps) {
  const query = useEndpoint('voting.history', { query: { activityId, ballotId } }, { errors: 'caller', keptMs: 0 })
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
