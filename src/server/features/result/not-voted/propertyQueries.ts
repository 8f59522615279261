import type { Kysely } from 'kysely'
import type { NotVotedProperty } from '#shared/features/result/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Schema } from '../../../database/schema.ts'
import { livePaper } from '../../ballot/livePaper.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'
import { livePaperState } from '../../ballot/rules.ts'

/** Queries on the properties of the list. */
export function propertyQueries(db: Kysely<Schema>) {
  return {
    /** The properties of some keys, in the order of the keys, each with the newest delivery to its ballot. */
    async properties(keys: readonly number[]): Promise<NotVotedProperty[]> {
      if (keys.length === 0) return []
      const rows = await db
        .selectFrom('roster_property as property')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'property.ballot_id').on(livePaper('paper')))
        .leftJoin('notification as delivery', (join) =>
          join.on('delivery.id', '=', (build) =>
            build
              .selectFrom('notification as newest')
              .innerJoin('roster_property as other', 'other.id', 'newest.roster_property_id')
              .select('newest.id')
              .whereRef('other.ballot_id', '=', 'property.ballot_id')
              .where('newest.voided_at', 'is', null)
              .orderBy('newest.delivered_at', 'desc')
              .orderBy('newest.id', 'desc')
              .limit(1),
          ),
        )
        .select(['property.id', 'property.public_id', 'property.property_public_id'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .select(['property.owner_name', 'property.phone', 'property.area_hundredths'])
        .select(['record.id as record_key', 'record.marked_code', 'paper.status as paper_status'])
        .select(['delivery.delivered_at', 'delivery.vote_source', 'delivery.delivered_by'])
        .select((select) =>
          select
            .selectFrom('roster_property as each')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('each.ballot_id', '=', 'property.ballot_id')
            .$asScalar()
            .$notNull()
            .as('ballot_properties'),
        )
        .where('property.id', 'in', keys)
        .execute()
      const byKey = new Map(rows.map((row) => [row.id, row]))
      return keys.flatMap((key) => {
        const row = byKey.get(key)
        if (!row) return []
        return {
          rosterPropertyId: row.public_id,
          propertyId: row.property_public_id,
          place: placeInWords(row),
          ownerName: row.owner_name,
          phone: row.phone,
          areaHundredths: row.area_hundredths,
          ballotState: row.record_key === null ? (-1 as const) : (0 as const),
          paperState: livePaperState(row.paper_status),
          markedCode: row.marked_code ?? '',
          ballotPropertyCount: row.ballot_properties,
          deliveredAt: row.delivered_at,
          voteSource: row.vote_source,
          deliveredBy: row.delivered_by ?? '',
        }
      })
    },
  }
}
