import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { majorityOf, QUORUM, type Share, type Threshold } from '#shared/features/result/rules.ts'
import { rateInWords, thresholdInWords } from '../activity/parts/fractions/fractions.ts'
import type { Judged } from '../activity/parts/judged.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { segmentKinds, segmentsOf, wholeOf, type Segment } from './segments.ts'
import styles from './shareBars.module.css'

interface ShareBarsProps {
  readonly judged: Judged
  readonly statistics: Statistics
  readonly rule: CountingRule
}

/**
 * Two pairs of bars, by heads and by area: participation in the whole against 2/3, and answers of participants against the
 * rule's majority.
 *
 * Each pair has only its own line: approval is never measured against the whole.
 */
export function ShareBars({ judged, statistics, rule }: ShareBarsProps) {
  const { ofWhole, ofParticipants } = segmentsOf(judged, statistics, rule)
  const { participants } = judged.conclusion
  const majority = majorityOf({ rule, lawItem: judged.lawItem })
  return (
    <div className={styles.shareBars} role="img" aria-label="全体和参加表决者的意见分布图，按人数和按面积，数字见旁边的表">
      <BarPair name="全体" whole={wholeOf(statistics)} segments={ofWhole} threshold={rule === 6 ? null : QUORUM} />
      {participants.count === 0 ? null : <BarPair name="参加表决" whole={participants} segments={ofParticipants} threshold={majority} />}
    </div>
  )
}

interface BarPairProps {
  readonly name: string
  readonly whole: Share
  readonly segments: readonly Segment[]
  readonly threshold: Threshold | null
}

function BarPair({ name, whole, segments, threshold }: BarPairProps) {
  const bars = [
    { unit: '人数', of: ({ count }: Share) => count, inWords: ({ count }: Share) => `${formatCount(count)} 人` },
    { unit: '面积', of: ({ areaHundredths }: Share) => areaHundredths, inWords: ({ areaHundredths }: Share) => `${formatArea(areaHundredths)}㎡` },
  ]
  return (
    <div className={styles.pair} data-testid="bar-pair">
      <p className={styles.pairName}>
        {name}
        <span className="tabular">
          {' '}
          {formatCount(whole.count)} 人 · {formatArea(whole.areaHundredths)}㎡
        </span>
      </p>
      {bars.map(({ unit, of, inWords }, index) => (
        <div key={unit} className={styles.row} data-testid="bar">
          <span className={styles.unit}>{unit}</span>
          <div className={styles.track}>
            {segments.map((segment) => (
              <span key={segment.kind} className={`${styles.part} ${styles[segmentKinds[segment.kind].look]}`} style={{ flexGrow: of(segment) }} />
            ))}
            {threshold === null ? null : <Line threshold={threshold} isNamed={index === 0} />}
            {/* Over the line, so that it crosses no word. */}
            <span className={styles.words}>
              {segments.map((segment) => {
                const { name: word, look } = segmentKinds[segment.kind]
                const rate = rateInWords(of(segment), of(whole))
                return (
                  <span
                    key={segment.kind}
                    className={`${styles.part} ${word.length > 2 ? styles.word3 : styles.word2}`}
                    style={{ flexGrow: of(segment) }}
                    title={`${word} ${inWords(segment)}（${rate}）`}
                  >
                    <span className={styles[look]}>
                      {word}
                      <span className={`${styles.rate} tabular`}> {rate}</span>
                    </span>
                  </span>
                )
              })}
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

/** The threshold; labelled on the upper bar only. */
function Line({ threshold, isNamed }: { readonly threshold: Threshold; readonly isNamed: boolean }) {
  return (
    <span className={styles.line} style={{ left: `${(100 * threshold.numerator) / threshold.denominator}%` }}>
      {isNamed ? (
        <span className={styles.lineName} data-testid="threshold">
          {thresholdInWords(threshold)}
        </span>
      ) : null}
    </span>
  )
}
