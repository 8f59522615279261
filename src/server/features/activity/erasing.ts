import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { ActivityTable } from './tables.ts'

/** A finished activity as listed under 数据保留. */
export interface FinishedActivity {
  readonly id: string
  readonly title: string
  readonly estateName: string
  /** Epoch ms, the planned end: 结束投票 may have taken place at another time. */
  readonly endsAt: number
  /** Epoch ms; null while its personal data are kept. */
  readonly erasedAt: number | null
}

/** The finished activities, newest first. */
export const finishedActivities = (db: Db): Promise<FinishedActivity[]> =>
  db
    .selectFrom('activity')
    .innerJoin('estate', 'estate.id', 'activity.estate_id')
    .select(['activity.public_id as id', 'activity.title', 'estate.name as estateName', 'activity.ends_at as endsAt', 'activity.erased_at as erasedAt'])
    .where('activity.status', '=', ActivityStatus.finished)
    .orderBy('activity.id', 'desc')
    .execute()

/** The activities of an estate with personal data not erased, in any status. */
export const keptActivities = (db: Db, estateKey: number) =>
  db.selectFrom('activity').select(['id', 'title']).where('estate_id', '=', estateKey).where('erased_at', 'is', null).orderBy('id').execute()

/** Records that an activity's personal data were erased. */
export async function noteErased(tx: Db, activityKey: number, now: number): Promise<void> {
  await tx.updateTable('activity').set({ erased_at: now }).where('id', '=', activityKey).execute()
}

/** Whether an activity's personal data were erased; operations that need them are refused. */
export const isErased = ({ erased_at: erasedAt }: Pick<ActivityTable, 'erased_at'>): boolean => erasedAt !== null

const unkept = {
  bundle: 'retention.noBundle',
  moments: 'retention.noMoments',
  objections: 'retention.noObjections',
  publications: 'retention.noPublications',
} as const

/** @throws Refusal `retention.noBundle`, `noMoments`, `noObjections` or `noPublications` (409) if an activity's personal data were erased */
export function requireKept(activity: Parameters<typeof isErased>[0], what: keyof typeof unkept): void {
  if (isErased(activity)) throw new Refusal(unkept[what])
}
