import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { prepare } from '../../../database/prepared.ts'
import { inChunks } from '../../../database/rows.ts'
import { laterKinds, STATE_ROWS, type State, type StateKind, type StateRow } from './state.ts'
import { nextTurn } from '../../../kernel/nextTurn.ts'
import type { StateField } from '#shared/features/audit/stateFields.ts'
import { propertyFieldNames, propertyRecord } from '#shared/records/property.ts'
import { selection } from '../../../database/columns.ts'

/** Rows that are read between two turns of the event loop. */
const CHUNK = 1_000

/** A page of rows behind a key, in the order of keys. */
type Page = readonly (StateRow & { readonly key: number })[]

/** Every row of an activity as replay compares it. Only what an activity's result or its proof depends on is among the fields. */
export function stateStore(db: Kysely<Schema>) {
  const { activities, topics, options, ballots, properties, layouts, papers, proxies, changes, records, deliveries } = stateQueries(db)
  const read: Readonly<Record<StateKind, (keys: readonly number[]) => Promise<Page>>> = {
    activity: (keys) => activities().where('activity.id', 'in', keys).execute(),
    topic: (keys) => topics().where('topic.id', 'in', keys).orderBy('topic.id').execute(),
    option: (keys) => options().where('option.id', 'in', keys).orderBy('option.id').execute(),
    ballot: (keys) => ballots().where('ballot.id', 'in', keys).orderBy('ballot.id').execute(),
    house: (keys) => properties().where('property.id', 'in', keys).orderBy('property.id').execute(),
    layout: (keys) => layouts().where('ballot_layout.activity_id', 'in', keys).execute(),
    paper: (keys) => papers().where('paper.id', 'in', keys).orderBy('paper.id').execute(),
    proxy: (keys) => proxies().where('proxy.id', 'in', keys).orderBy('proxy.id').execute(),
    change: async (keys) => (await changes().where('request.id', 'in', keys).orderBy('request.id').execute()).map(withDigests),
    record: (keys) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),
    delivery: (keys) => deliveries().where('notification.id', 'in', keys).orderBy('notification.id').execute(),
  }
  /** All keys at once, then the rows by their keys: see `inChunks`. */
  const keysOf: Readonly<Record<StateKind, (activityKey: number) => Promise<readonly { readonly key: number }[]>>> = {
    activity: async (key) => [{ key }],
    topic: (key) => db.selectFrom('topic').select('id as key').where('activity_id', '=', key).execute(),
    option: (key) =>
      db
        .selectFrom('topic_option as option')
        .innerJoin('topic', 'topic.id', 'option.topic_id')
        .select('option.id as key')
        .where('topic.activity_id', '=', key)
        .execute(),
    ballot: (key) => db.selectFrom('ballot').select('id as key').where('activity_id', '=', key).execute(),
    house: (key) => db.selectFrom('roster_property').select('id as key').where('activity_id', '=', key).execute(),
    layout: (key) => db.selectFrom('ballot_layout').select('activity_id as key').where('activity_id', '=', key).execute(),
    paper: (key) => db.selectFrom('ballot_paper').select('id as key').where('activity_id', '=', key).execute(),
    proxy: (key) => db.selectFrom('proxy').select('id as key').where('activity_id', '=', key).execute(),
    change: (key) => db.selectFrom('property_change').select('id as key').where('activity_id', '=', key).execute(),
    record: (key) => db.selectFrom('vote_record').select('id as key').where('activity_id', '=', key).execute(),
    delivery: (key) => db.selectFrom('notification').select('id as key').where('activity_id', '=', key).execute(),
  }
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
    /** The hashes of the owners of a roster who were erased, by the public ids of their properties. */
    async erasedOwners(activityKey: number): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('roster_property')
        .select(['public_id', 'owner_hash'])
        .where('activity_id', '=', activityKey)
        .where('owner_salt', '=', '')
        .where('owner_hash', '<>', '')
        .execute()
      return new Map(rows.map((row) => [row.public_id, row.owner_hash]))
    },
    /** Records by their public ids; one that is gone is left out. */
    records: async (ids: readonly string[]) => {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) return (await recordOf(db, { id: only })).map(withoutKey)
      return byIds(ids, (chunk) => records().where('record.public_id', 'in', chunk).orderBy('record.id').execute())
    },
    /** Proxies by their public ids. */
    proxies: (ids: readonly string[]) => byIds(ids, (chunk) => proxies().where('proxy.public_id', 'in', chunk).orderBy('proxy.id').execute()),
    /** Requests for changes of properties by their public ids. */
    changes: (ids: readonly string[]) =>
      byIds(ids, async (chunk) => (await changes().where('request.public_id', 'in', chunk).orderBy('request.id').execute()).map(withDigests)),
    /** Deliveries by their public ids; one that is gone is left out. */
    deliveries: (ids: readonly string[]) =>
      byIds(ids, (chunk) => deliveries().where('notification.public_id', 'in', chunk).orderBy('notification.id').execute()),
  }
}

/** Every vote asks for its own: built once. */
const recordOf = prepare({ id: true }, (db, { id }: { readonly id: string }) => stateQueries(db).records().where('record.public_id', '=', id))

