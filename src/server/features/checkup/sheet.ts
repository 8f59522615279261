import { Refusal } from '#shared/contract/refusals.ts'
import { comparisonColumns, comparisonFields, lackingColumns, type ComparisonColumn } from '#shared/features/checkup/sheet.ts'
import { ownerNames } from '#shared/owner/owners.ts'
import { normalText } from '#shared/text/normalise.ts'
import { asNumber, type CellValue } from '../../workbooks/cells.ts'
import { areaOf, textOf } from '../../workbooks/cellText.ts'
import type { SheetKind } from '../../workbooks/kind.ts'
import type { OtherProperty } from './rules/compare.ts'

const written = (value: CellValue): string => {
  const read = textOf(value)
  return typeof read === 'string' ? normalText(read) : ''
}

function areaIn(cell: CellValue): number | null {
  const value = asNumber(cell)
  if (typeof value === 'number') return areaOf(Math.round(value * 100) / 100)
  const text = written(value)
  return text === '' ? null : areaOf(text)
}

/** A list kept elsewhere. It is compared as it is: unreadable cells count as empty, and no row is wrong. */
export const comparisonKind: SheetKind<ComparisonColumn, OtherProperty> = {
  columns: comparisonColumns,
  fillDown: ['period', 'zone', 'building', 'unit'],
  subject: ['place', 'room'],
  identityColumn: 'place',

  understand: (row, cells) => ({
    row,
    parts: [cells.period, cells.zone, cells.building, cells.unit, cells.room, cells.place].map(written).filter((part) => part !== ''),
    areaHundredths: areaIn(cells.area),
    ownerName: ownerNames(written(cells.ownerName)),
  }),

  identityOf: () => null,
  show: ({ parts, areaHundredths, ownerName }) => ({
    place: parts.join('-'),
    period: '',
    zone: '',
    building: '',
    unit: '',
    room: '',
    area: areaHundredths === null ? '' : String(areaHundredths / 100),
    ownerName,
  }),

  fields: comparisonFields,
  lacks: lackingColumns,
  notUnderstood: (unknown) => new Refusal('checkup.columns', unknown),
}
