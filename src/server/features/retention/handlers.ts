import type { Handlers } from '#shared/contract/endpoint.ts'
import type { retentionEndpoints } from '#shared/features/retention/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { RetentionService } from './service.ts'

/** Calls about data retention; refusals are documented at the service functions. */
export function retentionHandlers(service: RetentionService): Handlers<typeof retentionEndpoints, Caller> {
  return {
    'retention.overview': () => service.overview(),
    'retention.setYears': ({ body }, caller) => service.setYears(body.years, caller),
    'retention.preview': ({ query }) => service.preview(query.activityId),
    'retention.erase': ({ body }, caller) => service.erase(body, caller),
    'retention.previewRegistry': ({ query }) => service.previewRegistry(query.estateId),
    'retention.eraseRegistry': ({ body }, caller) => service.eraseRegistry(body, caller),
  }
}
