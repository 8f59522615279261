import type { Handlers } from '#shared/contract/endpoint.ts'
import type { proxyEndpoints } from '#shared/features/proxy/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ProxyService } from './service.ts'

/** Calls about proxies (`paper.md` section 3); refusals are documented at the service functions. */
export function proxyHandlers(service: ProxyService): Handlers<typeof proxyEndpoints, Caller> {
  return {
    'proxy.save': ({ body }, caller) => service.save(body, caller),
    'proxy.list': ({ query }, caller) => service.list(query, caller),
    'proxy.revoke': ({ body }, caller) => service.revoke(body, caller),
  }
}
