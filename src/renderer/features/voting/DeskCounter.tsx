import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import styles from './desk.module.css'

/** What other desks do is not shown at each of their votes. */
const INTERVAL_MS = 15_000

/** What the user has entered today, and how far the activity is, other desks included. */
export function DeskCounter({ activityId }: { readonly activityId: string }) {
  const refetchInterval = useLiveInterval(INTERVAL_MS)
  const { data } = useEndpoint('voting.deskCounts', { query: { activityId } }, { errors: 'caller', refetchInterval })
  if (!data) return null
  return (
    <p className={`${styles.counter} tabular`} aria-label="录入进度">
      <span title="您今天在这个活动中登记的投票、唱票和标记">
        今日已录 <b>{formatCount(data.todayCount)}</b>
      </span>
      <span>
        本活动已投 <b>{formatCount(data.votedCount)}</b> / 总 {formatCount(data.ballotCount)}
      </span>
    </p>
  )
}
