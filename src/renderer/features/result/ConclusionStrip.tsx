import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Statistics, Conclusion, DeliveryOutcomes } from '#shared/features/result/contract.ts'
import { missingToQuorum } from '#shared/features/result/rules.ts'
import { majorityFractions, quorumFractions } from '../activity/parts/fractions/fractions.ts'
import { FractionList } from '../activity/parts/fractions/FractionList.tsx'
import type { Judged } from '../activity/parts/judged.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { missingWords } from './parts/turnout/quorum.ts'
import { meaningOf, outcomeInWords, outcomeLooks } from './figures.ts'
import { countedDelivered, segmentKinds, wholeOf } from './segments.ts'
import styles from './result.module.css'

interface ConclusionStripProps {
  readonly judged: readonly Judged[]
  readonly statistics: Statistics
  readonly rule: CountingRule
  /** Before the end there is no verdict, only where things stand: grey, and in other words. */
  readonly isFinished: boolean
}

/** A card for each conclusion: the outcome, the rule in words, the deciding fractions, the strict outcome where it differs. */
export function ConclusionStrip({ judged, statistics, rule, isFinished }: ConclusionStripProps) {
  return (
    <section className={styles.conclusions} aria-label="表决结论">
      {judged.map((each) => (
        <article key={each.id} className={styles.conclusion} aria-label={`${each.title} 的结论`}>
          <h2 className={styles.conclusionTitle} title={each.title}>
            {each.title}
          </h2>
          <Verdict judged={each} isFinished={isFinished} />
          <div>
            <Reasons judged={each} statistics={statistics} rule={rule} />
            <DeliveryBases conclusion={each.conclusion} title={each.title} isFinished={isFinished} />
          </div>
        </article>
      ))}
    </section>
  )
}

/** The outcome in a word, and what it means. */
export function Verdict({ judged: { conclusion }, isFinished }: { readonly judged: Judged; readonly isFinished: boolean }) {
  const { outcome, strictOutcome } = conclusion
  const look = isFinished ? outcomeLooks[outcome] : 'open'
  return (
    <>
      <p>
        <span className={`${styles.outcome} ${styles[look]}`} data-outcome={look}>
          {outcomeInWords(outcome, isFinished)}
        </span>
        {strictOutcome === outcome ? null : <span>仅计收回票时：{outcomeInWords(strictOutcome, isFinished)}</span>}
      </p>
      <p>{meaningOf(outcome)}</p>
    </>
  )
}

interface ReasonsProps {
  readonly judged: Judged
  readonly statistics: Statistics
  readonly rule: CountingRule
}

/** What the outcome rests on: the rule, and each inequality with its numbers. */
export function Reasons({ judged, statistics, rule }: ReasonsProps) {
  const { conclusion } = judged
  const whole = wholeOf(statistics)
  const delivered = countedDelivered(judged, statistics, rule)
  const missing = conclusion.isQuorumMet || rule === 6 ? '' : missingWords(missingToQuorum(conclusion.participants, whole))
  const fractions = [
    ...quorumFractions(conclusion.participants, whole, rule),
    ...majorityFractions(conclusion.approve, conclusion.participants, { rule, lawItem: judged.lawItem }),
  ]
  return (
    <div>
      <p className={styles.conclusionRule}>规则：{conclusion.rule}</p>
      <FractionList fractions={fractions} label={`${judged.title} 的依据`} />
      {missing === '' ? null : <p className={styles.conclusionMissing}>{missing}</p>}
      {delivered === null ? null : (
        <p className={styles.conclusionDelivered}>
          其中登记为已送达、未反馈 {formatCount(delivered.count)} 人、{formatArea(delivered.areaHundredths)}㎡，计为{segmentKinds[delivered.as].name}
        </p>
      )}
      {conclusion.note === '' ? null : <p className={styles.conclusionNote}>{conclusion.note}</p>}
    </div>
  )
}

/** Which deliveries count, as it is called. */
const bases = [
  ['registered', '登记为已送达'],
  ['accepted', '方式认可'],
  ['complete', '凭证齐全'],
] as const satisfies readonly (readonly [keyof DeliveryOutcomes, string])[]

interface DeliveryBasesProps {
  readonly conclusion: Conclusion
  readonly title: string
  readonly isFinished: boolean
}

/** The outcome by all deliveries, by those of an accepted way, and by those that lack nothing; nothing if the activity names no ways. */
function DeliveryBases({ conclusion: { deliveries, outcome }, title, isFinished }: DeliveryBasesProps) {
  if (deliveries === null) return null
  const isCounted = bases.some(([basis]) => deliveries[basis].count > 0)
  return (
    <section className={styles.deliveryBases} aria-label={`${title} 的送达口径`}>
      <p className={styles.deliveryBasesHead}>已送达未反馈的票按不同口径试算，供核对</p>
      {isCounted ? (
        <dl>
          {bases.map(([basis, name]) => (
            <div key={basis} className={deliveries[basis].outcome === outcome ? '' : styles.deliveryBasisChanged}>
              <dt>{name}</dt>
              <dd className="tabular">
                {formatCount(deliveries[basis].count)} 票 {formatArea(deliveries[basis].areaHundredths)}㎡
              </dd>
              <dd className={styles.deliveryBasisOutcome}>{outcomeInWords(deliveries[basis].outcome, isFinished)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.deliveryBasesNone}>没有已送达而未反馈的票，三种口径结论相同</p>
      )}
    </section>
  )
}
