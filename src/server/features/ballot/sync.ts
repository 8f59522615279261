import { Refusal, required } from '#shared/contract/refusals.ts'
import type { SyncResult } from '#shared/features/ballot/contract.ts'
import { wholeRefusal } from '#shared/features/ballot/rules.ts'
import { placeInWords, placeKey } from '#shared/place/place.ts'
import { copiedRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Tx } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { placeIdentity } from '../property/rules.ts'
import type { PropertyService } from '../property/service.ts'
import { takeProperties } from './roster.ts'
import { isRowFrozen } from './rules.ts'
import { ballotStore } from './store.ts'
import { type RosterPropertyRow } from './rosterPropertyQueries.ts'
import { planSync, skipSentences, type NewProperty, type OwnerField, type RosterProperty, type Skipped } from './syncPlan.ts'

const toRosterProperty = (row: RosterPropertyRow): RosterProperty => ({
  ...asFields(copiedRecord, row),
  key: row.id,
  ballotKey: row.ballot_id,
  propertyId: row.property_public_id,
})

/** The result of a sync, with the reasons of what was skipped. */
export interface SyncOutcome extends Omit<SyncResult, 'skipped'> {
  readonly skipped: Skipped[]
}
/** The same with the keys of what was written. */
type SyncWritten = SyncOutcome & {
  readonly touched: { readonly ballots: readonly number[]; readonly properties: readonly number[] }
  /** The properties whose heads or area change, in words. */
  readonly adjusted: readonly string[]
}

/** The same in wire and journal form. */
export function inWords({ skipped, ...counts }: SyncOutcome): SyncResult {
  return { ...counts, skipped: skipped.map(({ propertyId, reason }) => ({ propertyId, reason: skipSentences[reason] })) }
}

/** Propagates later changes of the registry to rosters (`wire.md` sections 3 and 4). */
export function createSync(properties: PropertyService, clock: Clock) {
  /**
   * Updates a roster from properties of the registry, within the enclosing transaction.
   *
   * With `isAdding`, a property missing in the roster is added with a ballot of its own; otherwise, or once the total is
   * fixed, it is skipped. With `fields`, only those are written to existing roster properties. The caller must have refused
   * properties of another estate.
   */
  async function bringUpToDate(
    tx: Tx,
    activity: ActivityRecord,
    fresh: readonly NewProperty[],
    { isAdding, fields }: { readonly isAdding: boolean; readonly fields?: readonly OwnerField[] },
  ): Promise<SyncWritten> {
    const store = ballotStore(tx)
    const ids = fresh.map((property) => property.propertyId)
    if (ids.length === 0) return { added: 0, updated: 0, skipped: [], touched: { ballots: [], properties: [] }, adjusted: [] }
    const places = new Set(fresh.map(placeIdentity))
    const standing = (await store.propertiesAtPlaces(activity.id, fresh.map(placeKey))).filter((rosterProperty) => places.has(placeIdentity(rosterProperty)))
    const ballotKeys = [...new Set([...(await store.propertiesByIds(activity.id, ids)), ...standing].map((rosterProperty) => rosterProperty.ballot_id))]
    const ballots = ballotKeys.length === 0 ? [] : await store.byKeys(ballotKeys)
    const plan = planSync({
      properties: fresh,
      fields,
      rosterProperties: ballotKeys.length === 0 ? [] : (await store.propertiesOf(ballotKeys)).map(toRosterProperty),
      isWholeFixed: wholeRefusal(activity.status) !== null,
      absent: !isAdding ? 'notInRoster' : wholeRefusal(activity.status) === null ? null : 'wholeFixed',
      frozen: new Set(ballots.filter((row) => isRowFrozen(activity.status, row)).map((row) => row.id)),
      registered: new Set(
        (
          await properties.named(
            tx,
            standing.map((rosterProperty) => rosterProperty.property_public_id),
          )
        ).map((property) => property.id),
      ),
    })
    for (const { rosterProperty, property } of plan.updated) await store.updateProperty(rosterProperty.key, property, clock.now(), property.propertyId)
    const changed = [...new Set(plan.updated.map(({ rosterProperty }) => rosterProperty.ballotKey))]
    if (changed.length > 0) await store.settle(changed)
    const updatedKeys = plan.updated.map(({ rosterProperty }) => rosterProperty.key)
    const taken = await takeProperties(tx, activity.id, plan.added, { firstNumber: (await store.lastNumber(activity.id)) + 1, now: clock.now() })
    const touched = { ballots: [...changed, ...taken.map(({ ballotKey }) => ballotKey)], properties: [...updatedKeys, ...taken.map(({ key }) => key)] }
    const resized = plan.updated.filter(({ rosterProperty, property }) => property.areaHundredths !== rosterProperty.areaHundredths)
    const adjusted = [...plan.added, ...resized.map(({ rosterProperty }) => rosterProperty)].map(placeInWords)
    return { added: plan.added.length, updated: plan.updated.length, skipped: plan.skipped, touched, adjusted }
  }

  /** Returns the registry's properties with these ids, all in the activity's estate; else throws Refusal 404 or 402. */
  async function requireRegistered(tx: Tx, activity: ActivityRecord, ids: readonly string[]): Promise<NewProperty[]> {
    const found = new Map((await properties.named(tx, ids)).map((property) => [property.id, property]))
    return ids.map((id) => {
      const property = required(found.get(id), 'property.notFound')
      if (property.estateKey !== activity.estate_id) throw new Refusal('ballot.otherEstate')
      return { ...property, propertyId: id }
    })
  }

  return { bringUpToDate, requireRegistered }
}
export type Sync = ReturnType<typeof createSync>
