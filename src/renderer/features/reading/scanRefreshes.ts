import type { EndpointName } from '#shared/contract/index.ts'

/** Endpoints to refetch after confirming scanned papers. */
export const scanRefreshes = [
  'reading.papers',
  'reading.summary',
  'reading.differences',
  'reading.due',
  'voting.history',
  'voting.overview',
  'result.progress',
  'paper.balance',
  'paper.list',
] as const satisfies readonly EndpointName[]
