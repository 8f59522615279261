import type { Handlers } from '#shared/contract/endpoint.ts'
import type { propertyEndpoints } from '#shared/features/property/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { PropertyService } from './service.ts'

export function propertyHandlers(service: PropertyService): Handlers<typeof propertyEndpoints, Caller> {
  return {
    'property.list': ({ query }) => service.list(query),
    'property.save': ({ body }) => service.save(body),
    'property.update': ({ body }) => service.update(body),
    'property.delete': ({ query }) => service.remove(query.ids),
    'property.import': ({ body, file }, { userKey }) => service.importWorkbook(body, file, userKey),
  }
}
