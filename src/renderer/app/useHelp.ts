import { useEffect, useState } from 'react'
import { useEvent } from '../bridge/useEvent.ts'

/** Whether the help is shown: it opens by F1, by the window's menu and by {@link Help.open}. */
export interface Help {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** For the frame alone: it listens for F1 and for the window's menu. */
export function useHelp(): Help {
  const [isOpen, setIsOpen] = useState(false)
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'help') setIsOpen(true)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.altKey || event.metaKey) return
      // Handled here, so that the window's menu does not hear the same key.
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
