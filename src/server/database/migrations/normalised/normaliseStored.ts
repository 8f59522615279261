import type { Kysely } from 'kysely'
import { normaliseActivities, normaliseRequests, normaliseUsers } from './others.ts'
import { normaliseHouses } from './houses.ts'
import { journalOf } from './journal.ts'
import type { OldSchema } from './schema.ts'

/** Normalises what is stored, scope by scope, and journals what became of it. */
export async function normaliseStored<S>(tx: Kysely<S>): Promise<void> {
  const db = tx as unknown as Kysely<OldSchema> // the tables as the migrations before have made them
  const journal = await journalOf(db)
  for (const estate of await db.selectFrom('estate').select(['id', 'public_id']).orderBy('id').execute()) {
    const kept = await normaliseHouses(db, 'property', estate, journal)
    const activities = await db
      .selectFrom('activity')
      .select(['id', 'public_id', 'title', 'title_key', 'scope_paths'])
      .where('estate_id', '=', estate.id)
      .orderBy('id')
      .execute()
    for (const activity of activities) {
      const keptInRoster = await normaliseHouses(db, 'roster_property', activity, journal)
      await normaliseActivities(db, activity, [...kept, ...keptInRoster])
    }
  }
  await normaliseRequests(db)
  await normaliseUsers(db, journal)
  await journal.write()
}
