import { sql } from 'kysely'
import { updateMany } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { ownerHash } from '../journal/replay/digests.ts'
import { stateStore } from '../journal/replay/stateStore.ts'
import { ballotStore } from './store.ts'

/** Stores the hashes of a roster's owners before they are erased, so that the roster's digest stays the same. */
export async function keepOwnerHashes(tx: Db, activityKey: number, now: number): Promise<void> {
  const keys = new Map(
    (await tx.selectFrom('roster_property').select(['id', 'public_id']).where('activity_id', '=', activityKey).execute()).map((row) => [row.public_id, row.id]),
  )
  for await (const properties of stateStore(tx).all('house', activityKey)) {
    const rows = properties.map((property) => [keys.get(property.id), ownerHash(property)])
    await updateMany(tx, 'roster_property', 'id', ['owner_hash'], [], rows)
  }
  await tx
    .updateTable('roster_property')
    .set({ updated_at: sql<number>`case when updated_at + 1000 > cast(${now} as bigint) then updated_at + 1000 else cast(${now} as bigint) end` })
    .where('activity_id', '=', activityKey)
    .execute()
}

/** The registry properties in activities' rosters, by public id, each with its activities. */
export async function activitiesOfProperties(db: Db, activityKeys: readonly number[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>()
  for (const key of activityKeys) {
    const rows = await db.selectFrom('roster_property').select('property_public_id').where('activity_id', '=', key).execute()
    for (const { property_public_id: id } of rows) found.set(id, [...(found.get(id) ?? []), key])
  }
  return found
}

/** Number of ballots of an activity that count. */
export const countingBallots = (db: Db, activityKey: number): Promise<number> => ballotStore(db).count(activityKey)
