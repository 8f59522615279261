import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { DeliveredPaperState } from '#shared/features/delivery/rules.ts'
import { hasVote } from '../ballot/liveRecord.ts'

/** A property of a ballot whose paper was handed out or came back. */
export interface PaperProperty {
  readonly key: number
  readonly ballotKey: number
  readonly paperState: DeliveredPaperState
  /** When the paper was handed out or received. */
  readonly at: number
  readonly isVoted: boolean
  readonly isDelivered: boolean
}

/** Queries on papers that imply deliveries. */
export function paperQueries(db: Db) {
  return {
    /** All properties of an activity whose ballot's paper is out or back, in reading order. */
    async ofPapers(activityKey: number): Promise<PaperProperty[]> {
      const rows = await db
        .selectFrom('ballot_paper as paper')
        .innerJoin('roster_property as property', 'property.ballot_id', 'paper.ballot_id')
        .select(['property.id as key', 'paper.ballot_id', 'paper.status', 'paper.out_at', 'paper.received_at'])
        .select(sql<number>`case when ${hasVote('paper.ballot_id')} then 1 else 0 end`.as('is_voted'))
        .select(
          sql<number>`case when exists (select 1 from notification as delivery
            where delivery.roster_property_id = property.id and delivery.voided_at is null) then 1 else 0 end`.as('is_delivered'),
        )
        .where('paper.activity_id', '=', activityKey)
        .where('paper.status', 'in', [1, 2])
        .orderBy('property.place_key')
        .orderBy('property.id')
        .execute()
      return rows.flatMap((row) => {
        const at = row.status === 1 ? row.out_at : row.received_at
        if (at === null || (row.status !== 1 && row.status !== 2)) return []
        return [{ key: row.key, ballotKey: row.ballot_id, paperState: row.status, at, isVoted: row.is_voted === 1, isDelivered: row.is_delivered === 1 }]
      })
    },
  }
}
