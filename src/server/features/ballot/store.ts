import { sql } from 'kysely'
import { updateMany } from '../../database/dialect.ts'
import { noteChanged, noteChanges, noteRemoval } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { newSalt } from '../../kernel/ids.ts'
import { rosterColumns, type RosterPropertyFields } from '../property/rules.ts'
import { ballotQueries } from './ballotQueries.ts'
import { propertyQueries } from './rosterPropertyQueries.ts'

/** A ballot with the status of its live record, null without one. */
export type BallotRow = Awaited<ReturnType<ReturnType<typeof ballotStore>['byKeys']>>[number]

/** SQL for nextWrite() of the row's own time. */
const nextWriteInSql = (now: number) => sql<number>`case when updated_at + 1000 > ${now} then updated_at + 1000 else ${now} end`

/** Queries on rosters and ballots. Includes a ballot's live record, which voting writes, since the ballot's state depends on it. */
export function ballotStore(db: Db) {
  return {
    ...ballotQueries(db),
    ...propertyQueries(db),
    ...rosterQueries(db),

    /**
     * Writes a property's fields and its position in the roster's order.
     *
     * Raises its version and gives its owner a new salt. The ballot's area is left to `settle`.
     */
    async updateProperty(key: number, fields: RosterPropertyFields, now: number, propertyId?: string): Promise<void> {
      const columns = { ...rosterColumns(fields), owner_salt: newSalt(), ...(propertyId === undefined ? {} : { property_public_id: propertyId }) }
      await noteChanged(db, 'roster_property', [key], { ...columns, updated_at: nextWriteInSql(now) })
      await db
        .updateTable('roster_property')
        .set({ ...columns, updated_at: nextWriteInSql(now) })
        .where('id', '=', key)
        .execute()
    },
    /** Moves properties to ballots, by key; areas are left to `settle`. */
    async putOnBallots(moved: readonly { readonly property: number; readonly to: number }[], onChunk: () => Promise<void>): Promise<void> {
      await noteChanges(
        db,
        'roster_property',
        moved.map(({ property, to }) => ({ id: property, ballot_id: to })),
      )
      const rows = moved.map(({ property, to }) => [property, to])
      await updateMany(db, 'roster_property', 'id', ['ballot_id'], ['ballot_id'], rows, { onChunk })
    },
    /** The same for one property. */
    async putOnBallot(rosterPropertyKey: number, ballotKey: number): Promise<void> {
      await noteChanged(db, 'roster_property', [rosterPropertyKey], { ballot_id: ballotKey })
      await db.updateTable('roster_property').set({ ballot_id: ballotKey }).where('id', '=', rosterPropertyKey).execute()
    },
    /** Cascades to their deliveries; the ballots' areas are left to `settle`. */
    removeProperties(keys: readonly number[]) {
      noteRemoval(db)
      return db.deleteFrom('roster_property').where('id', 'in', keys).execute()
    },
  }
}

/** Queries on a roster as a whole. */
function rosterQueries(db: Db) {
  return {
    /** The keys of a roster's properties, in reading order. */
    propertyKeysInOrder: async (activityKey: number): Promise<number[]> =>
      (await db.selectFrom('roster_property').select('id as key').where('activity_id', '=', activityKey).orderBy('place_key').orderBy('id').execute()).map(
        ({ key }) => key,
      ),
    /** The keys of properties whose owners may have several: of a name that occurs twice, or of co-owners, whose order may differ. */
    namesakeKeys: async (activityKey: number): Promise<number[]> => {
      const repeated = db
        .selectFrom('roster_property')
        .select('owner_name')
        .where('activity_id', '=', activityKey)
        .groupBy('owner_name')
        .having((having) => having.fn.countAll<number>(), '>', 1)
      const properties = await db
        .selectFrom('roster_property')
        .select('id')
        .where('activity_id', '=', activityKey)
        .where((either) => either.or([either('owner_name', 'in', repeated), either('owner_name', 'like', '%/%')]))
        .execute()
      return properties.map(({ id }) => id)
    },
    /** Number of a roster's properties and ballots, and the total area. */
    async totals(activityKey: number): Promise<{ propertyCount: number; ballotCount: number; areaHundredths: number }> {
      const properties = await db
        .selectFrom('roster_property')
        .select((select) => [select.fn.countAll<number>().as('propertyCount'), sql<number>`coalesce(sum(area_hundredths), 0)`.as('areaHundredths')])
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      return { ...properties, ballotCount: await ballotQueries(db).count(activityKey) }
    },
  }
}
