import type { EndpointName } from '#shared/contract/index.ts'

/** Endpoints whose answers may be outdated after a change of deliveries. */
export const deliveryReads = [
  'notification.list',
  'notification.counts',
  'notification.records',
  'notification.byPapers',
  'notification.lastImport',
  'result.progress',
] as const satisfies readonly EndpointName[]
