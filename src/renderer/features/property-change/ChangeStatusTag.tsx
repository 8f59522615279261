import type { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { statusWords } from './changes.ts'
import './propertyChange.css'

/** A request's status: a colour and the word. */
export function ChangeStatusTag({ status }: { readonly status: ChangeStatus }) {
  const { name, look } = statusWords[status]
  return <span className={`change-status change-status-${look}`}>{name}</span>
}
