import type { Voter } from '#shared/features/ballot/contract.ts'
import type { SearchTerm } from '#shared/search/condition.ts'
import { numberMarks, type MarkedRange } from '#shared/search/marks.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { MarkedText } from '../../../ui/MarkedText.tsx'
import styles from './foundNumber.module.css'

interface FoundNumberProps {
  readonly terms: readonly SearchTerm[]
  readonly voter: Pick<Voter, 'place' | 'phone' | 'idNumber'>
}

/** The masked phone or ID number that matched the search, for rows that show neither; nothing if none matched. */
export function FoundNumber({ terms, voter: { place, phone, idNumber } }: FoundNumberProps) {
  const parts = place.split('-')
  const byPhone = numberMarks(terms, phone, parts)
  if (byPhone.length > 0) return <MarkedNumber text={maskPhone(phone)} ranges={byPhone} />
  const byId = numberMarks(terms, idNumber, parts)
  return byId.length > 0 ? <MarkedNumber text={maskIdNumber(idNumber)} ranges={byId} /> : null
}

/** A mask has the same length as the number, so the matched positions fit. */
function MarkedNumber({ text, ranges }: { readonly text: string; readonly ranges: readonly MarkedRange[] }) {
  return (
    <span className={`${styles.foundNumber} tabular`} data-testid="found-number">
      <MarkedText text={text} ranges={ranges} />
    </span>
  )
}
