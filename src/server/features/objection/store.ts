import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import type { ObjectionDecisionTable, ObjectionTable } from './tables.ts'

/** Queries on objections and their decisions. */
export function objectionStore(db: Db) {
  return {
    async insert(objection: Omit<ObjectionTable, 'id'>): Promise<void> {
      noteInserted(db, 'objection', [objection])
      await db.insertInto('objection').values(objection).execute()
    },
    async insertDecision(decision: Omit<ObjectionDecisionTable, 'id'>): Promise<void> {
      noteInserted(db, 'objection_decision', [decision])
      await db.insertInto('objection_decision').values(decision).execute()
    },
    find: (publicId: string) => db.selectFrom('objection').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** The highest objection number of an activity; 0 if it has none. */
    lastNumber: async (activityKey: number): Promise<number> =>
      (
        await db
          .selectFrom('objection')
          .select(({ fn }) => fn.max('number').as('number'))
          .where('activity_id', '=', activityKey)
          .executeTakeFirst()
      )?.number ?? 0,
    async change(key: number, change: Partial<Pick<ObjectionTable, 'status' | 'withdrawn_by' | 'withdrawn_at' | 'withdraw_reason'>>): Promise<void> {
      await noteChanged(db, 'objection', [key], change)
      await db.updateTable('objection').set(change).where('id', '=', key).execute()
    },
    /** All of an activity, newest first, with the names of their creators and withdrawers. */
    all: (activityKey: number) =>
      db
        .selectFrom('objection')
        .innerJoin('user as maker', 'maker.id', 'objection.created_by')
        .leftJoin('user as withdrawer', 'withdrawer.id', 'objection.withdrawn_by')
        .selectAll('objection')
        .select(['maker.nick_name as maker', 'withdrawer.nick_name as withdrawer'])
        .where('objection.activity_id', '=', activityKey)
        .orderBy('objection.number', 'desc')
        .execute(),
    /** All decisions of an activity in order of creation, with the deciders' names. */
    decisions: (activityKey: number) =>
      db
        .selectFrom('objection_decision as decision')
        .innerJoin('user as decider', 'decider.id', 'decision.decided_by')
        .selectAll('decision')
        .select('decider.nick_name as decider')
        .where('decision.activity_id', '=', activityKey)
        .orderBy('decision.id')
        .execute(),
    /** Whether an activity has that publication. */
    hasPublication: async (activityKey: number, publicId: string): Promise<boolean> =>
      (await db.selectFrom('publication').select('id').where('activity_id', '=', activityKey).where('public_id', '=', publicId).executeTakeFirst()) !==
      undefined,
    /** The newest decision on an objection; undefined if there is none. */
    newestDecision: (objectionKey: number) =>
      db.selectFrom('objection_decision').selectAll().where('objection_id', '=', objectionKey).orderBy('id', 'desc').limit(1).executeTakeFirst(),
  }
}
