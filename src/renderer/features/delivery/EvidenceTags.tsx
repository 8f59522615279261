import type { Delivery } from '#shared/features/delivery/contract.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { evidenceWords } from './evidenceWords.ts'
import styles from './delivery.module.css'

type Judged = Pick<Delivery, 'accepted' | 'lacks'>

/** A delivery's assessment: one tag per missing item; nothing if not assessed. */
export function EvidenceTags({ judged }: { readonly judged: Judged }) {
  return (
    <span className={styles.evidenceTags}>
      {evidenceWords(judged).map(({ text, tone }) => (
        <StateTag key={text} tone={tone}>
          {text}
        </StateTag>
      ))}
    </span>
  )
}

/** The same in a single tag: the first item, and the number of items. */
export function EvidenceTag({ judged }: { readonly judged: Judged }) {
  const words = evidenceWords(judged)
  const [first] = words
  if (!first) return null
  const rest = words.length > 1 ? ` 等 ${words.length} 项` : ''
  return (
    <span title={words.map(({ text }) => text).join('、')}>
      <StateTag tone={first.tone}>
        {first.text}
        {rest}
      </StateTag>
    </span>
  )
}
