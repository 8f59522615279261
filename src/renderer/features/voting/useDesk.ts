import { useState } from 'react'
import type { Slot } from '../activity/parts/choices/choices.ts'
import { reduceDesk, type DeskAction } from './desk.ts'
import { openDesk, type Desk } from './deskState.ts'
import type { DeskMode } from './modes.ts'

export interface DeskHandle {
  /** As it is rendered. */
  readonly desk: Desk
  /** As it is at this moment: keys arrive faster than renders. */
  readonly current: () => Desk
  /** Stable across renders. */
  readonly act: (action: DeskAction) => void
}

export function useDesk(mode: DeskMode, slots: readonly Slot[]): DeskHandle {
  const [desk, setDesk] = useState(() => openDesk(mode, slots))
  // Made once, not merely memoised: effects that ask the server run again with another `act`.
  const [{ current, act }] = useState(() => {
    let latest = desk
    return {
      current: () => latest,
      act: (action: DeskAction) => {
        latest = reduceDesk(latest, action)
        setDesk(latest)
      },
    }
  })
  return { desk, current, act }
}
