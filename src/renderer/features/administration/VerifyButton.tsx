import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { isRefusedFor } from '../../bridge/failure.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { JobDialog } from '../job/parts/JobDialog.tsx'
import { printedEntry, verificationInWords, type Verdict } from './verification.ts'

interface PrintedForm {
  readonly number: string
  readonly hash: string
}

/** 校验: whether any entry was changed or removed behind the program's back, and whether what a report printed is still there. */
export function VerifyButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([])
  const [form] = Form.useForm<PrintedForm>()
  const toasts = useToasts()
  const verify = async (printed: { readonly number?: number; readonly hash: string }) => {
    const id = crypto.randomUUID()
    setJobId(id)
    try {
      setVerdicts(verificationInWords(await askServer('audit.verify', { query: { number: null, code: '', ...printed, jobId: id } }), printed.number ?? 0))
      setIsOpen(true)
    } catch (error) {
      const failure = failureOf(error)
      // The only rule that says no to a check is that it was cancelled, and whoever did that knows.
      if (!isRefusedFor(failure, 'job.cancelled')) toasts.failure(failure)
    } finally {
      setJobId(null)
    }
  }
  const close = () => {
    setIsOpen(false)
    form.resetFields()
  }
  const compare = async ({ number, hash }: PrintedForm) => {
    const printed = printedEntry(number, hash)
    if (printed !== null) await verify(printed)
  }
  return (
    <>
      <Button loading={jobId !== null} onClick={() => void verify({ hash: '' })}>
        校验
      </Button>
      {jobId === null ? null : <JobDialog title="正在校验操作日志" jobId={jobId} unit="条日志" />}
      <Modal title="日志校验" open={isOpen} width={640} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
        {verdicts.map(({ kind, sentence }) => (
          <Alert key={sentence} className="verify-verdict" type={kind} showIcon title={sentence} />
        ))}
        <Form<PrintedForm> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void compare(values)}>
          <h3 className="verify-title">核对报告上的编号与校验值</h3>
          <p className="verify-hint">表决结果报告“表决结论”页末尾印有当时最新一条日志的编号与校验值。两者在此仍能对上，说明此后没有日志被删去或重写。</p>
          <Form.Item name="number" label="编号" rules={[{ required: true, pattern: /^\s*\d{1,15}\s*$/, message: '请输入报告上的编号，如 128' }]}>
            <Input inputMode="numeric" maxLength={15} />
          </Form.Item>
          <Form.Item
            name="hash"
            label="校验值"
            rules={[{ required: true, pattern: /^(?:\s*[\da-fA-F]){64}\s*$/, message: '请输入报告上的校验值（64位字母和数字）' }]}
          >
            <Input.TextArea className="journal-hash" autoSize={{ minRows: 2, maxRows: 4 }} maxLength={200} />
          </Form.Item>
          <Button htmlType="submit" loading={jobId !== null}>
            核对
          </Button>
        </Form>
      </Modal>
    </>
  )
}
