import { sql, type RawBuilder } from 'kysely'
import type { CategoryTotal } from '#shared/features/estate/contract.ts'
import type { Place } from '#shared/place/place.ts'
import type { Db } from '../../../database/schema.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'
import { ballotQueries, type ReportProperty } from './ballotQueries.ts'
import { CHUNK, placeColumns, placeOf } from './rows.ts'
import { voidedQueries } from './voidedQueries.ts'

/** A unit of the roster. Properties and areas count in their own unit; a ballot counts once, in the unit of its first property. */
export interface UnitParticipation extends Omit<Place, 'room'> {
  readonly properties: number
  readonly ballots: number
  readonly areaHundredths: number
  readonly delivered: number
  readonly marked: number
  readonly voted: number
  readonly voided: number
  /** Area of its properties whose ballot voted. */
  readonly votedAreaHundredths: number
}

/** Reference totals for the report, computed by the database independently of the sheets. */
export interface ReportTotals {
  readonly ballotCount: number
  readonly ballotAreaHundredths: number
  readonly propertyCount: number
  readonly propertyAreaHundredths: number
  readonly markedCount: number
  /** Ballots with a recorded delivery, whether or not they voted. */
  readonly deliveredCount: number
}

/** The report's queries, on a snapshot; reads tables of earlier features. */
export function reportStore(db: Db) {
  return {
    ...ballotQueries(db),
    ...voidedQueries(db),

    /** The activity with the names printed in the report. */
    activity: (publicId: string) =>
      db
        .selectFrom('activity')
        .innerJoin('estate', 'estate.id', 'activity.estate_id')
        .selectAll('activity')
        .select('estate.name as estate_name')
        .where('activity.public_id', '=', publicId)
        .executeTakeFirst(),
    /** The journal's newest entry now: with the report one can later prove the journal's content. */
    journalHead: () => db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst(),
    /** All six from one moment; areas in 0.01 m². */
    async totals(activityKey: number): Promise<ReportTotals> {
      const { rows } = await sql<ReportTotals>`select
        (select count(*) from ballot where activity_id = ${activityKey} and is_ended = 0) as "ballotCount",
        (select coalesce(sum(area_hundredths), 0) from ballot where activity_id = ${activityKey} and is_ended = 0) as "ballotAreaHundredths",
        (select count(*) from roster_property where activity_id = ${activityKey}) as "propertyCount",
        (select coalesce(sum(area_hundredths), 0) from roster_property where activity_id = ${activityKey}) as "propertyAreaHundredths",
        (select count(*) from vote_record where activity_id = ${activityKey} and status = 0) as "markedCount",
        (select count(distinct property.ballot_id) from notification join roster_property property on property.id = notification.roster_property_id
          where notification.activity_id = ${activityKey} and notification.voided_at is null) as "deliveredCount"
      `.execute(db)
      const [totals] = rows
      if (!totals) throw new Error('no totals')
      return totals
    },
    /** The roster's properties by category. */
    categories: (activityKey: number): Promise<CategoryTotal[]> =>
      db
        .selectFrom('roster_property')
        .select((select) => ['category', select.fn.countAll<number>().as('propertyCount'), select.fn.sum<number>('area_hundredths').as('areaHundredths')])
        .where('activity_id', '=', activityKey)
        .groupBy('category')
        .orderBy('category')
        .execute(),
    /** Participation by unit in reading order. */
    async participation(activityKey: number): Promise<UnitParticipation[]> {
      const { rows } = await sql<UnitParticipation>`
        with rostered as (
          select period, zone, building, unit, place_key, area_hundredths, ballot_id,
            not exists (select 1 from roster_property other where other.ballot_id = roster_property.ballot_id
              and (other.place_key, other.id) < (roster_property.place_key, roster_property.id)) as is_first,
            (select live.status from vote_record live where live.ballot_id = roster_property.ballot_id and ${liveRecord('live')}) as status
          from roster_property where activity_id = ${activityKey}
        )
        select period, zone, building, unit, count(*) as properties, sum(area_hundredths) as "areaHundredths",
          ${count(sql`is_first`)} as ballots,
          ${count(sql`is_first and exists (select 1 from roster_property other join notification on notification.roster_property_id = other.id
            where other.ballot_id = rostered.ballot_id and notification.voided_at is null)`)} as delivered,
          ${count(sql`is_first and status = 0`)} as marked,
          ${count(sql`is_first and status = 1`)} as voted,
          ${count(sql`is_first and status is null and exists (select 1 from vote_record void where void.ballot_id = rostered.ballot_id)`)} as voided,
          coalesce(sum(case when status = 1 then area_hundredths end), 0) as "votedAreaHundredths"
        from rostered group by period, zone, building, unit order by min(place_key)
      `.execute(db)
      return rows
    },
    /** Every property of the roster with its area, without owner data, in reading order, chunk by chunk. */
    async *properties(activityKey: number): AsyncGenerator<ReportProperty[]> {
      let after: { readonly place_key: string; readonly id: number } = { place_key: '', id: 0 }
      for (;;) {
        const { place_key: placeKey, id } = after
        const rows = await db
          .selectFrom('roster_property as property')
          .select(['property.id', 'property.place_key', ...placeColumns, 'property.area_hundredths', 'property.category'])
          .where('property.activity_id', '=', activityKey)
          .where(sql<boolean>`(property.place_key, property.id) > (${placeKey}, ${id})`)
          .orderBy('property.place_key')
          .orderBy('property.id')
          .limit(CHUNK)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        after = last
        yield rows.map((row) => ({ ...placeOf(row), areaHundredths: row.area_hundredths, category: row.category }))
      }
    },
  }
}

const count = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`count(case when ${condition} then 1 end)`
