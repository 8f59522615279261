import type { EndpointName } from '#shared/contract/index.ts'

/** Every endpoint whose answer may be out of date once the properties of an estate have changed. */
export const propertyReads = [
  'property.list',
  'property.totals',
  'property.lastImport',
  'checkup.get',
  'estate.list',
  'estate.totals',
  'estate.places',
] as const satisfies readonly EndpointName[]
