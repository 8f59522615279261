import type { EndpointName } from '#shared/contract/index.ts'

/** Endpoints whose answers may be outdated after a change of an estate's properties. */
export const propertyReads = [
  'property.list',
  'property.totals',
  'property.lastImport',
  'checkup.get',
  'estate.list',
  'estate.totals',
  'estate.places',
] as const satisfies readonly EndpointName[]
