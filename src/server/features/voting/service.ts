import type { JournaledDatabase } from '../audit/journal.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { ActivityService } from '../activity/service.ts'
import type { BallotService } from '../ballot/service.ts'
import type { ProxyService } from '../proxy/service.ts'
import { createVoteWrites } from './casting.ts'
import { createDesk } from './desk.ts'
import { createLayouts } from './layouts.ts'
import { createMarks } from './marks.ts'
import type { PapersOfVotes } from './papersOfVotes.ts'
import { createOverview } from './overview.ts'
import { createRecords } from './records.ts'

export interface VotingDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly ballots: BallotService
  readonly search: PropertySearch
  readonly papersOfVotes: PapersOfVotes
  readonly proxies: Pick<ProxyService, 'requireFor'>
}

/** Marking, voting, tallying, voiding, and what the desk asks for: `wire.md` section 6. */
export function createVotingService({ database, clock, activities, ballots, search, papersOfVotes, proxies }: VotingDeps) {
  const layouts = createLayouts((db, activityKey) => activities.slots(db, activityKey))
  return {
    ...createMarks({ database, clock, papersOfVotes }),
    ...createVoteWrites({ database, clock, layouts, papersOfVotes, proxies }),
    ...createRecords({ database, clock, activities, layouts }),
    ...createDesk({ database, activities, ballots, search, papersOfVotes }),
    ...createOverview({ database, activities, ballots, search }),
  }
}
export type VotingService = ReturnType<typeof createVotingService>
