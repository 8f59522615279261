import { Masked } from '../../ui/Masked.tsx'

interface ComparedProps {
  readonly kind: 'phone' | 'idNumber'
  readonly text: string
  readonly isOther: boolean
}

/** A phone or ID number, red and with a word where it is another one than the property's that it is compared with. */
export function Compared({ kind, text, isOther }: ComparedProps) {
  const shown = text === '' ? '未登记' : <Masked kind={kind} text={text} />
  return isOther ? <span className="unmerged-differs">{shown} 不同</span> : shown
}
