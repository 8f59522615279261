import type { Activity } from '#shared/features/activity/contract.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useTab } from '../../app-context/tab.ts'
import { holdsUnsent } from './deskState.ts'
import { operateTypeOf, type DeskMode } from './modes.ts'
import type { DeskHandle } from './useDesk.ts'

/** Chooses a mode, and has the page's address say so: refreshed, it is what it was. */
export function useModeInAddress(activity: Pick<Activity, 'id'>, { current, act }: Pick<DeskHandle, 'current' | 'act'>): (mode: DeskMode) => void {
  const tab = useTab()
  return (mode) => {
    const desk = current()
    // What is not sent yet says so itself and stays where it is.
    const isMoving = desk.mode !== mode && !holdsUnsent(desk)
    const address = activityPaths.desk(activity, operateTypeOf[mode])
    // Another tab may be this activity's desk of that mode: it is shown, and this one stays what it is.
    if (isMoving && tab?.moveTo(address) === false) return
    act({ type: 'modeChosen', mode })
  }
}
