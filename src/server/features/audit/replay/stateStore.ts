import { createHash } from 'node:crypto'
import type { Db } from '../../../database/schema.ts'
import { prepare } from '../../../database/prepared.ts'
import { inChunks } from '../../../database/rows.ts'
import { laterKinds, STATE_ROWS, type State, type StateKind, type StateRow } from './state.ts'
import { nextTurn } from '../../../kernel/nextTurn.ts'
import { stateQueries } from './stateQueries.ts'

/** Rows that are read between two turns of the event loop. */
const CHUNK = 1_000

/** A page of rows behind a key, in the order of keys. */
type Page = readonly (StateRow & { readonly key: number })[]

/** Tables whose rows are an activity’s. */
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

/** Every row of an activity as replay compares it. Only what an activity's result or its proof depends on is among the fields. */
export function stateStore(db: Db) {
  const queries = stateQueries(db)
  const { activities, topics, options, ballots, properties, layouts, pages, papers, proxies, changes, contacts, publications } = queries
  const { objections, decisions, readings, records, rules, deliveries, samples } = queries
  const read: Readonly<Record<StateKind, (keys: readonly number[]) => Promise<Page>>> = {
    activity: (keys) => activities().where('activity.id', 'in', keys).execute(),
    topic: (keys) => topics().where('topic.id', 'in', keys).orderBy('topic.id').execute(),
    option: (keys) => options().where('option.id', 'in', keys).orderBy('option.id').execute(),
    ballot: (keys) => ballots().where('ballot.id', 'in', keys).orderBy('ballot.id').execute(),
    house: (keys) => properties().where('property.id', 'in', keys).orderBy('property.id').execute(),
    layout: (keys) => layouts().where('ballot_layout.activity_id', 'in', keys).execute(),
    page: (keys) => pages().where('page.id', 'in', keys).orderBy('page.id').execute(),
    paper: (keys) => papers().where('paper.id', 'in', keys).orderBy('paper.id').execute(),
    proxy: (keys) => proxies().where('proxy.id', 'in', keys).orderBy('proxy.id').execute(),
    change: async (keys) => (await changes().where('request.id', 'in', keys).orderBy('request.id').execute()).map(withDigests),
    contact: (keys) => contacts().where('contact.id', 'in', keys).orderBy('contact.id').execute(),
    publication: (keys) => publications().where('publication.id', 'in', keys).orderBy('publication.id').execute(),
    objection: (keys) => objections().where('objection.id', 'in', keys).orderBy('objection.id').execute(),
    decision: (keys) => decisions().where('decided.id', 'in', keys).orderBy('decided.id').execute(),
    reading: (keys) => readings().where('reading.id', 'in', keys).orderBy('reading.id').execute(),
    record: (keys) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),
    rules: (keys) => rules().where('rules.id', 'in', keys).execute(),
    delivery: (keys) => deliveries().where('notification.id', 'in', keys).orderBy('notification.id').execute(),
    sample: async (keys) => (await samples().where('sample.id', 'in', keys).orderBy('sample.id').execute()).map(withListDigest),
  }
  const keysOf = keysIn(db)
  /** Rows of one kind by their keys, in the order of the keys within a thousand; one that is gone is left out. */
  async function byKeys(kind: StateKind, keys: readonly number[]): Promise<StateRow[]> {
    const found: StateRow[] = []
    for (const chunk of inChunks(
      [...new Set(keys)].map((key) => ({ key })),
      CHUNK,
    ))
      found.push(...(await read[kind](chunk)).map(withoutKey))
    return found
  }
  async function byIds(ids: readonly string[], page: (chunk: readonly string[]) => Promise<Page>): Promise<StateRow[]> {
    const found: StateRow[] = []
    for (let from = 0; from < ids.length; from += CHUNK) {
      if (found.length > 0) await nextTurn()
      found.push(...(await page(ids.slice(from, from + CHUNK))).map(withoutKey))
    }
    return found
  }

  return {
    /** All rows of one kind of an activity, in the order in which they were made, in steps between which other calls go on. */
    async *all(kind: StateKind, activityKey: number, size = CHUNK): AsyncGenerator<readonly StateRow[]> {
      const keys = (await keysOf[kind](activityKey)).toSorted((one, other) => one.key - other.key)
      for (const chunk of inChunks(keys, size)) {
        await nextTurn()
        yield (await read[kind](chunk)).map(withoutKey)
      }
    },
    byKeys,
    /** Records by their public ids; one that is gone is left out. */
    records: async (ids: readonly string[]) => {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) return (await recordOf(db, { id: only })).map(withoutKey)
      return byIds(ids, (chunk) => records().where('record.public_id', 'in', chunk).orderBy('record.id').execute())
    },
    /** Scanned pages by their public ids. */
    pages: (ids: readonly string[]) => byIds(ids, (chunk) => pages().where('page.public_id', 'in', chunk).orderBy('page.id').execute()),
    /** Proxies by their public ids. */
    proxies: (ids: readonly string[]) => byIds(ids, (chunk) => proxies().where('proxy.public_id', 'in', chunk).orderBy('proxy.id').execute()),
    /** Requests for changes of properties by their public ids. */
    changes: (ids: readonly string[]) =>
      byIds(ids, async (chunk) => (await changes().where('request.public_id', 'in', chunk).orderBy('request.id').execute()).map(withDigests)),
    /** Visits by their public ids. */
    contacts: (ids: readonly string[]) => byIds(ids, (chunk) => contacts().where('contact.public_id', 'in', chunk).orderBy('contact.id').execute()),
    /** Publications by their public ids. */
    publications: (ids: readonly string[]) =>
      byIds(ids, (chunk) => publications().where('publication.public_id', 'in', chunk).orderBy('publication.id').execute()),
    /** Objections by their public ids. */
    objections: (ids: readonly string[]) => byIds(ids, (chunk) => objections().where('objection.public_id', 'in', chunk).orderBy('objection.id').execute()),
    /** What was decided on objections, by the decisions' public ids. */
    decisions: (ids: readonly string[]) => byIds(ids, (chunk) => decisions().where('decided.public_id', 'in', chunk).orderBy('decided.id').execute()),
    /** Readings by their public ids. */
    readings: (ids: readonly string[]) => byIds(ids, (chunk) => readings().where('reading.public_id', 'in', chunk).orderBy('reading.id').execute()),
    /** Deliveries by their public ids; one that is gone is left out. */
    deliveries: (ids: readonly string[]) =>
      byIds(ids, (chunk) => deliveries().where('notification.public_id', 'in', chunk).orderBy('notification.id').execute()),
  }
}

