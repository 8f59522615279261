import { sql, type Kysely } from 'kysely'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { placeInWords } from '#shared/features/property/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { ballotState } from './rules.ts'
import { ballotStore } from './store.ts'

type SharedHouse = Voter['sharedHouses'][number]

/**
 * Roster properties with their ballots as the desk sees them, in the order of the keys given.
 *
 * Two statements, however many; a key that is in no roster is left out.
 */
export async function votersOf(db: Kysely<Schema>, rosterKeys: readonly number[]): Promise<Voter[]> {
  if (rosterKeys.length === 0) return []
  const rows = await db
    .selectFrom('roster_property as house')
    .innerJoin('ballot', 'ballot.id', 'house.ballot_id')
    .innerJoin('activity', 'activity.id', 'house.activity_id')
    .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on('record.status', '<>', sql.lit(2)))
    .selectAll('house')
    .select(['ballot.public_id as ballot', 'activity.public_id as activity'])
    .select(['record.public_id as record', 'record.status as record_status', 'record.marked_code', 'record.source'])
    .where('house.id', 'in', rosterKeys)
    .execute()
  const houses = await housesByBallot(db, [...new Set(rows.map((row) => row.ballot_id))])
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return rosterKeys.flatMap((key): Voter[] => {
    const row = byKey.get(key)
    if (!row) return []
    return [
      {
        rosterPropertyId: row.public_id,
        propertyId: row.property_public_id,
        place: placeInWords(row),
        ownerName: row.owner_name,
        phone: row.phone,
        idNumber: row.id_number,
        areaHundredths: row.area_hundredths,
        markedCode: row.marked_code ?? '',
        ballotId: row.ballot,
        ballotState: ballotState(row.record_status),
        recordId: row.record ?? '',
        source: row.source ?? '',
        activityId: row.activity,
        sharedHouses: (houses.get(row.ballot_id) ?? []).filter((house) => house.rosterPropertyId !== row.public_id),
      },
    ]
  })
}

async function housesByBallot(db: Kysely<Schema>, ballotKeys: readonly number[]): Promise<ReadonlyMap<number, SharedHouse[]>> {
  const houses = new Map<number, SharedHouse[]>()
  if (ballotKeys.length === 0) return houses
  for (const row of await ballotStore(db).housesOf(ballotKeys)) {
    const house = { rosterPropertyId: row.public_id, propertyId: row.property_public_id, place: placeInWords(row), areaHundredths: row.area_hundredths }
    houses.set(row.ballot_id, [...(houses.get(row.ballot_id) ?? []), house])
  }
  return houses
}
