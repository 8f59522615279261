import { Button, Modal, Progress } from 'antd'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { formatCount } from '../../../ui/numbers.ts'

const POLL_MS = 300

interface JobDialogProps {
  readonly title: string
  readonly jobId: string
  /** What is counted: `条日志`. */
  readonly unit: string
}

/**
 * How far a long work of the server is, and 取消.
 *
 * Shown while the server works: not while the user still chooses where a file goes, nor for what is done at once.
 */
export function JobDialog({ title, jobId, unit }: JobDialogProps) {
  const { data } = useEndpoint('job.progress', { query: { jobId } }, { refetchInterval: POLL_MS, errors: 'caller' })
  const cancel = useSend('job.cancel', { refreshes: [] })
  const isWorking = data !== undefined && ['reading', 'checking', 'writing'].includes(data.stage)
  return (
    <Modal
      title={title}
      open={isWorking}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button loading={cancel.isSending} onClick={() => void cancel.send({ body: { jobId } })}>
          取消
        </Button>
      }
    >
      <Progress percent={data && data.total > 0 ? Math.floor((data.done / data.total) * 100) : 0} status="active" />
      <p className="tabular">{data && data.total > 0 ? `${formatCount(data.done)} / ${formatCount(data.total)} ${unit}` : '正在准备…'}</p>
    </Modal>
  )
}
