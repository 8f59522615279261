import { Alert, Button, Form, Input, type FormInstance } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { useId, useState, useEffect, useRef } from 'react'
import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { changeLimits, ChangeStatus } from '#shared/features/property-change/rules.ts'
import { TableHead } from '../../ui/TableHead.tsx'
import { Act } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import type { StaleField } from './changes.ts'
import { ChangeFacts } from './ChangeFacts.tsx'
import { useDecision } from './useDecision.ts'
import styles from './propertyChange.module.css'
import { FieldValue } from '../../ui/comparison/ComparisonTable.tsx'

/** Input accompanying a decision. */
interface DecisionForm {
  readonly comment?: string
}

interface ChangeDialogProps {
  /** Null closes the dialog. */
  readonly request: PropertyChangeRequest | null
  readonly onClose: () => void
  /** The request has changed on the server; resolves when the list is refetched. */
  readonly onConflict: (request: PropertyChangeRequest) => Promise<void>
}

/** A request: before and after, its photos, and the decision. */
export function ChangeDialog({ request, onClose, onConflict }: ChangeDialogProps) {
  const { ask } = useQuestions()
  const [form] = Form.useForm<DecisionForm>()
  const [isTyped, setIsTyped] = useState(false)
  // Keeps the last value while the dialog is closing.
  const [shown, setShown] = useState(request)
  // An approval that could not be applied everywhere; shown until read.
  const [approved, setApproved] = useState<PropertyChangeRequest | null>(null)
  const [stale, setStale] = useState<readonly StaleField[]>([])
  if (request !== null && request !== shown) {
    setShown(request)
    setApproved(null)
    setStale([])
    if (request.id !== shown?.id) setIsTyped(false)
  }
  const current = approved !== null && approved.id === shown?.id ? approved : shown
  const mayDecide = useMay('propertyChange.approve')
  const isPending = mayDecide && current?.status === ChangeStatus.pending
  const isDirty = request !== null && isPending && isTyped
  useUnsaved(isDirty)
  const close = () => {
    setIsTyped(false)
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
    commentOf: () => (form.getFieldValue('comment') as DecisionForm['comment'])?.trim() ?? '',
    onStale: setStale,
    onConflict,
    onDone: close,
    onApprovedInPart: setApproved,
  })
  return (
    <Dialog
      title={isPending ? '审批房产变更' : '查看房产变更'}
      open={request !== null}
      width={820}
      isBusy={false}
      keyboard={!isDirty}
      onCancel={askToClose}
      footer={
        isPending && current ? (
          <>
            <Button onClick={askToClose}>取消</Button>
            <Act text={current.isOwn ? '撤回' : '不同意'} danger onClick={() => askToReject(current)} />
            {current.needsOther ? null : (
              <Act text="同意" type="primary" reason={stale.length > 0 ? '申请提交后房产信息已变化，请先刷新' : null} onClick={() => askToApprove(current)} />
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
      {isPending ? (
        <CommentForm key={current.id} form={form} isResized={current.before.areaHundredths !== current.after.areaHundredths} onTyped={setIsTyped} />
      ) : null}
    </Dialog>
  )
}

/** Explains the four-eyes rule (`trust.md` section 4) before any action. */
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

interface CommentFormProps {
  /** Whether the area changes. */
  readonly isResized: boolean
  readonly form: FormInstance<DecisionForm>
  /** Whether there is an unsaved comment. */
  readonly onTyped: (isTyped: boolean) => void
}

const RESIZED = '面积有改动：投票中的活动把审批意见记为清册调整的原因；唱票开始后的活动不改清册里的面积'

/** The comment is discarded with the form: the next request starts empty. */
function CommentForm({ form, isResized, onTyped }: CommentFormProps) {
  // Prefixes the field's id: another tab may show the same form.
  const name = useId()
  const { label, max } = changeLimits.comment
  return (
    <Form<DecisionForm> form={form} name={name} layout="vertical" preserve={false} onValuesChange={({ comment = '' }) => onTyped(comment.trim() !== '')}>
      <Form.Item<DecisionForm>
        className={styles.comment}
        name="comment"
        label={label}
        extra={isResized ? RESIZED : undefined}
        rules={fieldRules(changeLimits.comment)}
      >
        <Input.TextArea maxLength={max} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="可不填" />
      </Form.Item>
    </Form>
  )
}

interface StaleChangeNoticeProps {
  readonly fields: readonly StaleField[]
  /** Refetches the request; it can then be approved if its fields were corrected. */
  readonly onRefresh: () => void
}

/**
 * Shows that the registry has changed since the request was submitted: which fields, old and current values, and what the
 * request would overwrite.
 */
function StaleChangeNotice({ fields, onRefresh }: StaleChangeNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  // It may be out of view if the user has scrolled down to the comment.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Alert
        className={styles.stale}
        type="error"
        showIcon
        role="alert"
        action={<Act text="刷新" onClick={onRefresh} />}
        title="申请提交后房产信息已变化，没有写入任何内容"
        description={
          <>
            <p>请核对后选择“不同意”，并请申请人按现在的信息重新提交申请。</p>
            <table className="comparison" aria-label="申请提交后的变化">
              <TableHead columns={['项目', '申请时', '现在', '申请改为']} />
              <tbody>
                {fields.map(({ label, kind, before, now, wanted }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>
                      <FieldValue kind={kind} text={before} nothing="未填写" />
                    </td>
                    <td className="comparison-changed">
                      <FieldValue kind={kind} text={now} nothing="未填写" />
                    </td>
                    <td>
                      <FieldValue kind={kind} text={wanted} nothing="未填写" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        }
      />
    </div>
  )
}
