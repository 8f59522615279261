import { useState, type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StatusStep } from '#shared/features/activity/rules.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { activityPaths } from '../activityPaths.ts'
import type { PathStep } from './path.ts'
import { StepDialog, type AskedStep } from './StepDialog.tsx'

interface TakeStep {
  /** Goes to the screen of a step, or asks before the activity gets another status. */
  readonly take: (step: PathStep, activity: ActivityRow) => void
  /** To be put into the screen: the question, while there is one. */
  readonly question: ReactNode
}

/** What the buttons of an activity's path do. */
export function useTakeStep(): TakeStep {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const take = (step: PathStep, activity: ActivityRow) => {
    if (isStatusStep(step)) setAsked({ step, activity })
    else navigate(addresses[step](activity))
  }
  return { take, question: <StepDialog asked={asked} onClose={() => setAsked(null)} /> }
}

/** The screens of the steps that need no other status. */
const addresses: Readonly<Record<Exclude<PathStep, StatusStep>, (activity: ActivityRow) => string>> = {
  prepare: activityPaths.edit,
  check: activityPaths.ballots,
  vote: (activity) => activityPaths.desk(activity, 2),
  tally: (activity) => activityPaths.desk(activity, 3),
  result: activityPaths.statistics,
}

const isStatusStep = (step: PathStep): step is StatusStep => step === 'start' || step === 'startTally' || step === 'finish'
