import { sql, type Kysely, type Selectable } from 'kysely'
import { isOneOf } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { packedDelivery } from './packed.ts'
import { type OnChunk, ASKED_AT_ONCE } from './propertyQueries.ts'
import type { NotificationTable } from './tables.ts'

/** Of a delivery that is on record already: what makes it the same one as another, and what may be told of it later. */
const standingColumns = [
  'delivered_by',
  'remark',
  'id',
  'public_id',
  'roster_property_id',
  'vote_source',
  'delivered_at',
  'method',
  'receiver',
  'relation',
  'second_deliverer',
  'tracking_no',
  'notice_from',
  'notice_to',
] as const satisfies readonly (keyof NotificationTable)[]

/** Queries on what is on record of deliveries. */
export function judgedQueries(db: Kysely<Schema>) {
  return {
    /** What decides of each delivery to some ballots whether it is accepted; one that is void is none. */
    async judged(ballotKeys: readonly number[]) {
      if (ballotKeys.length === 0) return []
      return db
        .selectFrom('notification as delivery')
        .innerJoin('roster_property as property', 'property.id', 'delivery.roster_property_id')
        .select('property.ballot_id')
        .select(['delivery.method', 'delivery.delivered_at', 'delivery.relation', 'delivery.pictures', 'delivery.second_deliverer'])
        .select(['delivery.tracking_no', 'delivery.notice_from', 'delivery.notice_to'])
        .where(isOneOf(db, sql.ref('property.ballot_id'), ballotKeys))
        .where('delivery.voided_at', 'is', null)
        .orderBy('delivery.delivered_at', 'desc')
        .orderBy('delivery.id', 'desc')
        .execute()
    },
    /** Every delivery of an activity that is not void in one text; null where there are none. */
    async packed(activityKey: number): Promise<string | null> {
      const { rows } = await sql<{ packed: string | null }>`select string_agg(${packedDelivery}, ',') as packed from notification as delivery
        join roster_property property on property.id = delivery.roster_property_id join ballot on ballot.id = property.ballot_id
        where delivery.activity_id = ${activityKey} and delivery.voided_at is null`.execute(db)
      return rows[0]?.packed ?? null
    },
    /** The deliveries that some properties have; one that is void may be registered once more. */
    async deliveriesTo(rosterPropertyKeys: readonly number[], onChunk: OnChunk) {
      const keys = [...new Set(rosterPropertyKeys)]
      const found: Pick<Selectable<NotificationTable>, (typeof standingColumns)[number]>[] = []
      for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
        await onChunk()
        const rows = await db
          .selectFrom('notification')
          .select(standingColumns)
          .where('roster_property_id', 'in', keys.slice(from, from + ASKED_AT_ONCE))
          .where('voided_at', 'is', null)
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },
  }
}
