import { type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { ActivityOverview } from '#shared/features/voting/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { nextStep, type NextStep, type PathStep } from '../activity/parts/activityPath/path.ts'
import { useTakeStep } from '../activity/parts/activityPath/useTakeStep.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'

/** Milliseconds between two requests for what is to be done next. */
const INTERVAL = 15_000

/** What is to be done next with the activities on the home page. */
export interface NextSteps {
  readonly of: (activity: ActivityRow) => NextStep
  /** Where its ballots stand; undefined until it is known. */
  readonly overviewOf: (activity: ActivityRow) => ActivityOverview | undefined
  readonly take: (step: PathStep, activity: ActivityRow) => void
  /** To be put into the screen: what is asked before a step is taken. */
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
