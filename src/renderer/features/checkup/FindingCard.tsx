import type { Finding, FindingRow } from '#shared/features/checkup/contract.ts'
import { checkRuleNames } from '#shared/features/checkup/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { minutesOf } from '../../ui/moments.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { FindingRows } from './FindingRows.tsx'
import { dismissName, findingName, isOfOneOwner, mergeFoundInWords, tierTones } from './findingWords.ts'
import styles from './checkup.module.css'

/** Actions on a finding. */
export interface FindingActions {
  readonly onEdit: (row: FindingRow) => void
  /** Absent for an estate, whose properties have no ballots. */
  readonly onMerge?: ((finding: Finding) => void) | undefined
  readonly onDismiss: (finding: Finding) => void
  /** Dismisses several with a common reason. */
  readonly onDismissMany: (findings: readonly Finding[]) => void
  readonly onTakeBack: (finding: Finding) => void
  /** Why nothing can be changed now, as a message; null if it can. */
  readonly notNow: string | null
}

const looks = { 1: styles.findingTier1, 2: styles.findingTier2, 3: styles.finding } as const satisfies Readonly<Record<Finding['tier'], string>>

/** A finding: what, why, its effect, its properties side by side, and the actions. */
export function FindingCard({ finding, actions }: { readonly finding: Finding; readonly actions: FindingActions }) {
  const { rule, tier, why, effect, dismissed } = finding
  const { onMerge, notNow } = actions
  return (
    <article className={looks[tier]} aria-label={`${checkRuleNames[rule]} ${findingName(finding)}`}>
      <header className={styles.findingHead}>
        <StateTag tone={dismissed ? 'grey' : tierTones[tier]}>{checkRuleNames[rule]}</StateTag>
        <p className={styles.findingWhy}>{why.replace(`${checkRuleNames[rule]}：`, '')}</p>
      </header>
      {effect === '' ? null : <p className={styles.findingEffect}>{effect}</p>}
      <FindingRows finding={finding} onEdit={notNow === null ? actions.onEdit : undefined} />
      <footer className={styles.findingFoot}>
        {dismissed ? (
          <>
            <span className={styles.findingAside}>
              {dismissed.by} {minutesOf(dismissed.at)} {dismissed.ofEstate ? '在房产体检中' : ''}标记“{dismissName(finding)}”：{dismissed.reason}
            </span>
            <Act text="撤回" size="small" reason={notNow} onClick={() => actions.onTakeBack(finding)} />
          </>
        ) : (
          <>
            {onMerge && isOfOneOwner(finding) ? (
              <Act text="合并" size="small" type="primary" ghost reason={notNow ?? mergeFoundInWords(finding)} onClick={() => onMerge(finding)} />
            ) : null}
            <Act text={dismissName(finding)} size="small" reason={notNow} onClick={() => actions.onDismiss(finding)} />
          </>
        )}
      </footer>
    </article>
  )
}
