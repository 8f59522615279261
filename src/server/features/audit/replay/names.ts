import { placeInWords } from '#shared/place/place.ts'
import type { Difference, Replayed } from './replay.ts'
import type { StateKind, StateRow } from './state.ts'

/** Rows by kind and id, in the order of making. */
export type NamedRows = Readonly<Record<StateKind, Map<string, StateRow>>>

const textIn = (row: StateRow | undefined, field: string): string => (row && row[field] !== null && row[field] !== undefined ? String(row[field]) : '')

/** The place of a house in words, with its owner. */
function propertyName(house: StateRow | undefined): string {
  if (!house) return ''
  const [period, zone, building, unit, room] = ['period', 'zone', 'building', 'unit', 'room'].map((part) => textIn(house, part)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  return `${placeInWords({ period, zone, building, unit, room })} ${textIn(house, 'ownerName')}`.trim()
}

/**
 * The houses by which the things that differ are named: only these are kept of a roster.
 *
 * @param rows the rows that differ
 */
export async function propertiesToName(
  houses: AsyncIterable<readonly StateRow[]> | Iterable<readonly StateRow[]>,
  differences: readonly Difference[],
  rows: NamedRows,
  recorded: Replayed,
): Promise<Map<string, StateRow>> {
  const wanted = { id: new Set<string>(), ballotId: new Set<string>(), propertyId: new Set<string>() }
  for (const { kind, id } of differences) {
    if (kind === 'tally') continue
    const row = rows[kind].get(id) ?? recorded[kind].get(id)
    if (kind === 'house') wanted.id.add(id)
    if (kind === 'ballot') wanted.ballotId.add(id)
    if (kind === 'delivery') wanted.id.add(textIn(row, 'rosterPropertyId'))
    if (kind !== 'record') continue
    wanted.ballotId.add(textIn(row, 'ballotId'))
    wanted.propertyId.add(textIn(row, 'propertyId'))
  }
  const found = new Map<string, StateRow>()
  for await (const some of houses) {
    for (const house of some) {
      const isWanted = wanted.id.has(house.id) || wanted.ballotId.has(textIn(house, 'ballotId')) || wanted.propertyId.has(textIn(house, 'propertyId'))
      if (isWanted) found.set(house.id, house)
    }
  }
  return found
}

/** What people call the things that differ, by their ids: house and owner of a vote, a ballot's number, a topic's title. */
export function namesOf(differences: readonly Difference[], found: NamedRows, recorded: Replayed): ReadonlyMap<string, string> {
  const rowOf = (kind: StateKind, id: string): StateRow | undefined => found[kind].get(id) ?? recorded[kind].get(id)
  const firstPropertyOf = new Map<string, StateRow>()
  const propertyIds = new Map<string, StateRow>()
  for (const house of found.house.values()) {
    if (!firstPropertyOf.has(textIn(house, 'ballotId'))) firstPropertyOf.set(textIn(house, 'ballotId'), house)
    propertyIds.set(textIn(house, 'propertyId'), house)
  }
  const nameOf = ({ kind, id }: Difference): string => {
    if (kind === 'tally') return '全部计票'
    const row = rowOf(kind, id)
    switch (kind) {
      case 'house':
        return propertyName(row)
      case 'delivery':
        return propertyName(rowOf('house', textIn(row, 'rosterPropertyId')))
      case 'record':
        return propertyName(propertyIds.get(textIn(row, 'propertyId')) ?? firstPropertyOf.get(textIn(row, 'ballotId')))
      case 'ballot':
        return propertyName(firstPropertyOf.get(id)) || `第${textIn(row, 'number')}号票权`
      case 'activity':
      case 'topic':
      case 'option':
        return textIn(row, 'title')
    }
  }
  return new Map(differences.map((difference) => [difference.id, nameOf(difference)]))
}
