import type { SheetColumn } from '#shared/import/workbook.ts'
import { MAX_PLACE, placeFault, placeText } from '#shared/place/placeText.ts'
import { textFault } from '#shared/text/limits.ts'
import type { CellValue } from './cells.ts'
import { textOf } from './cellText.ts'
import type { Findings } from './kind.ts'

/** Stands for a part of the place that was reported as wrong: no identity is made of it. */
export const UNREAD = '\ufffd'

/** A column that is read: its key, its name in the template, and what is said where it must be filled and is not. */
export interface ReadColumn<Column extends string> {
  readonly key: Column
  readonly name: string
  readonly missing?: string | undefined
}

/** The columns of a sheet as they are read, by their keys. */
export function readColumns<Column extends string>(
  columns: Readonly<Record<Column, SheetColumn>>,
  missing: Partial<Record<Column, string>>,
): Readonly<Record<Column, ReadColumn<Column>>> {
  const entries = (Object.keys(columns) as Column[]).map((key) => [key, { key, name: columns[key].name, missing: missing[key] }] as const)
  return Object.fromEntries(entries) as Record<Column, ReadColumn<Column>> // every column has its key
}

/** The text of a cell, `''` where it is missing, null where it was reported as wrong. */
export function textCell<Column extends string>({ key, missing }: ReadColumn<Column>, value: CellValue, found: Findings<Column>): string | null {
  const read = textOf(value)
  if (typeof read !== 'string') {
    found.wrong(key, read.fault)
    return null
  }
  if (read === '') {
    if (missing !== undefined) found.wrong(key, missing)
    return ''
  }
  if (read.includes('\ufffd')) {
    found.wrong(key, '含有无法识别的字符，请重新填写')
    return null
  }
  return read
}

/** A part of the place. */
export function placeCell<Column extends string>(column: ReadColumn<Column>, value: CellValue, found: Findings<Column>): string {
  const read = textCell(column, value, found)
  if (read === null) return UNREAD
  const part = placeText(read)
  const fault = textFault({ label: column.name, max: MAX_PLACE }, part) ?? placeFault(column.name, part)
  if (fault === null) return part
  found.wrong(column.key, fault)
  return UNREAD
}
