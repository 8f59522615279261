import { StoredNumber } from '../../../privacy/parts/StoredNumber.tsx'
import styles from './merging.module.css'

interface ComparedProps {
  readonly rosterPropertyId: string
  readonly kind: 'phone' | 'idNumber'
  readonly text: string
  readonly isOther: boolean
}

/** A phone or ID number; in red with a word if it differs from the reference property's. */
export function Compared({ rosterPropertyId, kind, text, isOther }: ComparedProps) {
  const shown = text === '' ? '未登记' : <StoredNumber of={{ kind: 'roster', id: rosterPropertyId }} kind={kind} text={text} />
  return isOther ? <span className={styles.unmergedDiffers}>{shown} 不同</span> : shown
}
