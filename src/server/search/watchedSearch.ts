import type { Db } from '../database/schema.ts'
import type { Caller } from '../http/context.ts'
import type { Misses } from '../features/account/misses.ts'
import type { FoundProperties, PropertyQuery, PropertySearch, SearchScope } from './propertySearch.ts'

type Asked = Omit<PropertyQuery, 'numberMatch'>

/** The search for properties as services have it: by what the caller may find numbers, and with their misses counted. */
export interface WatchedSearch {
  /** @throws Refusal `privacy.tooManyMisses` (429) */
  find(db: Db, scope: SearchScope, asked: Asked, caller: Caller): Promise<FoundProperties>
  /** The same inside a transaction that writes, which cannot count: to be asked for after {@link find}. */
  findAgain(tx: Db, scope: SearchScope, asked: Asked, caller: Caller): Promise<FoundProperties>
}

export function createWatchedSearch(search: PropertySearch, misses: Misses): WatchedSearch {
  const findAgain: WatchedSearch['findAgain'] = (db, scope, asked, { numberMatch }) => search.find(db, scope, { ...asked, numberMatch })
  return {
    findAgain,
    find: (db, scope, asked, caller) =>
      misses.watch(
        caller,
        asked.condition,
        () => findAgain(db, scope, asked, caller),
        ({ keys }) => keys.length === 0,
      ),
  }
}
