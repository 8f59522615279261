import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { MAX_FOUND_PROPERTIES, type FoundVoter, type Voter } from '#shared/features/ballot/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { changeableFieldNames, copiedRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Db } from '../../database/schema.ts'
import { inOrderOf } from '../../database/rows.ts'
import { versionOf } from '../../kernel/version.ts'
import { livePaper } from './livePaper.ts'
import { liveRecord } from './liveRecord.ts'
import { newestProxyEnd } from './ballotQueries.ts'
import { ballotState, isRowEntrusted, livePaperState } from './rules.ts'
import { ballotStore } from './store.ts'
import { type RosterPropertyRow } from './rosterPropertyQueries.ts'

type SharedProperty = Voter['sharedProperties'][number]

/**
 * Roster properties with their ballots in the desk's view, in the order of the given keys.
 *
 * Always two statements, plus one if some ballots have no live record; keys not in any roster are left out.
 */
export async function votersOf(db: Db, rosterKeys: readonly number[], now: number): Promise<Voter[]> {
  if (rosterKeys.length === 0) return []
  const rows = await voterRows(db, rosterKeys)
  const properties = Map.groupBy(await ballotStore(db).propertiesOf(ballotKeysOf(rows)), (property) => property.ballot_id)
  const voids = await voidsByBallot(db, rows)
  return rows.map((row) => toVoter(row, othersOf(row, properties.get(row.ballot_id) ?? []), voids.get(row.ballot_id), now))
}

/** Search details of the properties found, by their index among the keys. */
export interface VoterQuery {
  readonly isExact: (index: number) => boolean
  readonly initialsOf: ((name: string) => string) | null
}

/**
 * The same for a search result: each with at most {@link MAX_FOUND_PROPERTIES} other properties, and their number.
 *
 * A developer's ballot of a thousand properties costs no more than another.
 */
export async function foundVoters(db: Db, rosterKeys: readonly number[], { isExact, initialsOf }: VoterQuery, now: number): Promise<FoundVoter[]> {
  if (rosterKeys.length === 0) return []
  const rows = await voterRows(db, rosterKeys)
  const store = ballotStore(db)
  const [counts, voids] = await Promise.all([store.propertyCounts(ballotKeysOf(rows)), voidsByBallot(db, rows)])
  const few = [...counts].filter(([, count]) => count > 1 && count <= MAX_FOUND_PROPERTIES + 1).map(([key]) => key)
  const properties = Map.groupBy(few.length === 0 ? [] : await store.propertiesOf(few), (property) => property.ballot_id)
  for (const [key, count] of counts) if (count > MAX_FOUND_PROPERTIES + 1) properties.set(key, await store.firstPropertiesOf(key, MAX_FOUND_PROPERTIES + 1))
  const places = new Map(rosterKeys.map((key, index) => [key, index]))
  return rows.map((row) => ({
    ...toVoter(row, othersOf(row, properties.get(row.ballot_id) ?? []).slice(0, MAX_FOUND_PROPERTIES), voids.get(row.ballot_id), now),
    sharedPropertyCount: Math.max(0, (counts.get(row.ballot_id) ?? 1) - 1),
    ...(isExact(places.get(row.id) ?? 0) ? { isExact: true } : {}),
    ...(initialsOf ? { initials: initialsOf(row.owner_name) } : {}),
  }))
}

type VoterRow = Awaited<ReturnType<typeof voterRows>>[number]

async function voterRows(db: Db, rosterKeys: readonly number[]) {
  const rows = await db
    .selectFrom('roster_property as property')
    .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
    .innerJoin('activity', 'activity.id', 'property.activity_id')
    .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
    .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
    .selectAll('property')
    .select(newestProxyEnd.as('proxy_until'))
    .select(['paper.code as paper_code', 'paper.status as paper_status', 'paper.received_at as paper_received_at'])
    .select(['ballot.public_id as ballot', 'activity.public_id as activity', 'activity.status as activity_status'])
    .select(['record.public_id as record', 'record.status as record_status', 'record.marked_code', 'record.source'])
    .where('property.id', 'in', rosterKeys)
    .execute()
  return inOrderOf(rosterKeys, rows)
}

const ballotKeysOf = (rows: readonly VoterRow[]): number[] => [...new Set(rows.map((row) => row.ballot_id))]

type LastVoid = Awaited<ReturnType<ReturnType<typeof ballotStore>['lastVoids']>>[number]

/** The last records, by ballot key, of ballots whose last record is void. */
async function voidsByBallot(db: Db, rows: readonly VoterRow[]): Promise<ReadonlyMap<number, LastVoid>> {
  const keys = ballotKeysOf(rows.filter((row) => row.record === null))
  const found = keys.length === 0 ? [] : await ballotStore(db).lastVoids(keys)
  return new Map(found.map((row) => [row.ballot_id, row]))
}

function othersOf(row: VoterRow, properties: readonly RosterPropertyRow[]): SharedProperty[] {
  return properties
    .filter((property) => property.id !== row.id)
    .map((property) => ({
      rosterPropertyId: property.public_id,
      propertyId: property.property_public_id,
      place: placeInWords(property),
      areaHundredths: property.area_hundredths,
    }))
}

function toVoter(row: VoterRow, sharedProperties: SharedProperty[], voided: LastVoid | undefined, now: number): Voter {
  const isToBeReadAgain = voided !== undefined && row.activity_status === ActivityStatus.tallying && voided.is_code_taken === 0
  return {
    rosterPropertyId: row.public_id,
    propertyId: row.property_public_id,
    place: placeInWords(row),
    ...asFields(copiedRecord, row, changeableFieldNames),
    markedCode: row.marked_code ?? row.paper_code ?? (isToBeReadAgain ? voided.marked_code : ''),
    ballotId: row.ballot,
    ballotState: ballotState(row.record_status),
    isVoided: voided !== undefined,
    paperState: livePaperState(row.paper_status),
    paperReceivedAt: row.paper_received_at,
    isEntrusted: isRowEntrusted(row, row.paper_received_at ?? now),
    recordId: row.record ?? '',
    source: row.source ?? '',
    activityId: row.activity,
    version: versionOf(row.updated_at),
    sharedProperties,
  }
}
