import { useSyncExternalStore } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { askServer } from '../../bridge/bridge.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import { hasNextBegun } from './deskState.ts'
import { modeWords, voidedNote } from './modes.ts'
import { useVoidVote } from './parts/sender/useVoidVote.ts'
import { createRecents, type RecentEntry } from './recents.ts'
import { findingNote, type Finding } from './recovery.ts'
import type { Sound } from '../../ui/scanner/sounds.ts'
import type { Submission } from './submission.ts'
import { useSuccessBand } from './SuccessBand.tsx'
import { useConnectionRecovery } from './useConnectionRecovery.ts'
import type { DeskHandle } from './useDesk.ts'
import { notSent, useSubmission } from './useSubmission.ts'

const recents = createRecents()

interface DeskSenderOptions {
  readonly sound: (which: Sound) => void
  /** Asks for the owner's ballots as they are now. */
  readonly refreshBallots: () => void
}

/** Sends and withdraws votes and marks, and shows what came of it: the last entries, the success, the note beside the entry. */
export function useDeskSender(activity: Activity, handle: DeskHandle, { sound, refreshBallots }: DeskSenderOptions) {
  const { desk, act, current } = handle
  const [success, showSuccess] = useSuccessBand(hasNextBegun(desk))
  const toasts = useToasts()
  const [entries, recentKey] = useRecents(activity.id)
  const { retry: refreshActivity } = useActivity(activity.id)
  const onDone = (submission: Submission, recordIds: readonly string[]) => {
    const { call, ballots, agentName } = submission
    recents.add(recentKey, recentEntries(submission, recordIds))
    toasts.clearFailures()
    act({ type: 'submitted' })
    showSuccess({ words: modeWords[call.mode].done, ownerName: ballots[0]?.ownerName ?? '', places: ballots.map(({ place }) => place), agentName })
    sound('done')
  }
  const refresh = () => {
    refreshBallots()
    refreshActivity()
  }
  const onRefused = ({ kind }: Failure) => {
    sound('refused')
    showSuccess(null)
    if (kind === 'refused') refresh()
  }
  const { submit, underCheck, settle } = useSubmission(activity.id, handle, () => whyNot(activity.status, current().mode), { onDone, onRefused })
  const onFound = (finding: Finding, submission: Submission) => {
    const refusal = settle(finding.kind)
    if (finding.kind === 'arrived') onDone(submission, finding.recordIds)
    else refresh()
    const isRefused = finding.kind === 'notArrived' && refusal !== null
    act({ type: 'cleared', note: isRefused ? { kind: 'error', text: notSent(refusal) } : findingNote(submission, finding) })
  }
  useConnectionRecovery({ activityId: activity.id, handle, underCheck, onFound })
  const onWithdrawn = (recordId: string, kind: 'void' | 'unmark', markedCode: string) => {
    recents.markVoided(recentKey, recordId)
    const { entry: now } = current()
    const isShown = now?.phase === 'open' && now.owner.recordId === recordId
    const text = kind === 'void' ? voidedNote(activity.status, { markedCode, isShown }) : withdrawnWords[kind]
    if (isShown || (kind === 'void' && now === null)) act({ type: 'cleared', note: { kind: 'info', text } })
    refreshBallots()
  }
  const onNotWithdrawn = async (failure: Failure, recordId: string) => {
    showSuccess(null)
    refresh()
    // Another desk may have been faster: then it is done, though not by this one.
    if (await isWithdrawn(failure, activity.id, recordId)) recents.markVoided(recentKey, recordId)
  }
  const voiding = useVoidVote(activity, { onWithdrawn, onRefused: (failure, recordId) => void onNotWithdrawn(failure, recordId) })
  return { entries, success, submit, voiding }
}

const withdrawnWords = { void: '已作废，该票权可以重新投票', unmark: '已撤销标记，标记码可以给别的业主使用' } as const

/** Whether a vote or a mark that could not be withdrawn has been withdrawn by somebody else. Never rejects. */
async function isWithdrawn(failure: Failure, activityId: string, recordId: string): Promise<boolean> {
  if (!isRefusedFor(failure, 'voting.onlyVoted', 'voting.onlyMarked')) return isRefusedFor(failure, 'voting.noRecord')
  try {
    // A mark may have become a vote as well.
    return (await askServer('voting.detail', { query: { activityId, recordId } })).status === 2
  } catch {
    return false
  }
}

function useRecents(activityId: string): readonly [readonly RecentEntry[], string] {
  const key = `${useCurrentUser().id} ${activityId}`
  return [useSyncExternalStore(recents.subscribe, () => recents.of(key)), key]
}

function recentEntries({ call, ballots, agentName }: Submission, recordIds: readonly string[]): RecentEntry[] {
  return ballots.map(({ place, ownerName, markedCode }, index) => ({
    recordId: recordIds[index] ?? '',
    at: Date.now(),
    place,
    ownerName,
    agentName,
    mode: call.mode,
    markedCode: call.mode === 'mark' ? call.body.markedCode : markedCode,
    isVoided: false,
  }))
}
