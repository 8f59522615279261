import type { InputOf } from '#shared/contract/index.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useUndo } from '../../bridge/useUndo.ts'
import { deliveryReads } from './deliveryReads.ts'

type Batch = Omit<InputOf<'notification.undoMany'>['body'], 'activityId'>

/** Says that a batch is registered, with 撤销; without it where it changed deliveries of before, which nobody would get back. */
export function useBatchSaved(activityId: string): (title: string, batch: Batch | null) => void {
  const toasts = useToasts()
  const tell = useUndo('notification.undoMany', deliveryReads)
  return (title, batch) => {
    if (batch === null) toasts.success(title)
    else tell({ title, detail: '', inverse: { body: { activityId, ...batch } } })
  }
}
