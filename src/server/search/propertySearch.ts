import { sql } from 'kysely'
import { searchTerms } from '#shared/search/condition.ts'
import { folded } from '#shared/text/folded.ts'
import type { Db } from '../database/schema.ts'
import { yieldToEventLoop } from '../kernel/yieldToEventLoop.ts'
import { loadInitials } from '../kernel/pinyin.ts'
import type { NumberMatch } from './numberMatch.ts'
import { collectProperties, type PropertyRow, type SearchedProperties } from './properties.ts'
import { createRanking, isExact, rankedTerms, TIERS } from './rank.ts'

/** The properties to search: an estate's registry, or an activity's roster. */
export interface SearchScope {
  readonly kind: 'registry' | 'roster'
  /** The database's key of the estate or the activity. */
  readonly key: number
}

/** A search; every word must match. */
export interface PropertyQuery {
  /** Matched against names, phones, ID numbers and places. */
  readonly condition: string
  /** Matched against places only. */
  readonly location?: string
  /** How phones and ID numbers match. */
  readonly numberMatch: NumberMatch
}

export interface FoundProperties {
  /** Database keys, best match first, in reading order among equals. */
  readonly keys: readonly number[]
  /** Whether the property at that index in `keys` matched by its room with its place words, a whole name, phone or ID number. */
  readonly isExact: (index: number) => boolean
  /** Returns the initials of a name; null if no letters that might be initials were searched for. */
  readonly initialsOf: ((name: string) => string) | null
}

/** A scope's properties cached in memory, as of a version of the scope. */
interface CachedScope {
  readonly version: number
  readonly properties: SearchedProperties
}

/** Maximum properties cached: those of the most recently searched scopes. */
const MAX_CACHED_PROPERTIES = 250_000
/** Properties per statement. */
const ROWS_AT_ONCE = 2_000

const tables = {
  registry: { properties: 'property', owner: 'estate_id' },
  roster: { properties: 'roster_property', owner: 'activity_id' },
} as const

/** The scope's version, raised whenever its properties change; 0 if it never had any. */
async function versionOf(db: Db, { kind, key }: SearchScope): Promise<number> {
  const found = await db.selectFrom('search_version').select('version').where('scope', '=', kind).where('owner_id', '=', key).executeTakeFirst()
  return found?.version ?? 0
}

/** Other calls are served while many are read. */
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
 * The only search for properties, by owner or place (`wire.md` section 6), used by the desk, all pickers, the registry and
 * the deliveries.
 *
 * The properties are cached in memory. Every write raises its scope's version, so that a search always sees the committed
 * state, whichever process wrote it.
 */
export function createPropertySearch() {
  const cached = new Map<string, Promise<CachedScope>>()

  async function refreshed(db: Db, scope: SearchScope, before: CachedScope | null): Promise<CachedScope> {
    const version = await versionOf(db, scope)
    return before?.version === version ? before : { version, properties: await propertiesOf(db, scope) }
  }

  /** The scope's currently committed properties; concurrent searches share one read. */
  async function current(db: Db, scope: SearchScope): Promise<SearchedProperties> {
    const name = `${scope.kind} ${scope.key}`
    const before = cached.get(name)
    const reading = before ? before.then((known) => refreshed(db, scope, known)) : refreshed(db, scope, null)
    // Moves the most recently searched to the end.
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
    /** The properties of a scope that match all words; none for an empty search. */
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
