import type { Kysely } from 'kysely'
import { searchTerms } from '#shared/search/condition.ts'
import { folded } from '#shared/text/folded.ts'
import type { Schema } from '../database/schema.ts'
import { loadInitials } from '../kernel/pinyin.ts'
import { createPropertyIndex, type PropertyIndex } from './propertyIndex.ts'
import { isExact, NOT_FOUND, rankedTerms, rankProperties, TIERS } from './rank.ts'
import { searchStore, UNITS_AT_ONCE, type SearchScope, type UnitState } from './store.ts'
import { createRoomNumbers, unitProperties, type RoomNumber, type SearchedProperty, type UnitProperties, type UnitPlace } from './unitProperties.ts'
import { nextTurn } from '../kernel/nextTurn.ts'

/** What is searched for; every word must be found. */
export interface PropertyQuery {
  /** Looked for in names, phones, ID numbers and places. */
  readonly condition: string
  /** Looked for in places alone. */
  readonly location?: string
  /** Phones and ID numbers are found only whole or by their last four (`trust.md` section 5). */
  readonly seesMasks: boolean
}

export interface FoundProperties {
  /** The database's keys, the best first, in reading order among equals. */
  readonly keys: readonly number[]
  /** Whether the property at that place in `keys` was found by its room with its place words, a whole name, phone or ID number. */
  readonly isExact: (index: number) => boolean
  /** Reads the initials of a name; null where no letters were searched for, which might be some. */
  readonly initialsOf: ((name: string) => string) | null
}

/** A scope's properties in memory, as of a state of the database. */
interface Held {
  state: { readonly units: number; readonly changes: number }
  readonly units: Map<string, { readonly changes: number; readonly properties: UnitProperties }>
  readonly roomNumber: (room: string) => RoomNumber
  index: PropertyIndex
}

/** Properties that are held in memory at the most, 230 to 470 bytes each: those of the scopes that were searched last. */
const MAX_HELD_PROPERTIES = 250_000

/** Units that read alike (`3栋`, `三栋`) stand in the order of their letters. */
function inReadingOrder(a: UnitProperties, b: UnitProperties): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return unitKey(a.place) < unitKey(b.place) ? -1 : 1
}
const unitKey = ({ period, zone, building, unit }: UnitPlace): string => [period, zone, building, unit].join('\u0001')

/**
 * The one search for properties, by owner or place (`wire.md` section 6): the desk, every picker, the registry and the
 * deliveries ask it.
 *
 * The properties are held in memory, unit by unit. The database counts the changes of each unit by triggers, whoever makes
 * them, so that every search sees what is committed and reads again only the units that have changed.
 */
export function createPropertySearch() {
  const held = new Map<string, Promise<Held>>()

  async function refreshed(db: Kysely<Schema>, scope: SearchScope, before: Held): Promise<Held> {
    const store = searchStore(db, scope)
    const state = await store.state()
    if (state.units === before.state.units && state.changes === before.state.changes) return before
    const stale = (await store.units()).filter((unit) => before.units.get(unitKey(unit))?.changes !== unit.changes)
    for (let from = 0; from < stale.length; from += UNITS_AT_ONCE) {
      if (from > 0) await nextTurn()
      const units = stale.slice(from, from + UNITS_AT_ONCE)
      take(before, units, await store.properties(units))
    }
    // A unit without a property is there no more; its count stays.
    const units = [...before.units.values()].flatMap(({ properties }) => (properties.keys.length === 0 ? [] : properties))
    before.index = createPropertyIndex(units.toSorted(inReadingOrder))
    before.state = state
    return before
  }

  /** The scope's properties as they are committed now; of several searches at once one reads. */
  async function current(db: Kysely<Schema>, scope: SearchScope): Promise<Held> {
    const name = `${scope.kind} ${scope.key}`
    const before = held.get(name)
    const reading = before ? before.then((known) => refreshed(db, scope, known)) : refreshed(db, scope, nothingHeld())
    // The one that was searched last stands last.
    held.delete(name)
    held.set(name, reading)
    try {
      const now = await reading
      await forgetOldest()
      return now
    } catch (error) {
      if (held.get(name) === reading) held.delete(name)
      throw error
    }
  }

  async function forgetOldest(): Promise<void> {
    let properties = 0
    for (const [name, reading] of [...held].toReversed()) {
      properties += (await reading.catch(() => null))?.index.keys.length ?? 0
      if (properties > MAX_HELD_PROPERTIES && held.size > 1) held.delete(name)
    }
  }

  return {
    /** The properties of a scope that all words of a search find; none where there is nothing to search for. */
    async find(db: Kysely<Schema>, scope: SearchScope, { condition, location = '', seesMasks }: PropertyQuery): Promise<FoundProperties> {
      const [everywhere, inPlaces] = [searchTerms(condition), searchTerms(location)]
      const read = everywhere.some(({ kind }) => kind === 'letters') ? await loadInitials() : null
      const initialsOf = read && ((name: string): string => read(folded(name)))
      if (everywhere.length === 0 && inPlaces.length === 0) return { keys: [], isExact: () => false, initialsOf }

      const { index } = await current(db, scope)
      const terms = rankedTerms(everywhere, inPlaces, (word) => index.partTexts.has(word), seesMasks)
      return { ...bestFirst(index.keys, rankProperties(index, terms, initialsOf)), initialsOf }
    },
  }
}
export type PropertySearch = ReturnType<typeof createPropertySearch>

const nothingHeld = (): Held => ({ state: { units: 0, changes: 0 }, units: new Map(), roomNumber: createRoomNumbers(), index: createPropertyIndex([]) })

/** The keys of what was found, tier by tier; `tiers` are those of the rows. */
function bestFirst(keys: readonly number[], tiers: Uint8Array): Pick<FoundProperties, 'keys' | 'isExact'> {
  const isFound = new Uint8Array(NOT_FOUND + 1)
  for (let row = 0; row < tiers.length; row++) isFound[tiers[row]!] = 1
  const found: number[] = []
  const ends: number[] = []
  for (let tier = 0; tier < TIERS; tier++) {
    if (isFound[tier] === 1) for (let row = 0; row < tiers.length; row++) if (tiers[row] === tier) found.push(keys[row]!)
    ends.push(found.length)
  }
  return { keys: found, isExact: (at) => isExact(ends.findIndex((end) => at < end)) }
}

/** Puts the properties of some units in the place of those that are held. */
function take(into: Held, units: readonly UnitState[], properties: readonly (SearchedProperty & { readonly at: number })[]): void {
  const byUnit = Map.groupBy(properties, ({ at }) => at)
  for (const [at, unit] of units.entries()) {
    into.units.set(unitKey(unit), { changes: unit.changes, properties: unitProperties(unit, byUnit.get(at) ?? [], into.roomNumber) })
  }
}
