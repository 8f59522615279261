import type { EndpointName } from '#shared/contract/index.ts'

/** Every endpoint whose answer may be out of date once a delivery is on record. */
export const deliveryReads = [
  'notification.list',
  'notification.counts',
  'notification.records',
  'notification.byPapers',
  'notification.lastImport',
  'result.progress',
] as const satisfies readonly EndpointName[]
