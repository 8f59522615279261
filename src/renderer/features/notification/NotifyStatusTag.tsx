import type { NotifyStatus } from '#shared/features/notification/rules.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { statusWords } from './notifyWords.ts'

/** Whether a property's owner was notified, and has voted: a colour and the word. */
export function NotifyStatusTag({ status }: { readonly status: NotifyStatus }) {
  const { name, tone } = statusWords(status)
  return <StateTag tone={tone}>{name}</StateTag>
}
