import { Refusal, required } from '#shared/contract/refusals.ts'
import type { ColumnMapping, NamedField } from '#shared/import/columns.ts'
import type { Correction } from '#shared/import/contract.ts'
import { normalText } from '#shared/text/normalise.ts'
import type { CellValue } from './cells.ts'
import { inJournalOf } from './columns.ts'
import type { SheetKind } from './kind.ts'

/** @throws Refusal `workbook.corrections` (400) for a column not in this kind of workbook */
export function requireCorrections(corrections: readonly Correction[], fields: readonly NamedField[]): readonly Correction[] {
  const names = new Set(fields.map(({ name }) => name))
  if (corrections.some(({ column }) => !names.has(column))) throw new Refusal('workbook.corrections')
  return corrections
}

/**
 * How a workbook was read, for the journal: the columns named by hand, and which cells were corrected, `手机号：第5、9行；面积：第12行`,
 * never their contents.
 */
export function byHandInJournal(mapping: ColumnMapping, fields: readonly NamedField[], corrections: readonly Correction[]) {
  return { ...inJournalOf(mapping, fields), ...correctedInJournal(corrections) }
}

function correctedInJournal(corrections: readonly Correction[]): { readonly correctedCells?: string } {
  if (corrections.length === 0) return {}
  const rows = new Map<string, Set<number>>()
  for (const { row, column } of corrections) rows.set(column, (rows.get(column) ?? new Set()).add(row))
  return { correctedCells: Array.from(rows, ([column, some]) => `${column}：第${[...some].toSorted((one, other) => one - other).join('、')}行`).join('；') }
}

/** The cells of a sheet corrected by the user; of two values for one cell the later counts. */
export function createCorrected<Column extends string>(
  { columns }: Pick<SheetKind<Column, object>, 'columns'>,
  present: ReadonlySet<Column>,
  corrections: readonly Correction[],
) {
  const columnOf = new Map(Array.from(present, (column) => [columns[column].name, column]))
  const byRow = new Map<number, Map<Column, CellValue>>()
  for (const { row, column: name, value } of corrections) {
    const column = required(columnOf.get(name), 'workbook.correctionsDiffer')
    const text = normalText(value)
    byRow.set(row, (byRow.get(row) ?? new Map<Column, CellValue>()).set(column, text === '' ? null : text))
  }
  let foundCount = 0
  return {
    /** The corrections of a row; to be called once per row. */
    of(row: number): ReadonlyMap<Column, CellValue> | undefined {
      const found = byRow.get(row)
      if (found) foundCount += 1
      return found
    },
    /** @throws Refusal `workbook.correctionsDiffer` (402) if the sheet lacks a corrected row */
    requireAllFound(): void {
      if (foundCount < byRow.size) throw new Refusal('workbook.correctionsDiffer')
    },
  }
}
