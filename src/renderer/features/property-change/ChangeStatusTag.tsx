import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { statusInWords } from './changes.ts'

/** A request's status as a coloured tag. */
export function ChangeStatusTag({ request }: { readonly request: PropertyChangeRequest }) {
  const { name, tone } = statusInWords(request)
  return <StateTag tone={tone}>{name}</StateTag>
}
