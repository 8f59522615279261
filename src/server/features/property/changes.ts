import { Refusal, required } from '#shared/contract/refusals.ts'
import { Property, type PropertyChange, type PropertyDraft } from '#shared/features/property/contract.ts'
import { propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import { isUniqueViolation } from '../../database/dialect.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite } from '../../kernel/version.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { EstateService } from '../estate/service.ts'
import { checkedOwners } from './checkedOwners.ts'
import { toProperty, type RegisteredProperty } from './records.ts'
import { given, type PropertyFields } from './rules.ts'
import { propertyStore } from './store.ts'
import { unmasked } from './unmasked.ts'

export interface PropertyChangesDeps extends ServiceDeps {
  readonly estates: EstateService
}

async function orAlreadyThere<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new Refusal('property.alreadyThere') : error
  })
}

/** Creates, changes and removes single properties, also by approved requests. */
export function createPropertyChanges({ database, clock, estates }: PropertyChangesDeps) {
  return {
    /**
     * Creates a property in an estate with normalised owners (`wire.md` section 3). Rosters do not change.
     *
     * @returns its public id
     * @throws Refusal `property.countsDiffer` (400), `estate.notFound` (404), `property.alreadyThere` (409) if its place is taken
     */
    async save({ estateId, ...fields }: PropertyDraft, caller: Caller): Promise<{ id: string }> {
      const cleaned = checkedOwners(fields)
      const publicId = newId()
      await orAlreadyThere(
        database.write(async ({ tx, journal }) => {
          const estate = await estates.require(tx, estateId)
          await propertyStore(tx).insert(estate.id, publicId, cleaned, clock.now())
          journal.record({ caller, action: 'property.save', subject: publicId, before: null, after: { estateId, estateName: estate.name, ...cleaned } })
        }),
      )
      return { id: publicId }
    },

    /**
     * Changes the given fields.
     *
     * @throws Refusal `property.notFound` (404), `form.stale` (409) if changed since the given version,
     * `property.alreadyThere` (409), `property.countsDiffer`, `property.masked` (400)
     */
    async update({ id, version, ...change }: PropertyChange, caller: Caller): Promise<void> {
      await orAlreadyThere(
        database.write(async ({ tx, journal }) => {
          const store = propertyStore(tx)
          const row = required(await store.find(id), 'property.notFound')
          const estateId = await estates.publicIdOf(tx, row.estate_id)
          checkVersion(version, row.updated_at, () => Property.encode(toProperty(row, estateId)))
          const before = asFields(propertyRecord, row)
          const after = checkedOwners({ ...before, ...given(unmasked(change, before)) })
          await store.update(row.id, after, nextWrite(clock.now(), row.updated_at))
          const estateName = await estates.nameOf(tx, row.estate_id)
          journal.record({ caller, action: 'property.update', subject: id, before: { estateName, ...before }, after: { estateName, ...after } })
        }),
      )
    },

    /**
     * Removes properties from the registry, all or none. Rosters keep their copies.
     *
     * @throws Refusal `property.notFound` (404) if one does not exist
     */
    async remove(ids: readonly string[], caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = propertyStore(tx)
        const rows = await store.named(ids)
        if (rows.length !== ids.length) throw new Refusal('property.notFound')
        await store.remove(rows.map((row) => row.id))
        const estateNames = new Map<number, string>()
        for (const { estate_id: key } of rows) if (!estateNames.has(key)) estateNames.set(key, await estates.nameOf(tx, key))
        for (const row of rows) {
          const before = { estateName: estateNames.get(row.estate_id) ?? '', ...asFields(propertyRecord, row) }
          journal.record({ caller, action: 'property.delete', subject: row.public_id, before, after: null })
        }
      })
    },

    /**
     * Writes the owner and area returned by `changeOf`, on the enclosing transaction; the place stays.
     *
     * @returns the property before and after, or null if the registry does not have it
     * @throws Refusal `property.countsDiffer` (400)
     */
    async changeOwner(
      tx: Tx,
      id: string,
      changeOf: (now: PropertyFields) => Partial<Pick<PropertyFields, 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber'>>,
    ): Promise<{ before: RegisteredProperty; after: RegisteredProperty } | null> {
      const store = propertyStore(tx)
      const row = await store.find(id)
      if (!row) return null
      const before = asFields(propertyRecord, row)
      const after = checkedOwners({ ...before, ...changeOf(before) })
      await store.update(row.id, after, nextWrite(clock.now(), row.updated_at))
      return { before: { ...before, id, estateKey: row.estate_id }, after: { ...after, id, estateKey: row.estate_id } }
    },
  }
}
