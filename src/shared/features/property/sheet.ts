import { namedFields } from '../../import/columns.ts'
import type { SheetColumn } from '../../import/workbook.ts'
import { propertyFieldNames, propertyRecord } from '../../records/property.ts'
import { mapRecord } from '../../records/record.ts'

/** 房产导入 (`workbooks.md` section 1). */
export const propertySheet = {
  title: '房产信息',
  fileName: '房产导入模板.xlsx',
  columns: mapRecord(propertyRecord, ({ label, sheet }): SheetColumn => ({ name: label, ...sheet })),
} as const

/** The columns by wire name. */
export const propertySheetFields = Object.fromEntries(propertyFieldNames.map((name) => [propertyRecord[name].wire, name]))

export const propertyNamedFields = namedFields(propertySheet.columns, propertySheetFields)
