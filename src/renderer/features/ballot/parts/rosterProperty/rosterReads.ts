import type { EndpointName } from '#shared/contract/index.ts'

/** Every endpoint whose answer may be out of date once a roster's properties or ballots have changed. */
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
