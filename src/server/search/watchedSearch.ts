import type { Db } from '../database/schema.ts'
import type { Caller } from '../http/context.ts'
import type { Misses } from '../features/account/misses.ts'
import type { FoundProperties, PropertyQuery, PropertySearch, SearchScope } from './propertySearch.ts'

type Asked = Omit<PropertyQuery, 'numberMatch'>

/** The search for properties as used by services: limited by the caller's number matching, and counting misses. */
export function createWatchedSearch(search: PropertySearch, misses: Misses) {
  const findAgain = (db: Db, scope: SearchScope, asked: Asked, { numberMatch }: Caller): Promise<FoundProperties> =>
    search.find(db, scope, { ...asked, numberMatch })
  return {
    /** The same inside a transaction that writes, which cannot count: to be asked for after `find`. */
    findAgain,
    /** @throws Refusal `privacy.tooManyMisses` (429) */
    find: (db: Db, scope: SearchScope, asked: Asked, caller: Caller): Promise<FoundProperties> =>
      misses.watch(
        caller,
        asked.condition,
        () => findAgain(db, scope, asked, caller),
        ({ keys }) => keys.length === 0,
      ),
  }
}
export type WatchedSearch = ReturnType<typeof createWatchedSearch>
