import type { Handlers } from '#shared/contract/endpoint.ts'
import type { propertyEndpoints } from '#shared/features/property/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { PropertyService } from './service.ts'

/** Calls about properties (`wire.md` section 3); refusals are documented at the service functions. */
export function propertyHandlers(service: PropertyService, exportList: ListExports): Handlers<typeof propertyEndpoints, Caller> {
  return {
    'property.export': ({ query }, caller) =>
      exportList({ kind: 'property', filter: query, action: 'property.export', subject: query.estateId, fileName: '房产信息' }, query, caller),
    'property.list': ({ query }, caller) => service.list(query, caller),
    'property.totals': ({ query }, caller) => service.totals(query, caller),
    'property.save': ({ body }, caller) => service.save(body, caller),
    'property.update': ({ body }, caller) => service.update(body, caller),
    'property.delete': ({ query }, caller) => service.remove(query.ids, caller),
    'property.lastImport': ({ query }) => service.lastImport(query),
    'property.undoImport': ({ body }, caller) => service.undoImport(body, caller),
    'property.import': ({ body, file }, caller) => service.importWorkbook(body, file, caller),
  }
}
