import { required } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import { activityStore } from './store.ts'

/**
 * The key and the title of an activity of which another feature exports a list: exports run in a thread that has no services.
 *
 * @throws Refusal `activity.notFound` (404)
 */
export async function requireExportedActivity(db: Db, activityId: string): Promise<{ readonly id: number; readonly title: string }> {
  const activity = required(await activityStore(db).find(activityId), 'activity.notFound')
  return activity
}
