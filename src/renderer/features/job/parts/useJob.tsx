import { Modal, Progress } from 'antd'
import { useState } from 'react'
import type { CommandInput } from '#shared/bridge/commands.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { useSavedFile } from '../../../ui/useSavedFile.tsx'

const POLL_MS = 300

interface JobWords {
  /** The operation: `正在导出房产信息`. */
  readonly title: string
  /** The current stage as text. */
  readonly words: (progress: JobProgress) => string
}

/** Words for what is counted in one unit: `1,200 / 3,000 条日志`. */
export const countedIn =
  (unit: string) =>
  ({ done, total }: JobProgress): string =>
    total > 0 ? `${formatCount(done)} / ${formatCount(total)} ${unit}` : '正在准备…'

/** A long work on the server under an id of its own; `dialog`, to be put into the screen, shows how far it is while it lasts. */
export function useJob(words: JobWords) {
  const [jobId, setJobId] = useState<string | null>(null)
  const run = <T,>(work: (jobId: string) => Promise<T>): Promise<T> => {
    const id = crypto.randomUUID()
    setJobId(id)
    return work(id).finally(() => setJobId(null))
  }
  return { run, isRunning: jobId !== null, dialog: jobId === null ? null : <JobDialog jobId={jobId} {...words} /> }
}

/** Such a work that makes a file, saved where the user says; `savedTitle` says that it is. */
export function useJobDownload(words: JobWords, savedTitle?: string) {
  const { run, ...job } = useJob(words)
  const download = useCommand('file.saveDownload')
  const showSaved = useSavedFile(savedTitle)
  /** True if the file is on the disk: whoever chose no place in the end, or stopped it, stays where they are. */
  const save = (inputFor: (jobId: string) => CommandInput<'file.saveDownload'>): Promise<boolean> =>
    run(async (jobId) => {
      const saved = await download.run(inputFor(jobId))
      if (saved.ok) showSaved(saved.value)
      return saved.ok && saved.value !== null
    })
  return { save, ...job }
}

/** How far it is, with 取消; nothing while it has not begun: the user may still choose a place. */
function JobDialog({ jobId, title, words }: JobWords & { readonly jobId: string }) {
  const { data } = useEndpoint('job.progress', { query: { jobId } }, { refetchInterval: POLL_MS, keptMs: 0 })
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
      footer={<Act text="取消" loading={cancel.isSending} onClick={() => void cancel.send({ body: { jobId } })} />}
    >
      <Progress percent={data && data.total > 0 ? Math.floor((data.done / data.total) * 100) : 0} status="active" aria-label={title} />
      <p className="tabular" role="status">
        {data ? words(data) : ''}
      </p>
    </Modal>
  )
}
