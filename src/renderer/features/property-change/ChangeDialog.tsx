import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { changeLimits, ChangeStatus } from '#shared/features/property-change/rules.ts'
import { useMay } from '../../app-context/may.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { StaleField } from './changes.ts'
import { ChangeFacts } from './ChangeFacts.tsx'
import { StaleChangeNotice } from './StaleChangeNotice.tsx'
import { useDecision } from './useDecision.ts'
import styles from './propertyChange.module.css'

interface ChangeDialogProps {
  /** Null closes the dialog. */
  readonly request: PropertyChangeRequest | null
  readonly onClose: () => void
  /** The server says that the request is not what is on screen any more; resolves when the list is fresh. */
  readonly onConflict: (request: PropertyChangeRequest) => Promise<void>
}

/** One request: what stood before and what is wanted, its photos, and the decision on it. */
export function ChangeDialog({ request, onClose, onConflict }: ChangeDialogProps) {
  const { ask } = useQuestions()
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
  const mayDecide = useMay('propertyChange.approve')
  const isPending = mayDecide && current?.status === ChangeStatus.pending
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
  const { askToApprove, askToReject, refresh } = useDecision({
    comment: comment.trim(),
    onStale: setStale,
    onConflict,
    onDone: close,
    onApprovedInPart: (written) => {
      setApproved(written)
      setComment('')
    },
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
              {current.isOwn ? '撤回' : '不同意'}
            </Button>
            {current.needsOther ? null : (
              <ReasonedButton type="primary" reason={stale.length > 0 ? '申请提交后房产信息已变化，请先刷新' : null} onClick={() => askToApprove(current)}>
                同意
              </ReasonedButton>
            )}
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      {isPending && stale.length > 0 ? <StaleChangeNotice fields={stale} onRefresh={() => void (current && refresh(current))} /> : null}
      {isPending && current?.isOwn ? <OwnChangeNotice needsOther={current.needsOther} /> : null}
      {current ? <ChangeFacts request={current} /> : null}
      {isPending ? <CommentField value={comment} onChange={setComment} /> : null}
    </Modal>
  )
}

/** Two people make a change (`trust.md` section 4): said before anything is pressed. */
function OwnChangeNotice({ needsOther }: Pick<PropertyChangeRequest, 'needsOther'>) {
  return (
    <Alert
      className={styles.own}
      type="info"
      showIcon
      title={
        needsOther
          ? '这是你自己提交的申请，要由另一位活动负责人或系统管理员审批；不再需要时可以撤回'
          : '这是你自己提交的申请。现在没有别人可以审批，你可以自己同意，操作日志会写明是自行审批'
      }
    />
  )
}

function CommentField({ value, onChange }: { readonly value: string; readonly onChange: (comment: string) => void }) {
  return (
    <label className={styles.comment}>
      <span>审批意见</span>
      <Input.TextArea
        aria-label="审批意见"
        value={value}
        maxLength={changeLimits.comment.max}
        showCount
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder="可不填"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
