import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { countedIn, useJob } from '../job/parts/useJob.tsx'

const DONE = '个人信息已清除'
const NOT_COMPACTED = '个人信息已清除；数据文件正被占用，残留的内容会在每天的整理时清掉'

/** Erases, with a job that can be followed; answers whether it was done. */
export function useErasure<N extends 'retention.erase' | 'retention.eraseRegistry'>(name: N, title: string) {
  const toasts = useToasts()
  const { run, dialog } = useJob({ title, words: countedIn('步') })
  const { send, isSending } = useSend(name, {
    refreshes: ['retention.overview', 'retention.preview', 'retention.previewRegistry', 'audit.list', 'property.list', 'estate.totals', 'propertyChange.list'],
  })
  const erase = async (inputOf: (jobId: string) => Parameters<typeof send>[0]): Promise<boolean> => {
    const sent = await run((jobId) => send(inputOf(jobId)))
    if (sent.ok) toasts.success((sent.value as { readonly isCompacted: boolean }).isCompacted ? DONE : NOT_COMPACTED) // both answer the same
    return sent.ok
  }
  return { erase, dialog, isErasing: isSending }
}
