import { Fragment } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Between } from '#shared/features/journal/moments.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import styles from './moments.module.css'

const HOUR = 3_600_000
/** Maximum number of bars; beyond that they are grouped by day. */
const MAX_BARS = 48

interface Bar {
  /** Epoch ms. */
  readonly at: number
  readonly count: number
  readonly lateCount: number
  /** Received in time, but entered after the deadline. */
  readonly enteredLateCount: number
}

/** Bars by hour, or by day if there would be too many. */
function barsOf(curve: Between['curve']): { readonly bars: readonly Bar[]; readonly isByDay: boolean } {
  const bars = curve.map(({ hour, ...counts }) => ({ at: hour ?? 0, ...counts }))
  if (bars.length <= MAX_BARS) return { bars, isByDay: false }
  const days = new Map<string, Bar>()
  for (const bar of bars) {
    const day = formatTime(bar.at).slice(0, 10)
    const found = days.get(day)
    days.set(day, {
      at: found?.at ?? bar.at,
      count: (found?.count ?? 0) + bar.count,
      lateCount: (found?.lateCount ?? 0) + bar.lateCount,
      enteredLateCount: (found?.enteredLateCount ?? 0) + bar.enteredLateCount,
    })
  }
  return { bars: [...days.values()], isByDay: true }
}

/** Receipt of papers over time, with the deadline as a line: received later in red, entered later hatched. */
export function PaperCurve({ curve, endsAt }: { readonly curve: Between['curve']; readonly endsAt: number | null }) {
  const { bars, isByDay } = barsOf(curve)
  if (bars.length === 0) return null
  const most = Math.max(...bars.map(({ count }) => count))
  const labelOf = (at: number): string => (isByDay ? formatTime(at).slice(5, 10) : formatTime(at).slice(5, 13) + ' 时')
  const firstLate = bars.findIndex(({ at }) => endsAt !== null && at + (isByDay ? 24 : 1) * HOUR > endsAt)
  return (
    <figure className={styles.papers}>
      <figcaption>
        收到选票（{isByDay ? '按天' : '按小时'}）
        {bars.some(({ lateCount }) => lateCount > 0) ? <span className={styles.papersLateWord}>红色为截止时间以后收到</span> : null}
        {bars.some(({ enteredLateCount }) => enteredLateCount > 0) ? <span className={styles.papersEnteredLateWord}>斜线为按时收到、截止后录入</span> : null}
      </figcaption>
      <ol>
        {bars.map(({ at, count, lateCount, enteredLateCount }, index) => (
          <Fragment key={at}>
            {index === firstLate && endsAt !== null ? (
              <li className={styles.papersDeadline} title={`截止时间 ${formatTime(endsAt)}`} aria-label={`截止时间 ${formatTime(endsAt)}`} />
            ) : null}
            <li title={`${labelOf(at)}：${barInWords({ count, lateCount, enteredLateCount })}`}>
              <span className={styles.papersCount}>{formatCount(count)}</span>
              <span className={styles.papersBar}>
                <span className={styles.papersLate} style={{ blockSize: `${(lateCount / most) * 100}%` }} />
                <span className={styles.papersEnteredLate} style={{ blockSize: `${(enteredLateCount / most) * 100}%` }} />
                <span className={styles.papersTimely} style={{ blockSize: `${((count - lateCount - enteredLateCount) / most) * 100}%` }} />
              </span>
              <span className={styles.papersHour}>{labelOf(at)}</span>
            </li>
          </Fragment>
        ))}
      </ol>
    </figure>
  )
}

/** `12 票，其中截止后收到 2 票，截止后录入 3 票`. */
function barInWords({ count, lateCount, enteredLateCount }: Omit<Bar, 'at'>): string {
  const late = [
    ...(lateCount > 0 ? [`截止后收到 ${formatCount(lateCount)} 票`] : []),
    ...(enteredLateCount > 0 ? [`截止后录入 ${formatCount(enteredLateCount)} 票`] : []),
  ]
  return `${formatCount(count)} 票${late.length > 0 ? `，其中${late.join('，')}` : ''}`
}
