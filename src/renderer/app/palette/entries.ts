import { activityPaths } from '../../features/activity/parts/activityPaths.ts'
import type { FeatureRoute } from '../../app-context/feature.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { statusName } from '#shared/features/activity/rules.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { propertyPaths } from '../../app-context/paths.ts'

/** A search result. */
export interface PaletteEntry {
  /** Its address. */
  readonly address: string
  readonly title: string
  /** Distinguishes entries with the same title. */
  readonly detail: string
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** A screen about one activity. */
interface ActivityScreen {
  readonly path: string
  readonly title: string
  readonly names: readonly string[]
  readonly addressFor: (activity: ActivityRow) => string
}

function activityScreensOf(screens: readonly FeatureRoute[]): ActivityScreen[] {
  return screens.flatMap(({ path, title, palette }) => (palette && 'names' in palette ? [{ path, title, ...palette }] : []))
}

/** Splits the typed text into normalised words for comparison. */
export function wordsOf(typed: string): string[] {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether the text contains all of the words. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const searched = text.normalize('NFKC').toLowerCase()
  return words.every((word) => searched.includes(word))
}

/** The screens independent of an activity that match the words; `screens` are those visible to the user. */
export function screenEntries(words: readonly string[], screens: readonly FeatureRoute[]): PaletteEntry[] {
  return screens.flatMap(({ path, title, palette }) =>
    palette && 'keywords' in palette && holdsAll(`${title} ${palette.keywords}`, words) ? [{ address: path, title, detail: '' }] : [],
  )
}

/** Parses a search for an activity: the paths of the screens that some words match, and the remaining words for its title. */
export function activityAsked(
  words: readonly string[],
  screens: readonly FeatureRoute[],
): { readonly named: ReadonlySet<string>; readonly rest: readonly string[] } {
  const named = activityScreensOf(screens).filter(({ title, names }) => words.some((word) => word === title || names.includes(word)))
  const rest = words.filter((word) => !named.some(({ title, names }) => word === title || names.includes(word)))
  return { named: new Set(named.map(({ path }) => path)), rest }
}

/** Entries for an activity: the matched screens, else those its status suggests. */
export function activityEntries(activity: ActivityRow, named: ReadonlySet<string>, screens: readonly FeatureRoute[]): PaletteEntry[] {
  const about = `${statusName(activity.status)} · ${activity.estateName}`
  const ofActivity = activityScreensOf(screens)
  const wanted = ofActivity.filter(({ path }) => named.has(path))
  if (wanted.length > 0) return wanted.map(({ title, addressFor }) => ({ address: addressFor(activity), title, detail: `${activity.title} · ${about}` }))
  const address = nextOf(activity)
  const where = ofActivity.find(({ addressFor }) => addressFor(activity) === address)
  return where ? [{ address, title: activity.title, detail: `${where.title} · ${about}` }] : []
}

function nextOf(activity: ActivityRow): string {
  switch (activity.status) {
    case 0:
      return activityPaths.ballots(activity)
    case 1:
    case 2:
      return activityPaths.deskNow(activity)
    case 3:
      return activityPaths.statistics(activity)
  }
}

interface Estate {
  readonly id: string
  readonly name: string
}

export function estateEntry({ id, name }: Estate): PaletteEntry {
  return { address: propertyPaths.ofEstate(id), title: name, detail: '房产信息' }
}

/** Where to search for properties: the estates that some words match, with the remaining words; else every estate, with all words. */
export function propertiesAsked(words: readonly string[], estates: readonly Estate[]): readonly { readonly estate: Estate; readonly condition: string }[] {
  const named = estates.flatMap((estate) => {
    const rest = words.filter((word) => !holdsAll(estate.name, [word]))
    return rest.length < words.length && rest.length > 0 ? [{ estate, condition: rest.join(' ') }] : []
  })
  return named.length > 0 ? named : estates.map((estate) => ({ estate, condition: words.join(' ') }))
}

/** Entry for a property: its estate's property list, filtered by its place. */
export function propertyEntry(property: Property, estate: Estate): PaletteEntry {
  const { period, zone, building, unit, room } = property
  const condition = [period, zone, building, unit, room].filter((part) => part !== '').join(' ')
  const address = propertyPaths.found(estate.id, condition)
  return { address, title: placeInWords(property), detail: `${property.ownerName} · ${estate.name}` }
}

/** Limit of remembered pages. */
const MAX_RECENT = 30

/** Adds a visited page, most recent first, under its current title. */
export function recentAfter(before: readonly PaletteEntry[], page: { readonly key: string; readonly title: string }): readonly PaletteEntry[] {
  const [newest] = before
  if (newest?.address === page.key && newest.title === page.title) return before
  return [{ address: page.key, title: page.title, detail: '' }, ...before.filter(({ address }) => address !== page.key)].slice(0, MAX_RECENT)
}

/** Keeps each address only in its first group, and drops empty groups. */
export function withoutDoubles(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ address }) => {
        if (seen.has(address)) return false
        seen.add(address)
        return true
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
