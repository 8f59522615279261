import { createContext, useContext, useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react'
import type { PageTitle } from './feature.ts'

/** The tab of a screen; provided by app. */
export interface Tab {
  /** Path and query: `/voteManage/votedesk?activityid=7`. */
  readonly key: string
  /** What the page at that address is called. */
  readonly page: PageTitle
  /** Outlives the parts of the screen; ends with the tab and with its 刷新. */
  readonly memory: Map<string, unknown>
  /** Gives this tab a name of its own, where several tabs show the same page. */
  readonly rename: (title: string) => void
  /** Gives this tab another address, path and query, and leaves it as it is. False if another tab has that address: that one is shown instead. */
  readonly moveTo: (address: string) => boolean
  /** Closes this tab without asking, after what it held has been saved. */
  readonly close: () => void
}

export const TabContext = createContext<Tab | null>(null)
/** Apart from the tab itself, which does not change: a screen is not rendered again because another one is shown. */
export const TabLiveContext = createContext(true)

/** The tab around this component; null outside of tabs (login, register). */
export function useTab(): Tab | null {
  return useContext(TabContext)
}

/** True while the tab around this component is the visible one, and its effects run. */
export function useLive(): boolean {
  return useContext(TabLiveContext)
}

/**
 * Like useState, but kept by the tab: it survives the part of the screen that uses it.
 *
 * What a mounted screen holds in useState is kept by its tab anyway; this is for parts that come and go.
 */
export function useTabState<T>(name: string, initial: T): readonly [T, Dispatch<SetStateAction<T>>] {
  const memory = useContext(TabContext)?.memory
  const [value, setValue] = useState<T>(() => (memory?.has(name) ? (memory.get(name) as T) : initial))
  const set: Dispatch<SetStateAction<T>> = (change) =>
    setValue((before) => {
      const after = typeof change === 'function' ? (change as (before: T) => T)(before) : change
      memory?.set(name, after)
      return after
    })
  return [value, set]
}

/** Between a page's name and what it is about. */
export const SUBJECT_AFTER = ' · '

/** A page's name and what it is about, the short one first: a tab cuts what comes last. */
export function tabTitle({ title, shortTitle }: PageTitle, about: string): string {
  return `${shortTitle ?? title}${SUBJECT_AFTER}${about}`
}

/** What the page in this tab is called, as its feature declares it. */
export function usePageTitle(): string {
  const tab = useContext(TabContext)
  if (!tab) throw new Error('usePageTitle needs a screen in a tab')
  return tab.page.title
}

/**
 * Names this tab after what it shows (`房产 · 幸福里`), where several tabs may show the same page.
 *
 * @param about what it shows; undefined until that is known or where somebody else names the tab, null if there is nothing to add
 * @param name what the page is called, where that is not what its feature declares
 */
export function useTabTitle(about: string | null | undefined, name?: string): void {
  const { rename, page } = useContext(TabContext) ?? {}
  useLayoutEffect(() => {
    // While it does not know what it shows, its name is the one that the address has.
    if (!rename || !page || about === undefined) return
    const called = name === undefined ? page : { title: name }
    rename(about === null ? called.title : tabTitle(called, about))
  }, [rename, page, about, name])
}
