import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { inChunks, inOrderOf } from '../../database/rows.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'

/** Properties read per chunk, between turns of the event loop. */
const CHUNK = 1_000

/** Queries on a whole roster, for workbooks of votes. */
export function rosterQueries(db: Kysely<Schema>) {
  return {
    /** Yields all properties in reading order with their ballots, chunk by chunk; other calls are served in between. */
    async *properties(activityKey: number) {
      const inOrder = db.selectFrom('roster_property').select('id as key').where('activity_id', '=', activityKey).orderBy('place_key').orderBy('id')
      for (const keys of inChunks(await inOrder.execute(), CHUNK)) {
        await yieldToEventLoop()
        const rows = await db
          .selectFrom('roster_property as property')
          .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
          .select(['property.id', 'ballot.id as ballotKey', 'ballot.public_id as ballotId', 'property.owner_name as ownerName'])
          .select(['period', 'zone', 'building', 'unit', 'room'])
          .where('property.id', 'in', keys)
          .execute()
        yield inOrderOf(keys, rows)
      }
    },
    /** The columns of 录入表, in the order of the keys: `code` is the live record's or the paper's, `''` if neither exists. */
    async sheetBallots(keys: readonly number[]) {
      const rows = await db
        .selectFrom('ballot')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
        .select(['ballot.id', 'ballot.public_id as ballotId', 'ballot.area_hundredths as areaHundredths'])
        .select(['record.status', 'record.marked_code', 'paper.code'])
        .where('ballot.id', 'in', keys)
        .execute()
      return inOrderOf(keys, rows).map(({ status, marked_code: marked, code, ...row }) => ({ ...row, code: marked || code || '', isVoted: status === 1 }))
    },
  }
}
