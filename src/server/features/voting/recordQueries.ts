import { sql, type Kysely } from 'kysely'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import type { Schema } from '../../database/schema.ts'

/** As `VoteRecord.paper`; a paper that took another's place has a later time of issue than the record that it kept. */
const paperOfRecord = sql<VoteRecord['paper']>`case
  when record.source = 'mark' and exists (
    select 1 from ballot_paper where ballot_id = record.ballot_id and issued_at = record.created_at and issued_by = record.created_by
  ) then 'issued'
  when paper.id is not null then 'kept'
  else '' end`

/** Queries on vote records with what is shown of them. */
export function recordQueries(db: Kysely<Schema>) {
  function records() {
    return db
      .selectFrom('vote_record as record')
      .innerJoin('activity', 'activity.id', 'record.activity_id')
      .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
      .innerJoin('user as maker', 'maker.id', 'record.created_by')
      .leftJoin('user as voter', 'voter.id', 'record.voted_by')
      .leftJoin('user as voider', 'voider.id', 'record.voided_by')
      .leftJoin('roster_property as property', (join) =>
        join.onRef('property.activity_id', '=', 'record.activity_id').onRef('property.property_public_id', '=', 'record.property_public_id'),
      )
      .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.activity_id', '=', 'record.activity_id').onRef('paper.code', '=', 'record.marked_code'))
      .leftJoin('proxy', 'proxy.public_id', 'record.proxy_public_id')
      .selectAll('record')
      .select([
        'activity.public_id as activity',
        'activity.title',
        'activity.status as activity_status',
        'activity.updated_at as activity_updated_at',
        'property.period',
        'property.zone',
        'property.building',
        'property.unit',
        'property.room',
        'property.owner_name',
        'ballot.public_id as ballot',
        'maker.nick_name as maker',
        'voter.nick_name as voter',
        'voider.nick_name as voider',
        'proxy.agent_name',
        paperOfRecord.as('paper'),
      ])
  }

  return {
    /** What is to be known of records that stand in somebody's way, each with the property that it was made for. */
    standing: (keys: readonly number[]) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),
    /** A record by its public id, with its activity's status. */
    findRecord: (activityId: string, recordId: string) =>
      records().where('record.public_id', '=', recordId).where('activity.public_id', '=', activityId).executeTakeFirst(),
    /** A record of whichever activity. */
    recordOfAny: (recordId: string) => records().where('record.public_id', '=', recordId).executeTakeFirst(),
    /** All records of a ballot, newest first. */
    recordsOfBallot: (ballotKey: number) => records().where('record.ballot_id', '=', ballotKey).orderBy('record.id', 'desc').execute(),
  }
}
