import { sql, type Kysely } from 'kysely'
import type { NotVotedSort, NotVotedProperty } from '#shared/features/result/contract.ts'
import { type Place, placeInWords } from '#shared/place/place.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import type { Schema } from '../../../database/schema.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'
import { livePaper } from '../../ballot/livePaper.ts'
import { livePaperState } from '../../ballot/rules.ts'

/** Part of a roster: everything below a branch, in one of the states that are no vote. */
export interface NotVotedFilter {
  readonly activityKey: number
  /** The names of the branch's levels from the period down; none is the whole roster. */
  readonly branch: readonly string[]
  readonly state: 'all' | -1 | 0
}

/** What the properties of a filter come to. */
export interface NotVotedTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
}

const levels = ['property.period', 'property.zone', 'property.building', 'property.unit'] as const satisfies readonly `property.${keyof Omit<Place, 'room'>}`[]

/** The levels of a path of any depth: `一期▶▶1栋` is period, no zone, and building; null for one that is too deep. */
export function branchOf(path: string): readonly string[] | null {
  const branch = path === '' ? [] : path.split(PATH_SEPARATOR)
  return branch.length > levels.length ? null : branch
}

/** Queries on the properties whose ballots have not voted; it reads the tables of the features before it. */
export function notVotedStore(db: Kysely<Schema>) {
  function matching({ activityKey, branch, state }: NotVotedFilter) {
    let query = db
      .selectFrom('roster_property as property')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
      .where('property.activity_id', '=', activityKey)
    for (const [index, name] of branch.entries()) {
      const level = levels[index]
      if (level) query = query.where(level, '=', name)
    }
    if (state === -1) return query.where('record.id', 'is', null)
    if (state === 0) return query.where('record.status', '=', 0)
    return query.where((where) => where.or([where('record.id', 'is', null), where('record.status', '=', 0)]))
  }

  return {
    ...propertyQueries(db),

    /** The keys of the properties, in order. */
    async keys(filter: NotVotedFilter, sort: NotVotedSort, page?: { readonly offset: number; readonly limit: number }): Promise<number[]> {
      let query = matching(filter).select('property.id')
      if (sort === 'area') query = query.orderBy('property.area_hundredths', 'desc')
      if (sort === 'delivered') {
        const last = db
          .selectFrom('notification as delivery')
          .innerJoin('roster_property as other', 'other.id', 'delivery.roster_property_id')
          .select((select) => ['other.ballot_id', select.fn.max('delivery.delivered_at').as('at')])
          .where('delivery.activity_id', '=', filter.activityKey)
          .where('delivery.voided_at', 'is', null)
          .groupBy('other.ballot_id')
          .as('last')
        query = query
          .leftJoin(last, 'last.ballot_id', 'property.ballot_id')
          .orderBy(sql`case when last.at is null then 0 else 1 end`)
          .orderBy(sql`last.at`)
      }
      query = query.orderBy('property.place_key').orderBy('property.id')
      if (page) query = query.limit(page.limit).offset(page.offset)
      return (await query.execute()).map(({ id }) => id)
    },
    /** How many properties and ballots match, and the properties' area in 0.01 m². */
    async totals(filter: NotVotedFilter): Promise<NotVotedTotals> {
      const row = await matching(filter)
        .select(({ fn }) => [
          fn.countAll<number>().as('properties'),
          fn.count<number>('property.ballot_id').distinct().as('ballots'),
          fn.sum<number | null>('property.area_hundredths').as('area'),
        ])
        .executeTakeFirstOrThrow()
      return { propertyCount: row.properties, ballotCount: row.ballots, areaHundredths: row.area ?? 0 }
    },
  }
}

/** Queries on the properties of the list. */
function propertyQueries(db: Kysely<Schema>) {
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
