import { createEstateChanges } from './changes.ts'
import { createEstateReads } from './reads.ts'
import type { EstateDeps } from './deps.ts'

/** Estates (小区): `wire.md` section 3. */
export function createEstateService(deps: EstateDeps) {
  return { ...createEstateReads(deps), ...createEstateChanges(deps) }
}
export type EstateService = ReturnType<typeof createEstateService>
