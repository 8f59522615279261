import { Refusal, required } from '#shared/contract/refusals.ts'
import { type ActivityStep, countsDelivered } from '#shared/features/activity/rules.ts'
import type { DeliveryPlan, PrintedRoute, RoutePlan, RouteShortage } from '#shared/features/route/contract.ts'
import { routePlanNames, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import type { JournaledDatabase, ServiceDeps } from '../journal/journal.ts'
import type { ResultService } from '../result/service.ts'
import { makePlan, shortfallOf, type MadePlan, type Shortfall, doorOf, inReadingOrder } from './doors.ts'
import type { Planner } from './planner.ts'
import { doorCount, wayInWords, type PlanQuery, type RouteQuery } from './words.ts'
import type { Classes, TopicResult } from '#shared/features/result/contract.ts'
import { leadingAnswer } from '#shared/features/result/rules.ts'
import { routeStore } from './store.ts'

export interface RouteDeps extends ServiceDeps {
  readonly activities: ActivityService
  readonly results: Pick<ResultService, 'progress'>
  readonly planner: Planner
}

/** Interval of journal entries per query, in ms: an open plan is refreshed with every vote that comes in. */
const ENTRY_EVERY = 10 * 60_000

/** 补票路线: `insight.md` section 2. It knows who has not voted, but not how anybody did or may vote. */
export function createRouteService(deps: RouteDeps) {
  const { database, clock, activities, results, planner } = deps
  const isNew = createThrottle(ENTRY_EVERY, clock)

  /** @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) except in 投票中, `route.ended` (402) after the end */
  async function requireOpen(db: Db, activityId: string, caller: Caller) {
    const activity = await activities.requireStep(db, activityId, 'planRoute' satisfies ActivityStep, caller)
    if (clock.now() > activity.ends_at) throw new Refusal('route.ended')
    return activity
  }

  /** @throws Refusal as {@link requireOpen}, and 402 for deliveries under a rule that does not count them */
  async function requirePlan({ activityId, plan }: Pick<PlanQuery, 'activityId' | 'plan'>, caller: Caller) {
    const activity = await requireOpen(database.read, activityId, caller)
    if (plan === 'deliveries' && !countsDelivered(activity.counting_rule)) throw new Refusal('route.noDeliveries')
    return activity
  }

  const condition = async (activityId: string, rule: number): Promise<string> =>
    rule === 3 || rule === 4 ? conditionOf((await results.progress(activityId)).topics) : ''

  return {
    ...createDoorChoice({ database, activities, requireOpen }),

    /**
     * The shortfall, visible to everybody.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) except in 投票中, `route.ended` (402) after the end
     */
    async shortage(activityId: string, caller: Caller): Promise<RouteShortage> {
      const activity = await requireOpen(database.read, activityId, caller)
      return shortageFields(await shortfallOf(database.read, activity.id))
    },

    /**
     * The plan to the missing votes, and under a rule that counts deliveries also the one to those (`insight.md` section
     * 2). Repeated queries of one caller leave a journal entry once in ten minutes.
     *
     * @param query `margin` is in percent
     * @returns `delivery` is null under a rule that does not count deliveries; areas in 0.01 m²
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) except in 投票中, `route.ended` (402) after the
     * end, `route.tooLong` and `route.tooMuch` (402) if no plan could be computed
     */
    async get(query: RouteQuery, caller: Caller): Promise<RoutePlan & { delivery: DeliveryPlan | null }> {
      const { activityId, margin, by } = query
      const activity = await requireOpen(database.read, activityId, caller)
      const make = (plan: RoutePlanKind) => makePlan(database.read, { ...query, activityKey: activity.id, plan, now: clock.now() }, planner)
      const votes = await make('votes')
      const rule = activity.counting_rule
      const delivery = countsDelivered(rule) ? { ...planFields(await make('deliveries')), condition: await condition(activityId, rule) } : null
      await isNew(`${caller.userKey} ${activityId} ${by} ${margin}`, async () => {
        const after = { ...inJournal(activity), scope: wayInWords('votes', by, margin), rowCount: doorCount(votes) }
        await database.write(async ({ journal }) => journal.record({ caller, action: 'route.get', subject: activityId, before: null, after }))
      })
      return { ...planFields(votes), delivery }
    },

    /**
     * The printed plan; with a purpose it includes whole phones, which the journal records.
     *
     * @throws Refusal as {@link get} of this service, and `route.noDeliveries` (402) for deliveries under a rule that does not count them
     */
    async print({ purpose, ...query }: PlanQuery & { readonly purpose: string }, caller: Caller): Promise<PrintedRoute> {
      const { activityId, margin, by, plan } = query
      const activity = await requirePlan({ activityId, plan }, caller)
      const made = await makePlan(database.read, { ...query, activityKey: activity.id, now: clock.now() }, planner)
      const after = { ...inJournal(activity), scope: wayInWords(plan, by, margin), purpose, rowCount: doorCount(made) }
      await database.write(async ({ journal }) => journal.record({ caller, action: 'route.print', subject: activityId, before: null, after }))
      const shown = (phone: string): string => (purpose === '' ? maskPhone(phone) : phone)
      return {
        ...shortageFields(made),
        units: made.units.map(({ path, doors }) => ({
          path,
          doors: doors.map((door) => ({ ...doorFields(door), ownerName: door.ownerName, phone: shown(door.phone) })),
        })),
      }
    },

    /**
     * The specification of the same as a workbook, which a worker thread writes.
     *
     * @throws Refusal as for printing
     */
    async sheet(query: PlanQuery, caller: Caller) {
      const activity = await requirePlan(query, caller)
      const filter = { ...query, now: clock.now(), condition: query.plan === 'deliveries' ? await condition(query.activityId, activity.counting_rule) : '' }
      const fileName = `${activity.title}_${routePlanNames[query.plan]}`
      return { kind: 'route', filter, action: 'route.sheet', subject: query.activityId, fileName } as const
    },
  }
}
export type RouteService = ReturnType<typeof createRouteService>

function shortageFields({ short, inHand, fewest, proof }: Shortfall): RouteShortage {
  return { headsShort: short.count, areaShortHundredths: short.areaHundredths, inHand, fewest, proof }
}

type Planned = MadePlan['units'][number]['doors'][number]
function doorFields(door: Planned) {
  const { ballotId, rosterPropertyId, propertyId, areaHundredths, lastContact, contact, occupancy, remark } = door
  return { ballotId, rosterPropertyId, propertyId, place: placeInWords(door), areaHundredths, lastContact, contact, occupancy, remark }
}

function planFields(plan: MadePlan): RoutePlan {
  return {
    ...shortageFields(plan),
    isExact: plan.isExact,
    leftOut: plan.leftOut,
    isShort: plan.isShort,
    units: plan.units.map(({ path, doors }) => ({
      path,
      doors: doors.map((door) => ({
        ...doorFields(door),
        properties: door.properties.length < 2 ? [] : door.properties.map((each) => ({ rosterPropertyId: each.rosterPropertyId, place: placeInWords(each) })),
      })),
    })),
  }
}

const hasLead = (classes: Classes | null): boolean => classes !== null && leadingAnswer(classes) !== null

/**
 * The topics and options for which delivered ballots would not count now, as no answer leads in heads and area, and the
 * elections, for which they never do under the rules where silence follows the majority; `''` if none.
 */
function conditionOf(topics: readonly TopicResult[]): string {
  const elections = topics.filter(({ election }) => election !== null).map(({ title }) => `“${title}”`)
  const undecided = topics
    .filter(({ election }) => election === null)
    .flatMap(({ title, classes, options }) => {
      if (options.length === 0) return hasLead(classes) ? [] : [`“${title}”`]
      return options.filter((option) => !hasLead(option.classes)).map((option) => `“${title}”的“${option.title}”`)
    })
  return [
    ...(undecided.length === 0 ? [] : [`${undecided.join('、')}目前没有一种意见在人数和面积上都占多数，已送达未反馈的票暂不计入`]),
    ...(elections.length === 0 ? [] : [`${elections.join('、')}是选举，已送达未反馈的票不计入`]),
  ].join('；')
}

/**
 * Runs work at most once per interval for each key; failed work is retried.
 *
 * @returns a function of the key and the work
 */
function createThrottle(ms: number, clock: Clock) {
  const doneAt = new Map<string, number>()
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const now = clock.now()
    for (const [known, at] of doneAt) if (now - at >= ms || at > now) doneAt.delete(known)
    if (doneAt.has(key)) return
    doneAt.set(key, now)
    try {
      await work()
    } catch (error) {
      doneAt.delete(key)
      throw error
    }
  }
}

