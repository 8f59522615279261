import type { Handlers } from '#shared/contract/endpoint.ts'
import type { publicationEndpoints } from '#shared/features/publication/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { PublicationService } from './service.ts'

/** Calls about publications (`after.md` section 3); refusals are documented at the service functions. */
export function publicationHandlers(service: PublicationService): Handlers<typeof publicationEndpoints, Caller> {
  return {
    'publication.save': ({ body }, caller) => service.save(body, caller),
    'publication.list': ({ query }) => service.list(query),
    'publication.standing': ({ query }) => service.standing(query),
    'publication.withdraw': ({ body }, caller) => service.withdraw(body, caller),
  }
}
