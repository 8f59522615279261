import type { Handlers } from '#shared/contract/endpoint.ts'
import type { proxyEndpoints } from '#shared/features/proxy/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ProxyService } from './service.ts'

/** The calls about proxies (`paper.md` section 3); what each refuses stands with its function of the service. */
export function proxyHandlers(service: ProxyService): Handlers<typeof proxyEndpoints, Caller> {
  return {
    'proxy.save': ({ body }, caller) => service.save(body, caller),
    'proxy.list': ({ query }, caller) => service.list(query, caller),
    'proxy.revoke': ({ body }, caller) => service.revoke(body, caller),
  }
}
