import { Button } from 'antd'
import type { Contact } from '#shared/features/contact/contract.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { contactLimits, contactResultNames } from '#shared/features/contact/rules.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { Act, LineAct } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Awaited } from '../../../ui/FailureState.tsx'
import { minutesOf } from '../../../ui/moments.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { contactReads } from './contactWords.ts'
import type { VisitedBallot } from './VisitDialog.tsx'
import styles from './contact.module.css'

/** A ballot has few visits; the journal has all. */
const SHOWN = 100
const withdrawReasons = ['登记错房屋', '登记错时间或结果', '重复登记']

interface VisitHistoryProps {
  readonly activityId: string
  /** The ballot whose visits are shown; null closes the dialog. */
  readonly ballot: VisitedBallot | null
  readonly onClose: () => void
  /** Registers another visit. */
  readonly onVisit: () => void
}

/** 走访记录: a ballot's visits, newest first, including withdrawn ones. */
export function VisitHistory({ activityId, ballot, onClose, onVisit }: VisitHistoryProps) {
  return (
    <Dialog
      title={`走访记录：${ballot?.place ?? ''}`}
      open={ballot !== null}
      onCancel={onClose}
      width={640}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Act call="contact.save" text="登记走访" type="primary" onClick={onVisit} />
        </>
      }
    >
      {ballot === null ? null : <Visits activityId={activityId} ballotId={ballot.ballotId} />}
    </Dialog>
  )
}

function Visits({ activityId, ballotId }: { readonly activityId: string; readonly ballotId: string }) {
  const { data, error, refetch } = useEndpoint('contact.list', { query: { activityId, ballotId, pageNo: 1, pageSize: SHOWN } })
  if (!data) return <Awaited of={{ error, refetch }} rows={4} />
  if (data.rows.length === 0) return <EmptyState text="还没有登记过走访" />
  return (
    <ul className={styles.visits}>
      {data.rows.map((contact) => (
        <li key={contact.id} className={contact.withdrawnAt === null ? undefined : styles.withdrawn}>
          <Visit contact={contact} />
        </li>
      ))}
    </ul>
  )
}

function Visit({ contact }: { readonly contact: Contact }) {
  const { ask } = useQuestions()
  const { send } = useSend('contact.withdraw', { refreshes: contactReads, success: '撤回走访成功' })
  const { id, at, way, result, nextAt, remark, creator, withdrawnAt, withdrawnBy, withdrawReason, mayWithdraw } = contact
  const withdraw = () =>
    ask({
      title: '确认撤回该走访吗?',
      detail: `${minutesOf(at)} ${voteSourceName(way)}，${result === null ? '催票短信' : contactResultNames[result]}。撤回后仍可查看，不再计入进度和路线`,
      confirmText: '撤回',
      isDangerous: true,
      reason: { ...contactLimits.reason, ready: withdrawReasons },
      onConfirm: (reason) => send({ body: { id, reason } }),
    })
  return (
    <>
      <div className={styles.visit}>
        <span className="tabular">{minutesOf(at)}</span>
        <span>{voteSourceName(way)}</span>
        <strong>{result === null ? '催票短信' : contactResultNames[result]}</strong>
        {nextAt === null ? null : <span className="tabular">{minutesOf(nextAt)} 再访</span>}
        <span>{creator}</span>
        {withdrawnAt === null ? null : <StateTag tone="grey">已撤回</StateTag>}
        {mayWithdraw ? <LineAct text="撤回" onClick={withdraw} /> : null}
      </div>
      {remark === '' ? null : <p>{remark}</p>}
      {withdrawnAt === null ? null : (
        <p>
          {withdrawnBy} 于 {minutesOf(withdrawnAt)} 撤回：{withdrawReason}
        </p>
      )}
    </>
  )
}
