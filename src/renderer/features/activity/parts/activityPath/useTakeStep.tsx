import { useState, type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StatusStep } from '#shared/features/activity/rules.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { activityPaths } from '../activityPaths.ts'
import type { PathStep } from './path.ts'
import { StepDialog, type AskedStep } from './StepDialog.tsx'

interface TakeStep {
  /** Navigates to a step's screen, or confirms a change of the activity's status. */
  readonly take: (step: PathStep, activity: ActivityRow) => void
  /** Must be rendered by the screen: the question, while open. */
  readonly question: ReactNode
}

/** Actions of the steps' buttons. */
export function useTakeStep(): TakeStep {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const take = (step: PathStep, activity: ActivityRow) => {
    if (isStatusStep(step)) setAsked({ step, activity })
    else navigate(addresses[step](activity))
  }
  return { take, question: <StepDialog asked={asked} onClose={() => setAsked(null)} /> }
}

/** The screens of steps that do not change the status. */
const addresses: Readonly<Record<Exclude<PathStep, StatusStep>, (activity: ActivityRow) => string>> = {
  prepare: activityPaths.edit,
  check: activityPaths.ballots,
  vote: (activity) => activityPaths.desk(activity, 2),
  tally: (activity) => activityPaths.desk(activity, 3),
  result: activityPaths.statistics,
}

const isStatusStep = (step: PathStep): step is StatusStep => step === 'start' || step === 'startTally' || step === 'finish'
