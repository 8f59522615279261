import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { ActivityStep } from '#shared/features/activity/rules.ts'
import { countsDelivered } from '#shared/features/activity/rules.ts'
import type { DeliveryPlan, PrintedRoute, RoutePlan, RouteShortage } from '#shared/features/route/contract.ts'
import { routePlanNames, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityService } from '../activity/service.ts'
import { inJournal } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { ResultService } from '../result/service.ts'
import { conditionOf } from './condition.ts'
import { createDoorChoice } from './doorChoice.ts'
import { makePlan, shortfallOf, type MadePlan, type Shortfall } from './doors.ts'
import { createThrottle } from './throttle.ts'
import type { Planner } from './planner.ts'
import { doorCount, wayInWords, type PlanQuery, type RouteQuery } from './words.ts'

export interface RouteDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly results: Pick<ResultService, 'progress'>
  readonly planner: Planner
}

/** Whoever looks at a plan has it made anew with every vote that comes in: an entry in so many ms is enough. */
const ENTRY_EVERY = 10 * 60_000

/** 补票路线: `insight.md` section 2. It knows who has not voted and nothing of how anybody did or may vote. */
export function createRouteService(deps: RouteDeps) {
  const { database, clock, activities, results, planner } = deps
  const isNew = createThrottle(ENTRY_EVERY, clock)

  /** @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) but in 投票中, `route.ended` (402) after the end */
  async function requireOpen(db: Kysely<Schema>, activityId: string, caller: Caller) {
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
     * The number that everybody sees.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) but in 投票中, `route.ended` (402) after the end
     */
    async shortage(activityId: string, caller: Caller): Promise<RouteShortage> {
      const activity = await requireOpen(database.read, activityId, caller)
      return shortageFields(await shortfallOf(database.read, activity.id))
    },

    /**
     * The plan to the votes that are missing, and under a rule that counts deliveries the one to those too (`insight.md` section 2).
     * The journal is told of the same question of one caller once in ten minutes.
     *
     * @param query `margin` is in percent
     * @returns `delivery` is null under a rule that does not count deliveries; areas in 0.01 m²
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) but in 投票中, `route.ended` (402) after the end,
     * `route.tooLong` and `route.tooMuch` (402) where no plan could be made
     */
    async get({ activityId, margin, by }: RouteQuery, caller: Caller): Promise<RoutePlan & { delivery: DeliveryPlan | null }> {
      const activity = await requireOpen(database.read, activityId, caller)
      const make = (plan: RoutePlanKind) => makePlan(database.read, { activityKey: activity.id, plan, by, margin }, planner)
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
     * What is printed; with a purpose the whole phones stand in it, and the journal says so.
     *
     * @throws Refusal as {@link get} of this service, and `route.noDeliveries` (402) for deliveries under a rule that does not count them
     */
    async print({ activityId, margin, by, plan, purpose }: PlanQuery & { readonly purpose: string }, caller: Caller): Promise<PrintedRoute> {
      const activity = await requirePlan({ activityId, plan }, caller)
      const made = await makePlan(database.read, { activityKey: activity.id, plan, by, margin }, planner)
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
     * What the same is made of as a workbook, which a thread of its own writes.
     *
     * @throws Refusal as its printing
     */
    async sheet(query: PlanQuery, caller: Caller) {
      const activity = await requirePlan(query, caller)
      const filter = { ...query, condition: query.plan === 'deliveries' ? await condition(query.activityId, activity.counting_rule) : '' }
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
  const { ballotId, rosterPropertyId, propertyId, areaHundredths, lastContact } = door
  return { ballotId, rosterPropertyId, propertyId, place: placeInWords(door), areaHundredths, lastContact }
}

function planFields(plan: MadePlan): RoutePlan {
  return {
    ...shortageFields(plan),
    isExact: plan.isExact,
    units: plan.units.map(({ path, doors }) => ({
      path,
      doors: doors.map((door) => ({
        ...doorFields(door),
        properties: door.properties.length < 2 ? [] : door.properties.map((each) => ({ rosterPropertyId: each.rosterPropertyId, place: placeInWords(each) })),
      })),
    })),
  }
}
