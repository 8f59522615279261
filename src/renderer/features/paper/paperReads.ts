import type { EndpointName } from '#shared/contract/index.ts'

/** What is out of date once a paper has changed. */
export const paperReads: readonly EndpointName[] = ['paper.list', 'paper.balance', 'paper.issuable', 'voting.grid', 'voting.overview', 'voting.counts']
