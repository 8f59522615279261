import { PaperState } from '#shared/features/paper/rules.ts'
import { updateMany } from '../../database/dialect.ts'
import type { PapersOfVotes } from '../voting/papersOfVotes.ts'
import { refuseDeadPaper } from './requirements.ts'
import { paperStore } from './store.ts'

/** Effects of votes on papers, injected by app.ts into voting, an earlier feature. */
export const papersOfVotes: PapersOfVotes = {
  async refuseDead(db, activityKey, codes) {
    if (codes.length === 0) return
    const dead = await paperStore(db).deadAmong(activityKey, codes)
    const first = dead.find((paper) => paper.new_code !== '') ?? dead[0]
    if (first) await refuseDeadPaper(db, first)
  },
  receive: (tx, papers, caller) =>
    updateMany(
      tx,
      'ballot_paper',
      'id',
      ['status', 'received_by', 'received_at'],
      ['status', 'received_by', 'received_at'],
      papers.map(({ key, at }) => [key, PaperState.received, caller.userKey, at]),
    ),
}
