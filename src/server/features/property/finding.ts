import type { PropertyCategory } from '#shared/features/property/categories.ts'
import type { Db } from '../../database/schema.ts'
import type { FoundProperties, SearchScope } from '../../search/propertySearch.ts'
import { propertyStore } from './store.ts'

interface Registry {
  readonly db: Db
  readonly estateKey: number
  /** Searches for whoever asks. */
  readonly find: (db: Db, scope: SearchScope, condition: string) => Promise<FoundProperties>
}

/** What a list of an estate's properties is limited to. */
export interface PropertyFilter {
  readonly condition: string
  /** null or nothing for all. */
  readonly category?: PropertyCategory | null | undefined
}

/**
 * The properties that a list is limited to: the best found first where there is a condition, else in reading order.
 *
 * @returns null if it is limited to nothing
 */
export async function findInEstate({ db, find, estateKey }: Registry, { condition, category }: PropertyFilter) {
  const found = condition === '' ? null : await find(db, { kind: 'registry', key: estateKey }, condition)
  if (!category) return found
  const keys = await propertyStore(db).ofCategory(estateKey, category)
  if (!found) return { keys, initialsOf: null }
  const isOfCategory = new Set(keys)
  return { ...found, keys: found.keys.filter((key) => isOfCategory.has(key)) }
}
