import type { ReactNode } from 'react'
import { funnelNames, funnelStages, shownStages, wholeOf, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'
import styles from './funnel.module.css'

interface FunnelProps {
  readonly funnel: PaperFunnel
  /** For a list row: shows only stages that have ballots. */
  readonly isCompact?: boolean
  /** Shown after the numbers. */
  readonly children?: ReactNode
}

/** The whereabouts of an activity's papers, with the same words, order and colours everywhere. */
export function Funnel({ funnel, isCompact = false, children }: FunnelProps) {
  const whole = wholeOf(funnel).count
  if (whole === 0) return null
  const shown = shownStages(funnel).filter((stage) => !isCompact || funnel[stage].count > 0)
  return (
    <div className={`${isCompact ? styles.compact : styles.funnel} tabular`} role="group" aria-label="选票去向">
      <span className={styles.bar} aria-hidden>
        {funnelStages.map((stage) => (
          <span key={stage} className={styles[stage]} style={{ inlineSize: `${(funnel[stage].count / whole) * 100}%` }} />
        ))}
      </span>
      {isCompact ? null : <span>选票（共 {formatCount(whole)} 票）</span>}
      <ul>
        {shown.map((stage) => (
          <li key={stage} className={funnel[stage].count === 0 ? styles.none : ''} title={`面积 ${formatArea(funnel[stage].areaHundredths)}㎡`}>
            <span className={`${styles.swatch} ${styles[stage]}`} aria-hidden />
            {funnelNames[stage]} <strong>{formatCount(funnel[stage].count)}</strong>
            {stage === 'toEnter' && funnel.late.count > 0 ? <span className={styles.late}>（逾期 {formatCount(funnel.late.count)}，不能录入）</span> : null}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
