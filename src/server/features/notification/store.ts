import { sql, type Kysely } from 'kysely'
import type { NotificationCounts, NotificationSort } from '#shared/features/notification/contract.ts'
import { placeKey, type Place } from '#shared/place/place.ts'
import { insertMany, isOneOf, updateMany } from '../../database/dialect.ts'
import { inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import type { Branch } from './rules.ts'
import type { NotificationTable } from './tables.ts'

export type NewNotification = Omit<NotificationTable, 'id'>
type Step = () => void | Promise<void>

/** Places or houses that one statement asks for. */
const ASKED_AT_ONCE = 500

export interface RosterFilter {
  readonly activityKey: number
  /** The keys of what a search found; null where nothing is searched for. */
  readonly among: readonly number[] | null
  readonly branch: Branch | null
  readonly status: 'all' | -1 | 0 | 1
}

const isVoted = sql<boolean>`exists (select 1 from vote_record as record where record.ballot_id = house.ballot_id and record.status = 1)`
const isDelivered = sql<boolean>`exists (select 1 from notification as delivery where delivery.roster_property_id = house.id)`

/** Texts that hold the paths of all pictures of deliveries. */
export async function notificationFileTexts(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('notification').select('pictures').where('pictures', '!=', '[]').execute()
  return rows.map(({ pictures }) => pictures)
}

export function notificationStore(db: Kysely<Schema>) {
  /** The roster rows that a filter lets through; the wide table is joined only where the filter looks at it. */
  function matching({ activityKey, among, branch, status }: RosterFilter) {
    const roster = db.selectFrom('roster_search as search').where('search.activity_id', '=', activityKey)
    const query = among === null ? roster : roster.where(isOneOf(db, sql.ref('search.roster_property_id'), among))
    if (branch === null && status === 'all') return query
    let joined = query.innerJoin('roster_property as house', 'house.id', 'search.roster_property_id')
    if (branch) {
      joined = joined.where('house.period', '=', branch.period).where('house.zone', '=', branch.zone).where('house.building', '=', branch.building)
      if (branch.unit !== null) joined = joined.where('house.unit', '=', branch.unit)
    }
    if (status === 1) joined = joined.where(isVoted)
    if (status === 0) joined = joined.where(sql<boolean>`not ${isVoted}`).where(isDelivered)
    if (status === -1) joined = joined.where(sql<boolean>`not ${isVoted}`).where(sql<boolean>`not ${isDelivered}`)
    return joined
  }

  /** The keys of what a filter lets through, in the order that is asked for. */
  function inOrder(filter: RosterFilter, sort: NotificationSort) {
    const direction = sort?.isDescending ? 'desc' : 'asc'
    const rows = matching(filter).select('search.roster_property_id as key')
    if (sort?.by === 'time') {
      const newest = sql`(select max(delivered_at) from notification as delivery where delivery.roster_property_id = search.roster_property_id)`
      const last = sql`case when ${newest} is null then 1 else 0 end`
      return rows.orderBy(last).orderBy(newest, direction).orderBy('search.place_key').orderBy('search.roster_property_id')
    }
    return rows.orderBy('search.place_key', direction).orderBy('search.roster_property_id', direction)
  }

  /** Roster rows with their ballots' live record and one delivery each, or none. */
  const houses = () =>
    db
      .selectFrom('roster_property as house')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'house.ballot_id').on(liveRecord('record')))
      .select([
        'house.id as house_key',
        'house.public_id as house',
        'house.property_public_id',
        'house.ballot_id',
        'house.owner_name',
        'house.phone',
        'house.area_hundredths',
        'record.status as record_status',
      ])
      .select(['house.period', 'house.zone', 'house.building', 'house.unit', 'house.room'])
  const deliveryColumns = [
    'delivery.id as delivery_key',
    'delivery.vote_source',
    'delivery.notify_way',
    'delivery.delivered_at',
    'delivery.delivered_by',
    'delivery.remark',
    'delivery.pictures',
    'delivery.created_at',
    'delivery.updated_at',
    'maker.nick_name as maker',
    'changer.nick_name as changer',
  ] as const

  return {
    /** The keys of one page of roster rows, in reading order where no other is asked for, and how many there are in all. */
    async page(filter: RosterFilter, sort: NotificationSort, offset: number, limit: number): Promise<{ keys: number[]; total: number }> {
      const rows = await inOrder(filter, sort).limit(limit).offset(offset).execute()
      const keys = rows.map(({ key }) => key)
      // A page that is not full tells the number by itself: the filter need not run a second time.
      if (keys.length < limit && (keys.length > 0 || offset === 0)) return { keys, total: offset + keys.length }
      const { total } = await matching(filter)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { keys, total }
    },

    /** One page of the houses found that a filter lets through, in the order in which they were found, and how many there are in all. */
    async pageAsFound(filter: RosterFilter, found: readonly number[], offset: number, limit: number): Promise<{ keys: readonly number[]; total: number }> {
      const isFiltered = found.length > 0 && (filter.branch !== null || filter.status !== 'all')
      const passed = isFiltered ? new Set((await matching(filter).select('search.roster_property_id as key').execute()).map(({ key }) => key)) : null
      const keys = passed ? found.filter((key) => passed.has(key)) : found
      return { keys: keys.slice(offset, offset + limit), total: keys.length }
    },

    /** Roster rows in the order of their keys, each with its newest delivery. */
    async rows(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await houses()
        .leftJoin('notification as delivery', (join) =>
          join.on('delivery.id', '=', (build) =>
            build
              .selectFrom('notification')
              .select('notification.id')
              .whereRef('notification.roster_property_id', '=', 'house.id')
              .orderBy('notification.delivered_at', 'desc')
              .orderBy('notification.id', 'desc')
              .limit(1),
          ),
        )
        .leftJoin('user as maker', 'maker.id', 'delivery.created_by')
        .leftJoin('user as changer', 'changer.id', 'delivery.updated_by')
        .select(deliveryColumns)
        .where('house.id', 'in', keys)
        .execute()
      return inOrderOf(
        keys,
        rows.map((row) => ({ ...row, id: row.house_key })),
      )
    },

    /** How many rows a filter lets through whatever their status, and what they add up to, all of them and by status. */
    async counts(filter: Omit<RosterFilter, 'status'>): Promise<NotificationCounts> {
      const shown = matching({ ...filter, status: 'all' })
        .innerJoin('roster_property as counted', 'counted.id', 'search.roster_property_id')
        .select('counted.area_hundredths as area')
        .select(
          sql<number>`case
            when exists (select 1 from vote_record as record where record.ballot_id = counted.ballot_id and record.status = 1) then 1
            when exists (select 1 from notification as delivery where delivery.roster_property_id = counted.id) then 0
            else -1 end`.as('status'),
        )
      const rows = await db
        .selectFrom(shown.as('shown'))
        .select((select) => ['shown.status', select.fn.countAll<number>().as('count'), select.fn.sum<number>('shown.area').as('areaHundredths')])
        .groupBy('shown.status')
        .execute()
      const shareOf = (status: number) => {
        const { count = 0, areaHundredths = 0 } = rows.find((row) => row.status === status) ?? {}
        return { count, areaHundredths }
      }
      const [undelivered, delivered, voted] = [shareOf(-1), shareOf(0), shareOf(1)]
      const shares = [undelivered, delivered, voted]
      const sum = (name: 'count' | 'areaHundredths') => shares.reduce((all, share) => all + share[name], 0)
      return { all: { count: sum('count'), areaHundredths: sum('areaHundredths') }, undelivered, delivered, voted }
    },

    /** The keys of all rows that a filter lets through, in the order that is asked for. */
    keys: async (filter: RosterFilter, sort: NotificationSort = null): Promise<number[]> => (await inOrder(filter, sort).execute()).map(({ key }) => key),
    /** The keys, places and owners of roster rows of an activity, by their public ids. */
    async named(activityKey: number, publicIds: readonly string[], step: Step) {
      const found: (Place & { id: number; owner_name: string })[] = []
      for (let from = 0; from < publicIds.length; from += ASKED_AT_ONCE) {
        await step()
        const rows = await db
          .selectFrom('roster_property')
          .select(['id', 'period', 'zone', 'building', 'unit', 'room', 'owner_name'])
          .where('activity_id', '=', activityKey)
          .where('public_id', 'in', publicIds.slice(from, from + ASKED_AT_ONCE))
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },

    /** All deliveries to the houses of a ballot, newest first. */
    deliveries: (ballotKey: number) =>
      houses()
        .innerJoin('notification as delivery', 'delivery.roster_property_id', 'house.id')
        .innerJoin('user as maker', 'maker.id', 'delivery.created_by')
        .innerJoin('user as changer', 'changer.id', 'delivery.updated_by')
        .select(deliveryColumns)
        .where('house.ballot_id', '=', ballotKey)
        .orderBy('delivery.delivered_at', 'desc')
        .orderBy('delivery.id', 'desc')
        .execute(),

    /** The first houses of each of some ballots, in reading order, and how many the ballot has. */
    housesOf: (ballotKeys: readonly number[], limit: number) =>
      db
        .selectFrom((from) =>
          from
            .selectFrom('roster_property')
            .select(['ballot_id', 'period', 'zone', 'building', 'unit', 'room'])
            .select([
              sql<number>`row_number() over (partition by ballot_id order by place_key, id)`.as('position'),
              sql<number>`count(*) over (partition by ballot_id)`.as('house_count'),
            ])
            .where('ballot_id', 'in', ballotKeys)
            .as('house'),
        )
        .selectAll()
        .where('position', '<=', limit)
        .orderBy('ballot_id')
        .orderBy('position')
        .execute(),

    /** A roster row of whichever activity. */
    findHouse: (rosterPropertyId: string) =>
      db
        .selectFrom('roster_property as house')
        .select(['house.id', 'house.ballot_id', 'house.activity_id'])
        .select(['house.period', 'house.zone', 'house.building', 'house.unit', 'house.room', 'house.owner_name'])
        .where('house.public_id', '=', rosterPropertyId)
        .executeTakeFirst(),

    /** The houses of a roster that stand at one of the places, and perhaps others that sort alike. */
    async housesAt(activityKey: number, places: readonly Place[], step: Step) {
      const keys = [...new Set(places.map(placeKey))]
      const found: (Place & { id: number; owner: string })[] = []
      for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
        await step()
        const rows = await db
          .selectFrom('roster_search as search')
          .innerJoin('roster_property as house', 'house.id', 'search.roster_property_id')
          .select(['house.id', 'house.period', 'house.zone', 'house.building', 'house.unit', 'house.room', 'house.owner_name as owner'])
          .where('search.activity_id', '=', activityKey)
          .where('search.place_key', 'in', keys.slice(from, from + ASKED_AT_ONCE))
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },

    /** The deliveries that some houses have. */
    async deliveriesTo(houseKeys: readonly number[], step: Step) {
      const keys = [...new Set(houseKeys)]
      const found: { id: number; roster_property_id: number; vote_source: number; delivered_at: number }[] = []
      for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
        await step()
        const rows = await db
          .selectFrom('notification')
          .select(['id', 'roster_property_id', 'vote_source', 'delivered_at'])
          .where('roster_property_id', 'in', keys.slice(from, from + ASKED_AT_ONCE))
          .execute()
        for (const row of rows) found.push(row)
      }
      return found
    },

    insert: (notification: NewNotification) => db.insertInto('notification').values(notification).execute(),
    async insertAll(notifications: readonly NewNotification[], step: Step): Promise<void> {
      const columns = Object.keys(notifications[0] ?? {}) as (keyof NewNotification)[]
      await insertMany(
        db,
        'notification',
        columns,
        notifications.map((one) => columns.map((column) => one[column])),
        { step },
      )
    },
    updateAll: (changes: readonly { readonly key: number; readonly deliveredBy: string; readonly remark: string }[], by: number, now: number, step: Step) =>
      updateMany(
        db,
        'notification',
        'id',
        ['delivered_by', 'remark', 'updated_by', 'updated_at'],
        ['updated_by', 'updated_at'],
        changes.map(({ key, deliveredBy, remark }) => [key, deliveredBy, remark, by, now]),
        { step },
      ),
  }
}
export type NotificationRecord = Omit<Awaited<ReturnType<ReturnType<typeof notificationStore>['rows']>>[number], 'id'>
