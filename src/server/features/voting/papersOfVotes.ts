import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { receiptRefusal } from './rules.ts'
import type { FoundBallot } from './contextQueries.ts'

/** Effects of votes on printed papers, which a later feature stores; injected by app.ts. */
export interface PapersOfVotes {
  /** @throws Refusal `paper.spoiled` or `paper.replaced` (409) if one of the codes is that of such a paper */
  readonly refuseDead: (db: Kysely<Schema>, activityKey: number, codes: readonly string[]) => Promise<void>
  /** Marks papers as received that were voted by code without having been registered. */
  readonly receive: (tx: Transaction<Schema>, papers: readonly { readonly key: number; readonly at: number }[], caller: Caller) => Promise<void>
}

/** The code of a ballot: its live record's, else its paper's; `''` if it has neither. */
export const codeOf = ({ live, paper }: Pick<FoundBallot, 'live' | 'paper'>): string => live?.markedCode ?? paper?.code ?? ''

/** When a ballot's printed paper was received; null if it is not back or does not exist. */
export const returnedAt = ({ paper }: Pick<FoundBallot, 'paper'>): number | null => paper?.receivedAt ?? null

/**
 * When a ballot's paper was received, as far as recorded: a printed one by its registration, another by its mark.
 *
 * null: unknown. If a ballot marked by hand got a printed paper afterwards, the mark counts.
 */
export function receivedAtOf({ live, paper }: Pick<FoundBallot, 'live' | 'paper'>): number | null {
  if (!paper) return live?.createdAt ?? null
  return paper.receivedAt ?? (live && !live.isOfPaper ? live.createdAt : null)
}

/** Why a ballot cannot vote if its paper was received outside the voting time; such papers are kept. */
export const lateRefusal = (activity: Parameters<typeof receiptRefusal>[0], { paper }: Pick<FoundBallot, 'paper'>, now: number) =>
  paper?.receivedAt == null ? null : receiptRefusal(activity, paper.receivedAt, now)
