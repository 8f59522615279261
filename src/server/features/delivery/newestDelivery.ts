import { sql, type Expression, type RawBuilder } from 'kysely'

/** The key of the newest valid delivery to any property of a ballot; null if none. */
export const newestDelivery = (ballotKey: Expression<unknown> | RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`(
    select newest.id from notification as newest join roster_property as other on other.id = newest.roster_property_id
    where other.ballot_id = ${ballotKey} and newest.voided_at is null order by newest.delivered_at desc, newest.id desc limit 1
  )`
