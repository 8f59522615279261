import { createContext, useContext, useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react'
import type { PageTitle } from './feature.ts'

/** The tab of a screen; provided by app. */
export interface Tab {
  /** Path and query: `/voteManage/votedesk?activityid=7`. */
  readonly key: string
  /** The titles of the page at that address. */
  readonly page: PageTitle
  /** Outlives parts of the screen; cleared when the tab is closed or refreshed (刷新). */
  readonly memory: Map<string, unknown>
  /** Sets a title specific to this tab; for tabs that show the same page. */
  readonly rename: (title: string) => void
  /**
   * Changes this tab's address (path and query) and keeps its contents. Returns false if another tab has that address; that tab is
   * shown instead.
   */
  readonly moveTo: (address: string) => boolean
  /** Closes this tab without confirmation, after its contents were saved. */
  readonly close: () => void
}

export const TabContext = createContext<Tab | null>(null)
/** Separate from the tab context, which never changes: switching tabs does not re-render a screen. */
export const TabLiveContext = createContext(true)

/** The enclosing tab; null outside tabs (login, register). */
export function useTab(): Tab | null {
  return useContext(TabContext)
}

/** True while the enclosing tab is visible and its effects run. */
export function useLive(): boolean {
  return useContext(TabLiveContext)
}

/**
 * Like useState, but stored in the tab: survives unmounting of the component.
 *
 * State of a mounted screen is kept by its tab anyway; this is for parts that unmount.
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

/** Separates a page's title from its subject. */
export const SUBJECT_AFTER = ' · '

/** Title and subject, preferring the short title because a tab truncates the end. */
export function tabTitle({ title, shortTitle }: PageTitle, about: string): string {
  return `${shortTitle ?? title}${SUBJECT_AFTER}${about}`
}

/** The declared title of the page in this tab. */
export function usePageTitle(): string {
  const tab = useContext(TabContext)
  if (!tab) throw new Error('usePageTitle needs a screen in a tab')
  return tab.page.title
}

/**
 * Sets this tab's title from its subject (`房产 · 幸福里`), for tabs that show the same page.
 *
 * @param about the subject; undefined if not known yet or if another component sets the title, null for the plain title
 * @param name the page's name if it differs from the declared title
 */
export function useTabTitle(about: string | null | undefined, name?: string): void {
  const { rename, page } = useContext(TabContext) ?? {}
  useLayoutEffect(() => {
    // Until the subject is known, the tab keeps the title derived from its address.
    if (!rename || !page || about === undefined) return
    const called = name === undefined ? page : { title: name }
    rename(about === null ? called.title : tabTitle(called, about))
  }, [rename, page, about, name])
}
