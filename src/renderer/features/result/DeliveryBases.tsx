import type { Conclusion, DeliveryOutcomes } from '#shared/features/result/contract.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { outcomeInWords } from './figures.ts'
import styles from './result.module.css'

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

/** The outcome by all deliveries, by those of an accepted way, and by those that lack nothing; nothing where the activity names no ways. */
export function DeliveryBases({ conclusion: { deliveries, outcome }, title, isFinished }: DeliveryBasesProps) {
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
