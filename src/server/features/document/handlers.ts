import type { Handlers } from '#shared/contract/endpoint.ts'
import type { documentEndpoints } from '#shared/features/document/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { DocumentService } from './service.ts'

/** Calls about an activity's documents (`paper.md` section 5); refusals are documented at the service functions. */
export function documentHandlers(service: DocumentService): Handlers<typeof documentEndpoints, Caller> {
  return {
    'document.make': ({ query }, caller) => service.make(query, caller),
    'document.letterhead': ({ query }) => service.letterhead(query.activityId),
    'document.saveLetterhead': ({ body }, caller) => service.saveLetterhead(body, caller),
  }
}
