import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { UNDO_SECONDS } from '../../bridge/useUndo.ts'
import type { RecentEntry } from './casting.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './desk.module.css'

/** Contents of the success band, legible from across the table. */
export interface Success {
  readonly words: string
  readonly ownerName: string
  readonly places: readonly string[]
  /** The answers given; `''` for a mark. */
  readonly choices: string
  /** The agent who voted for the owner; `''` if the owner did. */
  readonly agentName: string
}

const BAND_MS = 2_000

/** The last success, shown for two seconds or until another entry begins or is refused; it does not reappear. */
export function useSuccessBand(hasBegun: boolean): readonly [Success | null, (success: Success | null) => void] {
  const [success, setSuccess] = useForAWhile<Success>(BAND_MS)
  if (hasBegun && success !== null) setSuccess(null)
  return [success, setSuccess]
}

/** The last entry, which can be undone without confirmation. */
export interface Offer {
  readonly recordId: string
  readonly undo: () => void
}

/** Offers 撤销 on the latest entry for ten seconds. */
export const useOffer = () => useForAWhile<Offer>(UNDO_SECONDS * 1_000)

/** A value that is cleared after a while; not restored if the page is left meanwhile. */
function useForAWhile<T>(ms: number): readonly [T | null, (value: T | null) => void] {
  const [value, setValue] = useState<T | null>(null)
  useEffect(() => {
    if (value === null) return undefined
    const end = () => setValue((shown) => (shown === value ? null : shown))
    const timer = setTimeout(end, ms)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [value, ms])
  return [value, setValue]
}

interface SuccessBandProps {
  readonly success: Success | null
  /** Message of an unterminated scan, shown instead; null if none. */
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
          {success.choices === '' ? null : <span className={styles.bandChoices}>{success.choices}</span>}
        </div>
      )}
    </div>
  )
}

const words = {
  mark: { done: '已标记', undo: '撤销', undone: '已撤销' },
  cast: { done: '已投票', undo: '作废', undone: '已作废' },
  tally: { done: '已唱票', undo: '作废', undone: '已作废' },
} as const

interface RecentStripProps {
  readonly entries: readonly RecentEntry[]
  /** Why votes cannot be voided now; null if they can. */
  readonly voidRefusal: string | null
  /** Why marks cannot be undone now; null if they can. */
  readonly unmarkRefusal: string | null
  /** Voids a vote, or undoes a mark. */
  readonly onVoid: (entry: RecentEntry) => void
  readonly offer: Offer | null
}

/** This desk's last entries, each with 作废; 撤销 of a mark needs no confirmation in its first ten seconds. */
export function RecentStrip({ entries, voidRefusal, unmarkRefusal, onVoid, offer }: RecentStripProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  return (
    <section className={`${styles.recents}${isUnfolded ? '' : ` ${styles.recentsFolded}`}`} aria-label="本机最近">
      <h2 className={styles.recentsTitle}>本机最近</h2>
      {entries.length === 0 ? (
        <p className={styles.recentsEmpty}>本次打开程序后还没有登记。提交成功的会列在这里，可以作废或撤销</p>
      ) : (
        <ol className={styles.recentsList}>
          {entries.map((entry) => (
            <RecentRow
              key={entry.recordId}
              entry={entry}
              reason={entry.isVoided ? `已经${words[entry.mode].undo}` : entry.mode === 'mark' ? unmarkRefusal : voidRefusal}
              onVoid={onVoid}
              undo={offer?.recordId === entry.recordId && !entry.isVoided ? offer.undo : null}
            />
          ))}
        </ol>
      )}
      {entries.length < 2 ? null : (
        <Button className={styles.recentsMore} type="link" size="small" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
          {isUnfolded ? '收起' : `全部 ${entries.length} 条`}
        </Button>
      )}
    </section>
  )
}

interface RecentRowProps extends Pick<RecentStripProps, 'onVoid'> {
  readonly entry: RecentEntry
  readonly reason: string | null
  /** Undoes it without confirmation; null if confirmation is needed. */
  readonly undo: (() => void) | null
}

function RecentRow({ entry, reason, onVoid, undo }: RecentRowProps) {
  const { at, place, ownerName, agentName, mode, markedCode, isVoided } = entry
  const voter = agentName === '' ? ownerName : `${ownerName}（${agentName}代投）`
  return (
    <li className={isVoided ? styles.recentVoided : styles.recent}>
      <span className="tabular">{formatTime(at).slice(11, 16)}</span>
      <span className={styles.recentPlace} title={place}>
        {place}
      </span>
      <span className={styles.recentOwner} title={voter}>
        {voter}
      </span>
      <span className={styles.recentWord}>
        {isVoided ? words[mode].undone : `✓ ${words[mode].done}`}
        {markedCode === '' ? '' : ` ${markedCode}`}
      </span>
      <ReasonedButton
        size="small"
        type={undo === null ? 'default' : 'primary'}
        aria-label={`${words[mode].undo} ${place} ${ownerName}`}
        reason={reason}
        onClick={undo ?? (() => onVoid(entry))}
      >
        {words[mode].undo}
      </ReasonedButton>
    </li>
  )
}
