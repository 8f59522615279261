import { sql } from 'kysely'
import { searchTerms } from '#shared/search/condition.ts'
import { folded } from '#shared/text/folded.ts'
import type { Db } from '../database/schema.ts'
import { yieldToEventLoop } from '../kernel/yieldToEventLoop.ts'
import { loadInitials } from '../kernel/pinyin.ts'
import type { NumberMatch } from './numberMatch.ts'
import { collectProperties, type PropertyRow, type SearchedProperties } from './properties.ts'
import { createRanking, isExact, rankedTerms, TIERS } from './rank.ts'

/** Whose properties are searched: an estate's registry, or an activity's roster. */
export interface SearchScope {
  readonly kind: 'registry' | 'roster'
  /** The database's key of the estate or the activity. */
  readonly key: number
}

/** What is searched for; every word must be found. */
export interface PropertyQuery {
  /** Looked for in names, phones, ID numbers and places. */
  readonly condition: string
  /** Looked for in places alone. */
  readonly location?: string
  /** By what phones and ID numbers are found. */
  readonly numberMatch: NumberMatch
}

export interface FoundProperties {
  /** The database's keys, the best first, in reading order among equals. */
  readonly keys: readonly number[]
  /** Whether the property at that place in `keys` was found by its room with its place words, a whole name, phone or ID number. */
  readonly isExact: (index: number) => boolean
  /** Reads the initials of a name; null if no letters were searched for, which might be some. */
  readonly initialsOf: ((name: string) => string) | null
}

/** A scope's properties in memory, as of a version of the scope. */
interface CachedScope {
  readonly version: number
  readonly properties: SearchedProperties
}

/** Properties that are held in memory at the most: those of the scopes that were searched last. */
const MAX_CACHED_PROPERTIES = 250_000
/** Properties that are read by one statement. */
const ROWS_AT_ONCE = 2_000

const tables = {
  registry: { properties: 'property', owner: 'estate_id' },
  roster: { properties: 'roster_property', owner: 'activity_id' },
} as const

/** Raised whenever properties of the scope change; 0 of one that never had any. */
async function versionOf(db: Db, { kind, key }: SearchScope): Promise<number> {
  const found = await db.selectFrom('search_version').select('version').where('scope', '=', kind).where('owner_id', '=', key).executeTakeFirst()
  return found?.version ?? 0
}

/** Other calls are answered while many are read. */
async function propertiesOf(db: Db, { kind, key }: SearchScope): Promise<SearchedProperties> {
  const { properties, owner } = tables[kind]
  const collected = collectProperties()
  let last = { period: '', zone: '', building: '', unit: '', room: '' }
  for (;;) {
    const { rows } = await sql<PropertyRow>`
      select id as key, period, zone, building, unit, room, owner_name as "ownerName", phone, id_number as "idNumber" from ${sql.table(properties)}
      where ${sql.ref(owner)} = ${key} and (period, zone, building, unit, room) > (${last.period}, ${last.zone}, ${last.building}, ${last.unit}, ${last.room})
      order by period, zone, building, unit, room limit ${ROWS_AT_ONCE}`.execute(db)
    collected.add(rows)
    if (rows.length < ROWS_AT_ONCE) return collected.done()
    last = rows.at(-1) ?? last
    await yieldToEventLoop()
  }
}

/**
 * The one search for properties, by owner or place (`wire.md` section 6): the desk, every picker, the registry and the
 * deliveries ask it.
 *
 * The properties are held in memory. Whatever writes some raises the version of their scope, so that every search sees what
 * is committed, whichever process wrote it.
 */
export function createPropertySearch() {
  const cached = new Map<string, Promise<CachedScope>>()

  async function refreshed(db: Db, scope: SearchScope, before: CachedScope | null): Promise<CachedScope> {
    const version = await versionOf(db, scope)
    return before?.version === version ? before : { version, properties: await propertiesOf(db, scope) }
  }

  /** The scope's properties as they are committed now; of several searches at once one reads. */
  async function current(db: Db, scope: SearchScope): Promise<SearchedProperties> {
    const name = `${scope.kind} ${scope.key}`
    const before = cached.get(name)
    const reading = before ? before.then((known) => refreshed(db, scope, known)) : refreshed(db, scope, null)
    // The one that was searched last is last.
    cached.delete(name)
    cached.set(name, reading)
    try {
      const { properties } = await reading
      await forgetOldest()
      return properties
    } catch (error) {
      if (cached.get(name) === reading) cached.delete(name)
      throw error
    }
  }

  async function forgetOldest(): Promise<void> {
    let count = 0
    for (const [name, reading] of [...cached].toReversed()) {
      count += (await reading.catch(() => null))?.properties.count ?? 0
      if (count > MAX_CACHED_PROPERTIES && cached.size > 1) cached.delete(name)
    }
  }

  return {
    /** The properties of a scope that all words of a search find; none if there is nothing to search for. */
    async find(db: Db, scope: SearchScope, { condition, location = '', numberMatch }: PropertyQuery): Promise<FoundProperties> {
      const [everywhere, inPlaces] = [searchTerms(condition), searchTerms(location)]
      const read = everywhere.some(({ kind }) => kind === 'letters') ? await loadInitials() : null
      const initialsOf = read && ((name: string): string => read(folded(name)))
      if (everywhere.length === 0 && inPlaces.length === 0) return { keys: [], isExact: () => false, initialsOf }

      const { units, isPart } = await current(db, scope)
      const rankingIn = createRanking(rankedTerms(everywhere, inPlaces, isPart, numberMatch), read)
      const keysOfTier = Array.from({ length: TIERS }, (): number[] => [])
      for (const unit of units) {
        const tierOf = rankingIn(unit)
        for (const property of unit.properties) keysOfTier[tierOf(property)]?.push(property.key)
      }
      const ends = keysOfTier.map((_, tier) => keysOfTier.slice(0, tier + 1).reduce((sum, keys) => sum + keys.length, 0))
      return { keys: keysOfTier.flat(), isExact: (at) => isExact(ends.findIndex((end) => at < end)), initialsOf }
    },
  }
}
export type PropertySearch = ReturnType<typeof createPropertySearch>
