import type { Activity } from '#shared/features/activity/contract.ts'
import { useMay } from '../../../app-context/may.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import { useRouteChoice } from './routeChoice.ts'
import { whyNoRoute } from './routeTime.ts'

/** Milliseconds between two looks: the route changes with each vote. */
export const ROUTE_INTERVAL = 10_000

const none: ReadonlySet<string> = new Set()

/** The doors of an activity's route by their properties' ids in the registry, where somebody wants to see them; `isPossible`: whether anybody may. */
export function usePlannedRooms(activity: Pick<Activity, 'id' | 'status' | 'endsAt'>): {
  readonly rooms: ReadonlySet<string>
  readonly isPossible: boolean
} {
  const [{ isOnGrid, ...choice }] = useRouteChoice(activity.id)
  const isPossible = useMay('route.get') && whyNoRoute(activity) === null
  const isShown = isPossible && isOnGrid
  const refetchInterval = useLiveInterval(ROUTE_INTERVAL)
  const { data } = useEndpoint('route.get', { query: { activityId: activity.id, ...choice } }, { enabled: isShown, refetchInterval, keepsPrevious: true })
  const rooms = new Set(data?.units.flatMap(({ doors }) => doors.map(({ propertyId }) => propertyId)))
  return { rooms: isShown ? rooms : none, isPossible }
}
