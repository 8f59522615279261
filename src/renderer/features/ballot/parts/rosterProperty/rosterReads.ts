import type { EndpointName } from '#shared/contract/index.ts'

/** Endpoints whose answers may be outdated after a change of a roster's properties or ballots. */
export const rosterReads = [
  'ballot.property',
  'ballot.unmergedOwners',
  'checkup.get',
  'voting.findVoters',
  'voting.votersOfProperty',
  'voting.votersByMarkedCode',
  'voting.counts',
  'voting.unitPaths',
  'voting.placeProgress',
  'voting.grid',
  'notification.list',
  'notification.counts',
  'notification.records',
  'result.progress',
] as const satisfies readonly EndpointName[]
