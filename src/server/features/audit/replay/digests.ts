import { createHash, type Hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { countedAnswers, electionsOf } from '#shared/features/activity/elections.ts'
import { TopicType } from '#shared/features/activity/rules.ts'
import { DEFAULT_CATEGORY } from '#shared/features/property/categories.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import type { Schema } from '../../../database/schema.ts'
import { canonical } from '../canonical.ts'
import type { StateKind, StateRow } from './state.ts'
import { stateStore } from './stateStore.ts'
import { nextTurn } from '../../../kernel/nextTurn.ts'

/** Rows of an activity by kind, each kind in the order of making. */
export type Rows<Kinds extends StateKind> = Readonly<Record<Kinds, Iterable<StateRow>>>

/** Lines that are hashed between two turns of the event loop. */
const STEP = 2_000
const byId = (one: StateRow, other: StateRow): number => (one.id < other.id ? -1 : Number(one.id > other.id))
const text = (row: StateRow, field: string): string => String(row[field])
const countingBallots = (ballots: Iterable<StateRow>): StateRow[] => [...ballots].filter((row) => row['isEnded'] === 0).toSorted(byId)
const addLine = (hash: Hash, line: string): void => void hash.update(`${line}\n`)
/**
 * Canonical JSON of texts and integers whose fields are written down in their order: no more than JSON needs to be done,
 * and a roster has ten thousand lines.
 */
const inOrder = (fields: unknown): string => JSON.stringify(fields)

/** The houses of each ballot, in the order of their ids. */
function housesByBallot(houses: Iterable<StateRow>): ReadonlyMap<string, readonly StateRow[]> {
  const found = new Map<string, StateRow[]>()
  for (const house of [...houses].toSorted(byId)) {
    const ballotId = text(house, 'ballotId')
    const others = found.get(ballotId)
    if (others) others.push(house)
    else found.set(ballotId, [house])
  }
  return found
}

/** Who owns a house, as a digest may hold it: nobody finds the owner by trying names and numbers (`proof-layout.md` section 2). */
export const ownerHash = (house: StateRow): string =>
  createHash('sha256')
    .update(text(house, 'ownerSalt') + inOrder([house['ownerName'], house['phone'], house['idNumber']]))
    .digest('hex')

/** Period, zone, building, unit and room of a house; empty parts are kept. */
export const placeOf = (house: StateRow): string => ['period', 'zone', 'building', 'unit', 'room'].map((part) => text(house, part)).join(PATH_SEPARATOR)

/** What a house is: 1 in entries of before houses had a category, as the layout says. */
export const categoryOf = (house: StateRow): number => Number(house['category'] ?? DEFAULT_CATEGORY)

/**
 * The digest of who may vote with what: `proof-layout.md` section 2.
 *
 * @param erased the hashes of owners who were erased, by their houses
 */
export async function rosterDigestOf({ ballot, house }: Rows<'ballot' | 'house'>, erased: ReadonlyMap<string, string> = new Map()): Promise<string> {
  const hash = createHash('sha256')
  const housesOf = housesByBallot(house)
  for (const [index, row] of countingBallots(ballot).entries()) {
    if (index % STEP === STEP - 1) await nextTurn()
    const houses = (housesOf.get(row.id) ?? []).map((each) => ({
      activitypropertyid: each.id,
      area: each['areaHundredths'],
      category: categoryOf(each),
      ownerhash: erased.get(each.id) ?? ownerHash(each),
      place: placeOf(each),
    }))
    addLine(hash, inOrder({ ballotid: row.id, houses }))
  }
  return hash.digest('hex')
}

const classNames = ['approve', 'disapprove', 'abstention', 'invalid', 'optionnochoose'] as const
type ClassName = (typeof classNames)[number]
/** A class by what a voted ballot answered. */
const classOfAnswer: Readonly<Record<string, ClassName>> = { 0: 'invalid', 1: 'approve', 2: 'disapprove', 3: 'abstention' }

/** A ballot's state: −1 no record, else the status of its last one. */
const NO_RECORD = -1
const VOTED = 1
const VOIDED = 2

/** The digest of how everybody voted: `proof-layout.md` section 2. */
export async function tallyDigestOf({ ballot, house, record, delivery, topic, option }: Rows<Exclude<StateKind, 'activity'>>): Promise<string> {
  const hash = createHash('sha256')
  const topics = topicsInOrder(topic, option)
  const slots = slotsOf(topics)
  const elections = electionsOf(topics)
  const sums = slots.map(() => Object.fromEntries(classNames.map((name) => [name, [0, 0]])) as Record<ClassName, [number, number]>) // one sum a class
  const lastRecord = new Map<string, StateRow>()
  for (const row of record) lastRecord.set(text(row, 'ballotId'), row)
  const ballotOfHouse = new Map([...house].map((row) => [row.id, text(row, 'ballotId')]))
  const delivered = new Set([...delivery].map((row) => ballotOfHouse.get(text(row, 'rosterPropertyId'))))
  for (const [index, row] of countingBallots(ballot).entries()) {
    if (index % STEP === STEP - 1) await nextTurn()
    const last = lastRecord.get(row.id)
    const status = last ? Number(last['status']) : NO_RECORD
    const answers = status === VOTED ? text(last ?? row, 'answers') : ''
    const area = Number(row['areaHundredths'])
    addLine(hash, inOrder({ answers, area, ballotid: row.id, delivered: delivered.has(row.id), status }))
    const counted = countedAnswers(answers, elections)
    for (const [position, sum] of sums.entries()) {
      const name = status === VOTED ? (classOfAnswer[counted[position] ?? '0'] ?? 'invalid') : status === VOIDED ? 'invalid' : 'optionnochoose'
      sum[name][0] += 1
      sum[name][1] += area
    }
  }
  for (const [position, slot] of slots.entries()) addLine(hash, canonical({ ...sums[position], ...slot }))
  return hash.digest('hex')
}

interface OrderedTopic {
  readonly id: string
  readonly topicType: number
  readonly seats: number | null
  readonly options: readonly StateRow[]
}

/** The topics in their order, each with its options in theirs. */
function topicsInOrder(topics: Iterable<StateRow>, options: Iterable<StateRow>): OrderedTopic[] {
  const bySortNo = (one: StateRow, other: StateRow): number => Number(one['sortNo']) - Number(other['sortNo'])
  const optionsOf = Map.groupBy([...options].toSorted(bySortNo), (row) => row['topicId'])
  return [...topics].toSorted(bySortNo).map(({ id, topicType, seats }) => ({
    id,
    topicType: Number(topicType),
    seats: typeof seats === 'number' ? seats : null,
    options: optionsOf.get(id) ?? [],
  }))
}

/** What is answered: a topic without options once, else each option. */
const slotsOf = (topics: readonly OrderedTopic[]) =>
  topics.flatMap(({ id: votetopicid, topicType, options }) =>
    topicType === TopicType.options ? options.map(({ id: voteoptionid }) => ({ votetopicid, voteoptionid })) : [{ votetopicid, voteoptionid: '' }],
  )

async function rowsOf<Kind extends StateKind>(db: Kysely<Schema>, activityKey: number, kinds: readonly Kind[]): Promise<Rows<Kind>> {
  const found: Partial<Record<StateKind, StateRow[]>> = {}
  for (const kind of kinds) {
    const rows: StateRow[] = []
    for await (const some of stateStore(db).all(kind, activityKey)) rows.push(...some)
    found[kind] = rows
  }
  return found as Record<Kind, StateRow[]> // each of the kinds was read
}

/** The roster's digest as the tables have it now. */
export const rosterDigest = async (db: Kysely<Schema>, activityKey: number): Promise<string> =>
  rosterDigestOf(await rowsOf(db, activityKey, ['ballot', 'house']), await stateStore(db).erasedOwners(activityKey))

/** The tally's digest as the tables have it now. */
export const tallyDigest = async (db: Kysely<Schema>, activityKey: number): Promise<string> =>
  tallyDigestOf(await rowsOf(db, activityKey, ['ballot', 'house', 'record', 'delivery', 'topic', 'option']))
