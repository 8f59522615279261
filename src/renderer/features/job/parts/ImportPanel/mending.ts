import { NO_PHONE } from '#shared/owner/numbers.ts'
import { ownerNames, splitMany } from '#shared/owner/owners.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import type { Correction, ImportRefusal, RowError } from '#shared/import/contract.ts'

const { phone, ownerName } = propertySheet.columns

/** A correctable cell of an invalid row. */
export interface MendedCell {
  readonly column: string
  /** As in the file; phone and ID numbers are masked. */
  readonly shown: string
  /** The text to edit: as last typed, else as in the file; `''` if that is masked or truncated. */
  readonly text: string
  readonly isWrong: boolean
  readonly isMended: boolean
}

/** An invalid row with its errors. */
export interface MendedRow {
  readonly row: number
  readonly errors: readonly RowError[]
  readonly cells: readonly MendedCell[]
}

const cellKey = ({ row, column }: { readonly row: number; readonly column: string }): string => `${row} ${column}`
const byCell = (corrections: readonly Correction[]) => new Map(corrections.map((each) => [cellKey(each), each.value]))
/** Masked or truncated text cannot be edited. */
const isShownWhole = (text: string): boolean => !text.includes('*') && !text.endsWith('…')

/** Merges corrections; later ones replace those of the same cells. */
export function withCorrections(before: readonly Correction[], later: readonly Correction[]): Correction[] {
  const replaced = byCell(later)
  return [...before.filter((each) => !replaced.has(cellKey(each))), ...later]
}

/** The refused rows with earlier and current corrections. */
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

/** The drafts after editing a cell; restoring the original text removes its draft. */
export function amended(drafts: readonly Correction[], row: number, { column, shown }: MendedCell, value: string): Correction[] {
  const isAsItWas = value === (isShownWhole(shown) ? shown : '')
  return [...drafts.filter((each) => cellKey(each) !== cellKey({ row, column })), ...(isAsItWas ? [] : [{ row, column, value }])]
}

/** A complete phone number in masked form; one of the wrong length has a remark after its mask. */
const isWholePhone = (masked: string): boolean => /^(?:\d{3}|0\d{2,3}-)\*{4}\d{4}$/.test(masked)

/** Clears the phones of all owners in rows with invalid phones; skips cells that contain a complete phone, or were just edited. */
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

/** `手机号 10、面积 2`: the corrections, most frequent first. */
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
