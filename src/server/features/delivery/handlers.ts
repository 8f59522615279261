import type { Handlers } from '#shared/contract/endpoint.ts'
import type { deliveryEndpoints } from '#shared/features/delivery/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { DeliveryService } from './service.ts'

/** Calls about deliveries (`wire.md` section 8); refusals are documented at the service functions. */
export function deliveryHandlers(service: DeliveryService, exportList: ListExports): Handlers<typeof deliveryEndpoints, Caller> {
  return {
    'notification.export': ({ query }, caller) =>
      exportList({ kind: 'delivery', filter: query, action: 'notification.export', subject: query.activityId, fileName: '送达登记' }, query, caller),
    'notification.list': ({ body }, caller) => service.list(body, caller),
    'notification.counts': ({ body }, caller) => service.counts(body, caller),
    'notification.records': ({ query }, caller) => service.records(query.rosterPropertyId, caller),
    'notification.save': ({ body }, caller) => service.save(body, caller),
    'notification.saveMany': ({ body }, caller) => service.saveMany(body, caller),
    'notification.byPapers': ({ query }) => service.byPapers(query.activityId),
    'notification.saveByPapers': ({ body }, caller) => service.saveByPapers(body, caller),
    'notification.void': ({ body }, caller) => service.void(body, caller),
    'notification.lastImport': ({ query }, caller) => service.lastImport(query.activityId, caller),
    'notification.undoImport': ({ body }, caller) => service.undoImport(body, caller),
    'notification.undoMany': ({ body }, caller) => service.undoMany(body, caller),
    'notification.import': ({ body, file }, caller) => service.importWorkbook(body, file, caller),
  }
}
