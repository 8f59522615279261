import { sql, type Kysely } from 'kysely'
import type { NotVotedHouse, NotVotedSort } from '#shared/features/result/contract.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { placeInWords, type Place } from '#shared/place/place.ts'
import type { Schema } from '../../../database/schema.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'

/** Part of a roster: everything below a branch, in one of the states that are no vote. */
export interface NotVotedFilter {
  readonly activityKey: number
  /** The names of the branch's levels from the period down; none is the whole roster. */
  readonly branch: readonly string[]
  readonly state: 'all' | -1 | 0
}

/** What the houses of a filter come to. */
export interface NotVotedTotals {
  readonly houseCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
}

const levels = ['house.period', 'house.zone', 'house.building', 'house.unit'] as const satisfies readonly `house.${keyof Omit<Place, 'room'>}`[]

/** The levels of a path of any depth: `一期▶▶1栋` is period, no zone, and building; null for one that is too deep. */
export function branchOf(path: string): readonly string[] | null {
  const branch = path === '' ? [] : path.split(PATH_SEPARATOR)
  return branch.length > levels.length ? null : branch
}

/** Queries on the houses whose ballots have not voted; it reads the tables of the features before it. */
export function notVotedStore(db: Kysely<Schema>) {
  function matching({ activityKey, branch, state }: NotVotedFilter) {
    let query = db
      .selectFrom('roster_search as entry')
      .innerJoin('roster_property as house', 'house.id', 'entry.roster_property_id')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'house.ballot_id').on(liveRecord('record')))
      .where('entry.activity_id', '=', activityKey)
    for (const [index, name] of branch.entries()) {
      const level = levels[index]
      if (level) query = query.where(level, '=', name)
    }
    if (state === -1) return query.where('record.id', 'is', null)
    if (state === 0) return query.where('record.status', '=', 0)
    return query.where((where) => where.or([where('record.id', 'is', null), where('record.status', '=', 0)]))
  }

  return {
    /** The keys of the houses, in order. */
    async keys(filter: NotVotedFilter, sort: NotVotedSort, page?: { readonly offset: number; readonly limit: number }): Promise<number[]> {
      let query = matching(filter).select('house.id')
      if (sort === 'area') query = query.orderBy('house.area_hundredths', 'desc')
      if (sort === 'delivered') {
        const last = db
          .selectFrom('notification as delivery')
          .innerJoin('roster_property as other', 'other.id', 'delivery.roster_property_id')
          .select((select) => ['other.ballot_id', select.fn.max('delivery.delivered_at').as('at')])
          .where('delivery.activity_id', '=', filter.activityKey)
          .groupBy('other.ballot_id')
          .as('last')
        query = query
          .leftJoin(last, 'last.ballot_id', 'house.ballot_id')
          .orderBy(sql`case when last.at is null then 0 else 1 end`)
          .orderBy(sql`last.at`)
      }
      query = query.orderBy('entry.place_key').orderBy('house.id')
      if (page) query = query.limit(page.limit).offset(page.offset)
      return (await query.execute()).map(({ id }) => id)
    },

    async totals(filter: NotVotedFilter): Promise<NotVotedTotals> {
      const row = await matching(filter)
        .select(({ fn }) => [
          fn.countAll<number>().as('houses'),
          fn.count<number>('house.ballot_id').distinct().as('ballots'),
          fn.sum<number | null>('house.area_hundredths').as('area'),
        ])
        .executeTakeFirstOrThrow()
      return { houseCount: row.houses, ballotCount: row.ballots, areaHundredths: row.area ?? 0 }
    },

    /** The houses of some keys, in the order of the keys, each with the newest delivery to its ballot. */
    async houses(keys: readonly number[]): Promise<NotVotedHouse[]> {
      if (keys.length === 0) return []
      const rows = await db
        .selectFrom('roster_property as house')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'house.ballot_id').on(liveRecord('record')))
        .leftJoin('notification as delivery', (join) =>
          join.on('delivery.id', '=', (build) =>
            build
              .selectFrom('notification as newest')
              .innerJoin('roster_property as other', 'other.id', 'newest.roster_property_id')
              .select('newest.id')
              .whereRef('other.ballot_id', '=', 'house.ballot_id')
              .orderBy('newest.delivered_at', 'desc')
              .orderBy('newest.id', 'desc')
              .limit(1),
          ),
        )
        .select(['house.id', 'house.public_id', 'house.property_public_id', 'house.period', 'house.zone', 'house.building', 'house.unit', 'house.room'])
        .select(['house.owner_name', 'house.phone', 'house.area_hundredths', 'record.id as record_key', 'record.marked_code'])
        .select(['delivery.delivered_at', 'delivery.vote_source', 'delivery.delivered_by'])
        .select((select) =>
          select
            .selectFrom('roster_property as each')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('each.ballot_id', '=', 'house.ballot_id')
            .$asScalar()
            .$notNull()
            .as('ballot_houses'),
        )
        .where('house.id', 'in', keys)
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
          markedCode: row.marked_code ?? '',
          ballotHouseCount: row.ballot_houses,
          deliveredAt: row.delivered_at,
          voteSource: row.vote_source,
          deliveredBy: row.delivered_by ?? '',
        }
      })
    },
  }
}