function withoutKey({ key: _key, ...row }: StateRow & { readonly key: number }): StateRow {
  return row
}

/** A request with the SHA-256 of what it says of people, in place of their numbers. */
function withDigests<Row extends { readonly beforeData: string; readonly afterData: string }>(row: Row): Row {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  return { ...row, beforeData: digest(row.beforeData), afterData: digest(row.afterData) }
}

/** What a change has touched: keys of ballots, of properties of a roster and of papers, public ids of proxies, change requests, records and deliveries. */
export interface Touched {
  readonly activity?: number
  readonly ballots?: readonly number[]
  readonly properties?: readonly number[]
  readonly papers?: readonly number[]
  readonly proxies?: readonly string[]
  readonly changes?: readonly string[]
  readonly records?: readonly string[]
  readonly deliveries?: readonly string[]
}

/** The rows of a change as they are now, on its own transaction: for `journal.record`. */
export async function stateOf(
  tx: Kysely<Schema>,
  { activity, ballots = [], properties = [], papers = [], proxies = [], changes = [], records = [], deliveries = [] }: Touched,
): Promise<State> {
  const store = stateStore(tx)
  return {
    ...(activity === undefined ? {} : { activity: await store.byKeys('activity', [activity]) }),
    ...(ballots.length === 0 ? {} : { ballot: await store.byKeys('ballot', ballots) }),
    ...(properties.length === 0 ? {} : { house: await store.byKeys('house', properties) }),
    ...(papers.length === 0 ? {} : { paper: await store.byKeys('paper', papers) }),
    ...(proxies.length === 0 ? {} : { proxy: await store.proxies(proxies) }),
    ...(changes.length === 0 ? {} : { change: await store.changes(changes) }),
    ...(records.length === 0 ? {} : { record: await store.records(records) }),
    ...(deliveries.length === 0 ? {} : { delivery: await store.deliveries(deliveries) }),
  }
}

/** Deliveries to some properties of a roster, by the properties' keys: they go with their properties. */
export async function deliveryIdsTo(tx: Kysely<Schema>, propertyKeys: readonly number[]): Promise<string[]> {
  const rows = await tx.selectFrom('notification').select('public_id').where('roster_property_id', 'in', propertyKeys).execute()
  return rows.map((row) => row.public_id)
}

/** Ballots in one piece of a roster, with their properties (`proof-layout.md` section 1). */
const ROSTER_BALLOTS = 500

/** An activity with its topics and options. */
export async function rulesState(tx: Kysely<Schema>, activityKey: number): Promise<State> {
  const store = stateStore(tx)
  const rows: Partial<Record<StateKind, StateRow[]>> = { activity: await store.byKeys('activity', [activityKey]) }
  for (const kind of ['topic', 'option'] as const) for await (const some of store.all(kind, activityKey)) rows[kind] = [...(rows[kind] ?? []), ...some]
  return rows
}

/** A roster with the layout of its papers, all papers, proxies, change requests, records and deliveries, in pieces, the first of which says that replay begins with it, and with which later kinds. */
export async function rosterStates(tx: Kysely<Schema>, activityKey: number): Promise<State[]> {
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
  for (const kind of ['layout', 'paper', 'proxy', 'change', 'record', 'delivery'] as const)
    for await (const rows of store.all(kind, activityKey, STATE_ROWS)) pieces.push({ [kind]: rows })
  const [first, ...others] = pieces
  const told = Object.fromEntries([...laterKinds].map((kind) => [kind, []]))
  return [{ ...told, ...first, begins: true }, ...others]
}

type ColumnOf<Query> = Query extends () => { execute(): Promise<readonly (infer Row)[]> } ? Exclude<keyof Row, 'key' | 'id'> : unknown
/** Queries whose every column has a word: a difference in another would be told as 其他, so it does not compile. */
type Worded<Queries> = {
  readonly [Name in keyof Queries]: ColumnOf<Queries[Name]> extends StateField
    ? Queries[Name]
    : { readonly noWordFor: Exclude<ColumnOf<Queries[Name]>, StateField> }
}
const worded = <Queries>(queries: Queries & Worded<Queries>): Queries => queries

