import { useRef, type RefObject } from 'react'

/** A menu's button, and a function to focus it. */
export interface MenuTrigger {
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** For the menu's `onClick`: a dialog opened by an entry then returns the focus to the button, since the entry is gone by then. */
  readonly focusTrigger: () => void
}

/** For menus whose entries open dialogs. */
export function useMenuTrigger(): MenuTrigger {
  const trigger = useRef<HTMLButtonElement>(null)
  return { trigger, focusTrigger: () => trigger.current?.focus({ preventScroll: true }) }
}
