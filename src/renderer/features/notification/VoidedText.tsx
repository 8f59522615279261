import type { VoidedDelivery } from '#shared/features/notification/contract.ts'
import { voidInWords } from '#shared/features/notification/voided.ts'
import styles from './notification.module.css'

/** What was told of a delivery that is void: struck, and who voided it, when and why where one points at it. */
export function VoidedText({ text, voided }: { readonly text: string; readonly voided: VoidedDelivery }) {
  const words = voidInWords(voided)
  return (
    <del className={styles.voided} title={words} aria-label={`${text}（${words}）`}>
      {text}
    </del>
  )
}