/** The keys of an activity's rows, kind by kind: all at once, then the rows by their keys, see `inChunks`. */
function keysIn(db: Db): Readonly<Record<StateKind, (activityKey: number) => Promise<readonly { readonly key: number }[]>>> {
  const ofActivity = (table: OfActivity) => (key: number) => db.selectFrom(table).select('id as key').where('activity_id', '=', key).execute()
  return {
    activity: async (key) => [{ key }],
    topic: ofActivity('topic'),
    option: (key) =>
      db
        .selectFrom('topic_option as option')
        .innerJoin('topic', 'topic.id', 'option.topic_id')
        .select('option.id as key')
        .where('topic.activity_id', '=', key)
        .execute(),
    ballot: ofActivity('ballot'),
    house: ofActivity('roster_property'),
    layout: (key) => db.selectFrom('ballot_layout').select('activity_id as key').where('activity_id', '=', key).execute(),
    page: ofActivity('reading_page'),
    paper: ofActivity('ballot_paper'),
    proxy: ofActivity('proxy'),
    change: ofActivity('property_change'),
    contact: ofActivity('contact'),
    publication: ofActivity('publication'),
    objection: ofActivity('objection'),
    decision: ofActivity('objection_decision'),
    reading: ofActivity('reading'),
    record: ofActivity('vote_record'),
    rules: (key) =>
      db.selectFrom('activity').select('rules_id as key').where('id', '=', key).where('rules_id', 'is not', null).$narrowType<{ key: number }>().execute(),
    delivery: ofActivity('notification'),
    sample: ofActivity('sample'),
  }
}

/** Every vote asks for its own: built once. */
const recordOf = prepare({ id: true }, (db, { id }: { readonly id: string }) => stateQueries(db).records().where('record.public_id', '=', id))

function withoutKey({ key: _key, ...row }: StateRow & { readonly key: number }): StateRow {
  return row
}

