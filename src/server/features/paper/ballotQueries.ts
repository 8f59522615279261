import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isInScope } from './scope.ts'

/** Queries on ballots to issue papers for, each with its first property in reading order. */
export function ballotQueries(db: Db) {
  const ballots = (activityKey: number) =>
    db
      .selectFrom('ballot')
      .innerJoin('roster_property as property', (join) =>
        join.on('property.id', '=', (build) =>
          build
            .selectFrom('roster_property as first')
            .select('first.id')
            .whereRef('first.ballot_id', '=', 'ballot.id')
            .orderBy('first.place_key')
            .orderBy('first.id')
            .limit(1),
        ),
      )
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
      .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
      .select(['ballot.id', 'ballot.public_id', 'ballot.area_hundredths', 'ballot.is_ended'])
      .select(['record.id as record_key', 'record.status as record_status', 'record.marked_code', 'paper.id as paper_key'])
      .select(['property.property_public_id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
      .select(['property.owner_name', 'property.phone', 'property.id_number'])
      .where('ballot.activity_id', '=', activityKey)
      .orderBy('property.place_key')

  return {
    /** Counting ballots with a property in one of the branches, in reading order. */
    ballotsInScope: (activityKey: number, paths: readonly string[]) =>
      ballots(activityKey)
        .where('ballot.is_ended', '=', 0)
        .$if(!paths.includes(''), (query) =>
          query.where(sql<boolean>`exists (select 1 from roster_property as member where member.ballot_id = ballot.id and ${isInScope('member', paths)})`),
        )
        .execute(),
    /** Those of the ballots that belong to the activity and have not ended, in reading order. */
    ballotsNamed: (activityKey: number, ids: readonly string[]) => ballots(activityKey).where('ballot.public_id', 'in', ids).execute(),
    /** Which of the named ballots belong to the activity, and whether they have ended. */
    standing: (activityKey: number, ids: readonly string[]) =>
      db.selectFrom('ballot').select(['public_id', 'is_ended']).where('activity_id', '=', activityKey).where('public_id', 'in', ids).execute(),
  }
}
export type IssuableBallot = Awaited<ReturnType<ReturnType<typeof ballotQueries>['ballotsInScope']>>[number]
