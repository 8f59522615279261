import type { ReactNode } from 'react'
import { countsDelivered, type CountingRule } from '#shared/features/activity/rules.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'
import { missingInTurnout, turnoutWords, type Turnout } from './quorum.ts'
import styles from './turnout.module.css'

interface TurnoutBarsProps {
  readonly turnout: Turnout
  /** Adds a note for rules that also count deliveries without a vote. */
  readonly countingRule: CountingRule
  readonly className?: string
  /** Rendered after the missing votes, on the same line. */
  readonly children?: ReactNode
}

/** Turnout by heads and by area against the 2/3 line, with the missing votes as text below. */
export function TurnoutBars({ turnout, countingRule, className = '', children }: TurnoutBarsProps) {
  const missing = missingInTurnout(turnout)
  const hasBallots = turnout.totalCount > 0
  return (
    <div className={`${styles.turnout} ${className}`.trim()} role="group" aria-label="参与情况">
      <div className={styles.bars}>
        <Bar
          name="人数"
          rate={turnout.votedCountRate}
          isReached={hasBallots && missing.count === 0}
          figures={`${formatCount(turnout.votedCount)} / ${formatCount(turnout.totalCount)} 人`}
        />
        <Bar
          name="面积"
          rate={turnout.votedAreaRate}
          isReached={hasBallots && missing.areaHundredths === 0}
          figures={`${formatArea(turnout.votedAreaHundredths)} / ${formatArea(turnout.totalAreaHundredths)}㎡`}
        />
      </div>
      <div className={styles.missing}>
        <strong>{turnoutWords(turnout)}</strong>
        {countsDelivered(countingRule) ? <span>本活动的计票方式还计入已送达未投票的票权，是否达到 2/3 以统计结果为准</span> : null}
        {children}
      </div>
    </div>
  )
}

interface BarProps {
  readonly name: string
  /** In percent. */
  readonly rate: number
  readonly isReached: boolean
  readonly figures: string
}

function Bar({ name, rate, isReached, figures }: BarProps) {
  return (
    <div className={styles.bar}>
      <span>{name}</span>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={`已投票${name}`}
        aria-valuenow={rate}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${figures}，${rate.toFixed(2)}%`}
      >
        <div className={isReached ? styles.reached : styles.fill} style={{ width: `${Math.min(100, rate)}%` }} />
        <span className={styles.tick} title="三分之二" aria-hidden>
          2/3
        </span>
      </div>
      <span className={`${styles.rate} tabular`}>{rate.toFixed(2)}%</span>
      <span className={`${styles.figures} tabular`}>{figures}</span>
    </div>
  )
}
