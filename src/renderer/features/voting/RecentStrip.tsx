import { memo } from 'react'
import { formatTime } from '#shared/contract/values.ts'
import { ReasonedButton } from '../../widgets/ReasonedButton.tsx'
import type { RecentEntry } from './recents.ts'

const words = { mark: '已标记', vote: '已投票', tally: '已唱票' } as const

interface RecentStripProps {
  readonly entries: readonly RecentEntry[]
  /** Why a vote cannot be voided now; null where it can. */
  readonly voidRefusal: string | null
  readonly onVoid: (entry: RecentEntry) => void
}

/** The last entries of this desk, each with 作废 beside it. */
export const RecentStrip = memo(function RecentStrip({ entries, voidRefusal, onVoid }: RecentStripProps) {
  return (
    <section className="desk-recents" aria-label="本机最近">
      <h2 className="desk-recents-title">本机最近</h2>
      {entries.length === 0 ? (
        <p className="desk-recents-empty">本次打开程序后还没有登记。提交成功的会列在这里，可以作废</p>
      ) : (
        <ol className="desk-recents-list">
          {entries.map((entry) => (
            <RecentRow key={entry.recordId} entry={entry} reason={reasonOf(entry, voidRefusal)} onVoid={onVoid} />
          ))}
        </ol>
      )}
    </section>
  )
})

function reasonOf({ mode, isVoided }: RecentEntry, voidRefusal: string | null): string | null {
  if (isVoided) return '已经作废'
  return mode === 'mark' ? '只有已投票或已唱票的票可以作废；标记错了可以重新标记' : voidRefusal
}

function RecentRow({ entry, reason, onVoid }: { readonly entry: RecentEntry; readonly reason: string | null; readonly onVoid: (entry: RecentEntry) => void }) {
  const { at, place, ownerName, mode, markedCode, isVoided } = entry
  return (
    <li className={isVoided ? 'desk-recent desk-recent-voided' : 'desk-recent'}>
      <span className="tabular">{formatTime(at).slice(11, 16)}</span>
      <span className="desk-recent-place" title={place}>
        {place}
      </span>
      <span className="desk-recent-owner" title={ownerName}>
        {ownerName}
      </span>
      <span className="desk-recent-word">
        {isVoided ? '已作废' : `✓ ${words[mode]}`}
        {markedCode === '' ? '' : ` ${markedCode}`}
      </span>
      <ReasonedButton size="small" aria-label={`作废 ${place} ${ownerName}`} reason={reason} onClick={() => onVoid(entry)}>
        作废
      </ReasonedButton>
    </li>
  )
}
