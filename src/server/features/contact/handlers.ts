import type { Handlers } from '#shared/contract/endpoint.ts'
import type { contactEndpoints } from '#shared/features/contact/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ContactService } from './service.ts'

/** The calls about visits (`after.md` section 2); what each refuses stands with its function of the service. */
export function contactHandlers(service: ContactService): Handlers<typeof contactEndpoints, Caller> {
  return {
    'contact.save': ({ body }, caller) => service.save(body, caller),
    'contact.list': ({ query }, caller) => service.list(query, caller),
    'contact.withdraw': ({ body }, caller) => service.withdraw(body, caller),
    'contact.progress': ({ query }) => service.progress(query),
  }
}
