import { useRef } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import { useQuestions } from '../../ui/question.tsx'
import { reduceDesk, type DeskAction } from './desk.ts'
import { goodProxies, whoVotesQuestion, type ChosenProxy } from './parts/whoVotes.ts'
import { readinessOf, submissionRisk, type Submission } from './submission.ts'
import type { DeskHandle } from './useDesk.ts'

interface WhoVotesEnds {
  /** Nobody may vote for the owner any more. */
  readonly onNobody: () => void
  /** It was said who votes: what is to be sent. */
  readonly onSaid: (submission: Submission) => unknown
  /** The server could not be asked. */
  readonly onFailed: (failure: Failure) => void
}

const saying = (agent: ChosenProxy | null): DeskAction => (agent === null ? { type: 'ownerVotes' } : { type: 'proxyChosen', proxy: agent })

/** Asks who votes with the ballot on the screen, which has an agent. */
export function useWhoVotes(activityId: string, { current, act }: Pick<DeskHandle, 'current' | 'act'>) {
  const { ask } = useQuestions()
  const isLooking = useRef(false)
  return async (about: string, { onNobody, onSaid, onFailed }: WhoVotesEnds): Promise<void> => {
    const before = current().entry
    if (before === null || isLooking.current) return
    isLooking.current = true
    const found = await goodProxies(activityId, before.owner)
    isLooking.current = false
    const { entry } = current()
    if (entry?.owner.ballotId !== before.owner.ballotId || entry.phase !== 'open') return
    if (!found.ok) {
      onFailed(found.failure)
      return
    }
    const [agent, ...others] = found.value
    if (!agent) {
      act(saying(null))
      onNobody()
      return
    }
    const riskOf = (chosen: ChosenProxy | null): string | null => {
      const desk = reduceDesk(current(), saying(chosen))
      const alone = chosen !== null && entry.joined.size > 0 ? `只提交这一票，一并勾选的 ${entry.joined.size} 票要另行录入` : null
      return [alone, desk.entry && submissionRisk(desk, desk.entry)].filter((part) => part !== null).join('。') || null
    }
    const onChosen = (chosen: ChosenProxy | null) => {
      act(saying(chosen))
      const readiness = readinessOf(current(), activityId, 'keys')
      return readiness?.kind === 'ready' ? onSaid(readiness.submission) : undefined
    }
    ask(whoVotesQuestion({ about, agents: [agent, ...others], riskOf, onChosen }))
  }
}
