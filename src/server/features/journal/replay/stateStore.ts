import { createHash } from 'node:crypto'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../database/schema.ts'
import { prepare } from '../../../database/prepared.ts'
import { chunksOf, inChunks } from '../../../database/rows.ts'
import { laterKinds, type State, STATE_ROWS, type StateKind, type StateRow } from './state.ts'
import { yieldToEventLoop } from '../../../kernel/yieldToEventLoop.ts'
import { stateQueries } from './stateQueries.ts'

/** Rows read per turn of the event loop. */
const CHUNK = 1_000

type KeyedRow = StateRow & { readonly key: number }

/** Tables whose rows belong to an activity. */
type OfActivity =
  | 'topic'
  | 'ballot'
  | 'roster_property'
  | 'ballot_paper'
  | 'proxy'
  | 'property_change'
  | 'reading'
  | 'reading_page'
  | 'vote_record'
  | 'notification'
  | 'sample'
  | 'contact'
  | 'publication'
  | 'objection'
  | 'objection_decision'

/** By what some rows are named: the database's keys, or public ids. */
type Named = 'id' | 'public_id'

/** Where the rows of a kind are. */
interface Source {
  /** Those that are named, in the order in which they were made. */
  readonly rows: (named: Named, by: readonly (number | string)[]) => Promise<readonly KeyedRow[]>
  /** The keys of an activity's: all at once, then the rows by their keys, see `inChunks`. */
  readonly keys: (activityKey: number) => Promise<readonly { readonly key: number }[]>
}

function sourcesIn(db: Db): Readonly<Record<StateKind, Source>> {
  const queries = stateQueries(db)
  const rowsIn =
    <S, T extends keyof S, Row extends KeyedRow>(query: () => SelectQueryBuilder<S, T, Row>, alias: string): Source['rows'] =>
    (named, by) =>
      query()
        .where(sql<boolean>`${sql.ref(`${alias}.${named}`)} in (${sql.join(by)})`)
        .orderBy(sql.ref(`${alias}.id`))
        .$castTo<KeyedRow>()
        .execute()
  const ofActivity = <S, T extends keyof S, Row extends KeyedRow>(table: OfActivity, query: () => SelectQueryBuilder<S, T, Row>, alias: string): Source => ({
    rows: rowsIn(query, alias),
    keys: (activityKey) => db.selectFrom(table).select('id as key').where('activity_id', '=', activityKey).execute(),
  })
  return {
    activity: { rows: rowsIn(queries.activity, 'activity'), keys: async (key) => [{ key }] },
    topic: ofActivity('topic', queries.topic, 'topic'),
    option: {
      rows: rowsIn(queries.option, 'option'),
      keys: (key) =>
        db
          .selectFrom('topic_option as option')
          .innerJoin('topic', 'topic.id', 'option.topic_id')
          .select('option.id as key')
          .where('topic.activity_id', '=', key)
          .execute(),
    },
    ballot: ofActivity('ballot', queries.ballot, 'ballot'),
    house: ofActivity('roster_property', queries.house, 'house'),
    /** One an activity, whose key it has. */
    layout: {
      rows: (_named, by) => queries.layout().where('ballot_layout.activity_id', 'in', by.map(Number)).execute(),
      keys: (key) => db.selectFrom('ballot_layout').select('activity_id as key').where('activity_id', '=', key).execute(),
    },
    page: ofActivity('reading_page', queries.page, 'page'),
    paper: ofActivity('ballot_paper', queries.paper, 'paper'),
    proxy: ofActivity('proxy', queries.proxy, 'proxy'),
    change: ofActivity('property_change', queries.change, 'request'),
    contact: ofActivity('contact', queries.contact, 'contact'),
    publication: ofActivity('publication', queries.publication, 'publication'),
    objection: ofActivity('objection', queries.objection, 'objection'),
    decision: ofActivity('objection_decision', queries.decision, 'decided'),
    reading: ofActivity('reading', queries.reading, 'reading'),
    record: ofActivity('vote_record', queries.record, 'record'),
    rules: {
      rows: rowsIn(queries.rules, 'rules'),
      keys: (key) =>
        db.selectFrom('activity').select('rules_id as key').where('id', '=', key).where('rules_id', 'is not', null).$narrowType<{ key: number }>().execute(),
    },
    delivery: ofActivity('notification', queries.delivery, 'notification'),
    sample: ofActivity('sample', queries.sample, 'sample'),
  }
}

/** Every row of an activity as compared by replay, with only the fields that its result or its proof depends on. */
export function stateStore(db: Db) {
  const sources = sourcesIn(db)
  return {
    /** All rows of one kind of an activity, in order of creation, in steps between which other calls are served. */
    async *all(kind: StateKind, activityKey: number, size = CHUNK): AsyncGenerator<readonly StateRow[]> {
      const keys = (await sources[kind].keys(activityKey)).toSorted((one, other) => one.key - other.key)
      for (const chunk of inChunks(keys, size)) {
        await yieldToEventLoop()
        yield (await sources[kind].rows('id', chunk)).map((row) => toldOf(kind, row))
      }
    },
    /** Some rows of one kind, in the order in which they were made within a thousand; one that is gone is left out. */
    async named(kind: StateKind, named: Named, by: readonly (number | string)[]): Promise<StateRow[]> {
      const found: StateRow[] = []
      for (const chunk of chunksOf([...new Set(by)], CHUNK)) {
        if (found.length > 0) await yieldToEventLoop()
        found.push(...(await sources[kind].rows(named, chunk)).map((row) => toldOf(kind, row)))
      }
      return found
    },
  }
}

