import type { Transaction } from 'kysely'
import { Refusal, type PlainReason, type ValuesOf } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { requireFreeBallot } from './papers.ts'
import { takenBallot } from './rules.ts'
import type { FoundBallot } from './situationQueries.ts'
import { votingStore } from './store.ts'

/** Throws where a rule says no; the status and the step are for a step that the status does not allow. */
export function throwIfRefused(reason: PlainReason | 'activity.wrongStatus' | null, wrongStatus: ValuesOf<'activity.wrongStatus'>): void {
  if (reason !== null) throw new Refusal(reason, wrongStatus)
}

/** @throws Refusal `reason` (409), which says whose records stand in the way: of which property, made by whom, when and at which desk */
export async function refuseTaken(tx: Transaction<Schema>, reason: 'voting.alreadyVoted' | 'voting.codeTaken', recordKeys: readonly number[]): Promise<never> {
  throw new Refusal(reason, { taken: (await votingStore(tx).standing(recordKeys)).map(takenBallot) })
}

/** The ballots that were named, all of which may be voted with; else a refusal for the first that may not, naming all that have a vote. */
export async function requireFree(tx: Transaction<Schema>, named: readonly (FoundBallot | undefined)[]): Promise<FoundBallot[]> {
  const voted = named.flatMap((ballot) => (ballot?.live?.status === BallotState.voted ? [ballot.live.key] : []))
  const [first] = named.filter((ballot) => ballot === undefined || ballot.isEnded || ballot.live?.status === BallotState.voted)
  if (first?.live?.status === BallotState.voted && !first.isEnded) await refuseTaken(tx, 'voting.alreadyVoted', voted)
  return named.map((ballot) => requireFreeBallot(ballot))
}
