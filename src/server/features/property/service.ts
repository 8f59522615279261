import type { WatchedSearch } from '../../search/watchedSearch.ts'
import { createPropertyChanges } from './changes.ts'
import { createPropertyImport, type PropertyImportDeps } from './importing.ts'
import { createPropertyReads } from './reads.ts'
import { createImportUndo, type ImportUndoDeps } from './undoing.ts'

export type { RegisteredProperty } from './records.ts'

export interface PropertyDeps extends PropertyImportDeps, ImportUndoDeps {
  readonly search: WatchedSearch
}

/** Properties (房产): `wire.md` section 3. */
export function createPropertyService(deps: PropertyDeps) {
  return { ...createPropertyReads(deps), ...createPropertyChanges(deps), ...createPropertyImport(deps), ...createImportUndo(deps) }
}
export type PropertyService = ReturnType<typeof createPropertyService>
