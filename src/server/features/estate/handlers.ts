import type { Handlers } from '#shared/contract/endpoint.ts'
import type { estateEndpoints } from '#shared/features/estate/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { EstateService } from './service.ts'

/** Calls about estates (`wire.md` section 3); refusals are documented at the service functions. */
export function estateHandlers(service: EstateService, exportList: ListExports): Handlers<typeof estateEndpoints, Caller> {
  return {
    'estate.export': ({ query: { purpose, jobId, ...filter } }, caller) =>
      exportList({ kind: 'estate', filter, action: 'estate.export', subject: 'estate.list', fileName: '小区' }, { purpose, jobId }, caller),
    'estate.list': ({ query }, { scope }) => service.list(scope, query),
    'estate.totals': (_input, { scope }) => service.totals(scope),
    'estate.all': (_input, { scope }) => service.all(scope),
    'estate.save': ({ body }, caller) => service.save(body, caller),
    'estate.update': ({ body }, caller) => service.update(body, caller),
    'estate.delete': ({ query }, caller) => service.remove(query.ids, caller),
    'estate.places': ({ query }) => service.places(query.estateId, query.counts === '1'),
  }
}