/** A sample with the SHA-256 of its list, which may be long. */
const withListDigest = <Row extends { readonly list: string }>({ list, ...row }: Row) => ({ ...row, list: createHash('sha256').update(list).digest('hex') })

/** A request with the SHA-256 of what it says of people, in place of their numbers. */
function withDigests<Row extends { readonly beforeData: string; readonly afterData: string }>(row: Row): Row {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  return { ...row, beforeData: digest(row.beforeData), afterData: digest(row.afterData) }
}

/** What a change has touched: keys of ballots, of properties of a roster, of papers and of samples, public ids of scanned pages, proxies, change requests, visits, publications, objections, decisions, readings, records and deliveries. */
export interface Touched {
  readonly activity?: number
  readonly ballots?: readonly number[]
  readonly properties?: readonly number[]
  readonly papers?: readonly number[]
  readonly pages?: readonly string[]
  readonly proxies?: readonly string[]
  readonly changes?: readonly string[]
  readonly contacts?: readonly string[]
  readonly publications?: readonly string[]
  readonly objections?: readonly string[]
  readonly decisions?: readonly string[]
  readonly readings?: readonly string[]
  readonly records?: readonly string[]
  readonly deliveries?: readonly string[]
  readonly samples?: readonly number[]
}

/** The rows of a change as they are now, on its own transaction: for `journal.record`. */
export async function stateOf(
  tx: Db,
  {
    activity,
    ballots = [],
    properties = [],
    papers = [],
    pages = [],
    proxies = [],
    changes = [],
    contacts = [],
    publications = [],
    objections = [],
    decisions = [],
    readings = [],
    records = [],
    deliveries = [],
    samples = [],
  }: Touched,
): Promise<State> {
  const store = stateStore(tx)
  return {
    ...(activity === undefined ? {} : { activity: await store.byKeys('activity', [activity]) }),
    ...(ballots.length === 0 ? {} : { ballot: await store.byKeys('ballot', ballots) }),
    ...(properties.length === 0 ? {} : { house: await store.byKeys('house', properties) }),
    ...(papers.length === 0 ? {} : { paper: await store.byKeys('paper', papers) }),
    ...(pages.length === 0 ? {} : { page: await store.pages(pages) }),
    ...(proxies.length === 0 ? {} : { proxy: await store.proxies(proxies) }),
    ...(changes.length === 0 ? {} : { change: await store.changes(changes) }),
    ...(contacts.length === 0 ? {} : { contact: await store.contacts(contacts) }),
    ...(publications.length === 0 ? {} : { publication: await store.publications(publications) }),
    ...(objections.length === 0 ? {} : { objection: await store.objections(objections) }),
    ...(decisions.length === 0 ? {} : { decision: await store.decisions(decisions) }),
    ...(readings.length === 0 ? {} : { reading: await store.readings(readings) }),
    ...(records.length === 0 ? {} : { record: await store.records(records) }),
    ...(deliveries.length === 0 ? {} : { delivery: await store.deliveries(deliveries) }),
    ...(samples.length === 0 ? {} : { sample: await store.byKeys('sample', samples) }),
  }
}

/** Deliveries to some properties of a roster, by the properties' keys: they go with their properties. */
export async function deliveryIdsTo(tx: Db, propertyKeys: readonly number[]): Promise<string[]> {
  const rows = await tx.selectFrom('notification').select('public_id').where('roster_property_id', 'in', propertyKeys).execute()
  return rows.map((row) => row.public_id)
}

/** Ballots in one piece of a roster, with their properties (`proof-layout.md` section 1). */
const ROSTER_BALLOTS = 500

/** An activity with the rules that it goes by, its topics and options. */
export async function rulesState(tx: Db, activityKey: number): Promise<State> {
  const store = stateStore(tx)
  const rows: Partial<Record<StateKind, StateRow[]>> = { activity: await store.byKeys('activity', [activityKey]) }
  for (const kind of ['rules', 'topic', 'option'] as const) for await (const some of store.all(kind, activityKey)) rows[kind] = [...(rows[kind] ?? []), ...some]
  return rows
}

/** A roster with the layout of its papers, all papers, scanned pages, proxies, change requests, records, readings, deliveries, visits, publications and samples, in pieces, the first of which says that replay begins with it, and with which later kinds. */
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
