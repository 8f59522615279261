import { Refusal } from '#shared/contract/refusals.ts'
import { Estate, type EstateChange, type EstateDraft } from '#shared/features/estate/contract.ts'
import { isForeignKeyViolation } from '../../database/dialect.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite } from '../../kernel/version.ts'
import { noTotals } from './order.ts'
import { requireEstate, toEstate } from './records.ts'
import type { EstateDeps } from './deps.ts'
import { estateStore } from './store.ts'
import type { EstateTable } from './tables.ts'

function toDraft(row: Omit<EstateTable, 'id'>): EstateDraft {
  const { name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode } = toEstate(row, noTotals)
  return { name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode }
}

/** Estates that are entered, changed and removed. */
export function createEstateChanges({ database, clock, divisions, properties }: EstateDeps) {
  async function toColumns(draft: EstateDraft) {
    return {
      name: draft.name,
      address: draft.address,
      province_code: draft.provinceCode,
      city_code: draft.cityCode,
      area_code: draft.areaCode,
      subdistrict_code: draft.subdistrictCode,
      community_code: draft.communityCode,
      division_name: await divisions.nameOf([draft.provinceCode, draft.cityCode, draft.areaCode, draft.subdistrictCode, draft.communityCode]),
    }
  }

  return {
    /**
     * Enters an estate, with its division's name as the codes have it now.
     *
     * @returns its public id
     */
    async save(draft: EstateDraft, caller: Caller): Promise<{ id: string }> {
      const columns = await toColumns(draft)
      const publicId = newId()
      await database.write(async ({ tx, journal }) => {
        const now = clock.now()
        await estateStore(tx).insert({ ...columns, public_id: publicId, created_by: caller.userKey, created_at: now, updated_at: now })
        journal.record({ caller, action: 'estate.save', subject: publicId, before: null, after: draft })
      })
      return { id: publicId }
    },

    /**
     * Changes an estate.
     *
     * @throws Refusal `estate.notFound` (404), `form.stale` (409) where it was changed since the version that is named
     */
    async update({ id, version, ...draft }: EstateChange, caller: Caller): Promise<null> {
      const columns = await toColumns(draft)
      await database.write(async ({ tx, journal }) => {
        const before = await requireEstate(tx, id)
        const totals = await properties.totals(tx, [before.id])
        checkVersion(version, before.updated_at, () => Estate.encode(toEstate(before, totals.get(before.id) ?? noTotals)))
        await estateStore(tx).update(before.id, { ...columns, updated_at: nextWrite(clock.now(), before.updated_at) })
        journal.record({ caller, action: 'estate.update', subject: id, before: toDraft(before), after: draft })
      })
      return null
    },

    /**
     * Removes estates: all of them or none.
     *
     * @throws Refusal `estate.notFound` (404), `estate.inUse` (402) for one with properties or activities (`wire.md` section 3)
     */
    async remove(ids: readonly string[], caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        for (const id of ids) {
          const before = await requireEstate(tx, id)
          await estateStore(tx)
            .remove(before.id)
            .catch((error: unknown) => {
              throw isForeignKeyViolation(error) ? new Refusal('estate.inUse') : error
            })
          journal.record({ caller, action: 'estate.delete', subject: id, before: toDraft(before), after: null })
        }
      })
      return null
    },
  }
}
