import type { Notification } from '#shared/features/notification/contract.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { evidenceWords } from './evidenceWords.ts'
import styles from './notification.module.css'

type Judged = Pick<Notification, 'accepted' | 'lacks'>

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
