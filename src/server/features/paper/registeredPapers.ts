import type { AnswerOf } from '#shared/contract/index.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import type { Tx } from '../../database/schema.ts'
import type { State } from '../audit/replay/state.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import { placeOf } from './requirements.ts'
import type { FoundPaper } from './store.ts'

/** Papers of an activity, by their codes. */
export interface Named {
  readonly activityId: string
  readonly codes: readonly string[]
}

/** Which paper an entry of the journal is about. */
export const about = (activity: ActivityRecord, paper: FoundPaper) => ({
  ...inJournal(activity),
  place: placeOf(paper),
  ownerName: paper.owner_name ?? '',
  ballotId: paper.ballot,
  paperCode: paper.code,
})
/** The papers as a call that registered them answers. */
export const registeredPapers = (papers: readonly FoundPaper[], { isLate = false } = {}): AnswerOf<'paper.out'> => ({
  papers: papers.map((paper) => ({ code: paper.code, ballotId: paper.ballot, place: placeOf(paper), ownerName: paper.owner_name ?? '', isLate })),
})
/** The database's keys of papers, in their order. */
export const keysOf = (papers: readonly FoundPaper[]): number[] => papers.map(({ id }) => id)

/** What an entry leaves of each paper as it is now, by its code. */
export async function paperStates(tx: Tx, keys: readonly number[]): Promise<(code: string) => State> {
  const rows = new Map((await stateOf(tx, { papers: keys })).paper?.map((row) => [row.id, row]))
  return (code) => {
    const row = rows.get(code)
    return row ? { paper: [row] } : {}
  }
}
