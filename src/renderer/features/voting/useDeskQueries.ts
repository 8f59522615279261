import { useEffect } from 'react'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { sentenceOf } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import type { DeskAction } from './desk.ts'
import type { Search } from './deskState.ts'

type Dispatch = (action: DeskAction) => void

/** Asks who is meant, once for each round of the search; an answer that comes too late is dropped. */
export function useFoundVoters(activityId: string, { round, text, isByCode }: Search, act: Dispatch): void {
  useEffect(() => {
    if (text === '') return undefined
    let isWanted = true
    const asked = isByCode
      ? askServer('voting.votersByMarkedCode', { query: { activityId, markedCode: text } })
      : askServer('voting.findVoters', { query: { activityId, location: '', condition: text } })
    asked.then(
      (voters) => isWanted && act({ type: 'found', round, voters }),
      (error: unknown) => {
        const failure = failureOf(error)
        if (isWanted) act({ type: 'searchFailed', round, sentence: sentenceOf(failure), isRefused: failure.kind === 'refused' })
      },
    )
    return () => {
      isWanted = false
    }
  }, [activityId, round, text, isByCode, act])
}

/**
 * Asks for the owner's ballots as they are now, when an owner is chosen, when the tab comes back, and on demand.
 *
 * @returns asks again
 */
export function useOwnerBallots(activityId: string, propertyId: string | undefined, act: Dispatch): () => void {
  useEffect(() => void askBallots(activityId, propertyId, act), [activityId, propertyId, act])
  return () => void askBallots(activityId, propertyId, act)
}

async function askBallots(activityId: string, propertyId: string | undefined, act: Dispatch): Promise<void> {
  if (propertyId === undefined) return
  try {
    const { voters } = await askServer('voting.votersOfProperty', { query: { activityId, propertyId } })
    act({ type: 'ballotsCame', propertyId, voters })
  } catch {
    // The card shows what the search found; whether the ballot is free the server says again when it is voted with.
  }
}

/** The live record of the owner's ballot: who made it, when and where; undefined while it is not known, or there is none. */
export function useStandingRecord(activityId: string, recordId: string): VoteRecord | undefined {
  const { data } = useEndpoint('voting.detail', { query: { activityId, recordId } }, { enabled: recordId !== '', errors: 'caller', keptMs: 0 })
  return data?.id === recordId ? data : undefined
}
