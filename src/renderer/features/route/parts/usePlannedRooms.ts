import type { Activity } from '#shared/features/activity/contract.ts'
import { useMay } from '../../../app-context/may.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import { useRouteChoice } from './routeChoice.ts'
import { whyNoRoute } from './routeTime.ts'

/** Polling interval (ms): the route changes with each vote. */
export const ROUTE_INTERVAL = 10_000

const none: ReadonlySet<string> = new Set()

/** The registry ids of the doors on an activity's route, if they are to be shown; `isPossible`: whether there can be a route. */
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
