import { type RefObject } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Slot } from '../activity/parts/choices/choices.ts'
import type { DeskAction } from './desk.ts'
import type { Desk, Note } from './deskState.ts'
import { DeskNote, EntryPanel } from './EntryPanel.tsx'
import { OwnerCard } from './OwnerCard.tsx'
import { SuccessBand, type Success } from './SuccessBand.tsx'
import styles from './desk.module.css'

interface DeskEntryProps {
  readonly activity: Activity
  readonly desk: Desk
  readonly slots: readonly Slot[]
  readonly success: Success | null
  /** False: nothing can be sent in the present mode, which the page says above. */
  readonly isPossible: boolean
  /** The owner's live record, once it is known. */
  readonly standing: VoteRecord | undefined
  readonly paper: RefObject<HTMLDivElement | null>
  readonly codeBox: RefObject<HTMLInputElement | null>
  readonly act: (action: DeskAction) => void
  readonly handlers: {
    readonly submitByButton: () => void
    readonly restart: () => void
    readonly see: () => void
    readonly voidVoter: (voter: Voter) => void
    readonly unmarkVoter: (voter: Voter) => void
  }
}

/** Whose ballot is entered, and the ballot paper; the last success while no owner is chosen. */
export function DeskEntry({ activity, desk, slots, success, isPossible, standing, paper, codeBox, act, handlers }: DeskEntryProps) {
  const { entry, mode, note } = desk
  return (
    <div className={styles.entry} ref={paper} tabIndex={-1}>
      <SuccessBand success={entry === null ? success : null} unread={entry === null && note?.kind === 'unread' ? note.text : null} />
      {entry === null ? (
        <NoOwner text={isPossible ? emptyWords(desk) : null} note={note?.kind === 'unread' ? null : note} />
      ) : (
        <>
          <OwnerCard
            activity={activity}
            owner={entry.owner}
            others={entry.others}
            joined={entry.joined}
            proxy={entry.proxy}
            isVoterSaid={entry.isVoterSaid}
            mode={mode}
            act={act}
            isLocked={entry.phase !== 'open'}
            standing={standing}
            voidRefusal={whyNot(activity.status, 'void')}
            unmarkRefusal={whyNot(activity.status, 'unmark')}
            onVoid={handlers.voidVoter}
            onUnmark={handlers.unmarkVoter}
          />
          <EntryPanel
            mode={mode}
            activity={activity}
            slots={slots}
            entry={entry}
            code={desk.code}
            receipt={desk.receipt}
            isOver={desk.isOver}
            note={note}
            standing={standing}
            codeBox={codeBox}
            act={act}
            onSubmit={handlers.submitByButton}
            onRestart={handlers.restart}
            onSee={handlers.see}
          />
        </>
      )}
    </div>
  )
}

function emptyWords({ mode, isByCode }: Desk): string {
  if (isByCode && mode === 'tally') return `扫描或输入${codeLabels.either}，开始唱票`
  return mode === 'mark' ? '查找业主，再扫描选票上的码；也可以先扫码' : '输入房号、姓名、手机号或证件号查找业主'
}

/** No owner is chosen: what to do next; null where nothing can be done, which the page says above. */
function NoOwner({ text, note }: { readonly text: string | null; readonly note: Note | null }) {
  return (
    <div className={styles.noOwner}>
      {text === null ? null : <EmptyState text={text} />}
      <DeskNote note={note} />
    </div>
  )
}
