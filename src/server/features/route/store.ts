import { sql } from 'kysely'
import type { Occupancy, PropertyCategory } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { inChunks } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { doorFactsOf } from '../property/records.ts'

/** The data of a counting ballot that the quorum depends on. */
export interface BallotState {
  readonly key: number
  readonly areaHundredths: number
  readonly isVoted: boolean
  /** Its paper is back in the office and not yet entered. */
  readonly isInHand: boolean
  /** Always false if deliveries were not requested. */
  readonly isDelivered: boolean
}

/** A property of a ballot, as a door. */
export interface BallotProperty extends Place {
  readonly key: number
  readonly ballotKey: number
  readonly ballotId: string
  readonly rosterPropertyId: string
  readonly propertyId: string
  readonly placeKey: string
  readonly floor: string
  readonly category: PropertyCategory
  readonly ownerName: string
  readonly phone: string
  readonly occupancy: Occupancy
  readonly remark: string
  readonly isChosen: boolean
}

/** The last known visit: `at` in epoch ms, `by` the visitor's name. */
export interface Contact {
  readonly ballotKey: number
  readonly at: number
  /** For a delivery; null for a paper handed out. */
  readonly voteSource: number | null
  readonly by: string
}

/** Keys per statement. */
const AT_ONCE = 1_000

/** Queries on ballots, their doors and last visits; reads tables of earlier features. */
export function routeStore(db: Db) {
  /** Runs a query for many ballots, a thousand at a time. */
  async function ofBallots<Row>(ballotKeys: readonly number[], read: (keys: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
    const found: Row[] = []
    for (const keys of inChunks(
      ballotKeys.map((key) => ({ key })),
      AT_ONCE,
    ))
      found.push(...(await read(keys)))
    return found
  }

  return {
    /** All ballots from one moment. Deliveries are looked up only on request: they take as long as all the rest. */
    async ballots(activityKey: number, withDeliveries: boolean): Promise<BallotState[]> {
      const delivered = sql<number>`case when ballot.id in (select property.ballot_id from notification
        join roster_property property on property.id = notification.roster_property_id where notification.activity_id = ${activityKey} and notification.voided_at is null) then 1 else 0 end`
      const rows = await db
        .selectFrom('ballot')
        // Literal, as a bound value would keep SQLite from using the partial indexes.
        .leftJoin('vote_record as vote', (join) => join.onRef('vote.ballot_id', '=', 'ballot.id').on('vote.status', '=', sql.lit(1)))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on('paper.status', '=', sql.lit(2)))
        .select(['ballot.id', 'ballot.area_hundredths', 'vote.id as vote_key', 'paper.id as paper_key'])
        .select((withDeliveries ? delivered : sql<number>`0`).as('is_delivered'))
        .where('ballot.activity_id', '=', activityKey)
        .where('ballot.is_ended', '=', 0)
        .execute()
      return rows.map((row) => ({
        key: row.id,
        areaHundredths: row.area_hundredths,
        isVoted: row.vote_key !== null,
        isInHand: row.vote_key === null && row.paper_key !== null,
        isDelivered: row.is_delivered === 1,
      }))
    },

    /** The properties of some ballots. */
    properties: (ballotKeys: readonly number[]): Promise<BallotProperty[]> =>
      ofBallots(ballotKeys, (keys) =>
        db
          .selectFrom('roster_property as property')
          .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
          .leftJoin('route_door as door', (on) => on.onRef('door.ballot_id', '=', 'property.ballot_id').onRef('door.roster_property_id', '=', 'property.id'))
          .select(['property.id as key', 'property.ballot_id as ballotKey', 'ballot.public_id as ballotId', 'property.public_id as rosterPropertyId'])
          .select(['property.property_public_id as propertyId', 'property.place_key as placeKey', 'property.floor', 'property.category'])
          .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
          .leftJoin('property as registered', 'registered.public_id', 'property.property_public_id')
          .select(['property.owner_name as ownerName', 'property.phone', 'registered.occupancy', 'registered.remark', 'door.ballot_id as doorKey'])
          .where('property.ballot_id', 'in', keys)
          .execute(),
      ).then((properties) => properties.map(({ doorKey, ...property }) => ({ ...property, ...doorFactsOf(property), isChosen: doorKey !== null }))),

    /** All deliveries to some ballots, and all papers of theirs that were handed out. */
    async contacts(ballotKeys: readonly number[]): Promise<Contact[]> {
      const deliveries = await ofBallots(ballotKeys, (keys) =>
        db
          .selectFrom('notification as delivery')
          .innerJoin('roster_property as property', 'property.id', 'delivery.roster_property_id')
          .select(['property.ballot_id', 'delivery.delivered_at', 'delivery.vote_source', 'delivery.delivered_by'])
          .where('property.ballot_id', 'in', keys)
          .where('delivery.voided_at', 'is', null)
          .execute(),
      )
      const papers = await ofBallots(ballotKeys, (keys) =>
        db
          .selectFrom('ballot_paper as paper')
          .innerJoin('user', 'user.id', 'paper.out_by')
          .select(['paper.ballot_id', 'paper.out_at', 'user.nick_name'])
          .where('paper.ballot_id', 'in', keys)
          .where('paper.out_at', 'is not', null)
          .execute(),
      )
      return [
        ...deliveries.map((row) => ({ ballotKey: row.ballot_id, at: row.delivered_at, voteSource: row.vote_source, by: row.delivered_by })),
        ...papers.map((row) => ({ ballotKey: row.ballot_id, at: row.out_at ?? 0, voteSource: null, by: row.nick_name })),
      ]
    },

    /** The ballot with that public id, with its activity. */
    ballot: (publicId: string) => db.selectFrom('ballot').select(['id', 'activity_id', 'is_ended']).where('public_id', '=', publicId).executeTakeFirst(),

    /** Replaces the previously chosen door; a ballot has at most one. */
    async chooseDoor(ballotKey: number, propertyKey: number): Promise<void> {
      await db
        .insertInto('route_door')
        .values({ ballot_id: ballotKey, roster_property_id: propertyKey })
        .onConflict((conflict) => conflict.column('ballot_id').doUpdateSet({ roster_property_id: propertyKey }))
        .execute()
    },
  }
}
