import type { Handlers } from '#shared/contract/endpoint.ts'
import type { objectionEndpoints } from '#shared/features/objection/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ObjectionService } from './service.ts'

/** Calls about objections (`after.md` section 4); refusals are documented at the service functions. */
export function objectionHandlers(service: ObjectionService): Handlers<typeof objectionEndpoints, Caller> {
  return {
    'objection.save': ({ body }, caller) => service.save(body, caller),
    'objection.list': ({ query }, caller) => service.list(query, caller),
    'objection.withdraw': ({ body }, caller) => service.withdraw(body, caller),
    'objection.decide': ({ body }, caller) => service.decide(body, caller),
  }
}
