import { createActivityChanges } from './changes.ts'
import { createActivityCreation } from './creation.ts'
import type { ActivityDeps } from './drafts.ts'
import { createExtensions } from './extensions.ts'
import { createActivityReads } from './reads.ts'
import { createActivitySteps } from './steps.ts'

export type { RosterFit, OnChunk } from './drafts.ts'
export { deliveryPolicyOf, inJournal, type ActivityRecord } from './records.ts'

/** Vote activities (投票活动): `wire.md` section 4. */
export function createActivityService(deps: ActivityDeps) {
  return {
    ...createActivityReads(deps),
    ...createActivityCreation(deps),
    ...createActivityChanges(deps),
    ...createActivitySteps(deps),
    ...createExtensions(deps),
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
