import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Place } from '#shared/place/place.ts'
import type { Schema } from '../../../database/schema.ts'
import { liveRecord } from '../../ballot/liveRecord.ts'

export interface ReportHouse extends Place {
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** A ballot with its houses in reading order; the first is the one that people know it by. */
export interface BallotHouses {
  readonly number: number
  readonly areaHundredths: number
  readonly houses: readonly ReportHouse[]
}

/** `tallied`: voted by its marked paper. `void`: its vote was voided and it has no other record since. */
export type ReportState = 'none' | 'marked' | 'voted' | 'tallied' | 'void'

export interface ReportBallot extends BallotHouses {
  readonly state: ReportState
  /** Of the record that made the state; `''` and null where there is none. */
  readonly markedCode: string
  readonly answers: string
  readonly at: number | null
  readonly operator: string
}
export interface NotVotedBallot extends BallotHouses {
  readonly isDelivered: boolean
}

/** A unit of the roster. Houses and areas count where they stand; a ballot counts once, where its first house stands. */
export interface UnitParticipation extends Omit<Place, 'room'> {
  readonly houses: number
  readonly ballots: number
  readonly areaHundredths: number
  readonly delivered: number
  readonly marked: number
  readonly voted: number
  readonly voided: number
  /** Of its houses whose ballot voted. */
  readonly votedAreaHundredths: number
}

/** A vote that was voided, whatever has become of its ballot. */
export interface VoidedVote {
  readonly ballotNumber: number
  readonly houses: readonly Place[]
  readonly markedCode: string
  readonly answers: string
  readonly votedAt: number | null
  readonly voidedBy: string
  readonly voidedAt: number | null
}

/** What the report's totals must come to, added up by the database and not by the sheets. */
export interface ReportTotals {
  readonly ballotCount: number
  readonly ballotAreaHundredths: number
  readonly houseCount: number
  readonly houseAreaHundredths: number
  readonly markedCount: number
  /** Ballots with a delivery on record, whether they voted or not. */
  readonly deliveredCount: number
}

/** Ballots that are in memory at the same time. */
const STEP = 1_000

const placeColumns = ['house.period', 'house.zone', 'house.building', 'house.unit', 'house.room'] as const

/** The report's queries, on a snapshot; it reads the tables of the features before it. */
export function reportStore(db: Kysely<Schema>) {
  const ballotsOf = (activityKey: number) => db.selectFrom('ballot').where('ballot.activity_id', '=', activityKey).where('ballot.is_ended', '=', 0)

  /** The ballots that count, by number, a step at a time, each step with a query for what else belongs to its ballots. */
  async function* steps(activityKey: number, { isVotedLeftOut }: { readonly isVotedLeftOut: boolean }) {
    const ballots = isVotedLeftOut ? ballotsOf(activityKey).where(hasNoVote) : ballotsOf(activityKey)
    for (let after = -1; ;) {
      const found = await ballots
        .select(['ballot.id', 'ballot.number', 'ballot.area_hundredths as areaHundredths'])
        .where('ballot.number', '>', after)
        .orderBy('ballot.number')
        .limit(STEP)
        .execute()
      const [first, last] = [found[0], found.at(-1)]
      if (!first || !last) return
      after = last.number
      const step = () => ballots.where('ballot.number', '>=', first.number).where('ballot.number', '<=', last.number)
      const houses = await step()
        .innerJoin('roster_property as house', 'house.ballot_id', 'ballot.id')
        .select(['house.ballot_id', ...placeColumns, 'house.area_hundredths as areaHundredths'])
        .select(['house.owner_name as ownerName', 'house.phone', 'house.id_number as idNumber'])
        .orderBy('ballot.number')
        .orderBy('house.place_key')
        .orderBy('house.id')
        .execute()
      yield { ballots: found, housesOf: Map.groupBy(houses, (house) => house.ballot_id), step }
    }
  }

  return {
    /** The activity with the names that the report prints. */
    activity: (publicId: string) =>
      db
        .selectFrom('activity')
        .innerJoin('estate', 'estate.id', 'activity.estate_id')
        .selectAll('activity')
        .select('estate.name as estate_name')
        .where('activity.public_id', '=', publicId)
        .executeTakeFirst(),

    /** The journal's newest entry at this moment: who keeps the report can later prove what the journal held. */
    journalHead: () => db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst(),

    async totals(activityKey: number): Promise<ReportTotals> {
      const { rows } = await sql<ReportTotals>`select
        (select count(*) from ballot where activity_id = ${activityKey} and is_ended = 0) as "ballotCount",
        (select coalesce(sum(area_hundredths), 0) from ballot where activity_id = ${activityKey} and is_ended = 0) as "ballotAreaHundredths",
        (select count(*) from roster_property where activity_id = ${activityKey}) as "houseCount",
        (select coalesce(sum(area_hundredths), 0) from roster_property where activity_id = ${activityKey}) as "houseAreaHundredths",
        (select count(*) from vote_record where activity_id = ${activityKey} and status = 0) as "markedCount",
        (select count(distinct house.ballot_id) from notification join roster_property house on house.id = notification.roster_property_id
          where notification.activity_id = ${activityKey}) as "deliveredCount"
      `.execute(db)
      const [totals] = rows
      if (!totals) throw new Error('no totals')
      return totals
    },

    /** Who takes part, unit by unit in reading order. */
    async participation(activityKey: number): Promise<UnitParticipation[]> {
      const { rows } = await sql<UnitParticipation>`
        with house as (
          select period, zone, building, unit, place_key, area_hundredths, ballot_id,
            not exists (select 1 from roster_property other where other.ballot_id = roster_property.ballot_id
              and (other.place_key, other.id) < (roster_property.place_key, roster_property.id)) as is_first,
            (select live.status from vote_record live where live.ballot_id = roster_property.ballot_id and ${liveRecord('live')}) as status
          from roster_property where activity_id = ${activityKey}
        )
        select period, zone, building, unit, count(*) as houses, sum(area_hundredths) as "areaHundredths",
          ${count(sql`is_first`)} as ballots,
          ${count(sql`is_first and exists (select 1 from roster_property other join notification on notification.roster_property_id = other.id
            where other.ballot_id = house.ballot_id)`)} as delivered,
          ${count(sql`is_first and status = 0`)} as marked,
          ${count(sql`is_first and status = 1`)} as voted,
          ${count(sql`is_first and status is null and exists (select 1 from vote_record void where void.ballot_id = house.ballot_id)`)} as voided,
          coalesce(sum(case when status = 1 then area_hundredths end), 0) as "votedAreaHundredths"
        from house group by period, zone, building, unit order by min(place_key)
      `.execute(db)
      return rows
    },

    /** Every ballot that counts, with what was done with it. */
    async *ballots(activityKey: number): AsyncGenerator<ReportBallot[]> {
      const names = await operatorNames(db)
      for await (const { ballots, housesOf, step } of steps(activityKey, { isVotedLeftOut: false })) {
        const records = await step()
          .innerJoin('vote_record as record', 'record.ballot_id', 'ballot.id')
          .select(['record.ballot_id', 'record.status', 'record.source', 'record.marked_code', 'record.answers', 'record.created_by', 'record.created_at'])
          .select(['record.voted_by', 'record.voted_at', 'record.voided_by', 'record.voided_at'])
          .orderBy('record.id')
          .execute()
        const recordOf = new Map<number, (typeof records)[number]>()
        // In the order in which they were made: the newest stays, and a live one before a void one.
        for (const record of records) if (record.status !== 2 || (recordOf.get(record.ballot_id)?.status ?? 2) === 2) recordOf.set(record.ballot_id, record)
        yield ballots.map(({ id, number, areaHundredths }) => {
          const { state, ...rest } = stateOf(recordOf.get(id), names)
          return { number, areaHundredths, houses: housesOf.get(id) ?? [], state, ...rest }
        })
      }
    },

    /** The ballots without a vote. */
    async *notVoted(activityKey: number): AsyncGenerator<NotVotedBallot[]> {
      for await (const { ballots, housesOf, step } of steps(activityKey, { isVotedLeftOut: true })) {
        const delivered = await step()
          .innerJoin('roster_property as house', 'house.ballot_id', 'ballot.id')
          .innerJoin('notification', 'notification.roster_property_id', 'house.id')
          .select('ballot.id')
          .distinct()
          .execute()
        const deliveredKeys = new Set(delivered.map((row) => row.id))
        yield ballots.map(({ id, number, areaHundredths }) => ({ number, areaHundredths, houses: housesOf.get(id) ?? [], isDelivered: deliveredKeys.has(id) }))
      }
    },

    /** Every ballot that counts, with its houses and no more. */
    async *roster(activityKey: number): AsyncGenerator<BallotHouses[]> {
      for await (const { ballots, housesOf } of steps(activityKey, { isVotedLeftOut: false })) {
        yield ballots.map(({ id, number, areaHundredths }) => ({ number, areaHundredths, houses: housesOf.get(id) ?? [] }))
      }
    },

    /** Every vote that was voided, in the order in which they were cast, a step at a time. */
    async *voidedVotes(activityKey: number): AsyncGenerator<VoidedVote[]> {
      const names = await operatorNames(db)
      for (let after = 0; ;) {
        const records = await db
          .selectFrom('vote_record as record')
          .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
          .select(['record.id', 'record.ballot_id', 'record.property_public_id', 'record.marked_code', 'record.answers'])
          .select(['record.voted_at', 'record.voided_by', 'record.voided_at', 'ballot.number'])
          .where('record.activity_id', '=', activityKey)
          .where('record.status', '=', 2)
          .where('record.id', '>', after)
          .orderBy('record.id')
          .limit(STEP)
          .execute()
        const last = records.at(-1)
        if (!last) return
        after = last.id
        const houses = await db
          .selectFrom('roster_property as house')
          .select(['house.ballot_id', 'house.property_public_id', ...placeColumns])
          .where('house.activity_id', '=', activityKey)
          .where((where) =>
            where.or([
              where('house.ballot_id', 'in', [...new Set(records.map((record) => record.ballot_id))]),
              where('house.property_public_id', 'in', [...new Set(records.map((record) => record.property_public_id))]),
            ]),
          )
          .orderBy('house.place_key')
          .execute()
        const ofBallot = Map.groupBy(houses, (house) => house.ballot_id)
        const ofProperty = new Map(houses.map((house) => [house.property_public_id, house]))
        yield records.map((record) => {
          const through = ofProperty.get(record.property_public_id)
          // A ballot that was merged away has no houses left; the one through which the vote came still tells the place.
          const found = ofBallot.get(record.ballot_id) ?? (through ? [through] : [])
          return {
            ballotNumber: record.number,
            houses: found.map(placeOf),
            markedCode: record.marked_code,
            answers: record.answers,
            votedAt: record.voted_at,
            voidedBy: nameIn(names, record.voided_by),
            voidedAt: record.voided_at,
          }
        })
      }
    },

    /** Every house of the roster with its area and nothing of its owner, in reading order, a step at a time. */
    async *houses(activityKey: number): AsyncGenerator<(Place & { readonly areaHundredths: number })[]> {
      let after: { readonly place_key: string; readonly id: number } = { place_key: '', id: 0 }
      for (;;) {
        const { place_key: placeKey, id } = after
        const rows = await db
          .selectFrom('roster_search as entry')
          .innerJoin('roster_property as house', 'house.id', 'entry.roster_property_id')
          .select(['house.id', 'entry.place_key', ...placeColumns, 'house.area_hundredths'])
          .where('entry.activity_id', '=', activityKey)
          .where(sql<boolean>`(entry.place_key, entry.roster_property_id) > (${placeKey}, ${id})`)
          .orderBy('entry.place_key')
          .orderBy('entry.roster_property_id')
          .limit(STEP)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        after = last
        yield rows.map((row) => ({ ...placeOf(row), areaHundredths: row.area_hundredths }))
      }
    },
  }
}

const hasNoVote = sql<boolean>`not exists (select 1 from vote_record vote where vote.ballot_id = ballot.id and vote.status = 1)`
const count = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`count(case when ${condition} then 1 end)`
const placeOf = ({ period, zone, building, unit, room }: Place): Place => ({ period, zone, building, unit, room })

async function operatorNames(db: Kysely<Schema>): Promise<ReadonlyMap<number, string>> {
  return new Map((await db.selectFrom('user').select(['id', 'nick_name']).execute()).map((row) => [row.id, row.nick_name]))
}
const nameIn = (names: ReadonlyMap<number, string>, key: number | null): string => (key === null ? '' : (names.get(key) ?? ''))

interface RecordRow {
  readonly status: 0 | 1 | 2
  readonly source: 'mark' | 'desk' | 'tally'
  readonly marked_code: string
  readonly answers: string
  readonly created_by: number
  readonly created_at: number
  readonly voted_by: number | null
  readonly voted_at: number | null
  readonly voided_by: number | null
  readonly voided_at: number | null
}

/** What a ballot's record says of it: who did last what, and when. */
function stateOf(record: RecordRow | undefined, names: ReadonlyMap<number, string>): Omit<ReportBallot, keyof BallotHouses> {
  if (!record) return { state: 'none', markedCode: '', answers: '', at: null, operator: '' }
  const { status, source, marked_code: markedCode, answers } = record
  if (status === 2) return { state: 'void', markedCode, answers: '', at: record.voided_at, operator: nameIn(names, record.voided_by) }
  if (status === 0) return { state: 'marked', markedCode, answers: '', at: record.created_at, operator: nameIn(names, record.created_by) }
  return { state: source === 'tally' ? 'tallied' : 'voted', markedCode, answers, at: record.voted_at, operator: nameIn(names, record.voted_by) }
}
