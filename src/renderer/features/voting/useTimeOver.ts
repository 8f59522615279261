import { useEffect } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { useVotingTime } from '../activity/parts/useVotingTime.ts'
import type { DeskAction } from './desk.ts'

/** Tells the desk that the voting time is over, when it is; and that it is not, where it was extended. */
export function useTimeOver(activity: Pick<Activity, 'status' | 'startsAt' | 'endsAt'>, act: (action: DeskAction) => void): void {
  const isOver = useVotingTime(activity) === 'over' && activity.status === ActivityStatus.voting
  useEffect(() => act({ type: 'timePassed', isOver }), [isOver, act])
}
