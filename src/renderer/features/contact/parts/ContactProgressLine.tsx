import type { ContactProgress } from '#shared/features/contact/contract.ts'
import { contactFilterName, ContactResult, NOT_CONTACTED, type ContactFilter } from '#shared/features/contact/rules.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import styles from './contact.module.css'

/** Polling interval (ms); visits progress slowly. */
const INTERVAL = 30_000

const parts = [
  ['none', NOT_CONTACTED],
  ['reached', ContactResult.reached],
  ['later', ContactResult.later],
  ['nobody', ContactResult.nobody],
  ['unreachable', ContactResult.unreachable],
  ['refused', ContactResult.refused],
] as const satisfies readonly (readonly [keyof ContactProgress, ContactFilter])[]

interface ContactProgressLineProps {
  readonly activityId: string
  /** The branch; `''` is the whole roster. */
  readonly path: string
}

/** Progress of the visits to owners who have not voted, on one line; nothing before the first visit. */
export function ContactProgressLine({ activityId, path }: ContactProgressLineProps) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data } = useEndpoint('contact.progress', { query: { activityId, path } }, { refetchInterval, keepsPrevious: true })
  if (!data || parts.every(([part]) => part === 'none' || data[part] === 0)) return null
  return (
    <p className={`${styles.progress} tabular`} aria-label="走访进度">
      {parts.map(([part, filter]) => (
        <span key={part}>
          {contactFilterName(filter)} {formatCount(data[part])}
        </span>
      ))}
    </p>
  )
}
