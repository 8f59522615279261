import { sql } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { insertMany, jsonRows } from '../../database/dialect.ts'
import { chunksOf, countOf, hasAny, inChunks, type OnChunk } from '../../database/rows.ts'
import { noteRemoval, runDeferred } from '../../database/sent-rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { newId, newSalt } from '../../kernel/ids.ts'
import type { RosterFit } from '../activity/service.ts'
import { copiedColumns, rosterColumns } from '../property/rules.ts'
import { ballotStore } from './store.ts'
import type { NewProperty } from './syncPlan.ts'

/** Properties read, written or removed per chunk, between turns of the event loop. */
const CHUNK = 500
/** Properties copied within the database per chunk. */
const COPIED_TOGETHER = 2_000

const unitColumns = ['period', 'zone', 'building', 'unit'] as const

/** A property added to a roster. */
export interface TakenProperty {
  readonly key: number
  readonly ballotKey: number
  readonly propertyId: string
  readonly rosterPropertyId: string
}

/** Adds properties to a roster, each with its own ballot, numbered in the given order. */
export async function takeProperties(
  tx: Tx,
  activityKey: number,
  rosterProperties: readonly NewProperty[],
  { firstNumber, now }: { readonly firstNumber: number; readonly now: number },
): Promise<TakenProperty[]> {
  const prepared = rosterProperties.map((rosterProperty, index) => ({
    rosterProperty,
    columns: rosterColumns(rosterProperty),
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
    { returning: ['id', 'public_id'] },
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
    { returning: ['id', 'public_id'] },
  )
  const rosterPropertyKeys = new Map(rows.map((row) => [row['public_id'], Number(row['id'])]))
  return prepared.map(({ rosterProperty, publicId, ballotId }) => ({
    key: rosterPropertyKeys.get(publicId) ?? 0,
    ballotKey: ballotKeys.get(ballotId) ?? 0,
    propertyId: rosterProperty.propertyId,
    rosterPropertyId: publicId,
  }))
}

/**
 * Adapts a roster to its activity's scope.
 *
 * Properties that left the scope are removed, those that entered it are added, and all others stay as they are, including
 * merged ballots: a property that was already in scope but is not in the roster was removed by hand or registered later,
 * and is added only by sync (`wire.md` section 4). Only for activities that have not started: no ballot has a record yet.
 */
export async function fitRoster(
  tx: Tx,
  { activityKey, estateKey, wasInScope, isInScope, now }: RosterFit,
  onChunk: OnChunk,
): Promise<{ added: number; removed: number }> {
  const leavingUnits = (await unitsOf(tx, 'roster_property', 'activity_id', activityKey)).filter((unit) => !isInScope(unit))
  const leaving = await tx
    .selectFrom('roster_property')
    .select(['id as key', 'ballot_id as ballotKey'])
    .where('activity_id', '=', activityKey)
    .where(isInOneOf(tx, leavingUnits))
    .execute()
  await removeProperties(tx, leaving, onChunk)

  const comingUnits = (await unitsOf(tx, 'property', 'estate_id', estateKey)).filter((unit) => isInScope(unit) && !wasInScope(unit))
  const coming = await tx
    .selectFrom('property')
    .select('id as key')
    .where('estate_id', '=', estateKey)
    .where(isInOneOf(tx, comingUnits))
    .where(sql<boolean>`not exists (select 1 from roster_property as other where activity_id = ${activityKey} and property_public_id = property.public_id)`)
    .where(
      sql<boolean>`not exists (select 1 from roster_property as other where activity_id = ${activityKey}
        and (other.period, other.zone, other.building, other.unit, other.room) = (property.period, property.zone, property.building, property.unit, property.room))`,
    )
    .orderBy('place_key')
    .orderBy('id')
    .execute()
  let number = (await ballotStore(tx).lastNumber(activityKey)) + 1
  for (const chunk of chunksOf(coming, COPIED_TOGETHER)) {
    await onChunk()
    const some = chunk.map(({ key }) => key)
    await copyProperties(tx, activityKey, some, { firstNumber: number, now })
    number += some.length
  }
  return { added: coming.length, removed: leaving.length }
}

/** The distinct units of a roster or of an estate's registry. */
const unitsOf = (db: Db, table: 'roster_property' | 'property', owner: 'activity_id' | 'estate_id', key: number) =>
  db.selectFrom(table).select(unitColumns).distinct().where(sql.ref(owner), '=', key).execute()

/** Whether a property is in one of some units. */
const isInOneOf = (db: Db, units: readonly Record<(typeof unitColumns)[number], string>[]) =>
  sql<boolean>`(period, zone, building, unit) in (
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3
    from ${jsonRows(
      db,
      units.map(({ period, zone, building, unit }) => [period, zone, building, unit]),
    )})`

/** Like {@link takeProperties} for registry properties by key: the database copies the rows. */
async function copyProperties(
  tx: Tx,
  activityKey: number,
  keys: readonly number[],
  { firstNumber, now }: { readonly firstNumber: number; readonly now: number },
): Promise<void> {
  const rows = jsonRows(
    tx,
    keys.map((key, index) => [key, firstNumber + index, newId(), newId(), newSalt()]),
  )
  const given = sql<{ key: number; number: number; ballot_id: string; public_id: string; owner_salt: string }>`(
    select cast(value ->> 0 as bigint) as key, cast(value ->> 1 as bigint) as number, value ->> 2 as ballot_id, value ->> 3 as public_id,
      value ->> 4 as owner_salt
    from ${rows})`.as('given')
  const coming = tx.selectFrom(given).innerJoin('property', 'property.id', 'given.key')
  const activity = sql<number>`cast(${activityKey} as bigint)`.as('activity_id')
  await tx
    .insertInto('ballot')
    .columns(['public_id', 'activity_id', 'number', 'area_hundredths'])
    .expression(coming.select(['given.ballot_id', activity, 'given.number', 'property.area_hundredths']))
    .execute()
  // A subquery instead of a join: PostgreSQL has no statistics yet on rows just written, and would join all of them each
  // time.
  await tx
    .insertInto('roster_property')
    .columns(['public_id', 'activity_id', 'ballot_id', 'property_public_id', 'updated_at', 'owner_salt', ...copiedColumns])
    .expression(
      coming
        .select(['given.public_id', activity])
        .select((select) => select.selectFrom('ballot').select('ballot.id').whereRef('ballot.public_id', '=', 'given.ballot_id').$asScalar().as('ballot_id'))
        .select(['property.public_id as property_public_id', sql<number>`cast(${now} as bigint)`.as('updated_at'), 'given.owner_salt'])
        .select(copiedColumns.map((name) => `property.${name}` as const)),
    )
    .execute()
  await checkCopied(tx, activityKey, { firstNumber, count: keys.length })
}

/**
 * Compares the copied rows with their originals, before anything else in the transaction changes them.
 *
 * @throws Refusal `database.storedOtherwise` (500)
 */
async function checkCopied(tx: Tx, activityKey: number, { firstNumber, count }: { readonly firstNumber: number; readonly count: number }): Promise<void> {
  await runDeferred(tx)
  const isSame = copiedColumns.map((name) => sql<boolean>`copy.${sql.ref(name)} is not distinct from property.${sql.ref(name)}`)
  // Subqueries as above: each is one index lookup, whatever the table statistics.
  const isCopy = sql<boolean>`(select ${sql.join(isSame, sql` and `)} from property where property.public_id = copy.property_public_id)`
  const isRight = sql<boolean>`(select copy.activity_id = ballot.activity_id and copy.area_hundredths = ballot.area_hundredths and ${isCopy}
    from roster_property as copy where copy.ballot_id = ballot.id)`
  const copied = tx
    .selectFrom('ballot')
    .where('activity_id', '=', activityKey)
    .where('number', '>=', firstNumber)
    .where('number', '<', firstNumber + count)
  if ((await countOf(copied.where(isRight))) !== count) throw new Refusal('database.storedOtherwise', { table: 'roster_property', field: 'property_public_id' })
}

/** Removes properties, and the ballots left empty. */
async function removeProperties(tx: Tx, leaving: readonly { readonly key: number; readonly ballotKey: number }[], onChunk: OnChunk): Promise<void> {
  const store = ballotStore(tx)
  for (const chunk of chunksOf(leaving, CHUNK)) {
    await onChunk()
    await store.removeProperties(chunk.map((rosterProperty) => rosterProperty.key))
    const ballotKeys = [...new Set(chunk.map((rosterProperty) => rosterProperty.ballotKey))]
    const areas = await store.areas(ballotKeys)
    const [left, empty] = [ballotKeys.filter((key) => areas.has(key)), ballotKeys.filter((key) => !areas.has(key))]
    if (left.length > 0) await store.settle(left)
    if (empty.length > 0) await endOrRemove(tx, empty)
  }
}

/** Removes ballots without properties. A ballot with a spoiled paper is ended instead: papers stay known as long as the activity. */
async function endOrRemove(tx: Tx, keys: readonly number[]): Promise<void> {
  const store = ballotStore(tx)
  const withPaper = new Set(await store.withPapers(keys))
  const [ended, removed] = [keys.filter((key) => withPaper.has(key)), keys.filter((key) => !withPaper.has(key))]
  if (ended.length > 0) await store.settle(ended)
  if (removed.length > 0) await store.removeBallots(removed)
}

/** Empties a roster, including its ballots except those with a spoiled paper, which are ended; for activities that have not started. */
export async function clearRoster(tx: Tx, activityKey: number, onChunk: OnChunk): Promise<void> {
  noteRemoval(tx)
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

/** Whether an activity has any ballot to vote with. */
export const hasBallots = (db: Db, activityKey: number): Promise<boolean> =>
  hasAny(db.selectFrom('ballot').where('activity_id', '=', activityKey).where('is_ended', '=', 0))
