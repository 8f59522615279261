import type { Activity } from '#shared/features/activity/contract.ts'
import type { SensitivityItem } from '#shared/features/sensitivity/contract.ts'
import styles from './sensitivity.module.css'

/** 最少几票改变结论: a sentence for each move that turns the outcome. */
export function FlipList({ activity, item }: { readonly activity: Activity; readonly item: SensitivityItem }) {
  return (
    <section aria-label={`${item.title} 最少几票改变结论`}>
      <h4>最少几票改变结论</h4>
      {item.flips.length === 0 ? (
        <p className={styles.nothing}>{reasonWithout(activity, item)}</p>
      ) : (
        <ul className={`${styles.flips} tabular`}>
          {item.flips.map(({ move, text }) => (
            <li key={move}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Why there is no such number. */
function reasonWithout({ countingRule, topics }: Activity, { topicId }: SensitivityItem): string {
  if (countingRule === 6) return '本次仅统计，不作结论。'
  if (topics.find(({ id }) => id === topicId)?.seats != null) return '选举不作这项试算，各口径下的当选人见左表。'
  return '把反对票或未投票按同意计，任何张数都不能使结论变为通过。'
}
