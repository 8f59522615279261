import type { Handlers } from '#shared/contract/endpoint.ts'
import type { estateRulesEndpoints } from '#shared/features/estate-rules/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { EstateRulesService } from './service.ts'

/** Calls about estates' rules (`after.md` section 7); refusals are documented at the service functions. */
export function estateRulesHandlers(service: EstateRulesService): Handlers<typeof estateRulesEndpoints, Caller> {
  return {
    'estateRules.save': ({ body }, caller) => service.save(body, caller),
    'estateRules.list': ({ query }) => service.list(query),
  }
}