/** Prepared once: every vote uses it. */
const recordOf = prepare({ id: true }, (db, { id }: { readonly id: string }) => stateQueries(db).record().where('record.public_id', '=', id))

/** What is told by its SHA-256: of a request what it says of people, of a sample its list, which may be long. */
const digested: Partial<Readonly<Record<StateKind, readonly string[]>>> = { change: ['beforeData', 'afterData'], sample: ['list'] }

function toldOf(kind: StateKind, { key: _key, ...row }: KeyedRow): StateRow {
  const names = digested[kind]
  const digestOf = (name: string): string => createHash('sha256').update(String(row[name])).digest('hex')
  return names ? { ...row, ...Object.fromEntries(names.map((name) => [name, digestOf(name)])) } : row
}

/** What a change may have touched besides its activity: the kind of its rows, and by what they are named. */
const touchable = {
  ballots: ['ballot', 'id'],
  properties: ['house', 'id'],
  papers: ['paper', 'id'],
  pages: ['page', 'public_id'],
  proxies: ['proxy', 'public_id'],
  changes: ['change', 'public_id'],
  contacts: ['contact', 'public_id'],
  publications: ['publication', 'public_id'],
  objections: ['objection', 'public_id'],
  decisions: ['decision', 'public_id'],
  readings: ['reading', 'public_id'],
  records: ['record', 'public_id'],
  deliveries: ['delivery', 'public_id'],
  samples: ['sample', 'id'],
} as const satisfies Readonly<Record<string, readonly [StateKind, Named]>>
type Touchable = typeof touchable

/** What a change has touched: the activity's key, and keys or public ids of the rest. */
export type Touched = { readonly activity?: number } & {
  readonly [Name in keyof Touchable]?: readonly (Touchable[Name][1] extends 'id' ? number : string)[]
}

/** The current rows touched by a change, on its own transaction: for `journal.record`. */
export async function stateOf(tx: Db, { activity, ...touched }: Touched): Promise<State> {
  const store = stateStore(tx)
  const rows: Partial<Record<StateKind, StateRow[]>> = activity === undefined ? {} : { activity: await store.named('activity', 'id', [activity]) }
  for (const [name, [kind, named]] of Object.entries(touchable)) {
    const by = touched[name as keyof Touchable] ?? []
    const [only] = by
    if (by.length === 1 && kind === 'record' && typeof only === 'string') rows.record = (await recordOf(tx, { id: only })).map((row) => toldOf('record', row))
    else if (by.length > 0) rows[kind] = await store.named(kind, named, by)
  }
  return rows
}

/** Deliveries to some properties of a roster, by the properties' keys: they are removed with their properties. */
export async function deliveryIdsTo(tx: Db, propertyKeys: readonly number[]): Promise<string[]> {
  const rows = await tx.selectFrom('notification').select('public_id').where('roster_property_id', 'in', propertyKeys).execute()
  return rows.map((row) => row.public_id)
}

/** Ballots per piece of a roster, with their properties (`proof-layout.md` section 1). */
const ROSTER_BALLOTS = 500

/** An activity with its rules, topics and options. */
export async function rulesState(tx: Db, activityKey: number): Promise<State> {
  const store = stateStore(tx)
  const rows: Partial<Record<StateKind, StateRow[]>> = { activity: await store.named('activity', 'id', [activityKey]) }
  for (const kind of ['rules', 'topic', 'option'] as const) for await (const some of store.all(kind, activityKey)) rows[kind] = [...(rows[kind] ?? []), ...some]
  return rows
}

/**
 * A roster with the layout of its papers and all its other rows, in pieces; the first one makes replay begin and names the
 * later kinds included.
 */
export async function rosterStates(tx: Db, activityKey: number): Promise<State[]> {
  const store = stateStore(tx)
  const propertiesOf = new Map<string, StateRow[]>()
  for await (const rows of store.all('house', activityKey)) {
    for (const row of rows) {
      const ballotId = String(row['ballotId'])
      const properties = propertiesOf.get(ballotId)
      if (properties) properties.push(row)
      else propertiesOf.set(ballotId, [row])
    }
  }
  const pieces: State[] = []
  for await (const ballot of store.all('ballot', activityKey, ROSTER_BALLOTS))
    pieces.push({ ballot, house: ballot.flatMap(({ id }) => propertiesOf.get(id) ?? []) })
  for (const kind of ['layout', 'paper', 'page', 'proxy', 'change', 'record', 'reading', 'delivery', 'contact', 'publication', 'sample'] as const)
    for await (const rows of store.all(kind, activityKey, STATE_ROWS)) pieces.push({ [kind]: rows })
  const [first, ...others] = pieces
  const told = Object.fromEntries([...laterKinds].map((kind) => [kind, []]))
  return [{ ...told, ...first, begins: true }, ...others]
}
