import type { NotifyStatus } from '#shared/features/notification/rules.ts'
import { statusWords } from './notifyWords.ts'
import './notification.css'

/** Whether a house's owner was told, and has voted: a colour and the word. */
export function NotifyStatusTag({ status }: { readonly status: NotifyStatus }) {
  const { name, look } = statusWords(status)
  return <span className={`notify-status notify-status-${look}`}>{name}</span>
}
