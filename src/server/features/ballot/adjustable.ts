import { Refusal, required, throwIfRefused } from '#shared/contract/refusals.ts'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { wholeRefusal, type PropertyOnBallot } from '#shared/features/ballot/rules.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { isRowEntrusted, isRowFrozen } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'

/** The ballot data needed for adjusting. */
export interface Ballot {
  readonly key: number
  readonly id: string
  /** It may not be adjusted now. */
  readonly isFrozen: boolean
  /** It has a proxy in force. */
  readonly isEntrusted: boolean
}

/** A roster row in the form used by the rules of merging and splitting. */
export const onBallot = (row: RosterPropertyRow): PropertyOnBallot => ({ key: row.id, ownerName: row.owner_name, phone: row.phone })
const toBallot = (row: BallotRow, status: ActivityStatus, now: number): Ballot => ({
  key: row.id,
  id: row.public_id,
  isFrozen: isRowFrozen(status, row),
  isEntrusted: isRowEntrusted(row, now),
})

/**
 * Returns the ballot with that public id for merging or splitting; throws Refusal 404 if the activity has none, 409 if the
 * total is fixed or the ballot has ended.
 */
export async function requireBallot(db: Db, activity: ActivityRecord, id: string, now: number): Promise<Ballot> {
  const row = required(await ballotStore(db).find(activity.id, id), 'ballot.notFound')
  throwIfRefused(wholeRefusal(activity.status))
  if (row.is_ended === 1) throw new Refusal('ballot.ended')
  return toBallot(row, activity.status, now)
}

/**
 * The ballot of a roster property.
 *
 * @throws Error if it has none, which the tables do not allow
 */
export async function ballotOf(db: Db, activity: ActivityRecord, rosterProperty: RosterPropertyRow, now: number): Promise<Ballot> {
  const [row] = await ballotStore(db).byKeys([rosterProperty.ballot_id])
  if (!row) throw new Error(`roster property ${rosterProperty.public_id} is on no ballot`)
  return toBallot(row, activity.status, now)
}

/**
 * A property of an activity's roster, by its id in the registry or in the roster.
 *
 * @throws Refusal `property.notFound` (404)
 */
export async function requireProperty(db: Db, activityKey: number, eitherId: string): Promise<RosterPropertyRow> {
  return required(await ballotStore(db).property(activityKey, eitherId), 'property.notFound')
}

/** Lookups of what is to be adjusted. */
export function createAdjustable(activities: ActivityService, clock: Clock) {
  /**
   * Returns the property with its ballot and the others on it; the caller checks whether the activity's status allows the operation.
   *
   * @throws Refusal `activity.notFound`, `property.notFound` (404)
   */
  async function requireAdjustable(tx: Tx, activityId: string, eitherId: string) {
    const activity = await activities.require(tx, activityId)
    const rosterProperty = await requireProperty(tx, activity.id, eitherId)
    const ballot = await ballotOf(tx, activity, rosterProperty, clock.now())
    const others = (await ballotStore(tx).propertiesOf([ballot.key])).filter((each) => each.id !== rosterProperty.id).map(onBallot)
    return { activity, rosterProperty, ballot, others }
  }

  /**
   * The same by the roster property's own id, which implies the activity.
   *
   * @throws Refusal as {@link requireAdjustable}
   */
  async function requireAdjustableById(tx: Tx, rosterPropertyId: string) {
    const row = required(await ballotStore(tx).propertyOfAny(rosterPropertyId), 'property.notFound')
    const { public_id: activityId } = await activities.ofKey(tx, row.activity_id)
    return requireAdjustable(tx, activityId, rosterPropertyId)
  }

  return { requireAdjustable, requireAdjustableById }
}
