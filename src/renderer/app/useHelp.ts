import { useEffect, useState } from 'react'
import { useEvent } from '../bridge/useEvent.ts'

/** Whether the help is open: opened by F1, from the window's menu and by {@link Help.open}. */
export interface Help {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** For the frame only: listens for F1 and the window's menu. */
export function useHelp(): Help {
  const [isOpen, setIsOpen] = useState(false)
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'help') setIsOpen(true)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.altKey || event.metaKey) return
      // Handled here so that the window's menu does not handle the same key.
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
