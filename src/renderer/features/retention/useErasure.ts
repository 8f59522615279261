import { useState } from 'react'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'

const DONE = '个人信息已清除'
const NOT_COMPACTED = '个人信息已清除；数据文件正被占用，残留的内容会在每天的整理时清掉'

/** Erases, with a job that can be followed; answers whether it was done. */
export function useErasure<N extends 'retention.erase' | 'retention.eraseRegistry'>(name: N) {
  const toasts = useToasts()
  const [jobId, setJobId] = useState<string | null>(null)
  const { send, isSending } = useSend(name, {
    refreshes: ['retention.overview', 'retention.preview', 'retention.previewRegistry', 'audit.list', 'property.list', 'estate.totals', 'propertyChange.list'],
  })
  const erase = async (inputOf: (jobId: string) => Parameters<typeof send>[0]): Promise<boolean> => {
    const id = crypto.randomUUID()
    setJobId(id)
    const sent = await send(inputOf(id))
    setJobId(null)
    if (sent.ok) toasts.success((sent.value as { readonly isCompacted: boolean }).isCompacted ? DONE : NOT_COMPACTED) // both answer the same
    return sent.ok
  }
  return { erase, jobId, isErasing: isSending }
}
