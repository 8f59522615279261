import { maskWritten, type WrittenKind } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { RowError } from '#shared/import/contract.ts'
import { isFault, shown, type CellValue } from './cells.ts'

/** What is shown of a cell that holds more than anybody would read. */
const LONGEST = 60

type Cells = Readonly<Record<string, CellValue>>

const textOf = (value: CellValue | undefined): string => (value === undefined || isFault(value) ? '' : shown(value))
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const kindOf = (column: string): WrittenKind => (column === 'phone' || column === 'idNumber' ? column : 'other')

/** What a wrong cell holds, and whose row it stands in: what a person needs to find it without the file. */
export function aboutCell(cells: Cells, column: string): Pick<RowError, 'value' | 'place' | 'owner'> {
  const part = (name: string): string => textOf(cells[name])
  return {
    value: cut(maskWritten(part(column), kindOf(column))),
    place: cut(placeInWords({ period: part('period'), zone: part('zone'), building: part('building'), unit: part('unit'), room: part('room') })),
    owner: cut(maskWritten(part('ownerName'), 'other')),
  }
}
