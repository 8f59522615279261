import { Refusal } from '#shared/contract/refusals.ts'
import type { Sensitivity } from '#shared/features/sensitivity/contract.ts'
import { SENSITIVITY_HEADING } from '#shared/features/sensitivity/rules.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { CheckupService } from '../checkup/service.ts'
import type { JobService } from '../job/service.ts'
import type { DeliveryService } from '../delivery/service.ts'
import { fromBytes, type SensitivityMaker } from './maker.ts'
import { sensitivityStore } from './store.ts'

export interface SensitivityDeps {
  readonly database: JournaledDatabase
  readonly activities: ActivityService
  readonly jobs: JobService
  readonly sensitivities: SensitivityMaker
  readonly deliveries: Pick<DeliveryService, 'deliveryStates'>
  readonly checkups: Pick<CheckupService, 'sameOwnerGroups'>
}

/** Conclusions under other conventions: `insight.md` section 3. */
export function createSensitivityService({ database, activities, jobs, sensitivities, deliveries, checkups }: SensitivityDeps) {
  return {
    /**
     * Each conclusion of an activity under other conventions, and the fewest ballots that change it.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) before the vote has started; 402 with
     * `sensitivity.noVotes`, `sensitivity.tooLong` or `sensitivity.tooMuch`
     */
    get(activityId: string, caller: Caller): Promise<Sensitivity> {
      return jobs.run(caller, '', async (job) => {
        const { id: activityKey } = await activities.requireStep(database.read, activityId, 'checkConclusion', caller)
        if (!(await sensitivityStore(database.read).hasVotes(activityKey))) throw new Refusal('sensitivity.noVotes')
        const { countingRule: rule, topics, extensions, deliveryPolicy } = await activities.get(activityId)
        const order = {
          activityKey,
          rule,
          topics: topics.map((topic) => ({ ...topic, options: topic.options.map(({ id, title, sortNo }) => ({ id, title, sortNo })) })),
          firstEnd: extensions[0]?.from ?? null,
          owners: await checkups.sameOwnerGroups(activityId),
          deliveries: deliveryPolicy.length === 0 ? null : await deliveries.deliveryStates(activityId),
        }
        const { bytes } = await sensitivities.make({ order, signal: job.signal, onProgress: () => undefined })
        const { axes, items } = fromBytes(bytes)
        return { heading: SENSITIVITY_HEADING, axes: [...axes], items: items.map((item) => ({ ...item, cells: [...item.cells], flips: [...item.flips] })) }
      })
    },
  }
}
export type SensitivityService = ReturnType<typeof createSensitivityService>
