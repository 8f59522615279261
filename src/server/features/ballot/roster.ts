import type { Kysely, Transaction } from 'kysely'
import { insertMany } from '../../database/dialect.ts'
import { inChunks, inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import { newId, newSalt } from '../../kernel/ids.ts'
import type { RosterFit, OnChunk } from '../activity/service.ts'
import { propertiesInChunks } from '../property/inChunks.ts'
import { fromColumns, propertyColumns, placeIdentity } from '../property/rules.ts'
import { ballotStore } from './store.ts'
import type { NewProperty } from './syncPlan.ts'

/** Properties that are read, written or removed between two turns of the event loop. */
const CHUNK = 500

/** What became of a property that was taken in. */
export interface TakenProperty {
  readonly key: number
  readonly ballotKey: number
  readonly propertyId: string
  readonly rosterPropertyId: string
}

const noOnChunk: OnChunk = () => undefined

/** Takes properties into a roster, each with a ballot of its own, numbered in the order given. */
export async function takeProperties(
  tx: Transaction<Schema>,
  activityKey: number,
  rosterProperties: readonly NewProperty[],
  { firstNumber, now, onChunk = noOnChunk }: { readonly firstNumber: number; readonly now: number; readonly onChunk?: OnChunk },
): Promise<TakenProperty[]> {
  const prepared = rosterProperties.map((rosterProperty, index) => ({
    rosterProperty,
    columns: propertyColumns(rosterProperty),
    ballotId: newId(),
    publicId: newId(),
    number: firstNumber + index,
  }))
  const [first] = prepared
  if (!first) return []
  const ballots = await insertMany(
    tx,
    'ballot',
    ['public_id', 'activity_id', 'number', 'area_hundredths'],
    prepared.map(({ rosterProperty, ballotId, number }) => [ballotId, activityKey, number, rosterProperty.areaHundredths]),
    { onChunk, returning: ['id', 'public_id'] },
  )
  const ballotKeys = new Map(ballots.map((row) => [row['public_id'], Number(row['id'])]))
  const names = Object.keys(first.columns) as (keyof typeof first.columns)[]
  const rows = await insertMany(
    tx,
    'roster_property',
    ['public_id', 'activity_id', 'ballot_id', 'property_public_id', 'updated_at', 'owner_salt', ...names],
    prepared.map(({ rosterProperty, columns, ballotId, publicId }) => [
      publicId,
      activityKey,
      ballotKeys.get(ballotId),
      rosterProperty.propertyId,
      now,
      newSalt(),
      ...names.map((name) => columns[name]),
    ]),
    { onChunk, returning: ['id', 'public_id'] },
  )
  const rosterPropertyKeys = new Map(rows.map((row) => [row['public_id'], Number(row['id'])]))
  await insertMany(
    tx,
    'roster_search',
    ['activity_id', 'place_key', 'roster_property_id'],
    prepared.map(({ columns, publicId }) => [activityKey, columns.place_key, rosterPropertyKeys.get(publicId)]),
    { onChunk },
  )
  return prepared.map(({ rosterProperty, publicId, ballotId }) => ({
    key: rosterPropertyKeys.get(publicId) ?? 0,
    ballotKey: ballotKeys.get(ballotId) ?? 0,
    propertyId: rosterProperty.propertyId,
    rosterPropertyId: publicId,
  }))
}

/**
 * Brings a roster to its activity's scope.
 *
 * What is out of scope leaves it, what came into scope is taken in, and everything else stays as it is, merged ballots
 * among it: a property that was in scope already and is not in the roster was removed by hand or registered later, and
 * comes in by sync alone (`wire.md` section 4). Only for activities that have not started: no ballot has a record yet.
 */
export async function fitRoster(
  tx: Transaction<Schema>,
  { activityKey, estateKey, wasInScope, isInScope, now }: RosterFit,
  onChunk: OnChunk,
): Promise<{ added: number; removed: number }> {
  const propertyIds = new Set<string>()
  const places = new Set<string>()
  const leaving: { key: number; ballotKey: number }[] = []
  for await (const rosterProperties of rosterInChunks(tx, activityKey, onChunk)) {
    for (const rosterProperty of rosterProperties) {
      if (!isInScope(rosterProperty)) leaving.push({ key: rosterProperty.id, ballotKey: rosterProperty.ballot_id })
      else {
        propertyIds.add(rosterProperty.property_public_id)
        places.add(placeIdentity(rosterProperty))
      }
    }
  }
  await removeProperties(tx, leaving, onChunk)

  let number = (await ballotStore(tx).lastNumber(activityKey)) + 1
  let added = 0
  for await (const properties of propertiesInChunks(tx, estateKey, onChunk)) {
    const coming = properties
      .filter((row) => isInScope(row) && !wasInScope(row) && !propertyIds.has(row.public_id) && !places.has(placeIdentity(row)))
      .map((row) => ({ ...fromColumns(row), propertyId: row.public_id }))
    await takeProperties(tx, activityKey, coming, { firstNumber: number, now, onChunk })
    number += coming.length
    added += coming.length
  }
  return { added, removed: leaving.length }
}

/** Takes properties out, and the ballots that are left empty. */
async function removeProperties(
  tx: Transaction<Schema>,
  leaving: readonly { readonly key: number; readonly ballotKey: number }[],
  onChunk: OnChunk,
): Promise<void> {
  const store = ballotStore(tx)
  for (let from = 0; from < leaving.length; from += CHUNK) {
    await onChunk()
    const chunk = leaving.slice(from, from + CHUNK)
    await store.removeProperties(chunk.map((rosterProperty) => rosterProperty.key))
    const ballotKeys = [...new Set(chunk.map((rosterProperty) => rosterProperty.ballotKey))]
    const areas = await store.areas(ballotKeys)
    const [left, empty] = [ballotKeys.filter((key) => areas.has(key)), ballotKeys.filter((key) => !areas.has(key))]
    if (left.length > 0) await store.settle(left)
    if (empty.length > 0) await endOrRemove(tx, empty)
  }
}

/** Removes ballots without properties. One that a spoiled paper was made for ends: the paper is known as long as the activity. */
async function endOrRemove(tx: Transaction<Schema>, keys: readonly number[]): Promise<void> {
  const store = ballotStore(tx)
  const withPaper = new Set(await store.withPapers(keys))
  const [ended, removed] = [keys.filter((key) => withPaper.has(key)), keys.filter((key) => !withPaper.has(key))]
  if (ended.length > 0) await store.settle(ended)
  if (removed.length > 0) await store.removeBallots(removed)
}

/** Takes everything out of a roster, ballots included but for those with a spoiled paper, which end; for activities that have not started. */
export async function clearRoster(tx: Transaction<Schema>, activityKey: number, onChunk: OnChunk): Promise<void> {
  for (;;) {
    await onChunk()
    const some = tx.selectFrom('roster_property').select('id').where('activity_id', '=', activityKey).limit(CHUNK)
    const { numDeletedRows } = await tx.deleteFrom('roster_property').where('id', 'in', some).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) break
  }
  const ballots = await tx.selectFrom('ballot').select('id as key').where('activity_id', '=', activityKey).execute()
  for (const keys of inChunks(ballots, CHUNK)) {
    await onChunk()
    await endOrRemove(tx, keys)
  }
}

/** Whether anybody could vote in an activity. */
export async function hasBallots(db: Kysely<Schema>, activityKey: number): Promise<boolean> {
  const found = await db.selectFrom('ballot').select('id').where('activity_id', '=', activityKey).where('is_ended', '=', 0).limit(1).executeTakeFirst()
  return found !== undefined
}

/** A roster's places, in reading order. */
async function* rosterInChunks(db: Kysely<Schema>, activityKey: number, onChunk: OnChunk) {
  const found = await db
    .selectFrom('roster_search')
    .select('roster_property_id as key')
    .where('activity_id', '=', activityKey)
    .orderBy('place_key')
    .orderBy('roster_property_id')
    .execute()
  for (const keys of inChunks(found, CHUNK)) {
    await onChunk()
    const rows = await db
      .selectFrom('roster_property')
      .select(['id', 'ballot_id', 'property_public_id', 'period', 'zone', 'building', 'unit', 'room'])
      .where('id', 'in', keys)
      .execute()
    yield inOrderOf(keys, rows)
  }
}
