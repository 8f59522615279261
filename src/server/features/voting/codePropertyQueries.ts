import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isLastAndVoid } from '../ballot/voided.ts'

/** The properties that the desk shows for a code; every call is one statement. */
export function codePropertyQueries(db: Kysely<Schema>) {
  return {
    /** The property through which a code's ballot was marked, or the ballot's first where that one has left it. */
    async propertyOfCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as record')
        .innerJoin('roster_property as property', 'property.ballot_id', 'record.ballot_id')
        .select('property.id')
        .where('record.activity_id', '=', activityKey)
        .where('record.marked_code', '=', code)
        .where(liveRecord('record'))
        .orderBy(sql`case when property.property_public_id = record.property_public_id then 0 else 1 end`)
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    /** The first property of the ballot that has a printed paper of that code, which is not spoiled. */
    async propertyOfPaper(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('ballot_paper as paper')
        .innerJoin('roster_property as property', 'property.ballot_id', 'paper.ballot_id')
        .select('property.id')
        .where('paper.activity_id', '=', activityKey)
        .where('paper.code', '=', code)
        .where(livePaper('paper'))
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    /** The property through which the newest voided ballot with a code was marked, or its first; for papers that are read again. */
    async propertyOfVoidedCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as past')
        .innerJoin('roster_property as property', 'property.ballot_id', 'past.ballot_id')
        .select('property.id')
        .where('past.activity_id', '=', activityKey)
        .where('past.marked_code', '=', code)
        .where(isLastAndVoid)
        .orderBy('past.id', 'desc')
        .orderBy(sql`case when property.property_public_id = past.property_public_id then 0 else 1 end`)
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },
  }
}
