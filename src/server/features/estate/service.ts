import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { Estate, type EstateChange, type EstateDraft, type EstateSort, type PlaceNode } from '#shared/features/estate/contract.ts'
import { divisionFields, estateRecord } from '#shared/records/estate.ts'
import { asColumns, asFields, namesOf } from '#shared/records/record.ts'
import { isForeignKeyViolation } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite } from '../../kernel/version.ts'
import type { AccountService } from '../account/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Divisions } from '../dictionary/divisions.ts'
import { estatesInOrder, noTotals, requireEstate, sumOf, toEstate, type TotalsOf } from './records.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { estateStore } from './store.ts'

interface EstateDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly divisions: Divisions
  readonly accounts: Pick<AccountService, 'giveEstate'>
  /** The properties stand later in the order of features, so the composition root hands in what is asked of them. */
  readonly properties: {
    readonly totals: TotalsOf
    places(db: Kysely<Schema>, estateKey: number, withCounts: boolean): Promise<PlaceNode[]>
  }
}

/** What is asked about estates, by screens and by later features; nothing here writes. */
function createEstateReads({ database, properties }: Pick<EstateDeps, 'database' | 'properties'>) {
  return {
    require: requireEstate,

    /** What all estates of a scope add up to. */
    totals: async (scope: EstateScope) => sumOf(await estatesInOrder(database.read, scope, properties.totals, null)),

    /** One page of the estates with what their properties add up to, newest first where no order is asked for, and how many there are. */
    async list(scope: EstateScope, { pageNo, pageSize, sort }: { pageNo: number; pageSize: number; sort?: EstateSort }): Promise<Page<Estate>> {
      const offset = (pageNo - 1) * pageSize
      if (sort) {
        const estates = await estatesInOrder(database.read, scope, properties.totals, sort)
        return { rows: estates.slice(offset, offset + pageSize).map(({ row, totals }) => toEstate(row, totals)), total: estates.length }
      }
      const { rows, total } = await estateStore(database.read).page(scope, offset, pageSize)
      const totals = await properties.totals(
        database.read,
        rows.map((row) => row.id),
      )
      return { rows: rows.map((row) => toEstate(row, totals.get(row.id) ?? noTotals)), total }
    },

    /** The public ids and names of all estates of a scope, newest first. */
    async all(scope: EstateScope) {
      return (await estateStore(database.read).all(scope)).map((row) => ({ id: row.public_id, name: row.name }))
    },

    /**
     * The tree of an estate's places down to units (`wire.md` section 3).
     *
     * @param withCounts whether each place tells how many properties it has
     * @throws Refusal `estate.notFound` (404)
     */
    async places(estateId: string, withCounts: boolean): Promise<PlaceNode[]> {
      return properties.places(database.read, (await requireEstate(database.read, estateId)).id, withCounts)
    },

    /** The public id of an estate that another row refers to. */
    async publicIdOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).public_id
    },
    /** Its name. */
    async nameOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).name
    },
  }
}

/** Estates that are entered, changed and removed. */
function createEstateChanges({ database, clock, divisions, accounts, properties }: EstateDeps) {
  const toColumns = async (draft: EstateDraft) => ({
    ...asColumns(estateRecord, draft),
    division_name: await divisions.nameOf(namesOf(divisionFields).map((name) => draft[name])),
  })

  return {
    /**
     * Enters an estate, with its division's name as the codes have it now.
     *
     * @returns its public id
     */
    async save(draft: EstateDraft, caller: Caller): Promise<{ id: string }> {
      const columns = await toColumns(draft)
      const publicId = newId()
      await database.write(async (write) => {
        const { tx, journal } = write
        const now = clock.now()
        await estateStore(tx).insert({ ...columns, public_id: publicId, created_by: caller.userKey, created_at: now, updated_at: now })
        journal.record({ caller, action: 'estate.save', subject: publicId, before: null, after: draft })
        await accounts.giveEstate(write, publicId, caller)
      })
      return { id: publicId }
    },

    /**
     * Changes an estate.
     *
     * @throws Refusal `estate.notFound` (404), `form.stale` (409) if it was changed since the version that is named
     */
    async update({ id, version, ...draft }: EstateChange, caller: Caller): Promise<null> {
      const columns = await toColumns(draft)
      await database.write(async ({ tx, journal }) => {
        const before = await requireEstate(tx, id)
        const totals = await properties.totals(tx, [before.id])
        checkVersion(version, before.updated_at, () => Estate.encode(toEstate(before, totals.get(before.id) ?? noTotals)))
        await estateStore(tx).update(before.id, { ...columns, updated_at: nextWrite(clock.now(), before.updated_at) })
        journal.record({ caller, action: 'estate.update', subject: id, before: asFields(estateRecord, before), after: draft })
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
          journal.record({ caller, action: 'estate.delete', subject: id, before: asFields(estateRecord, before), after: null })
        }
      })
      return null
    },
  }
}

/** Estates (小区): `wire.md` section 3. */
export function createEstateService(deps: EstateDeps) {
  return { ...createEstateReads(deps), ...createEstateChanges(deps) }
}
export type EstateService = ReturnType<typeof createEstateService>
