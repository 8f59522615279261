import { useEffect, useEffectEvent, useLayoutEffect, useReducer, type Dispatch } from 'react'
import { useNavigate } from 'react-router-dom'
import { afterPaint } from '../../bridge/painted.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useStableHandlers } from '../../ui/useStableHandlers.ts'
import { HOME_KEY, initialTabs, isUnsaved, keyAfterClosing, keysBeside, keysTogether, neighbourKey, reduceTabs, type TabAction, type Tabs } from './model.ts'
import { useAskBeforeUnload } from '../../ui/askBeforeUnload.ts'

export type TabActions = {
  readonly show: (key: string) => void
  readonly refresh: (key: string) => void
  /** Confirms first if one of them holds unsaved input. */
  readonly close: (keys: readonly string[]) => void
  readonly closeOthers: (key: string) => void
  readonly closeLeft: (key: string) => void
  readonly closeRight: (key: string) => void
  readonly closeAll: () => void
  /** Without confirmation: the contents were saved. */
  readonly closeSaved: (key: string) => void
  /** Changes the visible tab's address and keeps its contents. Returns false if another tab has that address; that tab is shown instead. */
  readonly move: (from: string, to: string) => boolean
}

/**
 * The tabs of the visited pages; the address decides which one is shown.
 *
 * @param address path and query on screen, and that page's title; null if it is not a tab
 */
export function useTabs(address: { readonly key: string; readonly title: string } | null, homeTitle: string) {
  const [state, dispatch] = useReducer(reduceTabs, homeTitle, initialTabs)
  const navigate = useNavigate()
  const askAbout = useAskAboutUnsaved()
  // During render, so that the new tab appears in the same frame as the new address.
  if (address && address.key !== state.activeKey) dispatch({ type: 'visited', ...address })
  if (!address && state.activeKey !== null) dispatch({ type: 'left' })
  const { activeKey, paintedKey } = state
  useLayoutEffect(() => (activeKey === paintedKey ? undefined : afterPaint(() => dispatch({ type: 'painted' }))), [activeKey, paintedKey])

  const closeNow = (keys: readonly string[]) => {
    const next = keyAfterClosing(state, keys)
    dispatch({ type: 'closed', keys })
    if (next !== state.activeKey && state.activeKey !== null) void navigate(next)
  }
  const others = (key: string) => {
    const together = keysTogether(state, key)
    return state.tabs.map((tab) => tab.key).filter((other) => !together.includes(other) && other !== HOME_KEY)
  }
  /** If the shown tab is closed, shows `key`; otherwise the shown tab stays. */
  const closeAround = (key: string, keys: readonly string[], isAlwaysShown = false) =>
    askAbout(state, keys, '关闭', () => {
      dispatch({ type: 'closed', keys })
      if (isAlwaysShown || (state.activeKey !== null && keys.includes(state.activeKey))) void navigate(key)
    })
  const actions = useStableHandlers<TabActions>({
    show: (key) => void navigate(key),
    refresh: (key) => askAbout(state, [key], '刷新', () => dispatch({ type: 'refreshed', key })),
    close: (keys) => askAbout(state, keys, '关闭', () => closeNow(keys)),
    closeOthers: (key) => closeAround(key, others(key), true),
    closeLeft: (key) => closeAround(key, keysBeside(state, key, 'left')),
    closeRight: (key) => closeAround(key, keysBeside(state, key, 'right')),
    closeAll: () => askAbout(state, others(HOME_KEY), '关闭', () => closeNow(others(HOME_KEY))),
    closeSaved: (key) => closeNow([key]),
    move: (from, to) => {
      const isOpen = state.tabs.some((tab) => tab.key === to)
      if (!isOpen) dispatch({ type: 'moving', from, to })
      void navigate(to, { replace: !isOpen })
      return !isOpen
    },
  })
  useTabKeys(state, actions)
  useAskBeforeUnload(state.tabs.some(isUnsaved))
  return { state, actions, dispatch: dispatch as Dispatch<TabAction> }
}

export type TabsHandle = ReturnType<typeof useTabs>

function useAskAboutUnsaved() {
  const { ask } = useQuestions()
  return (state: Tabs, keys: readonly string[], act: string, onAgreed: () => void) => {
    const unsaved = state.tabs.filter((tab) => keys.includes(tab.key) && isUnsaved(tab))
    if (unsaved.length === 0) {
      onAgreed()
      return
    }
    ask({
      title: `有未保存的内容，确认${act}吗?`,
      detail: `${unsaved.map((tab) => `“${tab.title}”`).join('、')}里填写的内容尚未保存，${act}后不会保留`,
      confirmText: act,
      cancelText: '继续编辑',
      isDangerous: true,
      onConfirm: onAgreed,
    })
  }
}

/** Ctrl+Tab, Ctrl+Shift+Tab and Ctrl+W, and their items in the window's menu. */
function useTabKeys(state: Tabs, actions: TabActions) {
  const { isAsking } = useQuestions()
  const act = useEffectEvent((item: 'closeTab' | 'nextTab' | 'previousTab' | 'refreshTab') => {
    if (state.activeKey === null || isAsking) return
    switch (item) {
      case 'nextTab':
        return actions.show(neighbourKey(state, 1))
      case 'previousTab':
        return actions.show(neighbourKey(state, -1))
      case 'refreshTab':
        return actions.refresh(state.activeKey)
      case 'closeTab':
        return state.activeKey === HOME_KEY ? undefined : actions.close(keysTogether(state, state.activeKey))
    }
  })
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'closeTab' || item === 'nextTab' || item === 'previousTab' || item === 'refreshTab') act(item)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.altKey || event.metaKey) return
      const item = event.key === 'Tab' ? (event.shiftKey ? 'previousTab' : 'nextTab') : event.key.toLowerCase() === 'w' && !event.shiftKey ? 'closeTab' : null
      if (item === null) return
      // Handled here so that the window's menu does not handle the same keys.
      event.preventDefault()
      act(item)
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
}