/** Rows of each kind as replay compares them: only what an activity's result or its proof depends on is among the fields. */
function stateQueries(db: Kysely<Schema>) {
  return worded({
    ballots: () =>
      db
        .selectFrom('ballot')
        .select(['ballot.id as key', 'ballot.public_id as id', 'ballot.number', 'ballot.area_hundredths as areaHundredths', 'ballot.is_ended as isEnded']),
    properties: () =>
      db
        .selectFrom('roster_property as property')
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .select(['property.id as key', 'property.public_id as id', 'ballot.public_id as ballotId', 'property.property_public_id as propertyId'])
        .select(selection('property', propertyRecord, propertyFieldNames))
        .select('property.owner_salt as ownerSalt'),
    layouts: () => db.selectFrom('ballot_layout').select(['activity_id as key', 'layout_id as id', 'layout', 'frozen_at as frozenAt']),
    papers: () =>
      db
        .selectFrom('ballot_paper as paper')
        .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
        .select(['paper.id as key', 'paper.code as id', 'ballot.public_id as ballotId', 'paper.status', 'paper.property_public_id as propertyId'])
        .select(['paper.issued_by as issuedBy', 'paper.issued_at as issuedAt', 'paper.out_by as outBy', 'paper.out_at as outAt'])
        .select(['paper.received_by as receivedBy', 'paper.received_at as receivedAt', 'paper.spoiled_by as spoiledBy'])
        .select(['paper.spoiled_at as spoiledAt', 'paper.spoil_reason as spoilReason', 'paper.new_code as newCode']),
    proxies: () =>
      db
        .selectFrom('proxy')
        .innerJoin('ballot', 'ballot.id', 'proxy.ballot_id')
        .select(['proxy.id as key', 'proxy.public_id as id', 'ballot.public_id as ballotId', 'proxy.agent_name as agentName'])
        .select(['proxy.agent_phone as agentPhone', 'proxy.agent_id_number as agentIdNumber', 'proxy.topic_ids as topicIds'])
        .select(['proxy.valid_until as validUntil', 'proxy.pictures', 'proxy.created_by as createdBy', 'proxy.created_at as createdAt'])
        .select(['proxy.revoked_by as revokedBy', 'proxy.revoked_at as revokedAt', 'proxy.revoke_reason as revokeReason']),
    changes: () =>
      db
        .selectFrom('property_change as request')
        .select(['request.id as key', 'request.public_id as id', 'request.property_public_id as propertyId', 'request.applicant', 'request.status'])
        .select(['request.before_data as beforeData', 'request.after_data as afterData', 'request.person_pictures as personPictures'])
        .select(['request.property_pictures as propertyPictures', 'request.comment', 'request.rosters', 'request.created_by as createdBy'])
        .select(['request.created_at as createdAt', 'request.decided_by as decidedBy', 'request.decided_at as decidedAt']),
    records: () =>
      db
        .selectFrom('vote_record as record')
        .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
        .select(['record.id as key', 'record.public_id as id', 'ballot.public_id as ballotId', 'record.status', 'record.marked_code as markedCode'])
        .select(['record.answers', 'record.area_hundredths as areaHundredths', 'record.property_public_id as propertyId', 'record.source'])
        .select(['record.voter_name as voterName', 'record.voter_phone as voterPhone', 'record.voter_id_number as voterIdNumber'])
        .select(['record.created_by as createdBy', 'record.created_at as createdAt', 'record.voted_by as votedBy', 'record.voted_at as votedAt'])
        .select(['record.voided_by as voidedBy', 'record.voided_at as voidedAt', 'record.void_reason as voidReason', 'record.desk'])
        .select(['record.channel', 'record.received_at as receivedAt', 'record.handed_in_by as handedInBy', 'record.is_late as isLate'])
        .select('record.proxy_public_id as proxyId'),
    deliveries: () =>
      db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select(['notification.id as key', 'notification.public_id as id', 'property.public_id as rosterPropertyId', 'notification.vote_source as voteSource'])
        .select(['notification.notify_way as notifyWay', 'notification.delivered_at as deliveredAt', 'notification.delivered_by as deliveredBy'])
        .select(['notification.remark', 'notification.pictures', 'notification.created_at as createdAt'])
        .select(['notification.method', 'notification.receiver', 'notification.relation', 'notification.second_deliverer as secondDeliverer'])
        .select(['notification.tracking_no as trackingNo', 'notification.notice_from as noticeFrom', 'notification.notice_to as noticeTo'])
        .select(['notification.voided_by as voidedBy', 'notification.voided_at as voidedAt', 'notification.void_reason as voidReason']),
    activities: () =>
      db
        .selectFrom('activity')
        .innerJoin('estate', 'estate.id', 'activity.estate_id')
        .select(['activity.id as key', 'activity.public_id as id', 'activity.title', 'activity.counting_rule as countingRule', 'estate.public_id as estateId'])
        .select(['activity.rule_basis as ruleBasis', 'activity.starts_at as startsAt', 'activity.ends_at as endsAt', 'activity.status'])
        .select([
          'activity.scope_paths as scopePaths',
          'activity.extensions',
          'activity.proxy_limit as proxyLimit',
          'activity.delivery_policy as deliveryPolicy',
          'activity.adjusted_houses as adjustedHouses',
          'activity.summary',
          'activity.detail',
          'activity.created_by as creatorKey',
        ]),
    topics: () =>
      db
        .selectFrom('topic')
        .select(['topic.id as key', 'topic.public_id as id', 'topic.sort_no as sortNo', 'topic.title', 'topic.topic_type as topicType'])
        .select(['topic.vote_model as voteModel', 'topic.law_item as lawItem', 'topic.seats', 'topic.seat_order as seatOrder']),
    options: () =>
      db
        .selectFrom('topic_option as option')
        .innerJoin('topic', 'topic.id', 'option.topic_id')
        .select(['option.id as key', 'option.public_id as id', 'topic.public_id as topicId', 'option.sort_no as sortNo', 'option.title']),
  })
}
