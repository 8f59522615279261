import type { Handlers } from '#shared/contract/endpoint.ts'
import type { documentEndpoints } from '#shared/features/document/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { DocumentService } from './service.ts'

/** The calls about an activity's documents (`paper.md` section 5); what each refuses stands with its function of the service. */
export function documentHandlers(service: DocumentService): Handlers<typeof documentEndpoints, Caller> {
  return {
    'document.make': ({ query }, caller) => service.make(query, caller),
    'document.letterhead': ({ query }) => service.letterhead(query.activityId),
    'document.saveLetterhead': ({ body }, caller) => service.saveLetterhead(body, caller),
  }
}
