import { NO_PHONE } from '#shared/owner/numbers.ts'
import { ownerNames, splitMany } from '#shared/owner/owners.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import type { Correction, ImportRefusal, RowError } from '#shared/import/contract.ts'

const { phone, ownerName } = propertySheet.columns

/** A cell of a wrong row, as it is put right. */
export interface MendedCell {
  readonly column: string
  /** As the file has it, phones and ID numbers masked. */
  readonly shown: string
  /** What is typed on from: what was typed last, else what the file has; `''` where that is not shown whole. */
  readonly text: string
  readonly isWrong: boolean
  readonly isMended: boolean
}

/** A row that is not right, with what is wrong with it. */
export interface MendedRow {
  readonly row: number
  readonly errors: readonly RowError[]
  readonly cells: readonly MendedCell[]
}

const cellKey = ({ row, column }: { readonly row: number; readonly column: string }): string => `${row} ${column}`
const byCell = (corrections: readonly Correction[]) => new Map(corrections.map((each) => [cellKey(each), each.value]))
/** Masked, or cut: nobody could go on typing from it. */
const isShownWhole = (text: string): boolean => !text.includes('*') && !text.endsWith('…')

/** Corrections with later ones, of which those of the same cells take their place. */
export function withCorrections(before: readonly Correction[], later: readonly Correction[]): Correction[] {
  const replaced = byCell(later)
  return [...before.filter((each) => !replaced.has(cellKey(each))), ...later]
}

/** The rows that were refused, with what was put right before and since. */
export function mendedRows({ errors, wrongRows }: ImportRefusal, corrections: readonly Correction[], drafts: readonly Correction[]): MendedRow[] {
  const typed = byCell(withCorrections(corrections, drafts))
  const read = new Map((wrongRows?.rows ?? []).map(({ row, cells }) => [row, cells]))
  const columns = wrongRows?.columns ?? [...new Set(errors.map(({ column }) => column))]
  const errorsOf = Map.groupBy(errors, ({ row }) => row)
  return Array.from(errorsOf, ([row, wrong]) => ({
    row,
    errors: wrong,
    cells: columns.map((column, index) => {
      const error = wrong.find((each) => each.column === column)
      const shown = read.get(row)?.[index] ?? error?.value ?? ''
      const value = typed.get(cellKey({ row, column }))
      return { column, shown, text: value ?? (isShownWhole(shown) ? shown : ''), isWrong: error !== undefined, isMended: value !== undefined }
    }),
  }))
}

/** The drafts after a cell was typed in; one that is as it was is none. */
export function amended(drafts: readonly Correction[], row: number, { column, shown }: MendedCell, value: string): Correction[] {
  const isAsItWas = value === (isShownWhole(shown) ? shown : '')
  return [...drafts.filter((each) => cellKey(each) !== cellKey({ row, column })), ...(isAsItWas ? [] : [{ row, column, value }])]
}

/** A whole phone, as it is masked; one of a wrong length says so behind its mask. */
const isWholePhone = (masked: string): boolean => /^(?:\d{3}|0\d{2,3}-)\*{4}\d{4}$/.test(masked)

/** No phone for each owner of the rows whose phones are wrong; a cell that has a whole one, or has just been typed in, is left to be looked at. */
export function withoutPhones(rows: readonly MendedRow[], drafts: readonly Correction[]): Correction[] {
  const typed = byCell(drafts)
  return rows.flatMap(({ row, cells }) => {
    const wrong = cells.find(({ column, isWrong }) => column === phone.name && isWrong)
    if (!wrong || typed.has(cellKey({ row, column: phone.name })) || wrong.shown.split(/[^\d*（）位-]+/).some(isWholePhone)) return []
    const owner = cells.find(({ column }) => column === ownerName.name)
    const owners = splitMany(ownerNames(owner === undefined ? '' : owner.text))
    const value = Array.from({ length: Math.max(1, owners.length) }, () => NO_PHONE).join('/')
    return [{ row, column: phone.name, value }]
  })
}

/** `手机号 10、面积 2`: what was put right, most first. */
export function correctionsInWords(corrections: readonly Correction[]): string {
  const counts = Array.from(
    Map.groupBy(corrections, ({ column }) => column),
    ([column, some]) => ({ column, count: some.length }),
  )
  return counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ column, count }) => `${column} ${count}`)
    .join('、')
}
