import type { Place } from '#shared/place/place.ts'
import type { Db } from '../../../database/schema.ts'
import { CHUNK, placeColumns, placeOf, operatorNames, nameIn } from './rows.ts'

/** A voided vote, whatever its ballot's later state. Times are epoch ms. */
export interface VoidedVote {
  readonly ballotNumber: number
  readonly properties: readonly Place[]
  readonly markedCode: string
  readonly answers: string
  readonly votedAt: number | null
  readonly voidedBy: string
  readonly voidedAt: number | null
  readonly receivedAt: number | null
  readonly isLate: boolean
}

/** Queries on voided votes. */
export function voidedQueries(db: Db) {
  return {
    /** Every voided vote, in the order of casting, chunk by chunk. */
    async *voidedVotes(activityKey: number): AsyncGenerator<VoidedVote[]> {
      const names = await operatorNames(db)
      for (let after = 0; ;) {
        const records = await db
          .selectFrom('vote_record as record')
          .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
          .select(['record.id', 'record.ballot_id', 'record.property_public_id', 'record.marked_code', 'record.answers'])
          .select(['record.voted_at', 'record.voided_by', 'record.voided_at', 'record.received_at', 'record.is_late', 'ballot.number'])
          .where('record.activity_id', '=', activityKey)
          .where('record.status', '=', 2)
          .where('record.id', '>', after)
          .orderBy('record.id')
          .limit(CHUNK)
          .execute()
        const last = records.at(-1)
        if (!last) return
        after = last.id
        const properties = await db
          .selectFrom('roster_property as property')
          .select(['property.ballot_id', 'property.property_public_id', ...placeColumns])
          .where('property.activity_id', '=', activityKey)
          .where((where) =>
            where.or([
              where('property.ballot_id', 'in', [...new Set(records.map((record) => record.ballot_id))]),
              where('property.property_public_id', 'in', [...new Set(records.map((record) => record.property_public_id))]),
            ]),
          )
          .orderBy('property.place_key')
          .execute()
        const ofBallot = Map.groupBy(properties, (property) => property.ballot_id)
        const ofProperty = new Map(properties.map((property) => [property.property_public_id, property]))
        yield records.map((record) => {
          const through = ofProperty.get(record.property_public_id)
          // A ballot that was merged away has no properties left; the place is that of the property through which the vote
          // came.
          const found = ofBallot.get(record.ballot_id) ?? (through ? [through] : [])
          return {
            ballotNumber: record.number,
            properties: found.map(placeOf),
            markedCode: record.marked_code,
            answers: record.answers,
            votedAt: record.voted_at,
            voidedBy: nameIn(names, record.voided_by),
            voidedAt: record.voided_at,
            receivedAt: record.received_at,
            isLate: record.is_late === 1,
          }
        })
      }
    },
  }
}
