import { sql } from 'kysely'
import { NOTICE, type DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { ContactResult } from '#shared/features/contact/rules.ts'
import { eachText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'

/** A ballot whose owners were sought in vain: its key, its public id, and when that first was so (epoch ms). */
export interface AttemptedBallot {
  readonly key: number
  readonly id: string
  readonly at: number
}

/**
 * The ballots of an activity with a visit on which nobody was there, or could be reached: an attempt before a notice
 * (`after.md` section 2). A visit belongs to its properties, and so follows them to whichever ballot they are of now.
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

/** The same where an activity's policy asks for attempts: before a notice alone. */
export const attemptsUnder = async (policy: DeliveryPolicy, db: Db, activityKey: number): Promise<AttemptedBallot[]> =>
  policy.some(({ method }) => method === NOTICE) ? firstAttempts(db, activityKey) : []
