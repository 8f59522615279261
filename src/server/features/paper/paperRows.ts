import type { Db } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'

/** Papers, each with the property it was issued for, in its current roster state. */
export function papersWithProperties(db: Db) {
  return db
    .selectFrom('ballot_paper as paper')
    .leftJoin('roster_property as property', (join) =>
      join.onRef('property.activity_id', '=', 'paper.activity_id').onRef('property.property_public_id', '=', 'paper.property_public_id'),
    )
}

/** The same with the ballot and its live record. */
export function papersWithBallots(db: Db) {
  return papersWithProperties(db)
    .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
    .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
    .selectAll('paper')
    .select(['ballot.public_id as ballot', 'record.id as record_key', 'record.public_id as record', 'record.status as record_status', 'record.marked_code'])
    .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name'])
}
