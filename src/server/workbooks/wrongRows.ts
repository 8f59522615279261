import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_ROW_ERRORS, type ImportPreview, type ImportRefusal, type RowError } from '#shared/import/contract.ts'
import { maskWritten, type WrittenKind } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isFault, shown, type CellValue } from './cells.ts'

/** @throws Refusal `workbook.wrongRows` (402) of an import: the first 1,000 wrong rows and their true number; a dry run shows its preview all the same */
export function refuseWrongRows(errors: readonly RowError[], errorCount: number, preview?: ImportPreview): never {
  const message = `共 ${errorCount} 处错误，未写入任何数据`
  const data: ImportRefusal = { message, errors: errors.slice(0, MAX_ROW_ERRORS), errorCount, ...(preview === undefined ? {} : { preview }) }
  throw new Refusal('workbook.wrongRows', data)
}

/** Wrong cells found by one and by another as one list in the sheet's order: within a row the first finder's are first. */
export function inSheetOrder(first: readonly RowError[], second: readonly RowError[]): RowError[] {
  return [...first, ...second].toSorted((one, other) => one.row - other.row)
}

/** What is shown of a cell that holds more than anybody would read. */
const LONGEST = 60

type Cells = Readonly<Record<string, CellValue>>

const textOf = (value: CellValue | undefined): string => (value === undefined || isFault(value) ? '' : shown(value))
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const kindOf = (column: string): WrittenKind => (column === 'phone' || column === 'idNumber' ? column : 'other')

/** Content and owner of a wrong cell, to find it without the file. */
export function aboutCell(cells: Cells, column: string): Pick<RowError, 'value' | 'place' | 'owner'> {
  const part = (name: string): string => textOf(cells[name])
  return {
    value: cut(maskWritten(part(column), kindOf(column))),
    place: cut(placeInWords({ period: part('period'), zone: part('zone'), building: part('building'), unit: part('unit'), room: part('room') })),
    owner: cut(maskWritten(part('ownerName'), 'other')),
  }
}
