import { ownerKey, phonesOf, splitMany } from '#shared/owner/owners.ts'
import type { Occupancy, PropertyCategory } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { isSoundId, modernId, type Day } from './idNumbers.ts'
import { comparedNames } from './names.ts'

/** A property of an estate or of a roster, from the database. */
export interface CheckupRow extends Place {
  /** Its id in the registry. */
  readonly propertyId: string
  /** `''` in an estate. */
  readonly rosterPropertyId: string
  /** Key and id of its ballot; null and `''` in an estate, where each owner is one right. */
  readonly ballotKey: number | null
  readonly ballotId: string
  readonly floor: string
  readonly areaHundredths: number
  readonly category: PropertyCategory
  /** From the registry. */
  readonly occupancy: Occupancy
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A row with its normalized values for the rules. */
export interface CheckedProperty extends CheckupRow {
  /** Its index among all rows, in reading order. */
  readonly at: number
  /** The index of its right to vote: a ballot, or in an estate all properties of one owner (`wire.md` section 3). */
  readonly right: number
  /** The owners' normalized names, in the field's order; empty if it names nobody. */
  readonly names: readonly string[]
  /** The same as one text, independent of order. */
  readonly nameKey: string
  /** Each owner's normalized number; `''` if missing. */
  readonly ids: readonly string[]
  /** All numbers as one text, independent of order; null if an owner has none. */
  readonly idKey: string | null
  /** Whether each number proves its owner's identity. */
  readonly isProven: boolean
  /** Without placeholders for missing phones. */
  readonly phones: readonly string[]
}

/** Further input of the rules. */
export interface Situation {
  /** Number of rights to vote, i.e. heads in total. */
  readonly rightCount: number
  /** The day for which ages are computed: the first voting day, in an estate today. */
  readonly onDay: Day
  readonly isRoster: boolean
}

const asSet = (parts: readonly string[]): string => [...new Set(parts)].toSorted().join('/')

/** Prepares rows in reading order for the rules. */
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

/** Number of rights to vote that properties have: ballots, or in an estate owners (`wire.md` section 3). */
export const rightsOf = (properties: readonly CheckedProperty[]): number => new Set(properties.map(({ right }) => right)).size
