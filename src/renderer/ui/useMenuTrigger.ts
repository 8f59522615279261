import { useRef, type RefObject } from 'react'

/** The button of a menu, and what gives it the focus. */
export interface MenuTrigger {
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** For the menu's `onClick`: a dialog that an entry opens gives the focus back to the button, for the entry is gone by then. */
  readonly focusTrigger: () => void
}

/** For a menu whose entries open dialogs. */
export function useMenuTrigger(): MenuTrigger {
  const trigger = useRef<HTMLButtonElement>(null)
  return { trigger, focusTrigger: () => trigger.current?.focus({ preventScroll: true }) }
}
