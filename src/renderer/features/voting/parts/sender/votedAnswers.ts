import type { EndpointName } from '#shared/contract/index.ts'

/** Whose answers a vote, a mark or a void makes out of date, on every screen. */
export const votedAnswers = [
  'voting.votersOfProperty',
  'voting.history',
  'voting.detail',
  'voting.grid',
  'voting.placeProgress',
  'voting.deskCounts',
  'result.progress',
  'result.statistics',
  'result.notVoted',
  'notification.list',
] as const satisfies readonly EndpointName[]
