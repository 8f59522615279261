import { createHash, type Hash } from 'node:crypto'
import { countedAnswers, electionsOf } from '#shared/features/activity/elections.ts'
import { answerSlots, type TopicType } from '#shared/features/activity/rules.ts'
import { DEFAULT_CATEGORY } from '#shared/features/property/categories.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { chunksOf } from '../../../database/rows.ts'
import type { Db } from '../../../database/schema.ts'
import { canonical } from '../canonical.ts'
import type { StateKind, StateRow } from './state.ts'
import { stateStore } from './stateStore.ts'
import { yieldToEventLoop } from '../../../kernel/yieldToEventLoop.ts'

/** Rows of an activity by kind. */
export type Rows<Kinds extends StateKind> = Readonly<Record<Kinds, Iterable<StateRow>>>

/** Ballots read and hashed per turn of the event loop. */
const STEP = 1_000
const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : Number(one.id > other.id))
const text = (row: StateRow, field: string): string => String(row[field])
const addLine = (hash: Hash, line: string): void => void hash.update(`${line}\n`)
/**
 * Canonical JSON of texts and integers whose fields are already in order: plain serialization suffices and is faster, as a
 * roster has ten thousand lines.
 */
const inOrder = (fields: unknown): string => JSON.stringify(fields)

/** A property's owner in a form for digests: the owner cannot be found by trying names and numbers (`proof-layout.md` section 2). */
export const ownerHash = (property: StateRow): string =>
  createHash('sha256')
    .update(text(property, 'ownerSalt') + inOrder([property['ownerName'], property['phone'], property['idNumber']]))
    .digest('hex')

/** Period, zone, building, unit and room of a property, including empty parts. */
export const placeOf = (property: StateRow): string => ['period', 'zone', 'building', 'unit', 'room'].map((part) => text(property, part)).join(PATH_SEPARATOR)

/** A property's category: 1 in entries from before categories existed, as defined by the layout. */
export const categoryOf = (property: StateRow): number => Number(property['category'] ?? DEFAULT_CATEGORY)

/**
 * The digest of voting rights: `proof-layout.md` section 2.
 *
 * Takes the counting ballots sorted by id, each with its properties in any order.
 *
 * @param erased the hashes of erased owners, by property
 */
export function createRosterDigest(erased: ReadonlyMap<string, string> = new Map()) {
  const hash = createHash('sha256')
  return {
    /** Adds the next ballot, by id. */
    add(ballotId: string, ownProperties: readonly StateRow[]): void {
      const properties = ownProperties.toSorted(byId).map((each) => ({
        activitypropertyid: each.id,
        area: each['areaHundredths'],
        category: categoryOf(each),
        ownerhash: erased.get(each.id) ?? ownerHash(each),
        place: placeOf(each),
      }))
      addLine(hash, inOrder({ ballotid: ballotId, houses: properties }))
    },
    /** Returns the digest, lower-case hexadecimal; call once. */
    end: (): string => hash.digest('hex'),
  }
}

/** The roster's digest from the current tables: ballots are read in chunks, so that no whole roster is in memory. */
export async function rosterDigest(db: Db, activityKey: number): Promise<string> {
  const store = digestStore(db)
  const digest = createRosterDigest(await erasedOwners(db, activityKey))
  for (const ballots of chunksOf((await store.countingBallots(activityKey)).toSorted(byId), STEP)) {
    await yieldToEventLoop()
    const propertiesOf = Map.groupBy(await store.propertiesOf(activityKey, ballots), (row) => row.ballotKey)
    for (const { id, key } of ballots) digest.add(id, propertiesOf.get(key) ?? [])
  }
  return digest.end()
}

const classNames = ['approve', 'disapprove', 'abstention', 'invalid', 'optionnochoose'] as const
type ClassName = (typeof classNames)[number]
/** The class of a voted ballot's answer. */
const classOfAnswer: Readonly<Record<string, ClassName>> = { 0: 'invalid', 1: 'approve', 2: 'disapprove', 3: 'abstention' }

/** A ballot's state: −1 no record, else the status of its last one. */
const NO_RECORD = -1
const VOTED = 1
const VOIDED = 2

/** The digest of all votes from the current tables: `proof-layout.md` section 2. Ballots are read in chunks, as for the roster. */
export async function tallyDigest(db: Db, activityKey: number): Promise<string> {
  const store = digestStore(db)
  const { topic, option } = await rowsOf(db, activityKey, ['topic', 'option'])
  const hash = createHash('sha256')
  const topics = topicsInOrder(topic, option)
  const slots = answerSlots(topics).map(({ topic: { id }, option }) => ({ votetopicid: id, voteoptionid: option?.id ?? '' }))
  const elections = electionsOf(topics)
  const sums = slots.map(() => Object.fromEntries(classNames.map((name) => [name, [0, 0]])) as Record<ClassName, [number, number]>) // one sum a class
  const delivered = await store.deliveredBallots(activityKey)
  for (const ballots of chunksOf((await store.countingBallots(activityKey)).toSorted(byId), STEP)) {
    await yieldToEventLoop()
    const lastRecord = new Map((await store.recordsOf(activityKey, ballots)).map((record) => [record.ballotKey, record]))
    for (const { id, key, areaHundredths: area } of ballots) {
      const last = lastRecord.get(key)
      const status = last ? last.status : NO_RECORD
      const answers = last && status === VOTED ? last.answers : ''
      addLine(hash, inOrder({ answers, area, ballotid: id, delivered: delivered.has(key), status }))
      const counted = countedAnswers(answers, elections)
      for (const [position, sum] of sums.entries()) {
        const name = status === VOTED ? (classOfAnswer[counted[position] ?? '0'] ?? 'invalid') : status === VOIDED ? 'invalid' : 'optionnochoose'
        sum[name][0] += 1
        sum[name][1] += area
      }
    }
  }
  for (const [position, slot] of slots.entries()) addLine(hash, canonical({ ...sums[position], ...slot }))
  return hash.digest('hex')
}

