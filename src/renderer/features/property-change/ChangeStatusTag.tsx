import type { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { statusWords } from './changes.ts'
import './propertyChange.css'

/** A request's status: a colour and the word. */
export function ChangeStatusTag({ status }: { readonly status: ChangeStatus }) {
  const { name, tone } = statusWords[status]
  return <StateTag tone={tone}>{name}</StateTag>
}
