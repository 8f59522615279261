import type { Handlers } from '#shared/contract/endpoint.ts'
import type { routeEndpoints } from '#shared/features/route/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { RouteService } from './service.ts'

/** Calls about routes (`insight.md` section 2); refusals are documented at the service functions. */
export function routeHandlers(service: RouteService, exportList: ListExports): Handlers<typeof routeEndpoints, Caller> {
  return {
    'route.shortage': ({ query: { activityId } }, caller) => service.shortage(activityId, caller),
    'route.get': ({ query }, caller) => service.get(query, caller),
    'route.print': ({ query }, caller) => service.print(query, caller),
    'route.sheet': async ({ query: { purpose, jobId, ...query } }, caller) => exportList(await service.sheet(query, caller), { purpose, jobId }, caller),
    'route.chooseDoor': ({ body }, caller) => service.chooseDoor(body, caller),
  }
}
