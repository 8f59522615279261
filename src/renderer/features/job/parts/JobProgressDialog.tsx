import { Button, Modal, Progress } from 'antd'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'

const POLL_MS = 300

interface JobProgressDialogProps {
  readonly jobId: string
  /** What is done: `正在导出房产信息`. */
  readonly title: string
  /** What it does now, in words. */
  readonly words: (stage: JobProgress['stage'], progress: JobProgress) => string
}

/** How far a long work on the server is, with 取消; nothing while it has not begun: the user may still choose a place. */
export function JobProgressDialog({ jobId, title, words }: JobProgressDialogProps) {
  const { data } = useEndpoint('job.progress', { query: { jobId } }, { refetchInterval: POLL_MS, errors: 'caller', keptMs: 0 })
  const cancel = useSend('job.cancel', { refreshes: [] })
  const isWorking = data !== undefined && (data.stage === 'reading' || data.stage === 'checking' || data.stage === 'writing')
  return (
    <Modal
      title={title}
      open={isWorking}
      width={460}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button loading={cancel.isSending} onClick={() => void cancel.send({ body: { jobId } })}>
          取消
        </Button>
      }
    >
      <Progress percent={data && data.total > 0 ? Math.floor((data.done / data.total) * 100) : 0} status="active" aria-label={title} />
      <p className="tabular" role="status">
        {data ? words(data.stage, data) : ''}
      </p>
    </Modal>
  )
}
