import type { Feature } from '../app-context/feature.ts'
import { feature as account } from '../features/account/feature.tsx'
import { feature as activity } from '../features/activity/feature.tsx'
import { feature as administration } from '../features/administration/feature.tsx'
import { feature as ballot } from '../features/ballot/feature.tsx'
import { feature as checkup } from '../features/checkup/feature.tsx'
import { feature as dashboard } from '../features/dashboard/feature.tsx'
import { feature as document } from '../features/document/feature.tsx'
import { feature as estateRules } from '../features/estate-rules/feature.tsx'
import { feature as estate } from '../features/estate/feature.tsx'
import { feature as notification } from '../features/notification/feature.tsx'
import { feature as paper } from '../features/paper/feature.tsx'
import { feature as progress } from '../features/progress/feature.tsx'
import { feature as propertyChange } from '../features/property-change/feature.tsx'
import { feature as property } from '../features/property/feature.tsx'
import { feature as proxy } from '../features/proxy/feature.tsx'
import { feature as publication } from '../features/publication/feature.tsx'
import { feature as reading } from '../features/reading/feature.tsx'
import { feature as result } from '../features/result/feature.tsx'
import { feature as retention } from '../features/retention/feature.tsx'
import { feature as route } from '../features/route/feature.tsx'
import { feature as safety } from '../features/safety/feature.tsx'
import { feature as sensitivity } from '../features/sensitivity/feature.tsx'
import { feature as sharing } from '../features/sharing/feature.tsx'
import { feature as voting } from '../features/voting/feature.tsx'

/** Every feature that has screens, in the order of the menu and of 查找并前往. */
export const features: readonly Feature[] = [
  account,
  dashboard,
  estate,
  property,
  activity,
  estateRules,
  ballot,
  checkup,
  notification,
  proxy,
  voting,
  paper,
  reading,
  progress,
  route,
  result,
  sensitivity,
  document,
  publication,
  propertyChange,
  administration,
  sharing,
  safety,
  retention,
]
