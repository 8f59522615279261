import { Form } from 'antd'
import type { ReactNode } from 'react'
import { journalLimits } from '#shared/features/journal/rules.ts'
import { fieldRules } from '../../../ui/fieldRules.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { ReasonField } from '../../../ui/ReasonField.tsx'

interface KnownDialogProps {
  readonly title: string
  /** What is being confirmed as known. */
  readonly about: ReactNode
  readonly ready: readonly string[]
  readonly isOpen: boolean
  /** Resolves to whether it was recorded. */
  readonly onSubmit: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}

/** An administrator's confirmation that the findings are known. */
export function KnownDialog({ title, about, ready, isOpen, onSubmit, onClose }: KnownDialogProps) {
  return (
    <FormDialog<{ reason: string }>
      title={title}
      isOpen={isOpen}
      submitText="确认说明"
      initialValues={{}}
      onSubmit={({ reason }) => onSubmit(reason)}
      onClose={onClose}
    >
      <p>{about}说明和说明人写入操作日志，并印在报告首页。</p>
      <Form.Item name="reason" rules={fieldRules(journalLimits.knownReason, '请选择或填写原因')}>
        <ReasonField {...journalLimits.knownReason} ready={ready} />
      </Form.Item>
    </FormDialog>
  )
}
