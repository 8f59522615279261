import { Refusal } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { isErased } from '../activity/erasing.ts'
import { inJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { EstateService } from '../estate/service.ts'
import type { Day } from './rules/idNumbers.ts'
import type { CheckSubject } from './subject.ts'

export interface CheckableDeps extends ServiceDeps {
  readonly estates: EstateService
  readonly activities: ActivityService
}

/** The ids in a call: exactly one of them is not `''`. */
export interface Asked {
  readonly estateId: string
  readonly activityId: string
}

/** The subject of a check-up, as the database and the journal know it. `activity` is null for an estate. */
export interface Checkable {
  readonly subject: CheckSubject
  /** The day for which ages are computed. */
  readonly onDay: Day
  readonly activity: ActivityRecord | null
  readonly about: { readonly activityId: string; readonly activityTitle: string } | { readonly estateName: string }
}

/** The day of a moment in China, as 20260501. */
const dayOf = (moment: number): Day => Number(formatTime(moment).slice(0, 10).replaceAll('-', ''))

/** Looks up the subject of a call. */
export function createCheckable({ database, clock, estates, activities }: CheckableDeps) {
  /**
   * @throws Refusal `checkup.ofWhat` (400), `estate.notFound`, `activity.notFound` (404), `checkup.erased` (409) if its
   * personal data were erased
   */
  return async function checkable({ estateId, activityId }: Asked): Promise<Checkable> {
    if ((estateId === '') === (activityId === '')) throw new Refusal('checkup.ofWhat')
    if (activityId === '') {
      const estate = await estates.require(database.read, estateId)
      return { subject: { kind: 'estate', key: estate.id }, onDay: dayOf(clock.now()), activity: null, about: { estateName: estate.name } }
    }
    const activity = await activities.require(database.read, activityId)
    if (isErased(activity)) throw new Refusal('checkup.erased')
    return {
      subject: { kind: 'roster', key: activity.id, estateKey: activity.estate_id },
      onDay: dayOf(activity.starts_at),
      activity,
      about: inJournal(activity),
    }
  }
}
