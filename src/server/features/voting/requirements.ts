import type { Transaction } from 'kysely'
import { Refusal, type PlainReason, type ValuesOf } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { requireFreeBallot } from './ballotsToCast.ts'
import { takenBallot } from './rules.ts'
import type { FoundBallot } from './contextQueries.ts'
import { votingStore } from './store.ts'

/** Throws a Refusal for `reason`; `wrongStatus` fills in the message for activity.wrongStatus. */
export function throwIfRefused(reason: PlainReason | 'activity.wrongStatus' | null, wrongStatus: ValuesOf<'activity.wrongStatus'>): void {
  if (reason !== null) throw new Refusal(reason, wrongStatus)
}

/** @throws Refusal `reason` (409) listing the conflicting records (property, user, time, desk) */
export async function refuseTaken(tx: Transaction<Schema>, reason: 'voting.alreadyVoted' | 'voting.codeTaken', recordKeys: readonly number[]): Promise<never> {
  throw new Refusal(reason, { taken: (await votingStore(tx).standing(recordKeys)).map(takenBallot) })
}

/** Returns the named ballots if all are open; otherwise refuses, listing those already voted. */
export async function requireFree(tx: Transaction<Schema>, named: readonly (FoundBallot | undefined)[]): Promise<FoundBallot[]> {
  const voted = named.flatMap((ballot) => (ballot?.live?.status === BallotState.voted ? [ballot.live.key] : []))
  const [first] = named.filter((ballot) => ballot === undefined || ballot.isEnded || ballot.live?.status === BallotState.voted)
  if (first?.live?.status === BallotState.voted && !first.isEnded) await refuseTaken(tx, 'voting.alreadyVoted', voted)
  return named.map((ballot) => requireFreeBallot(ballot))
}
