import { valueInWords } from '#shared/features/journal/words.ts'
import { versionName } from '#shared/features/estate-rules/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Difference, Replayed } from './replay.ts'
import type { StateKind, StateRow } from './state.ts'

/** Rows by kind and id, in order of creation. */
export type NamedRows = Readonly<Record<StateKind, Map<string, StateRow>>>

const textIn = (row: StateRow | undefined, field: string): string => (row && row[field] !== null && row[field] !== undefined ? String(row[field]) : '')

/** The properties of a visit, from a column written only by its feature. */
const visited = (row: StateRow | undefined): readonly string[] => JSON.parse(textIn(row, 'properties') || '[]') as string[]

/** The place of a property in words, with its owner. */
function propertyName(property: StateRow | undefined): string {
  if (!property) return ''
  const [period, zone, building, unit, room] = ['period', 'zone', 'building', 'unit', 'room'].map((part) => textIn(property, part)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  return `${placeInWords({ period, zone, building, unit, room })} ${textIn(property, 'ownerName')}`.trim()
}

/**
 * The properties needed to name differing things; only these are kept of a roster.
 *
 * @param rows the differing rows
 */
export async function propertiesToName(
  properties: AsyncIterable<readonly StateRow[]> | Iterable<readonly StateRow[]>,
  differences: readonly Difference[],
  rows: NamedRows,
  recorded: Replayed,
): Promise<Map<string, StateRow>> {
  const wanted = { id: new Set<string>(), ballotId: new Set<string>(), propertyId: new Set<string>() }
  for (const { kind, id } of differences) {
    if (kind === 'tally' || kind === 'file') continue
    const row = rows[kind].get(id) ?? recorded[kind].get(id)
    if (kind === 'house') wanted.id.add(id)
    if (kind === 'ballot') wanted.ballotId.add(id)
    if (kind === 'contact') for (const each of visited(row)) wanted.id.add(each)
    if (kind === 'delivery') wanted.id.add(textIn(row, 'rosterPropertyId'))
    if (kind === 'proxy' || kind === 'paper' || kind === 'reading') wanted.ballotId.add(textIn(row, 'ballotId'))
    if (kind === 'change') wanted.propertyId.add(textIn(row, 'propertyId'))
    if (kind !== 'record') continue
    wanted.ballotId.add(textIn(row, 'ballotId'))
    wanted.propertyId.add(textIn(row, 'propertyId'))
  }
  const found = new Map<string, StateRow>()
  for await (const some of properties) {
    for (const property of some) {
      const isWanted = wanted.id.has(property.id) || wanted.ballotId.has(textIn(property, 'ballotId')) || wanted.propertyId.has(textIn(property, 'propertyId'))
      if (isWanted) found.set(property.id, property)
    }
  }
  return found
}

/**
 * Display names of differing things, by id: property and owner of a vote, a proxy or a change request, a ballot's number, a
 * topic's title.
 */
export function namesOf(
  differences: readonly Difference[],
  { found, files, recorded }: { readonly found: NamedRows; readonly files: ReadonlyMap<string, string>; readonly recorded: Replayed },
): ReadonlyMap<string, string> {
  const rowOf = (kind: StateKind, id: string): StateRow | undefined => found[kind].get(id) ?? recorded[kind].get(id)
  const firstPropertyOf = new Map<string, StateRow>()
  const propertyIds = new Map<string, StateRow>()
  for (const property of found.house.values()) {
    if (!firstPropertyOf.has(textIn(property, 'ballotId'))) firstPropertyOf.set(textIn(property, 'ballotId'), property)
    propertyIds.set(textIn(property, 'propertyId'), property)
  }
  const nameOf = ({ kind, id }: Difference): string => {
    if (kind === 'tally') return '全部计票'
    if (kind === 'file') return files.get(id) ?? ''
    const row = rowOf(kind, id)
    switch (kind) {
      case 'house':
        return propertyName(row)
      case 'delivery':
        return propertyName(rowOf('house', textIn(row, 'rosterPropertyId')))
      case 'proxy':
        return propertyName(firstPropertyOf.get(textIn(row, 'ballotId'))) || textIn(row, 'agentName')
      case 'paper':
      case 'reading':
        return propertyName(firstPropertyOf.get(textIn(row, 'ballotId'))) || id
      case 'change':
        return propertyName(propertyIds.get(textIn(row, 'propertyId'))) || textIn(row, 'applicant')
      case 'layout':
      case 'sample':
        return id
      case 'page':
        return [textIn(row, 'sourceFile'), textIn(row, 'sourcePage')].join(' ').trim()
      case 'publication':
        return [valueInWords('publication', 'publicationKind', row?.['publicationKind']), textIn(row, 'dateFrom')].join(' ').trim()
      case 'contact':
        return visited(row)
          .map((each) => propertyName(rowOf('house', each)))
          .join('、')
      case 'objection':
        return `第${textIn(row, 'objectionNumber')}号`
      case 'decision':
        return `第${textIn(rowOf('objection', textIn(row, 'objectionId')), 'objectionNumber')}号`
      case 'record':
        return propertyName(propertyIds.get(textIn(row, 'propertyId')) ?? firstPropertyOf.get(textIn(row, 'ballotId')))
      case 'ballot':
        return propertyName(firstPropertyOf.get(id)) || `第${textIn(row, 'number')}号票权`
      case 'rules':
        return [textIn(row, 'title'), versionName(Number(textIn(row, 'rulesVersion')))].join(' ')
      case 'activity':
      case 'topic':
      case 'option':
        return textIn(row, 'title')
    }
  }
  return new Map(differences.map((difference) => [difference.id, nameOf(difference)]))
}
