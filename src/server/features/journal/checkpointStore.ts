import { sql } from 'kysely'
import type { CheckpointKind } from '#shared/features/journal/checkpoint.ts'
import { countOf, hasAny } from '../../database/rows.ts'
import { insertMany } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { SignedCheckpoint } from './checkpoint.ts'
import type { JournalTables } from './tables.ts'

const COLUMNS = ['id', 'kind', 'number', 'hash', 'made_at', 'activity_id', 'public_key', 'content', 'signature'] as const satisfies readonly (
  | 'id'
  | keyof SignedCheckpoint
)[]

/** The steps of an activity that have a checkpoint each. */
export const checkpointedSteps = { 'activity.start': 'start', 'activity.startTally': 'tally', 'activity.finish': 'finish' } as const

/** A checkpoint with the chain's hash at its number; null if the chain is shorter. */
export type CheckedRow = JournalTables['checkpoint'] & { readonly chain_hash: string | null }

/** Queries on checkpoints, and on the entries that name their keys. */
export function checkpointStore(db: Db) {
  return {
    /** 0 if none. */
    lastId: async (): Promise<number> => (await db.selectFrom('checkpoint').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,
    /** With ids from `firstId` on, which must be free: there is only one writer at a time. */
    insertAll: (firstId: number, checkpoints: readonly SignedCheckpoint[]) =>
      insertMany(
        db,
        'checkpoint',
        COLUMNS,
        checkpoints.map((checkpoint, index) => COLUMNS.map((name) => (name === 'id' ? firstId + index : checkpoint[name]))),
      ),
    /** Whether there is a daily one within a period. */
    hasDaily: (from: number, to: number): Promise<boolean> =>
      hasAny(db.selectFrom('checkpoint').where('kind', '=', 'day').where('made_at', '>=', from).where('made_at', '<', to)),
    /** Newest first; of one activity, or all. */
    async page(activityId: string, offset: number, limit: number): Promise<{ readonly rows: SignedCheckpoint[]; readonly total: number }> {
      const wanted = activityId === '' ? db.selectFrom('checkpoint') : db.selectFrom('checkpoint').where('activity_id', '=', activityId)
      return { total: await countOf(wanted), rows: await wanted.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute() }
    },
    /** An activity's newest checkpoint of any kind, with its entry's number; undefined if none. */
    newest: (activityId: string) =>
      db.selectFrom('checkpoint').select(['content', 'number']).where('activity_id', '=', activityId).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    /** An activity's newest one of a kind. */
    newestOf: (activityId: string, kind: CheckpointKind) =>
      db
        .selectFrom('checkpoint')
        .select('content')
        .where('activity_id', '=', activityId)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** All of an activity, in order of creation. */
    ofActivity: (activityId: string) => db.selectFrom('checkpoint').selectAll().where('activity_id', '=', activityId).orderBy('id').execute(),
    /** In order of creation, with the chain's current hashes. */
    checkedAfter: (id: number, limit: number): Promise<CheckedRow[]> =>
      db
        .selectFrom('checkpoint')
        .leftJoin('audit_entry', 'audit_entry.number', 'checkpoint.number')
        .selectAll('checkpoint')
        .select('audit_entry.hash as chain_hash')
        .where('checkpoint.id', '>', id)
        .orderBy('checkpoint.id')
        .limit(limit)
        .execute(),
    /** The entries that name keys, in order. */
    keyEntries: () => db.selectFrom('audit_entry').select(['number', 'content']).where('action', '=', 'audit.key').orderBy('number').execute(),
    /** The steps of activities after an entry without a checkpoint of their own. */
    stepsWithoutCheckpoint: (after: number) =>
      db
        .selectFrom('audit_entry as entry')
        .select(['entry.number', 'entry.action', 'entry.content'])
        .where('entry.action', 'in', Object.keys(checkpointedSteps))
        .where('entry.number', '>', after)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('checkpoint')
                .select('checkpoint.id')
                .whereRef('checkpoint.activity_id', '=', 'entry.subject')
                .whereRef('checkpoint.number', '=', 'entry.number')
                .where(
                  'checkpoint.kind',
                  '=',
                  sql<
                    'start' | 'tally' | 'finish'
                  >`case entry.action when 'activity.start' then 'start' when 'activity.startTally' then 'tally' else 'finish' end`,
                ),
            ),
          ),
        )
        .orderBy('entry.number')
        .execute(),
  }
}
