import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { choicesInWords } from '../activity/parts/choices/choices.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import { hasNextBegun } from './deskState.ts'
import { ballotRefusal, ballotRefusalInWords, modeWords, voidedNote } from './modes.ts'
import { useUndoMark, useVoidVote } from './parts/castSender.ts'
import { useOffer, useSuccessBand } from './DeskResults.tsx'
import { createRecents, type Finding, findingNote, findingOf, type RecentEntry, recentEntries, reviewNote, type Casting } from './casting.ts'
import type { Sound } from '../../ui/scanner/sounds.ts'
import { useDesk, type DeskStore } from './desk.ts'
import { notSent, useCasting } from './useCasting.ts'
import { useComputer } from '../../bridge/computer.tsx'

const recents = createRecents()

interface DeskSenderOptions {
  readonly sound: (which: Sound) => void
  /** Refreshes the owner's ballots. */
  readonly refreshBallots: () => void
}

/** Submits and withdraws votes and marks, and shows the outcome: last entries, success, note. */
export function useDeskSender(activity: Activity, store: DeskStore, { sound, refreshBallots }: DeskSenderOptions) {
  const { now, dispatch } = store
  const [success, showSuccess] = useSuccessBand(hasNextBegun(useDesk(store)))
  const toasts = useToasts()
  const [entries, recentKey] = useRecents(activity.id)
  const undoOf = useUndoMark(activity.id)
  const [offer, makeOffer] = useOffer()
  const { retry: refreshActivity } = useActivity(activity.id)
  const onDone = (casting: Casting, recordIds: readonly string[]) => {
    const { call, ballots, agentName } = casting
    recents.add(recentKey, recentEntries(casting, recordIds))
    toasts.clearFailures()
    dispatch({ type: 'sent' })
    showSuccess({
      words: modeWords[call.mode].done,
      ownerName: ballots[0]?.ownerName ?? '',
      places: ballots.map(({ place }) => place),
      choices: call.mode === 'mark' ? '' : choicesInWords(now().slots, call.body.choices),
      agentName,
    })
    sound('done')
    const [owner] = ballots
    const [recordId = ''] = recordIds
    const ends = { onUndone: (code: string) => onMarkUndone(casting, recordId, code), onRefused: onNotUndone }
    const undo = call.mode === 'mark' && owner ? undoOf({ body: call.body, owner, recordId, ...ends }) : null
    makeOffer(undo === null ? null : { recordId, undo })
  }
  const onMarkUndone = ({ call, ballots, agentName }: Casting, recordId: string, code: string) => {
    showSuccess(null)
    makeOffer(null)
    if (code === '') recents.markVoided(recentKey, recordId)
    else if (call.mode === 'mark')
      recents.add(recentKey, recentEntries({ call: { ...call, body: { ...call.body, markedCode: code } }, ballots, agentName }, [recordId]))
    refreshBallots()
    if (now().entry !== null) return
    dispatch({ type: 'cleared', note: { kind: 'info', text: code === '' ? withdrawnWords.unmark : `已撤销，标记码恢复为 ${code}` } })
    // The pressed button is about to disappear, so the focus moves.
    dispatch({ type: 'searchWanted' })
  }
  const refresh = () => {
    refreshBallots()
    refreshActivity()
  }
  const onNotUndone = () => {
    showSuccess(null)
    makeOffer(null)
    refresh()
  }
  const onRefused = ({ kind }: Failure) => {
    sound('refused')
    showSuccess(null)
    if (kind === 'refused') refresh()
  }
  const { cast, underCheck, settle } = useCasting(activity.id, store, () => whyNot(activity.status, now().mode), { onDone, onRefused })
  const onFound = (finding: Finding, casting: Casting) => {
    const refusal = settle(finding.kind)
    if (finding.kind === 'arrived') onDone(casting, finding.recordIds)
    else refresh()
    const isRefused = finding.kind === 'notArrived' && refusal !== null
    dispatch({ type: 'cleared', note: isRefused ? { kind: 'error', text: notSent(refusal) } : findingNote(casting, finding) })
  }
  useConnectionRecovery({ activityId: activity.id, store, underCheck, onFound })
  const onWithdrawn = (recordId: string, kind: 'void' | 'unmark', markedCode: string) => {
    recents.markVoided(recentKey, recordId)
    const { entry } = now()
    const isShown = entry?.phase === 'open' && entry.owner.recordId === recordId
    const text = kind === 'void' ? voidedNote(activity.status, { markedCode, isShown }) : withdrawnWords[kind]
    if (isShown || (kind === 'void' && entry === null)) dispatch({ type: 'cleared', note: { kind: 'info', text } })
    refreshBallots()
  }
  const onNotWithdrawn = async (failure: Failure, recordId: string) => {
    showSuccess(null)
    refresh()
    // Another desk may have withdrawn it first; it is withdrawn either way.
    if (await isWithdrawn(failure, activity.id, recordId)) recents.markVoided(recentKey, recordId)
  }
  const voiding = useVoidVote(activity, { onWithdrawn, onRefused: (failure, recordId) => void onNotWithdrawn(failure, recordId) })
  return { entries, offer, success, cast, voiding }
}

