import { type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { ActivityOverview } from '#shared/features/voting/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { nextStep, type NextStep, type PathStep } from '../activity/parts/activityPath/path.ts'
import { useTakeStep } from '../activity/parts/activityPath/useTakeStep.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'

/** Polling interval for the next steps (ms). */
const INTERVAL = 15_000

/** The next steps of the activities on the home page. */
export interface NextSteps {
  readonly of: (activity: ActivityRow) => NextStep
  /** Its ballot counts; undefined while loading. */
  readonly overviewOf: (activity: ActivityRow) => ActivityOverview | undefined
  readonly take: (step: PathStep, activity: ActivityRow) => void
  /** Must be rendered by the screen: the confirmation of a step. */
  readonly question: ReactNode
}

/** @param now epoch ms */
export function useNextSteps(activities: readonly ActivityRow[], now: number): NextSteps {
  const { id: userId } = useCurrentUser()
  const refetchInterval = useLiveInterval(INTERVAL)
  const activityIds = activities.map(({ id }) => id)
  const { data } = useEndpoint('voting.overview', { query: { activityIds } }, { enabled: activityIds.length > 0, keepsPrevious: true, refetchInterval })
  const byId = new Map(data?.map((each) => [each.activityId, each]))
  const { take, question } = useTakeStep()
  return {
    of: (activity) => nextStep(activity, byId.get(activity.id) ?? null, userId, now),
    overviewOf: ({ id }) => byId.get(id),
    take,
    question,
  }
}
