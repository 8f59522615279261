import type { Handlers } from '#shared/contract/endpoint.ts'
import type { votingEndpoints } from '#shared/features/voting/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { VotingService } from './service.ts'

/** Calls about voting (`wire.md` section 6); refusals are documented at the service functions. */
export function votingHandlers(service: VotingService, exportList: ListExports): Handlers<typeof votingEndpoints, Caller> {
  return {
    'voting.mark': ({ body }, caller) => service.mark(body, caller),
    'voting.cast': ({ body }, caller) => service.cast(body, caller),
    'voting.tally': ({ body }, caller) => service.tally(body, caller),
    'voting.void': ({ query }, caller) => service.void(query, caller),
    'voting.unmark': ({ body }, caller) => service.unmark(body, caller),
    'voting.detail': ({ query }) => service.detail(query),
    'voting.history': ({ query }) => service.history(query),
    'voting.findVoters': ({ query }, caller) => service.findVoters(query, caller),
    'voting.votersOfProperty': ({ query }) => service.votersOfProperty(query),
    'voting.votersByMarkedCode': ({ query }) => service.votersByMarkedCode(query),
    'voting.overview': ({ query }) => service.overview(query.activityIds),
    'voting.counts': ({ query }) => service.counts(query.activityId),
    'voting.deskCounts': ({ query }, caller) => service.deskCounts(query.activityId, caller),
    'voting.unitPaths': ({ query }) => service.unitPaths(query.activityId),
    'voting.placeProgress': ({ query }) => service.placeProgress(query.activityId),
    'voting.roomOwners': ({ query }) => service.roomOwners(query),
    'voting.sheet': async ({ query: { jobId, ...filter } }, caller) => exportList(await service.sheet(filter), { purpose: '', jobId }, caller),
    'voting.import': ({ body, file }, caller) => service.importWorkbook(body, file, caller),
    'voting.grid': ({ query }) => service.grid(query),
  }
}
