import { PaperState } from '#shared/features/paper/rules.ts'
import { inChunks } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { newCodes } from './codes.ts'
import type { PaperDeps } from './deps.ts'
import { newPaper, requireIssuing } from './issuing.ts'
import { requirePapers } from './requirements.ts'
import { paperStore, type FoundPaper } from './store.ts'
import { about, keysOf, recordEach, registeredPapers, type Named } from './registeredPapers.ts'

/** Rows per statement. */
const CHUNK = 1_000

/** The end of papers: spoiled, or replaced by another. */
export function createPaperEndings({ database, clock, activities, marks }: Pick<PaperDeps, 'database' | 'clock' | 'activities' | 'marks'>) {
  async function spoilPapers(tx: Tx, papers: readonly FoundPaper[], reason: string, caller: Caller): Promise<void> {
    const spoiled = { status: PaperState.spoiled, spoiled_by: caller.userKey, spoiled_at: clock.now(), spoil_reason: reason }
    const keys = papers.map(({ id: key }) => ({ key }))
    for (const chunk of inChunks(keys, CHUNK)) await paperStore(tx).update(chunk, spoiled)
    // A ballot whose vote was voided has no mark any more.
    const marked = papers.flatMap(({ record_key: key }) => (key === null ? [] : [{ key }]))
    for (const chunk of inChunks(marked, CHUNK)) await marks.take(tx, chunk)
  }

  return {
    /**
     * Spoils papers: removes their marks, frees their ballots, and retires their codes.
     *
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.wrongState`, `paper.voted`, `paper.spoiled` or `paper.replaced`
     */
    spoil: ({ activityId, codes, reason }: Named & { readonly reason: string }, caller: Caller) =>
      database.write(async (write) => {
        const { tx } = write
        const activity = await activities.requireStep(tx, activityId, 'spoilPapers', caller)
        const papers = await requirePapers(tx, activity.id, codes, 'spoil')
        await spoilPapers(tx, papers, reason, caller)
        const gone = ({ record }: FoundPaper) => (record === null ? undefined : { record: [record] })
        await recordEach(write, { caller, action: 'paper.spoil', activity, papers, after: () => ({ status: PaperState.spoiled, reason }), gone })
        return registeredPapers(papers)
      }),

    /**
     * Spoils all unspoiled papers before the start: frees their ballots, and the activity can be changed again.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409)
     */
    spoilAll: ({ activityId, reason }: { readonly activityId: string; readonly reason: string }, caller: Caller) =>
      database.write(
        async ({ tx, journal }) => {
          const activity = await activities.requireStep(tx, activityId, 'spoilAllPapers', caller)
          const papers = await paperStore(tx).live(activity.id)
          if (papers.length === 0) return { spoiled: 0 }
          await spoilPapers(tx, papers, reason, caller)
          journal.record({
            caller,
            action: 'paper.spoilAll',
            subject: activityId,
            before: null,
            after: { ...inJournal(activity), spoiled: papers.length, reason },
            rows: papers.map((paper) => {
              const { activityId: _id, activityTitle: _title, ...named } = about(activity, paper)
              return { before: { ...named, status: paper.status }, after: { ...named, status: PaperState.spoiled } }
            }),
            state: { ...(await stateOf(tx, { papers: keysOf(papers) })), gone: { record: papers.flatMap(({ record }) => (record === null ? [] : [record])) } },
          })
          return { spoiled: papers.length }
        },
        { isLong: true },
      ),

    /**
     * Replaces a ballot's lost or damaged paper by another one with a new code.
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
          const added = await store.insertAll([newPaper(paper, newCode, caller, now)])
          if (paper.record_key !== null) await marks.change(tx, paper.record_key, newCode)
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.replace',
            subject: activityId,
            before: { ...named, status: paper.status },
            after: { ...named, status: PaperState.spoiled, newCode, reason },
            state: await stateOf(tx, { papers: [paper.id, ...added], records: paper.record === null ? [] : [paper.record] }),
          })
        }
        return { code: newCode }
      }),
  }
}
