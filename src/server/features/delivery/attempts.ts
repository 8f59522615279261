import { sql } from 'kysely'
import { NOTICE, type DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { ContactResult } from '#shared/features/contact/rules.ts'
import { eachText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'

/** A ballot with a failed contact attempt: its key, its public id, and the time of the first one (epoch ms). */
export interface AttemptedBallot {
  readonly key: number
  readonly id: string
  readonly at: number
}

/**
 * The ballots of an activity with a visit at which nobody was met or reached: an attempt before a notice (`after.md`
 * section 2). Visits belong to properties, and so follow them to their current ballot.
 */
export async function firstAttempts(db: Db, activityKey: number): Promise<AttemptedBallot[]> {
  const { rows } = await sql<AttemptedBallot>`
    select ballot.id as key, ballot.public_id as id, min(contact.contacted_at) as at
    from contact cross join ${eachText(db, sql.ref('contact.properties'))}
    join roster_property as property on property.public_id = each.value
    join ballot on ballot.id = property.ballot_id
    where contact.activity_id = ${activityKey} and contact.withdrawn_at is null
      and contact.result in (${ContactResult.nobody}, ${ContactResult.unreachable})
    group by ballot.id, ballot.public_id
  `.execute(db)
  return rows
}

/** The same if the activity's policy requires attempts: only before a notice. */
export const attemptsUnder = async (policy: DeliveryPolicy, db: Db, activityKey: number): Promise<AttemptedBallot[]> =>
  policy.some(({ method }) => method === NOTICE) ? firstAttempts(db, activityKey) : []
