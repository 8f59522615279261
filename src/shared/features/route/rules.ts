/** Whether a plan minimises units or doors. */
export const routeWays = ['units', 'doors'] as const
export type RouteBy = (typeof routeWays)[number]
export const routeWayNames = { units: '少跑单元', doors: '少敲门' } as const satisfies Readonly<Record<RouteBy, string>>

/** Doors beyond the minimum, in percent. */
export const DEFAULT_MARGIN = 20
export const MAX_MARGIN = 100

/** With more open ballots the number of units is not minimised exactly. */
export const MAX_EXACT_DOORS = 5_000

/** Purpose of the visits. */
export const routePlans = ['votes', 'deliveries'] as const
export type RoutePlanKind = (typeof routePlans)[number]
export const routePlanNames = { votes: '补票路线', deliveries: '送达路线' } as const satisfies Readonly<Record<RoutePlanKind, string>>
