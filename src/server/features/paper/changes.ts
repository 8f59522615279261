import { Refusal } from '#shared/contract/refusals.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import type { PaperDeps } from './deps.ts'
import { requirePapers } from './requirements.ts'
import { paperStore } from './store.ts'
import { about, keysOf, registeredPapers, type Named } from './registeredPapers.ts'

/** The way of papers out and back; a list is done whole or not at all. */
export function createPaperChanges({ database, clock, activities }: Pick<PaperDeps, 'database' | 'clock' | 'activities'>) {
  return {
    /**
     * Hands papers out.
     *
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.wrongState`, `paper.spoiled` or `paper.replaced`
     */
    out: ({ activityId, codes }: Named, caller: Caller) =>
      database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'handOutPapers', caller)
        const papers = await requirePapers(tx, activity.id, codes, 'out')
        await paperStore(tx).update(keysOf(papers), { status: PaperState.out, out_by: caller.userKey, out_at: clock.now() })
        for (const paper of papers) {
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.out',
            subject: activityId,
            before: { ...named, status: paper.status },
            after: { ...named, status: PaperState.out },
          })
        }
        return registeredPapers(papers)
      }),

    /**
     * Takes papers in, also after the end of the voting and while votes are tallied: one that came late is kept.
     *
     * @throws Refusal `paper.inFuture`, `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with
     * `activity.wrongStatus`, `paper.wrongState`, `paper.spoiled` or `paper.replaced`
     */
    receive: ({ activityId, codes, receivedAt: given }: Named & { readonly receivedAt?: number | null | undefined }, caller: Caller) =>
      database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'receivePapers', caller)
        const receivedAt = given ?? clock.now()
        if (receivedAt > clock.now()) throw new Refusal('paper.inFuture')
        const papers = await requirePapers(tx, activity.id, codes, 'receive')
        await paperStore(tx).update(keysOf(papers), { status: PaperState.received, received_by: caller.userKey, received_at: receivedAt })
        for (const paper of papers) {
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.receive',
            subject: activityId,
            before: { ...named, status: paper.status },
            after: { ...named, status: PaperState.received, receivedAt },
          })
        }
        return registeredPapers(papers, { isLate: receivedAt > activity.ends_at })
      }),
  }
}