interface OrderedTopic {
  readonly id: string
  readonly topicType: TopicType
  readonly seats: number | null
  readonly options: readonly StateRow[]
}

/** The topics in order, each with its options in order. */
function topicsInOrder(topics: Iterable<StateRow>, options: Iterable<StateRow>): OrderedTopic[] {
  const bySortNo = (one: StateRow, other: StateRow): number => Number(one['sortNo']) - Number(other['sortNo'])
  const optionsOf = Map.groupBy([...options].toSorted(bySortNo), (row) => row['topicId'])
  return [...topics].toSorted(bySortNo).map(({ id, topicType, seats }) => ({
    id,
    topicType: Number(topicType) as TopicType, // the tables take no other
    seats: typeof seats === 'number' ? seats : null,
    options: optionsOf.get(id) ?? [],
  }))
}

async function rowsOf<Kind extends StateKind>(db: Db, activityKey: number, kinds: readonly Kind[]): Promise<Rows<Kind>> {
  const found: Partial<Record<StateKind, StateRow[]>> = {}
  for (const kind of kinds) {
    const rows: StateRow[] = []
    for await (const some of stateStore(db).all(kind, activityKey)) rows.push(...some)
    found[kind] = rows
  }
  return found as Record<Kind, StateRow[]> // each of the kinds was read
}

/** A counting ballot. */
interface BallotKey {
  readonly key: number
  readonly id: string
  readonly areaHundredths: number
}

/** A row of the ballot with that key. */
type OfBallot<Row> = Row & { readonly ballotKey: number }

/**
 * Queries for the digests of an activity, for ballots in the order of their public ids, in chunks.
 *
 * Rows are looked up by ballot; their activity is checked in memory: as a condition, it would make a database without
 * statistics read the whole activity each time.
 */
function digestStore(db: Db) {
  const keysOf = (ballots: readonly BallotKey[]): number[] => ballots.map(({ key }) => key)
  return {
    /** The counting ballots, in any order. */
    countingBallots: (activityKey: number): Promise<BallotKey[]> =>
      db
        .selectFrom('ballot')
        .select(['id as key', 'public_id as id', 'area_hundredths as areaHundredths'])
        .where('activity_id', '=', activityKey)
        .where('is_ended', '=', 0)
        .execute(),
    /** The properties of some ballots, with the fields for digests. */
    async propertiesOf(activityKey: number, ballots: readonly BallotKey[]): Promise<readonly OfBallot<StateRow>[]> {
      const rows = await db
        .selectFrom('roster_property')
        .select(['ballot_id as ballotKey', 'activity_id as activityKey', 'public_id as id', 'period', 'zone', 'building', 'unit', 'room'])
        .select(['area_hundredths as areaHundredths', 'category', 'owner_name as ownerName', 'phone', 'id_number as idNumber', 'owner_salt as ownerSalt'])
        .where('ballot_id', 'in', keysOf(ballots))
        .execute()
      return rows.filter((row) => row.activityKey === activityKey)
    },
    /** The records of some ballots in order of creation. */
    async recordsOf(activityKey: number, ballots: readonly BallotKey[]) {
      const rows = await db
        .selectFrom('vote_record')
        .select(['ballot_id as ballotKey', 'activity_id as activityKey', 'status', 'answers'])
        .where('ballot_id', 'in', keysOf(ballots))
        .orderBy('id')
        .execute()
      return rows.filter((row) => row.activityKey === activityKey)
    },
    /** The keys of all ballots with a delivery to any of their properties. */
    async deliveredBallots(activityKey: number): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select('property.ballot_id as key')
        .distinct()
        .where('notification.activity_id', '=', activityKey)
        .where('notification.voided_at', 'is', null)
        .where('property.activity_id', '=', activityKey)
        .execute()
      return new Set(rows.map(({ key }) => key))
    },
  }
}

/** The hashes of a roster's erased owners, by their properties' public ids. */
async function erasedOwners(db: Db, activityKey: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('roster_property')
    .select(['public_id', 'owner_hash'])
    .where('activity_id', '=', activityKey)
    .where('owner_salt', '=', '')
    .where('owner_hash', '<>', '')
    .execute()
  return new Map(rows.map((row) => [row.public_id, row.owner_hash]))
}
