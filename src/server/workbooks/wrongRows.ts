import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_ROW_ERRORS, type ImportPreview, type ImportRefusal, type RowError } from '#shared/import/contract.ts'

/** @throws Refusal `workbook.wrongRows` (402) of an import: the first 1,000 wrong rows and their true number; a dry run shows its preview all the same */
export function refuseWrongRows(errors: readonly RowError[], errorCount: number, preview?: ImportPreview): never {
  const message = `共 ${errorCount} 处错误，未写入任何数据`
  const data: ImportRefusal = { message, errors: errors.slice(0, MAX_ROW_ERRORS), errorCount, ...(preview === undefined ? {} : { preview }) }
  throw new Refusal('workbook.wrongRows', data)
}

/** Wrong cells found by one and by another as one list in the sheet's order: within a row the first finder's stand first. */
export function inSheetOrder(first: readonly RowError[], second: readonly RowError[]): RowError[] {
  return [...first, ...second].toSorted((one, other) => one.row - other.row)
}
