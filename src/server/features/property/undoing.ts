import { z } from 'zod'
import type { QueryOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { LastImport } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { propertyFieldNames, propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { nextWrite } from '../../kernel/version.ts'
import type { JournalService } from '../journal/service.ts'
import type { PropertyChangesDeps } from './changes.ts'
import { type PropertyFields } from './rules.ts'
import { optionalColumns } from './sheet.ts'
import { propertyStore } from './store.ts'

export interface ImportUndoDeps extends PropertyChangesDeps {
  readonly journalService: Pick<JournalService, 'newestAbout'>
  /** Injected by the composition root, since rosters and requests come later in the order of features. */
  readonly uses: {
    /** The properties of an estate copied to rosters, or updated there, since a moment, each with its activity's title. */
    inRosters(db: Db, estateKey: number, since: number): Promise<readonly { readonly propertyId: string; readonly title: string }[]>
    /** The properties with change requests since a moment. */
    inRequests(db: Db, since: number): Promise<readonly string[]>
  }
}

/** The fields of an import's entry; an older program's lacks the write time and the properties' later state. */
const Imported = z.object({ fileName: z.string(), inserted: z.int(), writtenAt: z.int() })
type IdentifiedFields = { readonly id: string } & PropertyFields
type ChangedRow = Readonly<Record<'before' | 'after', IdentifiedFields>>
/** A property in the entry; a removed one only by place, as erasing could not find personal data there. */
interface UndoneRow {
  readonly before: IdentifiedFields | { readonly id: string; readonly place: string }
  readonly after: IdentifiedFields | null
}

/** Keys per statement. */
const AT_ONCE = 500

/** Undoes the last import of an estate, if nothing it wrote has changed since. */
export function createImportUndo({ database, clock, estates, journalService, uses }: ImportUndoDeps) {
  /** The last import of an estate; null if there is none, it was undone, or its entry lacks the details. */
  async function lastOf(db: Db, estate: { readonly id: number; readonly public_id: string }) {
    const entry = await journalService.newestAbout(db, estate.public_id, ['property.import', 'property.undoImport'])
    const told = entry?.action === 'property.import' ? Imported.safeParse(entry.after).data : undefined
    if (!entry || !told) return null
    const standing = await propertyStore(db).ofEstate(estate.id)
    const inserted = standing.filter(({ created_at }) => created_at === told.writtenAt)
    const byId = new Map(standing.map((row) => [row.public_id, row]))
    const changed = entry.rows as readonly ChangedRow[] // the import wrote them
    const updated = changed.flatMap(({ before, after }) => {
      const row = byId.get(after.id)
      const asWritten = { ...optionalColumns, ...after }
      return row && isSame(asFields(propertyRecord, row), asWritten) ? [{ key: row.id, updatedAt: row.updated_at, before, after }] : []
    })
    const untouched = inserted.filter(({ updated_at }) => updated_at === told.writtenAt).length
    return { ...told, entry, inserted, updated, changedCount: told.inserted - untouched + changed.length - updated.length }
  }
  type Found = NonNullable<Awaited<ReturnType<typeof lastOf>>>

  /** Why it cannot be undone; null if it can. */
  async function refusalOf(db: Db, estateKey: number, { entry, inserted, updated, changedCount }: Found) {
    if (changedCount > 0) return new Refusal('property.importChanged', { count: changedCount })
    const written = new Set([...inserted.map((row) => row.public_id), ...updated.map(({ after }) => after.id)])
    const used = (await uses.inRosters(db, estateKey, entry.at)).find(({ propertyId }) => written.has(propertyId))
    if (used) return new Refusal('property.importUsed', { title: used.title })
    const isRequested = (await uses.inRequests(db, entry.at)).some((id) => written.has(id))
    return isRequested ? new Refusal('property.importRequested') : null
  }

  return {
    /**
     * The last import of an estate that can be undone, or why it no longer can; null if there is none.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    async lastImport({ estateId }: QueryOf<'property.lastImport'>): Promise<LastImport | null> {
      const db = database.read
      const estate = await estates.require(db, estateId)
      const found = await lastOf(db, estate)
      if (!found) return null
      const { entry, fileName, inserted, updated } = found
      const refusal = await refusalOf(db, estate.id, found)
      const { number, at, username, nickName } = entry
      return { number, at, username, nickName, fileName, removed: inserted.length, restored: updated.length, refusal: refusal?.message ?? '' }
    },

    /**
     * Undoes an import: removes new properties and restores updated ones; all or nothing.
     *
     * @param number the import's entry
     * @throws Refusal `estate.notFound`, `property.noImport` (404) if it is no longer the last one;
     * `property.importChanged`, `property.importUsed`, `property.importRequested` (409)
     */
    undoImport({ estateId, number }: { readonly estateId: string; readonly number: number }, caller: Caller) {
      return database.write(
        async ({ tx, journal }) => {
          const estate = await estates.require(tx, estateId)
          const found = await lastOf(tx, estate)
          if (found?.entry.number !== number) throw new Refusal('property.noImport')
          const refusal = await refusalOf(tx, estate.id, found)
          if (refusal) throw refusal
          const { inserted, updated, fileName } = found
          const store = propertyStore(tx)
          for (let from = 0; from < inserted.length; from += AT_ONCE) {
            await store.remove(inserted.slice(from, from + AT_ONCE).map(({ id }) => id))
            await yieldToEventLoop()
          }
          const now = clock.now()
          await store.updateAll(
            updated.map(({ key, before, updatedAt }) => ({ ...optionalColumns, ...before, key, now: nextWrite(now, updatedAt) })),
            yieldToEventLoop,
          )
          const counts = { removed: inserted.length, restored: updated.length }
          const gone = inserted.map((row): UndoneRow => ({ before: { id: row.public_id, place: placeInWords(asFields(propertyRecord, row)) }, after: null }))
          const back = updated.map(({ before, after }): UndoneRow => ({ before: after, after: before }))
          const after = { estateName: estate.name, fileName, importNumber: number, ...counts }
          journal.record({ caller, action: 'property.undoImport', subject: estateId, before: null, after, rows: [...gone, ...back] })
          return counts
        },
        { isLong: true },
      )
    },
  }
}

const isSame = (one: PropertyFields, other: PropertyFields): boolean => propertyFieldNames.every((name) => one[name] === other[name])
