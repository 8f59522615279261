import { sql, type Kysely } from 'kysely'
import { ERASED_NAME } from '#shared/owner/erased.ts'
import { updateMany } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { ownerHash } from '../audit/replay/digests.ts'
import { stateStore } from '../audit/replay/stateStore.ts'

/** What a roster holds of its owners, and what stays of it. */
export interface RosterCounts {
  readonly nameCount: number
  readonly phoneCount: number
  readonly idNumberCount: number
  readonly propertyCount: number
  readonly ballotCount: number
}

const filled = (column: string) => sql<number>`count(case when ${sql.ref(column)} <> '' then 1 end)`

/**
 * Counts what a roster holds of its owners: the properties with a name, a phone and an ID number, all properties, and the ballots
 * that have not ended.
 */
export async function rosterCounts(db: Kysely<Schema>, activityKey: number): Promise<RosterCounts> {
  const [owners, ballots] = [
    await db
      .selectFrom('roster_property')
      .select((select) => [
        filled('owner_name').as('nameCount'),
        filled('phone').as('phoneCount'),
        filled('id_number').as('idNumberCount'),
        select.fn.countAll<number>().as('propertyCount'),
      ])
      .where('activity_id', '=', activityKey)
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('ballot')
      .select((select) => select.fn.countAll<number>().as('ballotCount'))
      .where('activity_id', '=', activityKey)
      .where('is_ended', '=', 0)
      .executeTakeFirstOrThrow(),
  ]
  return { ...owners, ...ballots }
}

/** Erases a roster's owners; their hashes stay, so that the roster's digest is what it was. Places and areas stay. */
export async function eraseOwners(tx: Kysely<Schema>, activityKey: number, now: number): Promise<void> {
  const keys = new Map(
    (await tx.selectFrom('roster_property').select(['id', 'public_id']).where('activity_id', '=', activityKey).execute()).map((row) => [row.public_id, row.id]),
  )
  for await (const properties of stateStore(tx).all('house', activityKey)) {
    const rows = properties.map((property) => [keys.get(property.id), ownerHash(property), ERASED_NAME, '', '', ''])
    await updateMany(tx, 'roster_property', 'id', ['owner_hash', 'owner_name', 'phone', 'id_number', 'owner_salt'], [], rows)
  }
  await tx
    .updateTable('roster_property')
    .set({
      owner_key: null,
      updated_at: sql<number>`case when updated_at + 1000 > cast(${now} as bigint) then updated_at + 1000 else cast(${now} as bigint) end`,
    })
    .where('activity_id', '=', activityKey)
    .execute()
}

/** The registry's properties that are in the rosters of activities, by their public ids, each with its activities. */
export async function activitiesOfProperties(db: Kysely<Schema>, activityKeys: readonly number[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>()
  for (const key of activityKeys) {
    const rows = await db.selectFrom('roster_property').select('property_public_id').where('activity_id', '=', key).execute()
    for (const { property_public_id: id } of rows) found.set(id, [...(found.get(id) ?? []), key])
  }
  return found
}
