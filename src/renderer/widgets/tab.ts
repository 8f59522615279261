import { createContext, useCallback, useContext, useId, useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react'

/** The tab that a screen stands in; given by app. */
export interface Tab {
  /** Path and query: `/voteManage/votedesk?activityid=7`. */
  readonly key: string
  /** Outlives the parts of the screen; ends with the tab and with its 刷新. */
  readonly memory: Map<string, unknown>
  /** Marks one part of the screen as holding unsaved input, or no longer. */
  readonly markUnsaved: (part: string, isUnsaved: boolean) => void
  /** The part is no longer rendered; a tab that was merely left keeps its mark. */
  readonly partGone: (part: string) => void
  /** Gives this tab a name of its own, where several tabs show the same page. */
  readonly rename: (title: string) => void
  /** Gives this tab another address, path and query, and leaves it as it is. False where another tab has that address: that one is shown instead. */
  readonly moveTo: (address: string) => boolean
  /** Closes this tab without asking, after what it held has been saved. */
  readonly close: () => void
}

export const TabContext = createContext<Tab | null>(null)
/** Apart from the tab itself, which does not change: a screen is not drawn anew because another one is shown. */
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
  const set = useCallback<Dispatch<SetStateAction<T>>>(
    (change) =>
      setValue((before) => {
        const after = typeof change === 'function' ? (change as (before: T) => T)(before) : change
        memory?.set(name, after)
        return after
      }),
    [memory, name],
  )
  return [value, set]
}

/** Puts the unsaved mark on this tab while `isUnsaved`: the dot, and the question before it closes. */
export function useUnsaved(isUnsaved: boolean): void {
  const part = useId()
  const tab = useContext(TabContext)
  const { markUnsaved, partGone } = tab ?? {}
  useLayoutEffect(() => {
    markUnsaved?.(part, isUnsaved)
  }, [markUnsaved, part, isUnsaved])
  useLayoutEffect(() => () => partGone?.(part), [partGone, part])
}

/** What a page is called on its tab, where it stands before the name of an activity, an estate or a house. */
const shortNames: Readonly<Record<string, string>> = {
  房产信息: '房产',
  编辑小区: '编辑',
  编辑投票活动: '编辑',
  查看投票活动: '查看',
  票权管理: '票权',
  送达登记: '送达',
  投票进度: '进度',
  表决结果: '结果',
}

/** A page's name and what it is about, the short one first: a tab cuts what comes last. */
export function tabTitle(page: string, about: string): string {
  return `${shortNames[page] ?? page} · ${about}`
}

/**
 * Names this tab after what it shows (`房产 · 幸福里`), where several tabs may show the same page.
 *
 * @param page null where somebody else names it
 * @param about what it shows; undefined until that is known, null where there is nothing to add
 */
export function useTabTitle(page: string | null, about: string | null | undefined = null): void {
  const rename = useContext(TabContext)?.rename
  useLayoutEffect(() => {
    // While it does not know what it shows, its name is the one that the address has.
    if (page !== null && about !== undefined) rename?.(about === null ? page : tabTitle(page, about))
  }, [rename, page, about])
}
