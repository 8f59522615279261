import { ownerKey, phonesOf, splitMany } from '#shared/owner/owners.ts'
import type { Occupancy, PropertyCategory } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { isSoundId, modernId, type Day } from './idNumbers.ts'
import { comparedNames } from './names.ts'

/** A property of an estate or of a roster, as the database has it. */
export interface CheckupRow extends Place {
  /** Its id in the registry. */
  readonly propertyId: string
  /** `''` in an estate. */
  readonly rosterPropertyId: string
  /** The ballot that it is on: its key and its id. null and `''` in an estate, where its owner is its right. */
  readonly ballotKey: number | null
  readonly ballotId: string
  readonly floor: string
  readonly areaHundredths: number
  readonly category: PropertyCategory
  /** As the registry has it. */
  readonly occupancy: Occupancy
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A row with what the rules compare. */
export interface CheckedProperty extends CheckupRow {
  /** Its place among all rows, in reading order. */
  readonly at: number
  /** The right to vote that it belongs to, from 0: a ballot, or in an estate all properties of one owner (`wire.md` section 3). */
  readonly right: number
  /** The owners' names as they are compared, in the field's order; none if it names nobody. */
  readonly names: readonly string[]
  /** The same as one text, whatever their order. */
  readonly nameKey: string
  /** Each owner's number as it is compared; `''` for one who has none. */
  readonly ids: readonly string[]
  /** All numbers as one text, whatever their order; null if an owner has none. */
  readonly idKey: string | null
  /** Whether each number proves who its owner is. */
  readonly isProven: boolean
  /** Without what is entered if there is none. */
  readonly phones: readonly string[]
}

/** Further input of the rules. */
export interface Situation {
  /** The rights to vote, which are the heads of the whole. */
  readonly rightCount: number
  /** The day of which ages are told: the first voting day, in an estate today. */
  readonly onDay: Day
  readonly isRoster: boolean
}

const asSet = (parts: readonly string[]): string => [...new Set(parts)].toSorted().join('/')

/** Rows in reading order, made ready for the rules. */
export function readyProperties(rows: readonly CheckupRow[], onDay: Day): { readonly properties: CheckedProperty[]; readonly rightCount: number } {
  const rights = new Map<string | number, number>()
  const rightOf = (key: string | number): number => {
    const known = rights.get(key)
    if (known !== undefined) return known
    rights.set(key, rights.size)
    return rights.size - 1
  }
  const properties = rows.map((row, at): CheckedProperty => {
    const names = comparedNames(row.ownerName)
    const written = splitMany(row.idNumber)
    const ids = names.map((_, index) => modernId(written[index] ?? ''))
    const isWhole = names.length > 0 && ids.every((id) => id !== '')
    return {
      ...row,
      at,
      right: rightOf(row.ballotKey ?? ownerKey(row.ownerName, row.idNumber) ?? `\u0003${at}`),
      names,
      nameKey: names.length === 1 ? (names[0] ?? '') : asSet(names),
      ids,
      idKey: isWhole ? asSet(ids) : null,
      isProven: isWhole && ids.every((id) => isSoundId(id, onDay)),
      phones: phonesOf(row.phone),
    }
  })
  return { properties, rightCount: rights.size }
}

/** How many rights to vote properties belong to: ballots, or in an estate owners (`wire.md` section 3). */
export const rightsOf = (properties: readonly CheckedProperty[]): number => new Set(properties.map(({ right }) => right)).size
