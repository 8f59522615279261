import type { Handlers } from '#shared/contract/endpoint.ts'
import type { sensitivityEndpoints } from '#shared/features/sensitivity/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { SensitivityService } from './service.ts'

/** Calls about a conclusion under other conventions (`insight.md` section 3); refusals are documented at the service functions. */
export function sensitivityHandlers(service: SensitivityService): Handlers<typeof sensitivityEndpoints, Caller> {
  return { 'sensitivity.get': ({ query }, caller) => service.get(query.activityId, caller) }
}
