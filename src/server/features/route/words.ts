import type { ContactFilter } from '#shared/features/contact/rules.ts'
import { routePlanNames, routeWayNames, type RouteBy, type RoutePlanKind } from '#shared/features/route/rules.ts'
import type { MadePlan } from './doors.ts'

/** The query. */
export interface RouteQuery {
  readonly activityId: string
  readonly margin: number
  readonly by: RouteBy
  readonly withRefused: boolean
  readonly withLater: boolean
  readonly contactResult: ContactFilter | null
}
/** The same with the kind of plan. */
export interface PlanQuery extends RouteQuery {
  readonly plan: RoutePlanKind
}

/** `补票路线，少跑单元，余量20%`. */
export const wayInWords = (plan: RoutePlanKind, by: RouteBy, margin: number): string => `${routePlanNames[plan]}，${routeWayNames[by]}，余量${margin}%`

/** How many doors a plan visits, over all units. */
export const doorCount = ({ units }: Pick<MadePlan, 'units'>): number => units.reduce((sum, { doors }) => sum + doors.length, 0)
