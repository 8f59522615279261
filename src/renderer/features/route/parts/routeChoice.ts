import { useSyncExternalStore } from 'react'
import type { ContactFilter } from '#shared/features/contact/rules.ts'
import { DEFAULT_MARGIN, type RouteBy } from '#shared/features/route/rules.ts'

/** The options of an activity's route. */
export interface RouteChoice {
  readonly by: RouteBy
  /** In percent. */
  readonly margin: number
  /** Whether to include doors that refused, and those to be revisited later. */
  readonly withRefused: boolean
  readonly withLater: boolean
  /** Only doors with this latest visit; null for all. */
  readonly contactResult: ContactFilter | null
  /** Whether its doors are marked on the building grid. */
  readonly isOnGrid: boolean
}
const usual: RouteChoice = { by: 'units', margin: DEFAULT_MARGIN, withRefused: false, withLater: false, contactResult: null, isOnGrid: false }

const choices = new Map<string, RouteChoice>()
const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An activity's route options, shared by route and grid; kept until the page is reloaded. */
export function useRouteChoice(activityId: string): readonly [RouteChoice, (change: Partial<RouteChoice>) => void] {
  const choice = useSyncExternalStore(subscribe, () => choices.get(activityId) ?? usual)
  const choose = (change: Partial<RouteChoice>) => {
    choices.set(activityId, { ...(choices.get(activityId) ?? usual), ...change })
    for (const listener of listeners) listener()
  }
  return [choice, choose]
}
