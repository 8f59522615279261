import { useEffect } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { DeskAction } from './desk.ts'

/** The longest that a timer takes, in ms. */
const LONGEST = 2 ** 31 - 1

/** Tells the desk that the voting time is over, when it is; and that it is not, where it was extended. */
export function useTimeOver({ status, endsAt }: Pick<Activity, 'status' | 'endsAt'>, act: (action: DeskAction) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const left = status !== ActivityStatus.voting || endsAt === null ? Infinity : endsAt - Date.now()
      act({ type: 'timePassed', isOver: left < 0 })
      if (left >= 0 && left < Infinity) timer = setTimeout(look, Math.min(left + 1, LONGEST))
    }
    look()
    return () => clearTimeout(timer)
  }, [status, endsAt, act])
}
