import type { JobProgress } from '#shared/features/job/contract.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { InputOf } from '#shared/contract/index.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { deliveryReads } from './deliveryReads.ts'

type Batch = Omit<InputOf<'notification.undoMany'>['body'], 'activityId'>

/** How far a batch is. */
export const registeredInWords = ({ done, total }: JobProgress): string =>
  `正在写入… ${formatCount(Math.min(done, total))} / ${formatCount(total)} 套；要么全部登记，要么一套也不登记`

/** Reports a registered batch, with 撤销. */
export function useBatchSaved(activityId: string): (title: string, batch: Batch) => void {
  const tell = useUndo('notification.undoMany', deliveryReads)
  return (title, batch) => tell({ title, detail: '', inverse: { body: { activityId, ...batch } } })
}
