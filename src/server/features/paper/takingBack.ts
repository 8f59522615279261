import { Refusal } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { PaperState, type RegisteredState } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import type { PaperDeps } from './deps.ts'
import { about, keysOf, paperStates, registeredPapers, type Named } from './registeredPapers.ts'
import { requireLivePapers, toRefused } from './requirements.ts'
import { paperStore, type FoundPaper } from './store.ts'

const stepOf = { [PaperState.out]: 'handOutPapers', [PaperState.received]: 'receivePapers' } as const

/** What is left of a paper whose last registration is taken back. */
const formerOf = (paper: FoundPaper, state: RegisteredState) =>
  state === PaperState.out
    ? { status: PaperState.printed, out_by: null, out_at: null }
    : { status: paper.out_at === null ? PaperState.printed : PaperState.out, received_by: null, received_at: null }

/** Taking back that papers were handed out or received by mistake. */
export function createTakingBack({ database, activities }: Pick<PaperDeps, 'database' | 'activities'>) {
  return {
    /**
     * Takes back what the caller registered last of papers: each is as it was before. All of them or none.
     *
     * @param state what was registered
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.notRegistered` where a paper is in another state by now, `paper.notOwn`, `paper.voted`, `paper.entered` where it was
     * voted with and the vote is void, `paper.spoiled` or `paper.replaced`
     */
    takeBack: ({ activityId, codes, state }: Named & { readonly state: RegisteredState }, caller: Caller) =>
      database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, stepOf[state], caller)
        const store = paperStore(tx)
        const voted = state === PaperState.received && codes.length > 0 ? await store.votedAmong(activity.id, codes) : new Set<string>()
        const papers = await requireLivePapers(tx, activity.id, codes, (paper) => {
          const refused = { paper: toRefused(paper) }
          if (paper.status !== state) throw new Refusal('paper.notRegistered', { ...refused, state })
          if ((state === PaperState.out ? paper.out_by : paper.received_by) !== caller.userKey) throw new Refusal('paper.notOwn', refused)
          if (paper.record_status === BallotState.voted) throw new Refusal('paper.voted', refused)
          if (voted.has(paper.code)) throw new Refusal('paper.entered', refused)
        })
        for (const some of Map.groupBy(papers, (paper) => formerOf(paper, state).status).values()) {
          const [first] = some
          if (first) await store.update(keysOf(some), formerOf(first, state))
        }
        const states = await paperStates(tx, keysOf(papers))
        for (const paper of papers) {
          const named = about(activity, paper)
          journal.record({
            caller,
            action: 'paper.takeBack',
            subject: activityId,
            before: { ...named, status: paper.status, ...(state === PaperState.received ? { receivedAt: paper.received_at } : {}) },
            after: { ...named, status: formerOf(paper, state).status },
            state: states(paper.code),
          })
        }
        return registeredPapers(papers)
      }),
  }
}
