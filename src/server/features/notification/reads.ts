import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { FoundNotification, Notification, NotificationCounts, NotificationSort } from '#shared/features/notification/contract.ts'
import { judgedAt, type DeliveryState } from '#shared/features/notification/judging.ts'
import { MAX_LISTED_PROPERTIES } from '#shared/features/notification/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { Clock } from '../../kernel/clock.ts'
import { deliveryPolicyOf, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import { bestAnswer, factsOf, judgedAnswer, NOT_JUDGED, type JudgedAnswer } from './judged.ts'
import { deliveredBallots, statesOf } from './packed.ts'
import type { RosterFilter } from './rosterQueries.ts'
import { branchOf, notifyStatus } from './rules.ts'
import { notificationStore, type NotificationRecord } from './store.ts'

/** A page of the roster; pages count from 1, and `''` as condition or path narrows nothing. */
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
  readonly clock: Clock
  readonly activities: ActivityService
  readonly search: PropertySearch
}

type ListedPropertyRow = Notification['properties'][number] & { readonly property_count: number }

function toNotification(row: NotificationRecord, properties: readonly ListedPropertyRow[], judged: JudgedAnswer): Notification {
  const status = row.record_status === 1 ? 1 : 0
  return {
    rosterPropertyId: row.property,
    propertyId: row.property_public_id,
    place: placeInWords(row),
    ownerName: row.owner_name,
    phone: row.phone,
    notifyStatus: notifyStatus(row.record_status, row.delivery_key !== null),
    creator: row.createdBy ?? '',
    modifier: row.changedBy ?? '',
    createdAt: row.created_at,
    modifiedAt: row.updated_at,
    status: row.delivery_key === null ? null : status,
    voteSource: row.vote_source,
    notifyWay: row.notify_way,
    deliveredAt: row.delivered_at,
    deliveredBy: row.delivered_by ?? '',
    remark: row.remark ?? '',
    pictures: row.pictures === null ? [] : (JSON.parse(row.pictures) as string[]), // this feature alone writes it
    method: row.method,
    receiver: row.receiver ?? '',
    relation: row.relation,
    secondDeliverer: row.second_deliverer ?? '',
    trackingNo: row.tracking_no ?? '',
    noticeFrom: row.notice_from,
    noticeTo: row.notice_to,
    accepted: judged.accepted,
    missing: [...judged.missing],
    lacks: [...judged.lacks],
    properties: [...properties],
    propertyCount: properties[0]?.property_count ?? 0,
  }
}

/** Rows as the wire has them, each with the properties of its ballot and how it is judged. */
async function withProperties(db: Kysely<Schema>, rows: readonly NotificationRecord[], judged: readonly JudgedAnswer[]): Promise<Notification[]> {
  if (rows.length === 0) return []
  const properties = await notificationStore(db).propertiesOf([...new Set(rows.map((row) => row.ballot_id))], MAX_LISTED_PROPERTIES)
  const byBallot = Map.groupBy(properties, (property) => property.ballot_id)
  return rows.map((row, index) => toNotification(row, byBallot.get(row.ballot_id) ?? [], judged[index] ?? NOT_JUDGED))
}

/** What is asked about deliveries; nothing here writes. */
export function createNotificationReads({ database, clock, activities, search }: NotificationReadsDeps) {
  /** The best of what each ballot was delivered, by the activity's policy. */
  async function bestOf(activity: ActivityRecord, rows: readonly NotificationRecord[]): Promise<JudgedAnswer[]> {
    const policy = deliveryPolicyOf(activity)
    if (policy.length === 0) return []
    const deliveries = await notificationStore(database.read).judged([...new Set(rows.map((row) => row.ballot_id))])
    const at = judgedAt(clock.now(), activity.ends_at)
    const ofBallots = Map.groupBy(deliveries, (each) => each.ballot_id)
    const best = new Map(Array.from(ofBallots, ([key, own]) => [key, bestAnswer(own.map(factsOf), policy, at)]))
    return rows.map((row) => best.get(row.ballot_id) ?? NOT_JUDGED)
  }

  return {
    /**
     * The roster, each row with its newest delivery: in the order asked for, else the best found first, else in reading order.
     *
     * @throws Refusal `activity.notFound` (404)
     */
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
      const shown = await store.rows(keys)
      const rows = await withProperties(database.read, shown, await bestOf(activity, shown))
      return { rows: rows.map((row) => (found?.initialsOf ? { ...row, initials: found.initialsOf(row.ownerName) } : row)), total }
    },

    /**
     * What each status of the list would show of what is searched for.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async counts(
      { activityId, condition, path }: Pick<ListQuery, 'activityId' | 'condition' | 'path'>,
      { seesMasks }: Pick<Caller, 'seesMasks'>,
    ): Promise<NotificationCounts> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition, seesMasks })
      return notificationStore(database.read).counts({ activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path) })
    },

    /**
     * Each ballot of an activity that was delivered to, by its public id: whether it is accepted, and complete, by the
     * activity's policy. Without a policy both are true.
     *
     * @param db a snapshot, where it must be of the same moment as something else
     */
    async deliveryStates(activityId: string, db: Kysely<Schema> = database.read): Promise<ReadonlyMap<string, DeliveryState>> {
      const activity = await activities.require(db, activityId)
      const ballots = deliveredBallots(await notificationStore(db).packed(activity.id))
      return statesOf(ballots, deliveryPolicyOf(activity), judgedAt(clock.now(), activity.ends_at))
    },

    /**
     * The deliveries to the properties of a roster row's ballot, newest first.
     *
     * @throws Refusal `notification.notInRoster` (404)
     */
    async records(rosterPropertyId: string): Promise<Notification[]> {
      const store = notificationStore(database.read)
      const property = await store.findProperty(rosterPropertyId)
      if (!property) throw new Refusal('notification.notInRoster')
      const activity = await activities.ofKey(database.read, property.activity_id)
      const deliveries = await store.deliveries(property.ballot_id)
      const [policy, at, earlier] = [deliveryPolicyOf(activity), judgedAt(clock.now(), activity.ends_at), deliveries.map(factsOf)]
      const judged = deliveries.map((row) => judgedAnswer(factsOf(row), policy, { earlier, at }))
      return withProperties(database.read, deliveries, judged)
    },
  }
}
