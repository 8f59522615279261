import { Button, Modal, Progress } from 'antd'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { useEndpoint } from '../bridge/useEndpoint.ts'
import { useSend } from '../bridge/useSend.ts'

const POLL_MS = 300

interface JobProgressDialogProps {
  /** As the work was named when it was begun. */
  readonly jobId: string
  readonly title: string
  /** What the server does in a stage, in a sentence. */
  readonly words: (stage: JobProgress['stage']) => string
}

/** Shown while the server works, with a way to stop it; while the user still chooses a place there is nothing to follow. */
export function JobProgressDialog({ jobId, title, words }: JobProgressDialogProps) {
  const { data } = useEndpoint('job.progress', { query: { jobId } }, { refetchInterval: POLL_MS, errors: 'caller' })
  const cancel = useSend('job.cancel', { refreshes: [] })
  const isWorking = data !== undefined && (data.stage === 'reading' || data.stage === 'writing')
  return (
    <Modal
      title={title}
      open={isWorking}
      closable={false}
      mask={{ closable: false }}
      footer={<Button onClick={() => void cancel.send({ body: { jobId } })}>取消</Button>}
    >
      <Progress percent={data && data.total > 0 ? Math.floor((data.done / data.total) * 100) : 0} status="active" />
      <p>{data ? words(data.stage) : ''}</p>
    </Modal>
  )
}
