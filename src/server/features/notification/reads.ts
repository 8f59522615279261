import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { FoundNotification, Notification, NotificationCounts, NotificationSort } from '#shared/features/notification/contract.ts'
import { MAX_LISTED_PROPERTIES } from '#shared/features/notification/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { ActivityService } from '../activity/service.ts'
import type { RosterFilter } from './rosterQueries.ts'
import { branchOf, notifyStatus } from './rules.ts'
import { notificationStore, type NotificationRecord } from './store.ts'

export interface ListQuery {
  readonly activityId: string
  readonly condition: string
  readonly status: 'all' | -1 | 0 | 1
  readonly path: string
  readonly sort?: NotificationSort
  readonly pageNo: number
  readonly pageSize: number
}
export interface NotificationReadsDeps {
  readonly database: Pick<Database, 'read'>
  readonly activities: ActivityService
  readonly search: PropertySearch
}

type ListedPropertyRow = Notification['properties'][number] & { readonly house_count: number }

function toNotification(row: NotificationRecord, properties: readonly ListedPropertyRow[]): Notification {
  const status = row.record_status === 1 ? 1 : 0
  return {
    rosterPropertyId: row.property,
    propertyId: row.property_public_id,
    place: placeInWords(row),
    ownerName: row.owner_name,
    phone: row.phone,
    notifyStatus: notifyStatus(row.record_status, row.delivery_key !== null),
    creator: row.maker ?? '',
    modifier: row.changer ?? '',
    createdAt: row.created_at,
    modifiedAt: row.updated_at,
    status: row.delivery_key === null ? null : status,
    voteSource: row.vote_source,
    notifyWay: row.notify_way,
    deliveredAt: row.delivered_at,
    deliveredBy: row.delivered_by ?? '',
    remark: row.remark ?? '',
    pictures: row.pictures === null ? [] : (JSON.parse(row.pictures) as string[]), // this feature alone writes it
    properties: [...properties],
    propertyCount: properties[0]?.house_count ?? 0,
  }
}

/** Rows as the wire has them, each with the houses of its ballot. */
async function withProperties(db: Kysely<Schema>, rows: readonly NotificationRecord[]): Promise<Notification[]> {
  if (rows.length === 0) return []
  const properties = await notificationStore(db).propertiesOf([...new Set(rows.map((row) => row.ballot_id))], MAX_LISTED_PROPERTIES)
  const byBallot = Map.groupBy(properties, (property) => property.ballot_id)
  return rows.map((row) => toNotification(row, byBallot.get(row.ballot_id) ?? []))
}

/** What is asked about deliveries; nothing here writes. */
export function createNotificationReads({ database, activities, search }: NotificationReadsDeps) {
  return {
    /** The roster, each row with its newest delivery: in the order asked for, else the best found first, else in reading order. */
    async list(
      { activityId, condition, status, path, sort, pageNo, pageSize }: ListQuery,
      { seesMasks }: Pick<Caller, 'seesMasks'>,
    ): Promise<Page<FoundNotification>> {
      const activity = await activities.require(database.read, activityId)
      const store = notificationStore(database.read)
      const from = (pageNo - 1) * pageSize
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition, seesMasks })
      const filter: RosterFilter = { activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path), status }
      const { keys, total } =
        found && !sort ? await store.pageAsFound(filter, found.keys, from, pageSize) : await store.page(filter, sort ?? null, from, pageSize)
      const rows = await withProperties(database.read, await store.rows(keys))
      return { rows: rows.map((row) => (found?.initialsOf ? { ...row, initials: found.initialsOf(row.ownerName) } : row)), total }
    },

    /** What each status of the list would show of what is searched for. */
    async counts(
      { activityId, condition, path }: Pick<ListQuery, 'activityId' | 'condition' | 'path'>,
      { seesMasks }: Pick<Caller, 'seesMasks'>,
    ): Promise<NotificationCounts> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition, seesMasks })
      return notificationStore(database.read).counts({ activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path) })
    },

    /** The deliveries to the houses of a roster row's ballot, newest first. */
    async records(rosterPropertyId: string): Promise<Notification[]> {
      const store = notificationStore(database.read)
      const property = await store.findProperty(rosterPropertyId)
      if (!property) throw new Refusal('notification.notInRoster')
      return withProperties(database.read, await store.deliveries(property.ballot_id))
    },
  }
}
