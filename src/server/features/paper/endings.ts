import { PaperState } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import { newCodes } from './codes.ts'
import type { PaperDeps } from './deps.ts'
import { newPaper, requireIssuing } from './issuing.ts'
import { requirePapers } from './requirements.ts'
import { paperStore } from './store.ts'
import { about, keysOf, registeredPapers, type Named } from './registeredPapers.ts'

/** How papers end: spoiled, or replaced by another. */
export function createPaperEndings({ database, clock, activities, marks }: Pick<PaperDeps, 'database' | 'clock' | 'activities' | 'marks'>) {
  return {
    /**
     * Spoils papers: their marks go, their ballots are free, and their codes are dead.
     *
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.wrongState`, `paper.voted`, `paper.spoiled` or `paper.replaced`
     */
    spoil: ({ activityId, codes, reason }: Named & { readonly reason: string }, caller: Caller) =>
      database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'spoilPapers', caller)
        const papers = await requirePapers(tx, activity.id, codes, 'spoil')
        const spoiled = { status: PaperState.spoiled, spoiled_by: caller.userKey, spoiled_at: clock.now(), spoil_reason: reason }
        await paperStore(tx).update(keysOf(papers), spoiled)
        // A ballot whose vote was voided has no mark any more.
        const marked = papers.flatMap((paper) => (paper.record_key === null ? [] : [paper.record_key]))
        if (marked.length > 0) await marks.take(tx, marked)
        for (const paper of papers) {
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.spoil',
            subject: activityId,
            before: { ...named, status: paper.status },
            after: { ...named, status: PaperState.spoiled, reason },
            state: paper.record === null ? {} : { gone: { record: [paper.record] } },
          })
        }
        return registeredPapers(papers)
      }),

    /**
     * Gives a ballot another paper in the place of a lost or spoiled one, with a code of its own.
     *
     * @returns the new paper's code
     * @throws Refusal `activity.notFound`, `paper.unknown` (404), `voting.outsideTime` (402) after the end; 409 with
     * `activity.wrongStatus`, `paper.wrongState`, `paper.voted`, `paper.spoiled` or `paper.replaced`
     */
    replace: ({ activityId, code, reason }: { readonly activityId: string; readonly code: string; readonly reason: string }, caller: Caller) =>
      database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        const now = clock.now()
        requireIssuing(activity, 'replacePaper', now)
        const papers = await requirePapers(tx, activity.id, [code], 'replace')
        const store = paperStore(tx)
        const [newCode = ''] = newCodes(1, await store.givenCodes(activity.id))
        for (const paper of papers) {
          const dead = { status: PaperState.spoiled, spoiled_by: caller.userKey, spoiled_at: now, spoil_reason: reason, new_code: newCode }
          await store.update([paper.id], dead)
          await store.insertAll([newPaper(paper, newCode, caller, now)])
          if (paper.record_key !== null) await marks.change(tx, paper.record_key, newCode)
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.replace',
            subject: activityId,
            before: { ...named, status: paper.status },
            after: { ...named, status: PaperState.spoiled, newCode, reason },
            state: paper.record === null ? {} : await stateOf(tx, { records: [paper.record] }),
          })
        }
        return { code: newCode }
      }),
  }
}
