import { required } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import { activityStore } from './store.ts'

/**
 * The key and title of an activity, for other features' exports, which run in a thread without services.
 *
 * @throws Refusal `activity.notFound` (404)
 */
export async function requireExportedActivity(db: Db, activityId: string): Promise<{ readonly id: number; readonly title: string }> {
  const activity = required(await activityStore(db).find(activityId), 'activity.notFound')
  return activity
}
