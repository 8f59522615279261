import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { EndpointName } from '#shared/contract/index.ts'
import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { ChangeStatus, MAX_COMMENT } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { propertyReads } from '../estate/parts/propertyReads.ts'
import { rosterReads } from '../ballot/parts/rosterProperty/rosterReads.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { approvedInWords, changedInWords, staleFieldsOf, type StaleField } from './changes.ts'
import { ChangeFacts } from './ChangeFacts.tsx'
import { StaleChangeNotice } from './StaleChangeNotice.tsx'
import './propertyChange.css'

interface ChangeDialogProps {
  /** Null closes the dialog. */
  readonly request: PropertyChangeRequest | null
  readonly onClose: () => void
  /** The server says that the request is not what is on screen any more; resolves when the list is fresh. */
  readonly onConflict: (request: PropertyChangeRequest) => Promise<void>
}

const refreshes: readonly EndpointName[] = ['propertyChange.list', ...propertyReads, ...rosterReads]

/** One request: what stood before and what is wanted, its photos, and the decision on it. */
export function ChangeDialog({ request, onClose, onConflict }: ChangeDialogProps) {
  const { ask } = useQuestions()
  const toasts = useToasts()
  // Fields that have changed meanwhile are shown in the dialog, all other failures by toast.
  const approve = useSend('propertyChange.approve', { refreshes, success: ({ rosters }) => approvedInWords(rosters), errors: 'caller' })
  const reject = useSend('propertyChange.reject', { refreshes: ['propertyChange.list'], success: '提交成功' })
  const [comment, setComment] = useState('')
  // Stays what it was while the dialog closes.
  const [shown, setShown] = useState(request)
  // What was approved here and could not be written everywhere: it stays on screen until it is read.
  const [approved, setApproved] = useState<PropertyChangeRequest | null>(null)
  const [stale, setStale] = useState<readonly StaleField[]>([])
  if (request !== null && request !== shown) {
    setShown(request)
    setApproved(null)
    setStale([])
    if (request.id !== shown?.id) setComment('')
  }
  const current = approved !== null && approved.id === shown?.id ? approved : shown
  const isPending = current?.status === ChangeStatus.pending
  const isDirty = request !== null && isPending && comment.trim() !== ''
  useUnsaved(isDirty)
  const close = () => {
    setComment('')
    setStale([])
    onClose()
  }
  const askToClose = () => {
    if (!isDirty) close()
    else
      ask({
        title: '放弃已填写的内容吗?',
        detail: '关闭后，未提交的审批意见不会保留',
        confirmText: '放弃',
        cancelText: '继续填写',
        isDangerous: true,
        onConfirm: close,
      })
  }
  const afterFailure = async (failure: Failure | null, decided: PropertyChangeRequest) => {
    if (isRefusedFor(failure, 'propertyChange.notFound', 'propertyChange.decided', 'propertyChange.propertyGone', 'propertyChange.stale'))
      await onConflict(decided)
  }
  /** As the request stands now; only then it may be tried again, for the registry may have been set right. */
  const refresh = async () => {
    if (current) await onConflict(current)
    setStale([])
  }
  const sendApproval = async (decided: PropertyChangeRequest) => {
    const sent = await approve.send({ body: { id: decided.id, comment: comment.trim() } })
    if (!sent.ok) {
      const changed = staleFieldsOf(sent.failure, decided)
      setStale(changed)
      if (changed.length > 0) return
      if (sent.failure) toasts.failure(sent.failure)
      return afterFailure(sent.failure, decided)
    }
    const { rosters } = sent.value
    if (rosters.every(({ isUpdated }) => isUpdated)) return close()
    setApproved({ ...decided, status: ChangeStatus.approved, comment: comment.trim(), rosters })
    return setComment('')
  }
  const sendRejection = async (decided: PropertyChangeRequest) => {
    const sent = await reject.send({ body: { id: decided.id, comment: comment.trim() } })
    if (sent.ok) close()
    else await afterFailure(sent.failure, decided)
  }
  const askToApprove = (decided: PropertyChangeRequest) =>
    ask({
      title: '确认同意吗？',
      detail: `同意后，${placeInWords(decided.before)} 的房产信息按变更后的内容更新（${changedInWords(decided)}），未结束活动的票权清册一并更新。已标记或已投票的票权，以及合并后产权人会不一致的票权，清册保持不变，同意后逐一列出`,
      confirmText: '同意',
      onConfirm: () => sendApproval(decided),
    })
  const askToReject = (decided: PropertyChangeRequest) =>
    ask({
      title: '确认不同意吗？',
      detail: `不同意后，${placeInWords(decided.before)} 的房产信息保持不变`,
      confirmText: '不同意',
      isDangerous: true,
      onConfirm: () => sendRejection(decided),
    })
  return (
    <Modal
      title={isPending ? '审批房产变更' : '查看房产变更'}
      open={request !== null}
      width={820}
      mask={{ closable: false }}
      keyboard={!isDirty}
      closable={{ 'aria-label': '关闭' }}
      onCancel={askToClose}
      destroyOnHidden
      footer={
        isPending && current ? (
          <>
            <Button onClick={askToClose}>取消</Button>
            <Button danger onClick={() => askToReject(current)}>
              不同意
            </Button>
            <ReasonedButton type="primary" reason={stale.length > 0 ? '申请提交后房产信息已变化，请先刷新' : null} onClick={() => askToApprove(current)}>
              同意
            </ReasonedButton>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      {isPending && stale.length > 0 ? <StaleChangeNotice fields={stale} onRefresh={() => void refresh()} /> : null}
      {current ? <ChangeFacts request={current} /> : null}
      {isPending ? (
        <label className="change-comment">
          <span>审批意见</span>
          <Input.TextArea
            aria-label="审批意见"
            value={comment}
            maxLength={MAX_COMMENT}
            showCount
            autoSize={{ minRows: 2, maxRows: 4 }}
            placeholder="可不填"
            onChange={(event) => setComment(event.target.value)}
          />
        </label>
      ) : null}
    </Modal>
  )
}
