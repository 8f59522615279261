import { sql } from 'kysely'
import type { NewestContact } from '#shared/features/contact/contract.ts'
import type { ContactResult } from '#shared/features/contact/rules.ts'
import { eachText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'

/**
 * The newest visit of each ballot of an activity, by ballot key: visits belong to properties, and so follow them to their
 * current ballot. Withdrawn ones do not count, and a text message is no visit.
 */
export async function newestContacts(db: Db, activityKey: number): Promise<ReadonlyMap<number, NewestContact>> {
  const { rows } = await sql<{ ballot: number; at: number; way: NewestContact['way']; result: ContactResult; nextAt: number | null; by: string }>`
    select property.ballot_id as ballot, contact.contacted_at as at, contact.way, contact.result, contact.next_at as "nextAt", maker.nick_name as by
    from contact join "user" as maker on maker.id = contact.created_by
    cross join ${eachText(db, sql.ref('contact.properties'))}
    join roster_property as property on property.public_id = each.value
    where contact.activity_id = ${activityKey} and contact.withdrawn_at is null and contact.result is not null
    order by contact.contacted_at, contact.id
  `.execute(db)
  return new Map(rows.map(({ ballot, ...contact }) => [ballot, contact]))
}
