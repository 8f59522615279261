import type { KeptPages } from '#shared/bridge/commands.ts'
import { HOME_KEY, pathOf, type Tabs } from './model.ts'

/** Query parameters that identify what a page shows; all others are dropped. */
const kept = new Set(['estateid', 'activityid', 'activitypropertyid', 'operatetype', 'vflag'])
const MAX_PAGES = 30
const MAX_LENGTH = 300

/** The part of a page's address that is saved: path and ids in the query, never search terms. Null for the home page. */
export function keptAddress(address: string): string | null {
  const path = pathOf(address)
  if (path === HOME_KEY) return null
  const query = Array.from(new URLSearchParams(address.slice(path.length + 1))).filter(([name, value]) => kept.has(name) && /^[\w-]{1,64}$/.test(value))
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The open pages to save; only the first ones if there are too many. */
export function pagesToKeep({ tabs, activeKey }: Tabs): Pick<KeptPages, 'addresses' | 'shown'> {
  const all = tabs.filter(({ isClosing }) => !isClosing).flatMap(({ key }) => keptAddress(key) ?? [])
  const addresses = [...new Set(all)].filter((address) => address.length <= MAX_LENGTH).slice(0, MAX_PAGES)
  const shown = activeKey === null ? '' : (keptAddress(activeKey) ?? '')
  return { addresses, shown: addresses.includes(shown) ? shown : '' }
}

/**
 * The saved pages to restore: those that still exist and that this user may see.
 *
 * @param titleOf the title of the page at an address; undefined if this user has none there
 */
export function pagesToRestore(addresses: readonly string[], titleOf: (address: string) => string | undefined): { key: string; title: string }[] {
  return [...new Set(addresses.map(keptAddress))].flatMap((key) => {
    const title = key === null ? undefined : titleOf(key)
    return key === null || title === undefined ? [] : [{ key, title }]
  })
}
