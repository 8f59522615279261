import type { AskedMoment, Between } from '#shared/features/audit/moments.ts'
import type { Checked } from '#shared/features/audit/replay.ts'
import type { Caller } from '../../http/context.ts'
import { requireKept } from '../activity/erasing.ts'
import type { ResultDeps } from './deps.ts'

/** What the journal tells of an activity, held against its tables or against itself. */
export function createProofs({ database, audit, activities }: Pick<ResultDeps, 'database' | 'audit' | 'activities'>) {
  return {
    /**
     * What the tables hold against what the journal tells, anew.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async verify(activityId: string, caller: Caller): Promise<Checked> {
      await activities.require(database.read, activityId)
      return audit.checks.verify(activityId, caller)
    },

    /**
     * What was done between two moments, and the counts at both.
     *
     * @throws Refusal `activity.notFound` (404), `audit.momentsTurned` (400), 409 where the personal data were erased
     */
    async between({ activityId, from, to }: { activityId: string; from: AskedMoment; to: AskedMoment }): Promise<Between> {
      const activity = await activities.require(database.read, activityId)
      requireKept(activity, 'moments')
      const { ends_at: endsAt } = activity
      return audit.between({ activityId, from, to, endsAt })
    },

    /**
     * Notes an administrator's word that exactly the present differences between tables and journal are known.
     *
     * @throws Refusal `activity.notFound` (404), `audit.nothingDiffers` (409)
     */
    async acceptDifferences({ activityId, reason }: { activityId: string; reason: string }, caller: Caller): Promise<null> {
      const { title } = await activities.require(database.read, activityId)
      return audit.checks.accept({ activityId, activityTitle: title }, reason, caller)
    },
  }
}
