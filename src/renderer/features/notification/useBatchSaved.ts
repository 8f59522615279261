import type { InputOf } from '#shared/contract/index.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { deliveryReads } from './deliveryReads.ts'

type Batch = Omit<InputOf<'notification.undoMany'>['body'], 'activityId'>

/** Says that a batch is registered, with 撤销. */
export function useBatchSaved(activityId: string): (title: string, batch: Batch) => void {
  const tell = useUndo('notification.undoMany', deliveryReads)
  return (title, batch) => tell({ title, detail: '', inverse: { body: { activityId, ...batch } } })
}
