import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { PropertyService } from '../property/service.ts'
import { requireProperty } from './adjustable.ts'
import { createMergeRefusals } from './mergeRefusals.ts'
import { createBallotMerges } from './merging.ts'
import { createOwnerMerges } from './ownerMerging.ts'
import { createRosterChanges } from './rosterChanges.ts'
import { createRosterReads } from './rosterReads.ts'
import { createRosterSync } from './rosterSync.ts'
import { ballotStore } from './store.ts'
import { createSync } from './sync.ts'
import { createUnmergedOwners } from './unmergedOwners.ts'
import { foundVoters, votersOf, type VoterQuery } from './voters.ts'

export interface BallotDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly properties: PropertyService
  readonly activities: ActivityService
}

/** Rosters and ballots (票权清册、票权): `wire.md` section 5. */
export function createBallotService({ database, clock, properties, activities }: BallotDeps) {
  const sync = createSync(properties, clock)
  const unmerged = createUnmergedOwners({ database, clock, activities })

  return {
    ...unmerged,
    ...createMergeRefusals(clock),
    ...createOwnerMerges({ database, clock, activities }),
    ...createBallotMerges({ database, clock, activities }),
    ...createRosterChanges({ database, clock, properties, activities }),
    ...createRosterSync({ database, clock, properties, activities, sync }),
    ...createRosterReads({ database, clock, properties, activities }),
    requireProperty,
    bringUpToDate: sync.bringUpToDate,
    /** Roster properties with their ballots, by the database's keys, in their order. */
    voters: (db: Kysely<Schema>, keys: readonly number[]) => votersOf(db, keys, clock.now()),
    foundVoters: (db: Kysely<Schema>, keys: readonly number[], query: VoterQuery) => foundVoters(db, keys, query, clock.now()),
    /** What is to be looked at before an activity starts: its ballots, and owners whose properties are on several of them. */
    overview: async (db: Kysely<Schema>, activityKey: number): Promise<{ ballotCount: number; unmergedOwnerCount: number }> => ({
      ballotCount: await ballotStore(db).count(activityKey),
      unmergedOwnerCount: await unmerged.unmergedOwnerCount(db, activityKey),
    }),
  }
}
export type BallotService = ReturnType<typeof createBallotService>
