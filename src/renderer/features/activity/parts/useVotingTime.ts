import { useEffect, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'

/** Maximum timer delay (ms). */
const LONGEST = 2 ** 31 - 1

/** Whether the voting time is yet to come, running or over. */
export type VotingTime = 'before' | 'on' | 'over'

type Times = Pick<Activity, 'startsAt' | 'endsAt'>

/** The voting time's state at `now` (epoch ms). */
export function votingTimeAt({ startsAt, endsAt }: Times, now: number): VotingTime {
  if (startsAt !== null && now < startsAt) return 'before'
  return endsAt !== null && now > endsAt ? 'over' : 'on'
}

/** The current state, by this computer's clock; updated as time passes or the vote is extended. */
export function useVotingTime({ startsAt, endsAt }: Times): VotingTime {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const at = Date.now()
      setNow(at)
      const next = [startsAt ?? 0, (endsAt ?? 0) + 1].filter((moment) => moment > at).toSorted((one, other) => one - other)[0]
      if (next !== undefined) timer = setTimeout(look, Math.min(next - at, LONGEST))
    }
    look()
    return () => clearTimeout(timer)
  }, [startsAt, endsAt])
  return votingTimeAt({ startsAt, endsAt }, now)
}
