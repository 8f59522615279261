import { usePreferences } from '../../bridge/computer.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { routesFor } from '../routes.ts'
import {
  activityAsked,
  activityEntries,
  estateEntry,
  holdsAll,
  propertyEntry,
  propertiesAsked,
  screenEntries,
  withoutDoubles,
  wordsOf,
  type PaletteEntry,
  type PaletteGroup,
} from './entries.ts'

const MAX_RECENT = 8
const MAX_ESTATES = 6
const MAX_ACTIVITIES = 6
const MAX_PROPERTIES = 10
/** With more estates than this, the user must name one. */
const MAX_ESTATES_SEARCHED = 20
const FRESH_MS = 30_000

/** The results so far. */
export interface PaletteAnswer {
  readonly groups: readonly PaletteGroup[]
  /** More results are pending. */
  readonly isSearching: boolean
  /** A note on the results; `''` for none. */
  readonly note: string
}

/** Searches screens, estates, activities and properties for the typed text; without text, shows the recent pages. */
export function usePaletteGroups(typed: string, recent: readonly PaletteEntry[]): PaletteAnswer {
  const screens = routesFor(useCurrentUser().roles)
  const words = wordsOf(typed)
  const asked = useDebounced(typed.trim())
  const askedWords = wordsOf(asked)
  const isAsking = words.length > 0 && askedWords.length > 0
  const [{ lastEstateId }] = usePreferences()
  const all = useEndpoint('estate.all', {}, { staleTime: FRESH_MS })
  // The last used estate comes first.
  const estates = (all.data ?? []).toSorted((one, other) => Number(other.id === lastEstateId) - Number(one.id === lastEstateId))

  const activity = activityAsked(askedWords, screens)
  const activities = useEndpoint(
    'activity.list',
    { query: { name: activity.rest.join(' '), pageNo: 1, pageSize: 10 } },
    { enabled: isAsking, staleTime: FRESH_MS, keptMs: 60_000 },
  )
  const places = isAsking ? propertiesAsked(askedWords, estates).slice(0, MAX_ESTATES_SEARCHED) : []
  const properties = useEndpoints(
    'property.list',
    places.map(({ estate, condition }) => ({ query: { estateId: estate.id, condition, pageNo: 1, pageSize: MAX_PROPERTIES } })),
    { staleTime: FRESH_MS },
  )
  if (words.length === 0) return { groups: [{ title: '最近打开', entries: recent.slice(0, MAX_RECENT) }], isSearching: false, note: '' }

  const isSettled = asked === typed.trim()
  const found = <T>(entries: readonly T[]): readonly T[] => (isSettled ? entries : [])
  const groups = withoutDoubles([
    { title: '最近打开', entries: recent.filter(({ title }) => holdsAll(title, words)).slice(0, MAX_RECENT) },
    { title: '页面', entries: screenEntries(words, screens) },
    {
      title: '小区',
      entries: estates
        .filter(({ name }) => holdsAll(name, words))
        .slice(0, MAX_ESTATES)
        .map(estateEntry),
    },
    {
      title: '投票活动',
      entries: found(activities.data?.rows ?? [])
        .flatMap((row) => activityEntries(row, activity.named, screens))
        .slice(0, MAX_ACTIVITIES),
    },
    {
      title: '房产',
      entries: found(properties)
        .flatMap(({ data }, index) => (data?.rows ?? []).map((property) => ({ property, estate: places[index]?.estate })))
        .flatMap(({ property, estate }) => (estate ? [propertyEntry(property, estate)] : []))
        .slice(0, MAX_PROPERTIES),
    },
  ])
  const failed = [all, activities, ...properties].find(({ error }) => error !== null)
  return {
    groups,
    isSearching: !isSettled || all.isLoading || activities.isLoading || properties.some(({ isLoading }) => isLoading),
    note: failed?.error ? failed.error.message : estates.length > MAX_ESTATES_SEARCHED && places.length === MAX_ESTATES_SEARCHED ? TOO_MANY : '',
  }
}

const TOO_MANY = `小区较多，只在其中 ${MAX_ESTATES_SEARCHED} 个查找了房产；请加上小区名称再查`
