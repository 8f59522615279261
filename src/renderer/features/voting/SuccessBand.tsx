import { useEffect, useState } from 'react'
import styles from './desk.module.css'

/** What the band says: large enough to be read from the other side of the table. */
export interface Success {
  readonly words: string
  readonly ownerName: string
  readonly places: readonly string[]
  /** Who voted for the owner; `''` where the owner did. */
  readonly agentName: string
}

const SHOWN_MS = 2_000

/** The last success, for two seconds or until something else begins or is refused: once gone it does not come back. */
export function useSuccessBand(hasBegun: boolean): readonly [Success | null, (success: Success | null) => void] {
  const [success, setSuccess] = useState<Success | null>(null)
  if (hasBegun && success !== null) setSuccess(null)
  useEffect(() => {
    if (success === null) return undefined
    const end = () => setSuccess((shown) => (shown === success ? null : shown))
    const timer = setTimeout(end, SHOWN_MS)
    return () => {
      clearTimeout(timer)
      // Also where the page is left: what was said for two seconds is not said again when it comes back.
      end()
    }
  }, [success])
  return [success, setSuccess]
}

interface SuccessBandProps {
  readonly success: Success | null
  /** What is said of a scan that nothing ended, in place of it; null where there is none. */
  readonly unread: string | null
}

export function SuccessBand({ success, unread }: SuccessBandProps) {
  return (
    <div className={styles.bandPlace} role="status">
      {unread === null ? null : (
        <div className={styles.bandUnread} data-testid="band-unread">
          {unread}
        </div>
      )}
      {success === null || unread !== null ? null : (
        <div className={styles.band} data-testid="band">
          <span>✓ {success.words}</span>
          <strong>{success.ownerName}</strong>
          <span>{success.places.join('、')}</span>
          {success.agentName === '' ? null : <span>受托人 {success.agentName} 投票</span>}
        </div>
      )}
    </div>
  )
}
