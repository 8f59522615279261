import type { Handlers } from '#shared/contract/endpoint.ts'
import type { journalEndpoints } from '#shared/features/journal/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { JournalService } from './service.ts'

/** Calls about the journal (`wire.md` section 9); refusals are documented at the service functions. */
export function journalHandlers(service: JournalService): Handlers<typeof journalEndpoints, Caller> {
  return {
    'audit.list': ({ query }) => service.list(query),
    'audit.get': ({ query }) => service.get(query),
    'audit.export': ({ query }, caller) => service.export(query, caller),
    'audit.lastImports': (_input, { scope }) => service.lastImports(scope),
    'audit.checkpoints': ({ query }, caller) => service.checkpoints(query, caller),
    'audit.acceptSchema': ({ body }, caller) => service.acceptSchema(body, caller),
    'audit.acceptOlder': ({ body }, caller) => service.acceptOlder(body, caller),
    'audit.acceptClock': ({ body }, caller) => service.acceptClock(body, caller),
    'audit.verify': ({ query }, caller) => service.verify(query, caller),
  }
}
