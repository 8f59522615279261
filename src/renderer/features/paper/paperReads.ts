import type { EndpointName } from '#shared/contract/index.ts'

/** Endpoints to refetch after a change of papers. */
export const paperReads: readonly EndpointName[] = ['paper.list', 'paper.balance', 'paper.issuable', 'voting.grid', 'voting.overview', 'voting.counts']

/** The same after issuing or spoiling papers: before the start, an activity with papers cannot be edited. */
export const paperMakingReads: readonly EndpointName[] = [...paperReads, 'activity.get', 'activity.list', 'activity.unfinished']
