import type { Handlers } from '#shared/contract/endpoint.ts'
import type { ballotEndpoints } from '#shared/features/ballot/contract.ts'
import type { Database } from '../../database/open.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityService } from '../activity/service.ts'

/** Until activities can be created there is no roster to bring up to date: every sync names an activity that does not exist. */
export function ballotHandlers({
  database,
  activities,
}: {
  readonly database: Database
  readonly activities: ActivityService
}): Handlers<typeof ballotEndpoints, Caller> {
  return {
    'ballot.sync': async ({ query }) => {
      await activities.require(database.read, query.activityId)
      return { added: 0, updated: 0, skipped: [] }
    },
  }
}