const withdrawnWords = { void: '已作废，该票权可以重新投票', unmark: '已撤销标记，标记码可以给别的业主使用' } as const

/** Whether a vote or mark that could not be withdrawn was already withdrawn by another user. Never rejects. */
async function isWithdrawn(failure: Failure, activityId: string, recordId: string): Promise<boolean> {
  if (!isRefusedFor(failure, 'voting.onlyVoted', 'voting.onlyMarked')) return isRefusedFor(failure, 'voting.noRecord')
  try {
    // The mark may also have become a vote.
    return (await askServer('voting.detail', { query: { activityId, recordId } })).status === 2
  } catch {
    return false
  }
}

function useRecents(activityId: string): readonly [readonly RecentEntry[], string] {
  const key = `${useCurrentUser().id} ${activityId}`
  return [useSyncExternalStore(recents.subscribe, () => recents.of(key)), key]
}

const RETRY_MS = 2_000

interface RecoveryOptions {
  readonly activityId: string
  readonly store: DeskStore
  /** The submission in doubt after a broken connection; null if none. */
  readonly underCheck: Casting | null
  readonly onFound: (finding: Finding, casting: Casting) => void
}

/**
 * After reconnecting: asks the server for its state and shows a note.
 *
 * A submission is looked for in its ballots' records, repeatedly until the server answers. Unsent input is compared with the
 * ballot's current state.
 */
function useConnectionRecovery({ activityId, store: { now, dispatch }, underCheck, onFound }: RecoveryOptions): void {
  const isConnected = useComputer().connection.status === 'connected'

  const check = useEffectEvent(async (casting: Casting, isWanted: () => boolean): Promise<boolean> => {
    try {
      const histories = await Promise.all(casting.ballots.map(({ ballotId }) => askServer('voting.history', { query: { activityId, ballotId } })))
      if (!isWanted()) return true
      onFound(findingOf(casting, histories), casting)
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'unreachable' && isWanted())
        dispatch({ type: 'doubted', sentence: `向服务器核对刚才的提交没有成功：${sentenceOf(failure)}。选择都还在，将继续核对` })
      return false
    }
  })
  useEffect(() => {
    if (underCheck === null || !isConnected) return undefined
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkUntilAnswered = async () => {
      const isDone = await check(underCheck, () => isWanted)
      if (!isDone && isWanted) timer = setTimeout(() => void checkUntilAnswered(), RETRY_MS)
    }
    void checkUntilAnswered()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [underCheck, isConnected])

  const review = useEffectEvent(async () => {
    const { entry, search, searchFailure, mode } = now()
    if (searchFailure !== null && search.text !== '') dispatch({ type: 'searchRepeated' })
    if (!entry || entry.phase !== 'open') return
    const { propertyId, ballotId } = entry.owner
    try {
      const { voters } = await askServer('voting.votersOfProperty', { query: { activityId, propertyId } })
      const { entry: shown } = now()
      const own = voters.find((voter) => voter.propertyId === propertyId)
      if (!own || shown?.owner.ballotId !== ballotId || shown.phase !== 'open') return
      dispatch({ type: 'ballotsCame', propertyId, voters })
      dispatch({ type: 'cleared', note: reviewNote(own.ownerName, ballotRefusalInWords(ballotRefusal(mode, own))) })
    } catch {
      // The banner shows that the connection is lost again; the check is repeated after the next reconnect.
    }
  })
  const wasLost = useRef(false)
  useEffect(() => {
    if (isConnected && wasLost.current) void review()
    wasLost.current = !isConnected
  }, [isConnected])
}
