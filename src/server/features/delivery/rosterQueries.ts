import { sql } from 'kysely'
import type { DeliveryCounts, DeliverySort } from '#shared/features/delivery/contract.ts'
import { countOf } from '../../database/rows.ts'
import { isOneOf } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { hasVote } from '../ballot/liveRecord.ts'
import type { Branch } from './rules.ts'

/** Filter of a list of the roster: status -1 not delivered, 0 delivered, 1 voted. */
export interface RosterFilter {
  readonly activityKey: number
  /** The keys of a search result; null without a search. */
  readonly among: readonly number[] | null
  readonly branch: Branch | null
  readonly status: 'all' | -1 | 0 | 1
}

const isVoted = hasVote('property.ballot_id')

const isDelivered = sql<boolean>`exists (select 1 from notification as delivery where delivery.roster_property_id = property.id and delivery.voided_at is null)`

/** Queries on the roster rows matching a filter. */
export function rosterQueries(db: Db) {
  /** The roster rows matching a filter. */
  function matching({ activityKey, among, branch, status }: RosterFilter) {
    let query = db.selectFrom('roster_property as property').where('property.activity_id', '=', activityKey)
    if (among !== null) query = query.where(isOneOf(db, sql.ref('property.id'), among))
    if (branch) {
      query = query.where('property.period', '=', branch.period).where('property.zone', '=', branch.zone).where('property.building', '=', branch.building)
      if (branch.unit !== null) query = query.where('property.unit', '=', branch.unit)
    }
    if (status === 1) query = query.where(isVoted)
    if (status === 0) query = query.where(sql<boolean>`not ${isVoted}`).where(isDelivered)
    if (status === -1) query = query.where(sql<boolean>`not ${isVoted}`).where(sql<boolean>`not ${isDelivered}`)
    return query
  }

  /** The keys of the matching rows, in the chosen order. */
  function inOrder(filter: RosterFilter, sort: DeliverySort) {
    const direction = sort?.isDescending ? 'desc' : 'asc'
    const rows = matching(filter).select('property.id as key')
    if (sort?.by === 'time') {
      const newest = sql`(select max(delivered_at) from notification as delivery
        where delivery.roster_property_id = property.id and delivery.voided_at is null)`
      const last = sql`case when ${newest} is null then 1 else 0 end`
      return rows.orderBy(last).orderBy(newest, direction).orderBy('property.place_key').orderBy('property.id')
    }
    return rows.orderBy('property.place_key', direction).orderBy('property.id', direction)
  }

  return {
    /** The keys of one page of roster rows, in reading order by default, and the total. */
    async page(filter: RosterFilter, sort: DeliverySort, offset: number, limit: number): Promise<{ keys: number[]; total: number }> {
      const rows = await inOrder(filter, sort).limit(limit).offset(offset).execute()
      const keys = rows.map(({ key }) => key)
      // A partial page implies the total: the filter need not run again.
      if (keys.length < limit && (keys.length > 0 || offset === 0)) return { keys, total: offset + keys.length }
      return { keys, total: await countOf(matching(filter)) }
    },
    /** One page of the search results matching a filter, in the order of the search, and the total. */
    async pageAsFound(filter: RosterFilter, found: readonly number[], offset: number, limit: number): Promise<{ keys: readonly number[]; total: number }> {
      const isFiltered = found.length > 0 && (filter.branch !== null || filter.status !== 'all')
      const passed = isFiltered ? new Set((await matching(filter).select('property.id as key').execute()).map(({ key }) => key)) : null
      const keys = passed ? found.filter((key) => passed.has(key)) : found
      return { keys: keys.slice(offset, offset + limit), total: keys.length }
    },
    /** Number of rows matching a filter apart from its status, and their totals, overall and by status. */
    async counts(filter: Omit<RosterFilter, 'status'>): Promise<DeliveryCounts> {
      const shown = matching({ ...filter, status: 'all' })
        .select('property.area_hundredths as area')
        .select(sql<number>`case when ${isVoted} then 1 when ${isDelivered} then 0 else -1 end`.as('status'))
      const rows = await db
        .selectFrom(shown.as('shown'))
        .select((select) => ['shown.status', select.fn.countAll<number>().as('count'), select.fn.sum<number>('shown.area').as('areaHundredths')])
        .groupBy('shown.status')
        .execute()
      const shareOf = (status: number) => {
        const { count = 0, areaHundredths = 0 } = rows.find((row) => row.status === status) ?? {}
        return { count, areaHundredths }
      }
      const [undelivered, delivered, voted] = [shareOf(-1), shareOf(0), shareOf(1)]
      const shares = [undelivered, delivered, voted]
      const sum = (name: 'count' | 'areaHundredths') => shares.reduce((all, share) => all + share[name], 0)
      return { all: { count: sum('count'), areaHundredths: sum('areaHundredths') }, undelivered, delivered, voted }
    },
    /** The keys of all rows matching a filter, in the chosen order. */
    keys: async (filter: RosterFilter, sort: DeliverySort = null): Promise<number[]> => (await inOrder(filter, sort).execute()).map(({ key }) => key),
  }
}
