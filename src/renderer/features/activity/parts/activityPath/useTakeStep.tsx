import { useState, type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { useRefresh } from '../../../../bridge/useRefresh.ts'
import { activityPaths } from '../activityPaths.ts'
import type { PathStep } from './path.ts'
import { StepDialog, type AskedStep } from './StepDialog.tsx'

interface TakeStep {
  /** Goes to the screen of a step, or asks before the activity gets another status. */
  readonly take: (step: PathStep, activity: ActivityRow) => void
  /** To be put into the screen: the question, while there is one. */
  readonly question: ReactNode
}

const outdated = ['activity.list', 'activity.get', 'voting.overview', 'voting.counts'] as const

/** What the buttons of an activity's path do. */
export function useTakeStep(): TakeStep {
  const navigate = useNavigate()
  const refresh = useRefresh(outdated)
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const take = (step: PathStep, activity: ActivityRow) => {
    if (step === 'start' || step === 'startTally' || step === 'finish') setAsked({ step, activity })
    else navigate(addressOf(step, activity))
  }
  return { take, question: <StepDialog asked={asked} onClose={() => setAsked(null)} onRefused={refresh} /> }
}

function addressOf(step: Exclude<PathStep, AskedStep['step']>, activity: ActivityRow): string {
  switch (step) {
    case 'prepare':
      return activityPaths.edit(activity)
    case 'check':
      return activityPaths.ballots(activity)
    case 'vote':
      return activityPaths.desk(activity, 2)
    case 'tally':
      return activityPaths.desk(activity, 3)
    case 'result':
      return activityPaths.statistics(activity)
  }
}
