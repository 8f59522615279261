import type { EndpointName } from '#shared/contract/index.ts'

/** What is out of date once a paper has changed. */
export const paperReads: readonly EndpointName[] = ['paper.list', 'paper.balance', 'paper.issuable', 'voting.grid', 'voting.overview', 'voting.counts']

/** The same where papers are made or spoiled: before the start an activity with papers cannot be changed. */
export const paperMakingReads: readonly EndpointName[] = [...paperReads, 'activity.get', 'activity.list', 'activity.unfinished']
