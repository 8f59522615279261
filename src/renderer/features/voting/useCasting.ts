import { useRef, useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { takenBallots, takenInWords } from './parts/records/recordWords.ts'
import { doubtSentence, type Finding, readinessOf, type Casting, castRisk } from './casting.ts'
import { useCastSender } from './parts/castSender.ts'
import { type DeskStore, type DeskAction, reduceDesk } from './desk.ts'
import { type ChosenProxy, goodProxies, whoVotesQuestion } from './parts/castCall.ts'

/** Reasons for a refusal if an earlier submission, presumed lost, has arrived after all, or another user has changed the ballot. */
const reasonsOurRetryMayCause = [
  'voting.alreadyVoted',
  'voting.codeTaken',
  'voting.otherCode',
  'voting.onlyVoided',
  'ballot.ended',
  'ballot.notOnIt',
  'activity.wrongStatus',
] as const satisfies readonly Reason[]

interface CastingEnds {
  /** The server has accepted it, to the client's knowledge for the first time. */
  readonly onDone: (casting: Casting, recordIds: readonly string[]) => void
  /** The program or the server refused; after a server refusal the screen may be outdated. */
  readonly onRefused: (failure: Failure) => void
}

/**
 * Sends what the desk holds: once, and after a broken connection only when the server was asked what it has.
 *
 * While the result of a casting is unknown (`doubtful`) nothing is sent; `underCheck` is what has to be looked for.
 */
export function useCasting(activityId: string, store: DeskStore, modeRefusal: () => string | null, { onDone, onRefused }: CastingEnds) {
  const { now, dispatch } = store
  const sender = useCastSender(activityId, 'caller')
  const toasts = useToasts()
  const { ask } = useQuestions()
  const askWhoVotes = useWhoVotes(activityId, store)
  const [underCheck, setUnderCheck] = useState<Casting | null>(null)
  /** Whether a submission lost with the connection may still arrive, though the server did not have it when asked. */
  const mayArrive = useRef(false)
  /** Why the second attempt was refused, while the first is being looked for. */
  const refusedMeanwhile = useRef<string | null>(null)

  const refuse = (failure: Failure, focus: 'code' | null = null) => {
    toasts.failure(failure)
    const taken = isRefusedFor(failure, 'voting.alreadyVoted', 'voting.codeTaken') ? takenBallots(failure.data) : []
    const reason = taken.length === 0 ? sentenceOf(failure) : `${sentenceOf(failure)}：${takenInWords(taken)}`
    dispatch({ type: 'refused', sentence: notSent(reason), ...(focus ? { focus } : {}) })
    onRefused(failure)
  }

  const send = async (casting: Casting) => {
    if (now().entry?.phase !== 'open') return
    dispatch({ type: 'sending' })
    const sent = await sender.send(casting.call)
    if (sent.ok) {
      mayArrive.current = false
      onDone(casting, sent.value)
      return
    }
    if (!sent.failure) return
    if (sent.failure.kind === 'unreachable') {
      markUncertain(casting)
      return
    }
    if (mayArrive.current && isRefusedFor(sent.failure, ...reasonsOurRetryMayCause)) {
      // The submission presumed lost may be the very vote that now exists.
      refusedMeanwhile.current = sentenceOf(sent.failure)
      markUncertain(casting)
      return
    }
    refuse(sent.failure)
  }

  const markUncertain = (casting: Casting) => {
    dispatch({ type: 'doubted', sentence: doubtSentence })
    setUnderCheck(casting)
  }

  const cast = (by: 'keys' | 'button') => {
    // A second Ctrl+Enter right after a vote finds no paper.
    if (now().entry?.phase !== 'open') return
    const impossible = modeRefusal()
    if (impossible !== null) {
      refuse({ kind: 'local', message: impossible })
      return
    }
    const readiness = readinessOf(now(), activityId, by)
    if (readiness === null) return
    if (readiness.kind === 'blocked') {
      refuse({ kind: 'local', message: readiness.sentence }, readiness.focus)
      return
    }
    if (readiness.kind === 'undecided') {
      void askWhoVotes(readiness.about, { onNobody: () => cast(by), onSaid: send, onFailed: refuse })
      return
    }
    const { casting, question } = readiness
    if (question === null) void send(casting)
    else ask({ ...question, onConfirm: () => send(casting) })
  }

  /**
   * The check is complete: nothing is in doubt any more.
   *
   * @returns why a second attempt was refused meanwhile; null if none
   */
  const settle = (outcome: Finding['kind']): string | null => {
    const refusal = refusedMeanwhile.current
    refusedMeanwhile.current = null
    mayArrive.current = outcome === 'notArrived' && refusal === null
    setUnderCheck(null)
    return refusal
  }
  return { cast, underCheck, settle }
}

/** A refusal, as shown beside the entry. */
export const notSent = (reason: string): string => `没有提交：${reason}`

interface WhoVotesEnds {
  /** No agent may vote for the owner any more. */
  readonly onNobody: () => void
  /** The user said who votes: the submission to send. */
  readonly onSaid: (casting: Casting) => unknown
  /** The server could not be reached. */
  readonly onFailed: (failure: Failure) => void
}

const saying = (agent: ChosenProxy | null): DeskAction => (agent === null ? { type: 'ownerVotes' } : { type: 'proxyChosen', proxy: agent })

/** Asks who votes with the ballot on screen, which has an agent. */
function useWhoVotes(activityId: string, { now, dispatch }: DeskStore) {
  const { ask } = useQuestions()
  const isLooking = useRef(false)
  return async (about: string, { onNobody, onSaid, onFailed }: WhoVotesEnds): Promise<void> => {
    const before = now().entry
    if (before === null || isLooking.current) return
    isLooking.current = true
    const found = await goodProxies(activityId, before.owner)
    isLooking.current = false
    const { entry } = now()
    if (entry?.owner.ballotId !== before.owner.ballotId || entry.phase !== 'open') return
    if (!found.ok) {
      onFailed(found.failure)
      return
    }
    const [agent, ...others] = found.value
    if (!agent) {
      dispatch(saying(null))
      onNobody()
      return
    }
    const riskOf = (chosen: ChosenProxy | null): string | null => {
      const desk = reduceDesk(now(), saying(chosen))
      const alone = chosen !== null && entry.joined.size > 0 ? `只提交这一票，一并勾选的 ${entry.joined.size} 票要另行录入` : null
      return [alone, desk.entry && castRisk(desk, desk.entry)].filter((part) => part !== null).join('。') || null
    }
    const onChosen = (chosen: ChosenProxy | null) => {
      dispatch(saying(chosen))
      const readiness = readinessOf(now(), activityId, 'keys')
      return readiness?.kind === 'ready' ? onSaid(readiness.casting) : undefined
    }
    ask(whoVotesQuestion({ about, agents: [agent, ...others], riskOf, onChosen }))
  }
}