interface DoorChoiceDeps {
  readonly database: JournaledDatabase
  readonly activities: ActivityService
  readonly requireOpen: (db: Db, activityId: string, caller: Caller) => Promise<unknown>
}

/**
 * Chooses the property at which a ballot's owner is visited, instead of {@link doorOf}'s default (`insight.md` section 2).
 *
 * @param requireOpen throws if the activity cannot be planned, as for the plan itself
 */
function createDoorChoice({ database, activities, requireOpen }: DoorChoiceDeps) {
  return {
    /**
     * Replaces the previous choice; plans use it from then on.
     *
     * @throws Refusal `ballot.notFound`, `route.otherHouse` (404), `ballot.ended` (409) for one that was merged away; else as the plan
     */
    async chooseDoor({ ballotId, rosterPropertyId }: { readonly ballotId: string; readonly rosterPropertyId: string }, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = routeStore(tx)
        const ballot = required(await store.ballot(ballotId), 'ballot.notFound')
        const activity = await activities.ofKey(tx, ballot.activity_id)
        await requireOpen(tx, activity.public_id, caller)
        if (ballot.is_ended === 1) throw new Refusal('ballot.ended')
        const properties = (await store.properties([ballot.id])).toSorted(inReadingOrder)
        const chosen = properties.find((property) => property.rosterPropertyId === rosterPropertyId)
        if (!chosen) throw new Refusal('route.otherHouse')
        await store.chooseDoor(ballot.id, chosen.key)
        const before = doorOf(properties) ?? chosen
        const about = { ...inJournal(activity), place: properties.map(placeInWords).join('、'), ownerName: chosen.ownerName, ballotId }
        journal.record({
          caller,
          action: 'route.chooseDoor',
          subject: ballotId,
          before: { ...about, chosenPlace: placeInWords(before) },
          after: { ...about, chosenPlace: placeInWords(chosen) },
        })
      })
    },
  }
}
