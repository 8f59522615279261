import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { isRefusedFor } from '../../bridge/failure.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { JobDialog } from '../job/parts/JobDialog.tsx'
import { PrintedForms, type Printed } from './PrintedForms.tsx'
import { verificationInWords, type Asked, type Verdict } from './verification.ts'
import styles from './administration.module.css'

/** 校验: whether any entry was changed or removed behind the program's back, and whether what a paper bears is still there. */
export function VerifyButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([])
  const toasts = useToasts()
  const check = async (asked: Asked, printed: Printed, id: string) => {
    try {
      setVerdicts(verificationInWords(await askServer('audit.verify', { query: { number: null, hash: '', code: '', ...printed, jobId: id } }), asked))
      setIsOpen(true)
    } catch (error) {
      const failure = failureOf(error)
      // The only rule that says no to a check is that it was cancelled, and whoever did that knows.
      if (!isRefusedFor(failure, 'job.cancelled')) toasts.failure(failure)
    }
  }
  const verify = (asked: Asked, printed: Printed = {}) => {
    const id = crypto.randomUUID()
    setJobId(id)
    void check(asked, printed, id).finally(() => setJobId(null))
  }
  const close = () => setIsOpen(false)
  return (
    <>
      <Button loading={jobId !== null} onClick={() => verify(null)}>
        校验
      </Button>
      {jobId === null ? null : <JobDialog title="正在校验操作日志" jobId={jobId} unit="条日志" />}
      <Modal title="日志校验" open={isOpen} width={640} destroyOnHidden onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
        {verdicts.map(({ kind, sentence }) => (
          <Alert key={sentence} className={styles.verifyVerdict} type={kind} showIcon title={sentence} />
        ))}
        <PrintedForms onCompare={(asked, printed) => verify(asked, printed)} isChecking={jobId !== null} />
      </Modal>
    </>
  )
}
