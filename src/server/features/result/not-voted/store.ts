import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { NOT_CONTACTED, type ContactFilter } from '#shared/features/contact/rules.ts'
import type { Occupancy } from '#shared/features/property/categories.ts'
import type { NotVotedSort, NotVotedProperty } from '#shared/features/result/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isOneOf } from '../../../database/dialect.ts'
import { inOrderOf } from '../../../database/rows.ts'
import type { Db } from '../../../database/schema.ts'
import { isInBranch } from '../../ballot/branch.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'
import { livePaper } from '../../ballot/livePaper.ts'
import { livePaperState } from '../../ballot/rules.ts'
import { newestContacts } from '../../contact/newestContacts.ts'
import { newestDelivery } from '../../delivery/newestDelivery.ts'
import { doorFactsOf } from '../../property/records.ts'

/** Part of a roster: everything below a branch, in one of the states without a vote. */
export interface NotVotedFilter {
  readonly activityKey: number
  /** The branch's levels from the period down; empty: the whole roster. */
  readonly branch: readonly string[]
  readonly state: 'all' | -1 | 0
  /** By the ballot's newest visit; null for all. */
  readonly contactResult: ContactFilter | null
  /** From the registry; null for all. */
  readonly occupancy: Occupancy | null
}

/** Totals over the filtered properties. */
export interface NotVotedTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
}

/** Queries on properties whose ballots have not voted; reads tables of earlier features. */
export function notVotedStore(db: Db) {
  /** The ballots with the requested newest visit, or all visited ones if unvisited ones are requested. */
  async function contacted({ activityKey, contactResult }: NotVotedFilter): Promise<RawBuilder<SqlBool>> {
    if (contactResult === null) return sql<SqlBool>`1 = 1`
    const newest = [...(await newestContacts(db, activityKey))]
    const keys = newest.filter(([, { result }]) => contactResult === NOT_CONTACTED || result === contactResult).map(([key]) => key)
    const isAmong = isOneOf(db, sql.ref('property.ballot_id'), keys)
    return contactResult === NOT_CONTACTED ? sql<SqlBool>`not (${isAmong})` : isAmong
  }

  function matching({ activityKey, branch, state, occupancy }: NotVotedFilter, isContacted: RawBuilder<SqlBool>) {
    const lived = sql<SqlBool>`exists (select 1 from property as known where known.public_id = property.property_public_id and known.occupancy = ${occupancy})`
    const query = db
      .selectFrom('roster_property as property')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
      .where('property.activity_id', '=', activityKey)
      .where(isInBranch(branch))
      .where(isContacted)
      .$if(occupancy !== null, (all) => all.where(lived))
    if (state === -1) return query.where('record.id', 'is', null)
    if (state === 0) return query.where('record.status', '=', 0)
    return query.where((where) => where.or([where('record.id', 'is', null), where('record.status', '=', 0)]))
  }

  return {
    ...propertyQueries(db),

    /** The keys of the properties, in order. */
    async keys(filter: NotVotedFilter, sort: NotVotedSort, page?: { readonly offset: number; readonly limit: number }): Promise<number[]> {
      let query = matching(filter, await contacted(filter)).select('property.id')
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
    /** The number of matching properties and ballots, and the properties' area in 0.01 m². */
    async totals(filter: NotVotedFilter): Promise<NotVotedTotals> {
      const row = await matching(filter, await contacted(filter))
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
function propertyQueries(db: Db) {
  return {
    /** The properties with these keys, in that order, each with the newest delivery and the newest visit to its ballot. */
    async properties(activityKey: number, keys: readonly number[]): Promise<NotVotedProperty[]> {
      if (keys.length === 0) return []
      const rows = await db
        .selectFrom('roster_property as property')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'property.ballot_id').on(livePaper('paper')))
        .leftJoin('notification as delivery', (join) => join.on('delivery.id', '=', newestDelivery(sql.ref('property.ballot_id'))))
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .select(['property.id', 'property.public_id', 'property.property_public_id', 'property.ballot_id', 'ballot.public_id as ballot'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .leftJoin('property as registered', 'registered.public_id', 'property.property_public_id')
        .select(['property.owner_name', 'property.phone', 'property.area_hundredths', 'registered.occupancy', 'registered.remark'])
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
      const contacts = await newestContacts(db, activityKey)
      return inOrderOf(keys, rows).map((row) => ({
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
        ballotId: row.ballot,
        contact: contacts.get(row.ballot_id) ?? null,
        ...doorFactsOf(row),
      }))
    },
  }
}
