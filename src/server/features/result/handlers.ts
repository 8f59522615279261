import type { Handlers } from '#shared/contract/endpoint.ts'
import type { resultEndpoints } from '#shared/features/result/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { ResultService } from './service.ts'

/** Calls about results (`wire.md` section 7); refusals are documented at the service functions. */
export function resultHandlers(service: ResultService): Handlers<typeof resultEndpoints, Caller> {
  return {
    'result.progress': ({ query }) => service.progress(query.activityId),
    'result.statistics': ({ query }, caller) => service.statistics(query.id, caller),
    'result.corrected': ({ query }) => service.corrected(query.activityId),
    'result.notVoted': ({ query }) => service.notVoted(query),
    'result.notVotedSheet': ({ query }, caller) => service.notVotedSheet(query, caller),
    'result.receipt': ({ query }, caller) => service.receipt(query, caller),
    'result.verify': ({ query }, caller) => service.verify(query.activityId, caller),
    'result.between': ({ query }) => service.between(query),
    'result.acceptDifferences': ({ body }, caller) => service.acceptDifferences(body, caller),
    /** Edition `''` is the full one. */
    'result.report': ({ query }, caller) => service.report({ ...query, edition: query.edition === 'public' ? 'public' : 'full' }, caller),
  }
}
