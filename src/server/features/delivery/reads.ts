import type { BodyOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import { required } from '#shared/contract/refusals.ts'
import type { RecordedDelivery, FoundDelivery, Delivery, DeliveryCounts, VoidedDelivery } from '#shared/features/delivery/contract.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import {
  type DeliveredFacts,
  type DeliveryFacts,
  type DeliveryState,
  judgedAt,
  type JudgedAt,
  type Judgement,
  judgementOf,
  type Lack,
  lacksOf,
  triedWith,
} from '#shared/features/delivery/judging.ts'
import { MAX_LISTED_PROPERTIES } from '#shared/features/delivery/rules.ts'
import { deliveryRecord } from '#shared/records/delivery.ts'
import { namesOf } from '#shared/records/record.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Database } from '../../database/database.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { Clock } from '../../kernel/clock.ts'
import { deliveryPolicyOf, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import { attemptsUnder, type AttemptedBallot } from './attempts.ts'
import { deliveredBallots, statesOf } from './packed.ts'
import type { RosterFilter } from './rosterQueries.ts'
import { branchOf, deliveryStatus } from './rules.ts'
import { mayVoid } from './voiding.ts'
import { deliveryStore, type DeliveryFactRow, type DeliveryRecord, type VoidedRecord } from './store.ts'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'

export interface DeliveryReadsDeps {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly activities: ActivityService
  readonly search: WatchedSearch
}

type ListedPropertyRow = Delivery['properties'][number] & { readonly property_count: number }

const shownNames = namesOf(deliveryRecord).filter((name) => name !== 'pictures')
/** A delivery in wire form; missing texts are `''`. */
const toldOf = (row: DeliveryRecord) =>
  Object.fromEntries(shownNames.map((name) => [name, row[name] ?? ('max' in deliveryRecord[name] || name === 'voidedBy' ? '' : null)])) as Pick<
    Delivery,
    (typeof shownNames)[number]
  > // of all names

function toDelivery(row: DeliveryRecord, properties: readonly ListedPropertyRow[], judged: JudgedAnswer): Delivery {
  const status = row.record_status === 1 ? 1 : 0
  const isDelivered = row.delivery_key !== null && isLive(row)
  return {
    deliveryId: row.delivery ?? '',
    rosterPropertyId: row.property,
    propertyId: row.property_public_id,
    place: placeInWords(row),
    ownerName: row.owner_name,
    phone: row.phone,
    deliveryStatus: deliveryStatus(row.record_status, isDelivered),
    creator: row.createdBy ?? '',
    modifier: row.changedBy ?? '',
    createdAt: row.created_at,
    modifiedAt: row.updated_at,
    status: isDelivered ? status : null,
    ...toldOf(row),
    pictures: row.pictures === null ? [] : (JSON.parse(row.pictures) as string[]), // this feature alone writes it
    accepted: judged.accepted,
    missing: [...judged.missing],
    lacks: [...judged.lacks],
    properties: [...properties],
    propertyCount: properties[0]?.property_count ?? 0,
  }
}

const isLive = ({ voidedAt }: Pick<DeliveryRecord, 'voidedAt'>): boolean => voidedAt === null

export const toVoided = ({ roster_property_id: _key, voidedBy, ...voided }: VoidedRecord): VoidedDelivery => ({ ...voided, voidedBy: voidedBy ?? '' })

/** Rows in wire form, each with the properties of its ballot and its judgement. */
async function withProperties(db: Db, rows: readonly DeliveryRecord[], judged: readonly JudgedAnswer[]): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const properties = await deliveryStore(db).propertiesOf([...new Set(rows.map((row) => row.ballot_id))], MAX_LISTED_PROPERTIES)
  const byBallot = Map.groupBy(properties, (property) => property.ballot_id)
  return rows.map((row, index) => toDelivery(row, byBallot.get(row.ballot_id) ?? [], judged[index] ?? NOT_JUDGED))
}

