import type { Kysely } from 'kysely'
import type { RecordField } from '#shared/records/record.ts'
import { voteRecord } from '#shared/records/voteRecord.ts'
import { insertMany, updateMany } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import { noteChanged, noteChanges, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'
import { voteRecordColumns, type VoteRecordTable } from './tables.ts'

export type NewRecord = Omit<VoteRecordTable, 'id'>

/** Writes vote records. */
export function recordWrites(db: Kysely<Schema>) {
  return {
    /** Throws the engine's unique violation if a ballot already has a live record, or a live one has the code. */
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
    /** Applies the same change to each of them. */
    async updateRecords(keys: readonly number[], change: Partial<NewRecord>): Promise<void> {
      await noteChanged(db, 'vote_record', keys, change)
      await db.updateTable('vote_record').set(change).where('id', 'in', keys).execute()
    },
    /** Turns marks into votes, all with the same columns; returns the updated records by key. */
    async voteWith(marks: readonly { readonly key: number; readonly vote: Partial<NewRecord> }[]): Promise<ReadonlyMap<number, NewRecord>> {
      const [first] = marks
      if (!first) return new Map()
      const votes = await noteChanges(
        db,
        'vote_record',
        marks.map(({ key, vote }) => ({ ...vote, id: key })),
      )
      if (marks.length === 1) {
        await db.updateTable('vote_record').set(first.vote).where('id', '=', first.key).execute()
        return votes
      }
      const columns = (Object.keys(first.vote) as (keyof NewRecord)[]).filter((column) => first.vote[column] !== undefined)
      const rows = marks.map(({ key, vote }) => [key, ...columns.map((column) => vote[column])])
      await updateMany(db, 'vote_record', 'id', columns, integerFields, rows)
      return votes
    },
    /** For marks taken back; a voided vote keeps its record. */
    removeRecords(keys: readonly number[]) {
      noteRemoval(db)
      return db.deleteFrom('vote_record').where('id', 'in', keys).execute()
    },
  }
}

const integerFields = Object.values<RecordField>(voteRecord).flatMap(({ stored, column }) => (stored === 'integer' ? [column] : []))
const recordFields = Object.keys(voteRecordColumns).filter((name) => name !== 'id') as (keyof NewRecord)[] // of all columns
const everyField = Object.fromEntries(recordFields.map((name) => [name, true])) as Record<keyof NewRecord, true> // of all columns
const insertRecord = prepare<NewRecord, unknown>(everyField, (db, given) => db.insertInto('vote_record').values(given))
