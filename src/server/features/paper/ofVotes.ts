import { PaperState } from '#shared/features/paper/rules.ts'
import type { PapersOfVotes } from '../voting/papersOfVotes.ts'
import { refuseDeadPaper } from './requirements.ts'
import { paperStore } from './store.ts'

/** What votes do to papers; app.ts hands it to voting, which stands before. */
export const papersOfVotes: PapersOfVotes = {
  async refuseDead(db, activityKey, codes) {
    if (codes.length === 0) return
    const [dead] = await paperStore(db).deadAmong(activityKey, codes)
    if (dead) await refuseDeadPaper(db, dead)
  },
  async receive(tx, paperKey, at, caller) {
    await paperStore(tx).update([paperKey], { status: PaperState.received, received_by: caller.userKey, received_at: at })
  },
}
