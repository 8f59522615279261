import type { AnswerOf } from '#shared/contract/index.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import type { PaperState } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import type { Write } from '../journal/journal.ts'
import type { State } from '../journal/replay/state.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { placeOf } from './requirements.ts'
import type { FoundPaper } from './store.ts'

/** Papers of an activity, by code. */
export interface Named {
  readonly activityId: string
  readonly codes: readonly string[]
}

/** The paper that a journal entry is about. */
export const about = (activity: ActivityRecord, paper: FoundPaper) => ({
  ...inJournal(activity),
  place: placeOf(paper),
  ownerName: paper.owner_name ?? '',
  ballotId: paper.ballot,
  paperCode: paper.code,
})
/** The answer of calls that registered papers. */
export const registeredPapers = (papers: readonly FoundPaper[], { isLate = false } = {}): AnswerOf<'paper.out'> => ({
  papers: papers.map((paper) => ({ code: paper.code, ballotId: paper.ballot, place: placeOf(paper), ownerName: paper.owner_name ?? '', isLate })),
})
/** The papers' database keys, in order. */
export const keysOf = (papers: readonly FoundPaper[]): number[] => papers.map(({ id }) => id)

/** What was done with some papers, and what became of each. */
interface ActOnPapers {
  readonly caller: Caller
  readonly action: 'paper.out' | 'paper.receive' | 'paper.takeBack' | 'paper.spoil'
  readonly activity: ActivityRecord
  readonly papers: readonly FoundPaper[]
  readonly before?: (paper: FoundPaper) => { readonly receivedAt?: number | null }
  readonly after: (paper: FoundPaper) => { readonly status: PaperState; readonly receivedAt?: number; readonly reason?: string }
  readonly gone?: (paper: FoundPaper) => State['gone']
}

/** Records an act that is written by now, an entry a paper, each with what it left of its own. */
export async function recordEach({ tx, journal }: Write, { caller, action, activity, papers, before, after, gone }: ActOnPapers): Promise<void> {
  const rows = Map.groupBy((await stateOf(tx, { papers: keysOf(papers) })).paper ?? [], (row) => row.id)
  for (const paper of papers) {
    const named = about(activity, paper)
    const removed = gone?.(paper)
    journal.record({
      caller,
      action,
      subject: activity.public_id,
      before: { ...named, status: paper.status, ...before?.(paper) },
      after: { ...named, ...after(paper) },
      state: { ...(rows.has(paper.code) ? { paper: rows.get(paper.code) ?? [] } : {}), ...(removed ? { gone: removed } : {}) },
    })
  }
}
