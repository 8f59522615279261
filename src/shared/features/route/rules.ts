/** Whether a plan goes to few units or to few doors. */
export const routeWays = ['units', 'doors'] as const
export type RouteBy = (typeof routeWays)[number]
export const routeWayNames = { units: '少跑单元', doors: '少敲门' } as const satisfies Readonly<Record<RouteBy, string>>

/** How many doors more than the fewest, in percent. */
export const DEFAULT_MARGIN = 20
export const MAX_MARGIN = 100

/** With more open ballots than this the units are not made as few as can be. */
export const MAX_EXACT_DOORS = 5_000

/** What is to be done at the doors. */
export const routePlans = ['votes', 'deliveries'] as const
export type RoutePlanKind = (typeof routePlans)[number]
export const routePlanNames = { votes: '补票路线', deliveries: '送达路线' } as const satisfies Readonly<Record<RoutePlanKind, string>>
