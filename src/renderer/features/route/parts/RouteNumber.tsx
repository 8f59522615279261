import type { ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import { inHandWords } from './routeWords.ts'
import { whyNoRoute } from './routeTime.ts'
import styles from './routeNumber.module.css'

interface RouteNumberProps {
  readonly activity: Pick<ActivityRow, 'id' | 'status' | 'endsAt' | 'countingRule'>
  /** Polling interval (ms). */
  readonly interval?: number
  /** True: only the number, with the reason as tooltip. */
  readonly isShort?: boolean
  /** A link to the plan. */
  readonly children?: ReactNode
}

/** 至少还需 65 户, and why; nothing if no vote is running, nothing is concluded, or nothing is missing. */
export function RouteNumber({ activity, interval, isShort = false, children }: RouteNumberProps) {
  const refetchInterval = useLiveInterval(interval)
  const isAsked = whyNoRoute(activity) === null && activity.countingRule !== 6
  const { data } = useEndpoint('route.shortage', { query: { activityId: activity.id } }, { enabled: isAsked, refetchInterval })
  if (!isAsked || !data) return null
  const { fewest, proof, inHand } = data
  if (fewest === 0 && inHand.count === 0) return null
  const inHandSaid = inHand.count === 0 ? null : <span>{inHandWords(inHand.count)}</span>
  if (fewest === 0) return <p className={`${styles.routeNumber} tabular`}>已达到三分之二{inHandSaid}</p>
  return (
    <p className={`${styles.routeNumber} tabular`} title={isShort ? proof : undefined}>
      <strong>至少还需 {formatCount(fewest)} 户</strong>
      {isShort ? null : <span>{proof}</span>}
      {inHandSaid}
      {children}
    </p>
  )
}
