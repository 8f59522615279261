import { accountExport } from '../features/account/export.ts'
import { activityExport } from '../features/activity/export.ts'
import { rosterExport, unmergedExport } from '../features/ballot/export.ts'
import { checkupExport } from '../features/checkup/export.ts'
import { estateExport } from '../features/estate/service.ts'
import { deliveryExport } from '../features/delivery/export.ts'
import { propertyChangeExport } from '../features/property-change/export.ts'
import { propertyExport } from '../features/property/export.ts'
import { propertyTotals } from '../features/property/store.ts'
import { routeExport } from '../features/route/export.ts'
import { voteSheetExport } from '../features/voting/export.ts'
import type { FilterOf } from './kind.ts'

/** The exportable lists by name. A new one needs columns, a reader, and a line here. */
export const exportKinds = {
  estate: estateExport(propertyTotals),
  property: propertyExport,
  activity: activityExport,
  roster: rosterExport,
  unmerged: unmergedExport,
  checkup: checkupExport,
  delivery: deliveryExport,
  propertyChange: propertyChangeExport,
  account: accountExport,
  route: routeExport,
  voteSheet: voteSheetExport,
} as const

export type ExportKind = keyof typeof exportKinds
export type ExportFilters = { readonly [K in ExportKind]: FilterOf<(typeof exportKinds)[K]> }
