import { activityPaths } from '../../widgets/activityPaths.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { statusName } from '#shared/features/activity/rules.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'

/** Somewhere to go. */
export interface PaletteEntry {
  /** The address that shows it. */
  readonly address: string
  readonly title: string
  /** What tells it from others of the same title. */
  readonly detail: string
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

interface Screen {
  readonly path: string
  /** What else it is looked for by: the initials of its name, other words for it. */
  readonly keywords: string
}

/** The screens that stand for themselves, in the menu's order. */
const screens: readonly Screen[] = [
  { path: '/dashboard', keywords: 'sy 主页' },
  { path: '/estate/Index', keywords: 'xqgl 社区' },
  { path: '/estate/input', keywords: 'djxq 新增小区' },
  { path: '/property/Index', keywords: 'fcxx 房屋 业主' },
  { path: '/voteManage/list', keywords: 'tphd 表决' },
  { path: '/voteManage/propertychange', keywords: 'fcbgsp 过户' },
  { path: '/system/accounts', keywords: 'zhgl 用户 密码' },
  { path: '/system/audit', keywords: 'czrz 记录' },
]

/** The screens about one activity, by what they are called. */
const activityScreens: readonly { readonly title: string; readonly names: readonly string[]; readonly address: (activity: ActivityRow) => string }[] = [
  { title: '票权管理', names: ['票权', '合并', 'pqgl'], address: activityPaths.ballots },
  { title: '送达登记', names: ['送达', 'sddj'], address: activityPaths.notify },
  { title: '投票台', names: ['标记', '唱票', 'tpt'], address: deskOf },
  { title: '投票进度', names: ['进度', 'tpjd'], address: activityPaths.progress },
  { title: '表决结果', names: ['结果', '统计', '报告', 'bjjg'], address: activityPaths.statistics },
]

/** What was typed, in words as they are compared. */
export function wordsOf(typed: string): string[] {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether a text holds all of the words. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const searched = text.normalize('NFKC').toLowerCase()
  return words.every((word) => searched.includes(word))
}

/**
 * The screens that the words name.
 *
 * @param titleOf a screen's name, or undefined where this user has none at that path
 */
export function screenEntries(words: readonly string[], titleOf: (path: string) => string | undefined): PaletteEntry[] {
  return screens.flatMap(({ path, keywords }) => {
    const title = titleOf(path)
    return title !== undefined && holdsAll(`${title} ${keywords}`, words) ? [{ address: path, title, detail: '' }] : []
  })
}

/** What was typed about an activity: the screens that some words name, and the words that are left for its title. */
export function activityAsked(words: readonly string[]): { readonly screens: readonly string[]; readonly rest: readonly string[] } {
  const named = activityScreens.filter(({ title, names }) => words.some((word) => word === title || names.includes(word)))
  const rest = words.filter((word) => !named.some(({ title, names }) => word === title || names.includes(word)))
  return { screens: named.map(({ title }) => title), rest }
}

/** The way to an activity: to the screens that were named, else to where its status leads. */
export function activityEntries(activity: ActivityRow, named: readonly string[]): PaletteEntry[] {
  const detail = `${activity.title} · ${statusName(activity.status)} · ${activity.estateName}`
  const wanted = activityScreens.filter(({ title }) => named.includes(title))
  if (wanted.length > 0) return wanted.map(({ title, address }) => ({ address: address(activity), title, detail }))
  const [address, where] = nextOf(activity)
  return [{ address, title: activity.title, detail: `${where} · ${statusName(activity.status)} · ${activity.estateName}` }]
}

function nextOf(activity: ActivityRow): [address: string, where: string] {
  switch (activity.status) {
    case 0:
      return [activityPaths.ballots(activity), '票权管理']
    case 1:
    case 2:
      return [deskOf(activity), '投票台']
    case 3:
      return [activityPaths.statistics(activity), '表决结果']
  }
}

function deskOf(activity: ActivityRow): string {
  return activityPaths.desk(activity, activity.status === 2 ? 3 : 2)
}

interface Estate {
  readonly id: string
  readonly name: string
}

export function estateEntry({ id, name }: Estate): PaletteEntry {
  return { address: `/property/Index?${new URLSearchParams({ estateid: id }).toString()}`, title: name, detail: '房产信息' }
}

/** Where to look for houses: the estates that some words name, with the words that are left; else every estate, with all of them. */
export function housesAsked(words: readonly string[], estates: readonly Estate[]): readonly { readonly estate: Estate; readonly condition: string }[] {
  const named = estates.flatMap((estate) => {
    const rest = words.filter((word) => !holdsAll(estate.name, [word]))
    return rest.length < words.length && rest.length > 0 ? [{ estate, condition: rest.join(' ') }] : []
  })
  return named.length > 0 ? named : estates.map((estate) => ({ estate, condition: words.join(' ') }))
}

/** A house, by its place: the list of its estate, searched for it. */
export function houseEntry(property: Property, estate: Estate): PaletteEntry {
  const { period, zone, building, room } = property
  // The list is searched by these (`console.md` section 2): the same room of the building's other units stands beside it.
  const condition = [period, zone, building, room].filter((part) => part !== '').join(' ')
  const address = `/property/Index?${new URLSearchParams({ estateid: estate.id, condition }).toString()}`
  return { address, title: placeInWords(property), detail: `${property.ownerName} · ${estate.name}` }
}

/** How many pages are remembered. */
const MAX_RECENT = 30

/** The pages that were visited, the last one first; a page's name is the one that it has now. */
export function recentAfter(before: readonly PaletteEntry[], page: { readonly key: string; readonly title: string }): readonly PaletteEntry[] {
  const [newest] = before
  if (newest?.address === page.key && newest.title === page.title) return before
  return [{ address: page.key, title: page.title, detail: '' }, ...before.filter(({ address }) => address !== page.key)].slice(0, MAX_RECENT)
}

/** Each address once, in the first group that has it; empty groups go. */
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
