import { propertyNamedFields } from '#shared/features/property/sheet.ts'
import { propertyReads } from './propertyReads.ts'
import type { ImportSource } from '../../job/parts/ImportPanel/importSource.ts'

/** The import of properties into an estate; the same wherever it is begun, so that every screen sees the one that runs. */
export function propertyImport(estate: { readonly id: string; readonly name: string }): ImportSource {
  return {
    endpoint: 'property.import',
    fields: { estateId: estate.id },
    refreshes: [...propertyReads, 'audit.lastImports'],
    columns: propertyNamedFields,
    template: 'property',
    labels: { title: 'Excel导入', target: estate.name, see: '查看房产', repeatIsSafe: '已有的房产会被更新，不会重复' },
  }
}
