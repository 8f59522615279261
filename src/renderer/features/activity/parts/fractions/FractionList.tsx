import type { Fraction } from './fractions.ts'
import styles from './fractions.module.css'

/** The fractions behind a verdict, each with its numbers: `同意 21/36 = 58.33% ＞ 1/2 ✓`, followed by the same by area. */
export function FractionList({ fractions, label }: { readonly fractions: readonly Fraction[]; readonly label: string }) {
  return (
    <ul className={`${styles.fractions} tabular`} aria-label={label}>
      {fractions.map(({ name, unit, figures, rate, comparison, isReached }) => (
        <li key={`${name} ${unit}`} className={styles[unit]}>
          <span className={styles.name}>{unit === 'area' ? '面积' : name}</span> {figures} = <strong>{rate}</strong>
          {isReached === null ? null : (
            <span className={isReached ? styles.reached : styles.missed}>
              {' '}
              {comparison} <span aria-hidden>{isReached ? '✓' : '✗'}</span>
              <span className={styles.spoken}>{isReached ? '达到' : '没有达到'}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
