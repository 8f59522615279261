import type { Handlers } from '#shared/contract/endpoint.ts'
import type { activityEndpoints } from '#shared/features/activity/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { Handover } from './handover.ts'
import type { ActivityService } from './service.ts'

/** Calls about activities (`wire.md` section 4); refusals are documented at the service functions. */
export function activityHandlers(service: ActivityService, handovers: Handover, exportList: ListExports): Handlers<typeof activityEndpoints, Caller> {
  return {
    'activity.export': ({ query }, caller) =>
      exportList({ kind: 'activity', filter: query, action: 'activity.export', subject: 'activity.list', fileName: '投票活动' }, query, caller),
    'activity.list': ({ query }, { scope }) => service.list(scope, query),
    'activity.get': ({ query }) => service.get(query.id),
    'activity.save': ({ body }, caller) => service.save(body, caller),
    'activity.copy': ({ body }, caller) => service.copy(body.id, caller),
    'activity.update': ({ body }, caller) => service.update(body, caller),
    'activity.delete': ({ query }, caller) => service.remove(query.ids, caller),
    'activity.start': ({ query }, caller) => service.start(query.id, caller),
    'activity.extend': ({ body }, caller) => service.extend(body, caller),
    'activity.secondEntry': ({ body }, caller) => service.setSecondEntry(body, caller),
    'activity.startTally': ({ query }, caller) => service.startTally(query.id, caller),
    'activity.finish': ({ query }, caller) => service.finish(query.id, caller),
    'activity.handover': ({ body }, caller) => handovers.handover(body, caller),
    'activity.scopePaths': ({ query }) => service.scopePaths(query.activityId),
    'activity.inProgress': ({ query }) => service.inProgress(query.estateId),
    'activity.unfinished': ({ query }) => service.unfinished(query.estateId),
  }
}
