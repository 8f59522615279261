import type { Handlers } from '#shared/contract/endpoint.ts'
import type { ballotEndpoints } from '#shared/features/ballot/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { BallotService } from './service.ts'

export function ballotHandlers(service: BallotService): Handlers<typeof ballotEndpoints, Caller> {
  return {
    'ballot.sync': ({ query }, caller) => service.sync(query, caller),
    'ballot.merge': ({ query }, caller) => service.merge(query, caller),
    'ballot.split': ({ query }, caller) => service.split(query, caller),
    'ballot.splitOut': ({ body }, caller) => service.splitOut(body, caller),
    'ballot.addProperty': ({ body }, caller) => service.addProperty(body, caller),
    'ballot.modifyProperty': ({ body }, caller) => service.modifyProperty(body, caller),
    'ballot.removeProperty': ({ query }, caller) => service.removeProperty(query.rosterPropertyId, caller),
    'ballot.property': ({ query }) => service.property(query.rosterPropertyId),
    'ballot.unmergedOwners': ({ query }) => service.unmergedOwners(query),
    'ballot.mergeOwners': ({ body }, caller) => service.mergeOwners(body, caller),
    'ballot.ownerWithHouses': ({ query }) => service.ownerWithHouses(query.id),
  }
}
