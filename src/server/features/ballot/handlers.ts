import type { Handlers } from '#shared/contract/endpoint.ts'
import type { ballotEndpoints } from '#shared/features/ballot/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { BallotService } from './service.ts'

/** Calls about rosters and ballots (`wire.md` section 5); refusals are documented at the service functions. */
export function ballotHandlers(service: BallotService, exportList: ListExports): Handlers<typeof ballotEndpoints, Caller> {
  return {
    'ballot.exportRoster': ({ query }, caller) =>
      exportList({ kind: 'roster', filter: query, action: 'ballot.exportRoster', subject: query.activityId, fileName: '票权清册' }, query, caller),
    'ballot.exportUnmerged': ({ query }, caller) =>
      exportList({ kind: 'unmerged', filter: query, action: 'ballot.exportUnmerged', subject: query.activityId, fileName: '未合并的产权人' }, query, caller),
    'ballot.sync': ({ query }, caller) => service.sync(query, caller),
    'ballot.merge': ({ query }, caller) => service.merge(query, caller),
    'ballot.split': ({ query }, caller) => service.split(query, caller),
    'ballot.splitOut': ({ body }, caller) => service.splitOut(body, caller),
    'ballot.addProperty': ({ body }, caller) => service.addProperty(body, caller),
    'ballot.modifyProperty': ({ body }, caller) => service.modifyProperty(body, caller),
    'ballot.removeProperty': ({ query }, caller) => service.removeProperty(query, caller),
    'ballot.property': ({ query }) => service.property(query.rosterPropertyId),
    'ballot.unmergedOwners': ({ query }) => service.unmergedOwners(query),
    'ballot.mergeOwners': ({ body }, caller) => service.mergeOwners(body, caller),
    'ballot.undoMerge': ({ body }, caller) => service.undoMerge(body, caller),
    'ballot.ownerWithProperties': ({ query }) => service.ownerWithProperties(query.id),
  }
}
