import { sql } from 'kysely'
import { deliveryRecord, evidenceFields } from '#shared/records/delivery.ts'
import { selection } from '../../database/columns.ts'
import { insertMany, updateMany, isOneOf } from '../../database/dialect.ts'
import { noteChanged, noteChanges, noteInserted } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { chunksOf, foundFor, type OnChunk } from '../../database/rows.ts'
import { deliveryQueries } from './deliveryQueries.ts'
import { paperQueries } from './paperQueries.ts'
import { rosterQueries } from './rosterQueries.ts'
import type { DeliveryTable, StoredDelivery } from './tables.ts'
import { packedDelivery } from './packed.ts'
import { placeInWords, placeKey, type Place } from '#shared/place/place.ts'

export type NewDelivery = Omit<DeliveryTable, 'id'>

/** The fields that may change on an existing delivery. */
export const changedFields = { deliveredBy: deliveryRecord.deliveredBy, remark: deliveryRecord.remark, ...evidenceFields } as const
const changed = Object.values(changedFields).map(({ column }) => column)
const changedIntegers = Object.values(changedFields).flatMap((field) => ('stored' in field ? [field.column] : []))
/** Who voids deliveries, when and why. */
interface Voiding {
  readonly by: number
  readonly at: number
  readonly reason: string
}
export type DeliveryChange = Readonly<Pick<NewDelivery, (typeof changed)[number]>> & { readonly key: number }

/** Queries on deliveries and on the roster for the delivery screens. */
export function deliveryStore(db: Db) {
  return {
    ...rosterQueries(db),
    ...deliveryQueries(db),
    ...judgedQueries(db),
    ...propertyQueries(db),
    ...paperQueries(db),

    insert(delivery: NewDelivery) {
      noteInserted(db, 'notification', [delivery])
      return db.insertInto('notification').values(delivery).execute()
    },
    /** Awaits `onChunk` before each statement; if it throws, everything is rolled back. */
    async insertAll(deliveries: readonly NewDelivery[], onChunk: OnChunk): Promise<void> {
      noteInserted(db, 'notification', deliveries)
      const columns = Object.keys(deliveries[0] ?? {}) as (keyof NewDelivery)[]
      await insertMany(
        db,
        'notification',
        columns,
        deliveries.map((one) => columns.map((column) => one[column])),
        { onChunk },
      )
    },
    /** Voids a delivery; everything else of it stays. */
    async void(key: number, by: number, at: number, reason: string): Promise<void> {
      const voided = { voided_by: by, voided_at: at, void_reason: reason }
      await noteChanged(db, 'notification', [key], voided)
      await db.updateTable('notification').set(voided).where('id', '=', key).execute()
    },
    /** The same for many. `onChunk` as in {@link insertAll}. */
    async voidAll(rows: readonly { readonly id: number }[], { by, at, reason }: Voiding, onChunk: OnChunk): Promise<void> {
      const voided = { voided_by: by, voided_at: at, void_reason: reason }
      for (const some of chunksOf(rows)) {
        await onChunk()
        const keys = some.map(({ id }) => id)
        await noteChanged(db, 'notification', keys, voided)
        await db.updateTable('notification').set(voided).where('id', 'in', keys).execute()
      }
    },
    /**
     * Rewrites remark and evidence, as changed by `by` at `now`; property, way and time of a delivery stay. `onChunk` as in
     * {@link insertAll}.
     */
    async updateAll(changes: readonly DeliveryChange[], by: number, now: number, onChunk: OnChunk): Promise<void> {
      await noteChanges(
        db,
        'notification',
        changes.map(({ key, ...change }) => ({ ...change, id: key, updated_by: by, updated_at: now })),
      )
      await updateMany(
        db,
        'notification',
        'id',
        [...changed, 'updated_by', 'updated_at'],
        [...changedIntegers, 'updated_by', 'updated_at'],
        changes.map((change) => [change.key, ...changed.map((column) => change[column]), by, now]),
        { onChunk },
      )
    },
  }
}

export type VoidedRecord = Awaited<ReturnType<ReturnType<typeof deliveryStore>['voidedTo']>> extends Map<number, infer Row> ? Row : never
export type DeliveryRecord = Omit<Awaited<ReturnType<ReturnType<typeof deliveryStore>['rows']>>[number], 'id'>

/** An existing delivery's identity and changeable columns. */
const standingColumns = [...changed, 'id', 'public_id', 'roster_property_id', 'vote_source', 'delivered_at'] as const satisfies readonly (keyof DeliveryTable)[]

