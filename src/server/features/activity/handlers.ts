import type { Handlers } from '#shared/contract/endpoint.ts'
import type { activityEndpoints } from '#shared/features/activity/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityService } from './service.ts'

export function activityHandlers(service: ActivityService): Handlers<typeof activityEndpoints, Caller> {
  return {
    'activity.scopePaths': ({ query }) => service.scopePaths(query.activityId),
    'activity.unfinished': ({ query }) => service.unfinished(query.estateId),
  }
}
