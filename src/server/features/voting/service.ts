import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { BallotService } from '../ballot/service.ts'
import type { ProxyService } from '../proxy/service.ts'
import { createCasting } from './casting.ts'
import { createSecondLooks } from './secondLooks.ts'
import { createVoids } from './voids.ts'
import { createDesk, type DeskDeps } from './desk.ts'
import { createVoteWorkbooks, type VoteWorkbookDeps } from './importing.ts'
import { createAnswerSlots } from './answerSlots.ts'
import { createMarks } from './marks.ts'
import { createRecords } from './records.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { ActivityOverview } from '#shared/features/voting/contract.ts'
import { countFunnel, type FunnelOf } from './funnel.ts'
import { votingStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

export interface VotingDeps extends VoteWorkbookDeps {
  readonly ballots: BallotService
  readonly search: WatchedSearch
  readonly proxies: Pick<ProxyService, 'requireFor'>
}

/** Marking, voting, tallying, voiding, and the desk's queries: `wire.md` section 6. */
export function createVotingService({ database, clock, activities, ballots, search, papersOfVotes, proxies, jobs, refusedFiles, sheets }: VotingDeps) {
  const answerSlots = createAnswerSlots((db, activityKey) => activities.slots(db, activityKey))
  return {
    ...createMarks({ database, clock, papersOfVotes }),
    ...createCasting({ database, clock, answerSlots, papersOfVotes, proxies }),
    ...createVoids({ database, clock }),
    ...createSecondLooks({ clock, answerSlots, papersOfVotes, proxies }),
    ...createRecords({ database, clock, activities, answerSlots }),
    ...createDesk({ database, activities, ballots, search, papersOfVotes }),
    ...createVoteWorkbooks({ database, clock, activities, papersOfVotes, jobs, refusedFiles, sheets }),
    ...createOverview({ database, activities, ballots, search }),
  }
}
export type VotingService = ReturnType<typeof createVotingService>

/** Progress of several activities, for the activity list. Read-only. */
function createOverview({ database, activities, ballots }: DeskDeps) {
  async function countsOf(activity: FunnelOf & { readonly status: ActivityStatus }): Promise<Omit<ActivityOverview, 'activityId' | 'lastVotedAt'>> {
    const none = { ballotCount: 0, votedCount: 0, markedCount: 0, unmergedOwnerCount: 0, funnel: null }
    switch (activity.status) {
      case ActivityStatus.notStarted:
        return { ...none, ...(await ballots.overview(database.read, activity.id)), funnel: await countFunnel(database.read, activity) }
      case ActivityStatus.voting:
      case ActivityStatus.tallying:
        return { ...none, ...(await votingStore(database.read).counts(activity.id)), funnel: await countFunnel(database.read, activity) }
      case ActivityStatus.finished:
        return none
    }
  }

  return {
    /** The state that each activity's next step depends on, in the order asked for; deleted ones are left out. */
    async overview(activityIds: readonly string[]): Promise<ActivityOverview[]> {
      const byId = new Map((await activities.statuses(database.read, activityIds)).map((row) => [row.public_id, row]))
      const found: ActivityOverview[] = []
      for (const activityId of activityIds) {
        const row = byId.get(activityId)
        if (!row) continue
        // A large roster takes some milliseconds; other calls are served in between.
        await yieldToEventLoop()
        found.push({ activityId, lastVotedAt: await votingStore(database.read).lastVotedAt(row.id), ...(await countsOf(row)) })
      }
      return found
    },
  }
}
