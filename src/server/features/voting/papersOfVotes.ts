import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { receiptRefusal } from './rules.ts'
import type { FoundBallot } from './contextQueries.ts'

/** What votes do to printed papers, which a later feature keeps: injected by app.ts. */
export interface PapersOfVotes {
  /** @throws Refusal `paper.spoiled` or `paper.replaced` (409) if one of the codes is that of such a paper */
  readonly refuseDead: (db: Kysely<Schema>, activityKey: number, codes: readonly string[]) => Promise<void>
  /** Takes in papers that were voted by their codes and had not been taken in. */
  readonly receive: (tx: Transaction<Schema>, papers: readonly { readonly key: number; readonly at: number }[], caller: Caller) => Promise<void>
}

/** The code under which a ballot is found: its live record's, else its paper's; `''` if it has neither. */
export const codeOf = ({ live, paper }: Pick<FoundBallot, 'live' | 'paper'>): string => live?.markedCode ?? paper?.code ?? ''

/** When a ballot's printed paper was taken in; null if it is not back, or there is none. */
export const returnedAt = ({ paper }: Pick<FoundBallot, 'paper'>): number | null => paper?.receivedAt ?? null

/**
 * When a ballot's paper came in, as far as that is on record: a printed one when it was taken in, another when it was marked.
 *
 * null: nobody knows. Where a ballot that was marked by hand got a printed paper afterwards, the mark tells.
 */
export function receivedAtOf({ live, paper }: Pick<FoundBallot, 'live' | 'paper'>): number | null {
  if (!paper) return live?.createdAt ?? null
  return paper.receivedAt ?? (live && !live.isOfPaper ? live.createdAt : null)
}

/** Why a ballot cannot be voted with whose paper was taken in outside of the voting time: such a one is kept. */
export const lateRefusal = (activity: Parameters<typeof receiptRefusal>[0], { paper }: Pick<FoundBallot, 'paper'>, now: number) =>
  paper?.receivedAt == null ? null : receiptRefusal(activity, paper.receivedAt, now)