/** Read-only queries on deliveries. */
export function createDeliveryReads({ database, clock, activities, search }: DeliveryReadsDeps) {
  /** The best delivery of each ballot, by the activity's policy. */
  async function bestOf(activity: ActivityRecord, rows: readonly DeliveryRecord[]): Promise<JudgedAnswer[]> {
    const policy = deliveryPolicyOf(activity)
    if (policy.length === 0) return []
    const deliveries = await deliveryStore(database.read).judged([...new Set(rows.map((row) => row.ballot_id))])
    const at = judgedAt(clock.now(), activity.ends_at)
    const ofBallots = Map.groupBy(deliveries, (each) => each.ballot_id)
    const attemptedAt = timesOf(await attemptsUnder(policy, database.read, activity.id))
    const best = new Map(Array.from(ofBallots, ([key, own]) => [key, bestAnswer(delivered(own, attemptedAt.get(key)), policy, at)]))
    return rows.map((row) => best.get(row.ballot_id) ?? NOT_JUDGED)
  }

  return {
    /**
     * The roster, each row with its newest delivery: in the chosen order, else best match first, else in reading order.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list({ activityId, condition, status, path, sort, pageNo, pageSize }: BodyOf<'notification.list'>, caller: Caller): Promise<Page<FoundDelivery>> {
      const activity = await activities.require(database.read, activityId)
      const store = deliveryStore(database.read)
      const from = (pageNo - 1) * pageSize
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition }, caller)
      const filter: RosterFilter = { activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path), status }
      const { keys, total } =
        found && !sort ? await store.pageAsFound(filter, found.keys, from, pageSize) : await store.page(filter, sort ?? null, from, pageSize)
      const shown = await store.rows(keys)
      const rows = await withProperties(database.read, shown, await bestOf(activity, shown))
      const voided = await store.voidedTo(shown.filter(({ delivery_key: key }) => key === null).map(({ property_key: key }) => key))
      return {
        rows: rows.map((row, index) => {
          const last = voided.get(shown[index]?.property_key ?? 0)
          return { ...row, lastVoided: last ? toVoided(last) : null, ...(found?.initialsOf ? { initials: found.initialsOf(row.ownerName) } : {}) }
        }),
        total,
      }
    },

    /**
     * The number of search results per status of the list.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async counts({ activityId, condition, path }: BodyOf<'notification.counts'>, caller: Caller): Promise<DeliveryCounts> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition }, caller)
      return deliveryStore(database.read).counts({ activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path) })
    },

    /**
     * Each ballot of an activity with a delivery, by public id: whether it is accepted, and complete, by the activity's
     * policy. Without a policy both are true.
     *
     * @param db a snapshot, if it must be consistent with other reads
     */
    async deliveryStates(activityId: string, db: Db = database.read): Promise<ReadonlyMap<string, DeliveryState>> {
      const activity = await activities.require(db, activityId)
      const policy = deliveryPolicyOf(activity)
      const ballots = deliveredBallots(await deliveryStore(db).packed(activity.id), await attemptsUnder(policy, db, activity.id))
      return statesOf(ballots, policy, judgedAt(clock.now(), activity.ends_at))
    },

    /**
     * The deliveries to the properties of a roster row's ballot, void ones included, newest first.
     *
     * @throws Refusal `notification.notInRoster` (404)
     */
    async records(rosterPropertyId: string, caller: Caller): Promise<RecordedDelivery[]> {
      const store = deliveryStore(database.read)
      const property = required(await store.findProperty(rosterPropertyId), 'notification.notInRoster')
      const activity = await activities.ofKey(database.read, property.activity_id)
      const deliveries = await store.deliveries(property.ballot_id)
      const [policy, at] = [deliveryPolicyOf(activity), judgedAt(clock.now(), activity.ends_at)]
      const live = deliveries.filter(isLive)
      const attemptedAt = timesOf(await attemptsUnder(policy, database.read, activity.id))
      const earlier = triedWith(delivered(live, attemptedAt.get(property.ballot_id)))
      const deliveredTo = new Set(live.map((row) => row.property_key))
      const judged = deliveries.map((row) => (isLive(row) ? judgedAnswer(factsOf(row), policy, { earlier, at }) : NOT_JUDGED))
      const records = await withProperties(database.read, deliveries, judged)
      const isOpen = stepRefusal(activity.status, 'voidDelivery') === null
      return deliveries.flatMap((row, index) => {
        const record = records[index]
        const status = deliveryStatus(row.record_status, deliveredTo.has(row.property_key))
        return record ? [{ ...record, deliveryStatus: status, mayVoid: isOpen && isLive(row) && mayVoid(row, caller, clock.now()) }] : []
      })
    },
  }
}

/** The facts of a stored delivery that decide whether it is accepted. */
const factsOf = ({ pictures, secondDeliverer, trackingNo, ...row }: DeliveryFactRow): DeliveryFacts => ({
  ...row,
  hasPicture: pictures !== '[]',
  hasSecondDeliverer: secondDeliverer !== '',
  hasTrackingNo: trackingNo !== '',
})

/** The facts of a ballot's valid deliveries and contact attempts. */
const delivered = (rows: readonly DeliveryFactRow[], attemptedAt: number | undefined): DeliveredFacts => ({
  deliveries: rows.map(factsOf),
  attemptedAt: attemptedAt ?? null,
})

/** Times of the first failed contact attempts, by ballot key. */
const timesOf = (attempts: readonly AttemptedBallot[]): ReadonlyMap<number, number> => new Map(attempts.map(({ key, at }) => [key, at]))

/** A judgement in wire form: null and empty without a policy or a delivery. */
interface JudgedAnswer {
  readonly accepted: boolean | null
  readonly missing: Judgement['missing']
  readonly lacks: readonly Lack[]
}
const NOT_JUDGED: JudgedAnswer = { accepted: null, missing: [], lacks: [] }

/** A policy's judgement of one delivery. */
function judgedAnswer(delivery: DeliveryFacts, policy: DeliveryPolicy, judgedAt: JudgedAt): JudgedAnswer {
  if (policy.length === 0) return NOT_JUDGED
  const lacks = lacksOf(delivery, policy, judgedAt)
  return { ...judgementOf(lacks), lacks }
}

/** The best of a ballot's deliveries: accepted ones first, then those with fewer gaps, then in order. */
function bestAnswer(facts: DeliveredFacts, policy: DeliveryPolicy, at: number): JudgedAnswer {
  const rank = ({ accepted, lacks }: JudgedAnswer): number => (accepted === true ? 0 : 100) + lacks.length
  const earlier = triedWith(facts)
  const judged = facts.deliveries.map((delivery) => judgedAnswer(delivery, policy, { earlier, at }))
  return judged.toSorted((one, other) => rank(one) - rank(other))[0] ?? NOT_JUDGED
}