/** The columns that decide whether a delivery is accepted. */
const factNames = ['method', 'deliveredAt', 'relation', 'pictures', 'secondDeliverer', 'trackingNo', 'noticeFrom', 'noticeTo'] as const
export type DeliveryFactRow = Pick<StoredDelivery, (typeof factNames)[number]>

/** Queries on existing deliveries. */
function judgedQueries(db: Db) {
  const standing = () => db.selectFrom('notification').select(standingColumns).where('voided_at', 'is', null)
  return {
    /** The facts of each valid delivery to some ballots that decide whether it is accepted. */
    async judged(ballotKeys: readonly number[]) {
      if (ballotKeys.length === 0) return []
      return db
        .selectFrom('notification as delivery')
        .innerJoin('roster_property as property', 'property.id', 'delivery.roster_property_id')
        .select('property.ballot_id')
        .select(selection('delivery', deliveryRecord, factNames))
        .where(isOneOf(db, sql.ref('property.ballot_id'), ballotKeys))
        .where('delivery.voided_at', 'is', null)
        .orderBy('delivery.delivered_at', 'desc')
        .orderBy('delivery.id', 'desc')
        .execute()
    },
    /** All valid deliveries of an activity in one text; null if none. */
    async packed(activityKey: number): Promise<string | null> {
      const { rows } = await sql<{ packed: string | null }>`select string_agg(${packedDelivery}, ',') as packed from notification as delivery
        join roster_property property on property.id = delivery.roster_property_id join ballot on ballot.id = property.ballot_id
        where delivery.activity_id = ${activityKey} and delivery.voided_at is null`.execute(db)
      return rows[0]?.packed ?? null
    },
    /** The valid deliveries to some properties; a void one may be registered again. */
    deliveriesTo: (rosterPropertyKeys: readonly number[], onChunk: OnChunk) =>
      foundFor([...new Set(rosterPropertyKeys)], (some) => standing().where('roster_property_id', 'in', some).execute(), onChunk),
    /** Those of some deliveries that are not void, by public id. */
    standing: (publicIds: readonly string[]) => foundFor(publicIds, (some) => standing().where('public_id', 'in', some).execute()),
  }
}

/** Queries on a roster's properties. */
function propertyQueries(db: Db) {
  const placed = db.selectFrom('roster_property').select(['id', 'period', 'zone', 'building', 'unit', 'room'])
  return {
    /** The keys, places and owners of an activity's roster rows, by public id. */
    named(activityKey: number, publicIds: readonly string[], onChunk: OnChunk) {
      const named = placed.select('owner_name').where('activity_id', '=', activityKey)
      return foundFor(publicIds, (some) => named.where('public_id', 'in', some).execute(), onChunk)
    },
    /** The places of roster rows, by their keys. */
    async placesOf(keys: readonly number[], onChunk: OnChunk) {
      const found = await foundFor(keys, (some) => placed.where('id', 'in', some).execute(), onChunk)
      return new Map(found.map((row) => [row.id, placeInWords(row)]))
    },
    /** The first properties of each of some ballots, in reading order, and the ballot's number of properties. */
    propertiesOf: (ballotKeys: readonly number[], limit: number) =>
      db
        .selectFrom((from) =>
          from
            .selectFrom('roster_property')
            .select(['ballot_id', 'period', 'zone', 'building', 'unit', 'room'])
            .select([
              sql<number>`row_number() over (partition by ballot_id order by place_key, id)`.as('position'),
              sql<number>`count(*) over (partition by ballot_id)`.as('property_count'),
            ])
            .where('ballot_id', 'in', ballotKeys)
            .as('property'),
        )
        .selectAll()
        .where('position', '<=', limit)
        .orderBy('ballot_id')
        .orderBy('position')
        .execute(),
    /** A roster row of any activity. */
    findProperty: (rosterPropertyId: string) =>
      db
        .selectFrom('roster_property as property')
        .select(['property.id', 'property.ballot_id', 'property.activity_id'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name'])
        .where('property.public_id', '=', rosterPropertyId)
        .executeTakeFirst(),
    /** The roster properties at one of the places, and possibly others with the same sort key. */
    propertiesAt(activityKey: number, places: readonly Place[], onChunk: OnChunk) {
      const owned = placed.select('owner_name as owner').where('activity_id', '=', activityKey)
      return foundFor([...new Set(places.map(placeKey))], (some) => owned.where('place_key', 'in', some).execute(), onChunk)
    },
  }
}
