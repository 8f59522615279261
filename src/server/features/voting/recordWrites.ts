import type { Kysely } from 'kysely'
import { insertMany, updateMany } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import { noteChanged, noteChanges, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'
import { voteRecordColumns, type VoteRecordTable } from './tables.ts'

export type NewRecord = Omit<VoteRecordTable, 'id'>

/** Writes vote records. */
export function recordWrites(db: Kysely<Schema>) {
  return {
    /** Fails with the engine's unique violation where a ballot has a live record, or a live one bears the code. */
    insertRecords(records: readonly NewRecord[]) {
      noteInserted(db, 'vote_record', records)
      const [first] = records
      if (records.length === 1 && first) return insertRecord(db, first)
      return insertMany(
        db,
        'vote_record',
        recordFields,
        records.map((record) => recordFields.map((column) => record[column])),
      )
    },
    /** Writes the same to each of them. */
    async updateRecords(keys: readonly number[], change: Partial<NewRecord>): Promise<void> {
      await noteChanged(db, 'vote_record', keys, change)
      await db.updateTable('vote_record').set(change).where('id', 'in', keys).execute()
    },
    /** Marks that become votes: the same is written to each of them, but for when its paper came in. */
    async voteWith(marks: readonly { readonly key: number; readonly receivedAt: number }[], vote: Partial<NewRecord>) {
      const [first] = marks
      if (!first) return
      await this.updateRecords(
        marks.map(({ key }) => key),
        { ...vote, received_at: first.receivedAt },
      )
      const others = marks.filter(({ receivedAt }) => receivedAt !== first.receivedAt)
      await noteChanges(
        db,
        'vote_record',
        others.map(({ key, receivedAt }) => ({ id: key, received_at: receivedAt })),
      )
      const rows = others.map(({ key, receivedAt }) => [key, receivedAt])
      if (rows.length > 0) await updateMany(db, 'vote_record', 'id', ['received_at'], ['received_at'], rows)
    },
    /** For marks that are taken back; a void keeps its record. */
    removeRecords(keys: readonly number[]) {
      noteRemoval(db)
      return db.deleteFrom('vote_record').where('id', 'in', keys).execute()
    },
  }
}

const recordFields = Object.keys(voteRecordColumns).filter((name) => name !== 'id') as (keyof NewRecord)[] // of all columns
const everyField = Object.fromEntries(recordFields.map((name) => [name, true])) as Record<keyof NewRecord, true> // of all columns
const insertRecord = prepare<NewRecord, unknown>(everyField, (db, given) => db.insertInto('vote_record').values(given))
