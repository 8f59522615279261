import { useEffect, useEffectEvent, useState } from 'react'
import { useEvent } from '../../bridge/useEvent.ts'
import { useQuestions } from '../../ui/question.tsx'
import type { Tabs } from '../tabs/model.ts'
import { recentAfter, type PaletteEntry } from './entries.ts'

/** Whether 查找并前往 is open, and its initial entries. */
export interface PaletteState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  /** Visited pages, most recent first, without the current one. */
  readonly recent: readonly PaletteEntry[]
}

/**
 * Toggled by Ctrl+K and from the window's menu.
 *
 * @param isBlocked true while something else must be answered first
 */
export function usePalette({ tabs, activeKey }: Tabs, isBlocked: boolean): PaletteState {
  const [isOpen, setIsOpen] = useState(false)
  const { isAsking } = useQuestions()
  const toggle = useEffectEvent(() => {
    if (!isAsking && !isBlocked) setIsOpen(!isOpen)
  })
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'goTo') toggle()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.shiftKey || event.altKey || event.metaKey || event.key.toLowerCase() !== 'k') return
      // Handled here so that the window's menu does not handle the same keys.
      event.preventDefault()
      if (!event.repeat) toggle()
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])

  const [visited, setVisited] = useState<readonly PaletteEntry[]>([])
  const shown = tabs.find(({ key }) => key === activeKey)
  const visitedNow = shown ? recentAfter(visited, shown) : visited
  if (visitedNow !== visited) setVisited(visitedNow)
  // Restored tabs that were not visited yet.
  const open = tabs.filter(({ key }) => !visited.some(({ address }) => address === key)).map(({ key, title }) => ({ address: key, title, detail: '' }))
  const named = visited.map((page) => ({ ...page, title: tabs.find(({ key }) => key === page.address)?.title ?? page.title }))
  const recent = [...named, ...open].filter(({ address }) => address !== activeKey)
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false), recent }
}
