import type { PropertyCategory } from '#shared/features/property/categories.ts'
import type { Db } from '../../database/schema.ts'
import type { FoundProperties, SearchScope } from '../../search/propertySearch.ts'
import { propertyStore } from './store.ts'

interface Registry {
  readonly db: Db
  readonly estateKey: number
  /** Searches on behalf of the caller. */
  readonly find: (db: Db, scope: SearchScope, condition: string) => Promise<FoundProperties>
}

/** Filter of an estate's list of properties. */
export interface PropertyFilter {
  readonly condition: string
  /** null or absent: all. */
  readonly category?: PropertyCategory | null | undefined
}

/**
 * The properties matching a filter: best match first with a condition, else in reading order.
 *
 * @returns null without any filter
 */
export async function findInEstate({ db, find, estateKey }: Registry, { condition, category }: PropertyFilter) {
  const found = condition === '' ? null : await find(db, { kind: 'registry', key: estateKey }, condition)
  if (!category) return found
  const keys = await propertyStore(db).ofCategory(estateKey, category)
  if (!found) return { keys, initialsOf: null }
  const isOfCategory = new Set(keys)
  return { ...found, keys: found.keys.filter((key) => isOfCategory.has(key)) }
}
