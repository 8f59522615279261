import type { Handlers } from '#shared/contract/endpoint.ts'
import type { estateEndpoints } from '#shared/features/estate/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { EstateService } from './service.ts'

export function estateHandlers(service: EstateService): Handlers<typeof estateEndpoints, Caller> {
  return {
    'estate.list': ({ query }) => service.list(query),
    'estate.all': () => service.all(),
    'estate.save': ({ body }, { userKey }) => service.save(body, userKey),
    'estate.update': ({ body }) => service.update(body),
    'estate.delete': ({ query }) => service.remove(query.ids),
    'estate.places': ({ query }) => service.places(query.estateId),
  }
}
