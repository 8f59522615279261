import type { Handlers } from '#shared/contract/endpoint.ts'
import type { propertyChangeEndpoints } from '#shared/features/property-change/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { PropertyChangeService } from './service.ts'

/** Calls about change requests (`wire.md` section 8); refusals are documented at the service functions. */
export function propertyChangeHandlers(service: PropertyChangeService, exportList: ListExports): Handlers<typeof propertyChangeEndpoints, Caller> {
  return {
    'propertyChange.export': ({ query }, caller) => {
      const named = { action: 'propertyChange.export', subject: 'propertyChange.list', fileName: '房产变更申请' } as const
      return exportList({ kind: 'propertyChange', filter: query, ...named }, query, caller)
    },
    'propertyChange.handIn': ({ body }, caller) => service.submit(body, caller),
    'propertyChange.list': ({ query }, caller) => service.list(query, caller),
    'propertyChange.approve': ({ body }, caller) => service.approve(body, caller),
    'propertyChange.reject': ({ body }, caller) => service.reject(body, caller),
  }
}
