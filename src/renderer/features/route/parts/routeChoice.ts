import { useSyncExternalStore } from 'react'
import type { ContactFilter } from '#shared/features/contact/rules.ts'
import { DEFAULT_MARGIN, type RouteBy } from '#shared/features/route/rules.ts'

/** How somebody wants the route of an activity. */
export interface RouteChoice {
  readonly by: RouteBy
  /** In percent. */
  readonly margin: number
  /** Whether it goes to those as well who refused, and to those who are to be visited later. */
  readonly withRefused: boolean
  readonly withLater: boolean
  /** Only doors with this newest visit; null for all. */
  readonly contactResult: ContactFilter | null
  /** Whether the building grid shows its doors. */
  readonly isOnGrid: boolean
}
const usual: RouteChoice = { by: 'units', margin: DEFAULT_MARGIN, withRefused: false, withLater: false, contactResult: null, isOnGrid: false }

const choices = new Map<string, RouteChoice>()
const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The choice for an activity, the same for its route and its grid; it lasts as long as the page. */
export function useRouteChoice(activityId: string): readonly [RouteChoice, (change: Partial<RouteChoice>) => void] {
  const choice = useSyncExternalStore(subscribe, () => choices.get(activityId) ?? usual)
  const choose = (change: Partial<RouteChoice>) => {
    choices.set(activityId, { ...(choices.get(activityId) ?? usual), ...change })
    for (const listener of listeners) listener()
  }
  return [choice, choose]
}
