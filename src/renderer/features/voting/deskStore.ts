import { useState, useSyncExternalStore } from 'react'
import type { Slot } from '../activity/parts/choices/choices.ts'
import { reduceDesk, type DeskAction } from './desk.ts'
import { openDesk, type Desk } from './deskState.ts'
import type { DeskMode } from './modes.ts'

/** The one desk: the page shows it, and keys, which arrive faster than renders, read it where it is kept. */
export interface DeskStore {
  /** As it is at this moment. */
  readonly now: () => Desk
  readonly act: (action: DeskAction) => void
  readonly subscribe: (changed: () => void) => () => void
}

function createDeskStore(mode: DeskMode, slots: readonly Slot[]): DeskStore {
  let desk = openDesk(mode, slots)
  const listeners = new Set<() => void>()
  return {
    now: () => desk,
    act: (action) => {
      desk = reduceDesk(desk, action)
      for (const listener of listeners) listener()
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** A desk of its own for the component; made once, so that its `act` is stable across renders. */
export function useDeskStore(mode: DeskMode, slots: readonly Slot[]): DeskStore {
  return useState(() => createDeskStore(mode, slots))[0]
}

/** The desk as it is to be shown. */
export const useDesk = ({ subscribe, now }: DeskStore): Desk => useSyncExternalStore(subscribe, now)
