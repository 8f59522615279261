import type { TodoKind } from '#shared/features/todo/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { ActivityTodoTable } from './tables.ts'

/** Queries on todos. */
export function todoStore(db: Db) {
  return {
    /** @param activityIds public ids */
    list: (activityIds: readonly string[]) =>
      db
        .selectFrom('activity_todo as todo')
        .innerJoin('activity', 'activity.id', 'todo.activity_id')
        .innerJoin('user', 'user.id', 'todo.settled_by')
        .select(['activity.public_id as activityId', 'todo.kind', 'todo.state', 'user.nick_name as by', 'todo.settled_at as at'])
        .where('activity.public_id', 'in', activityIds)
        .orderBy('todo.activity_id')
        .orderBy('todo.kind')
        .execute(),
    /** The last state set; undefined if none. */
    find: (activityKey: number, kind: TodoKind) =>
      db.selectFrom('activity_todo').select('state').where('activity_id', '=', activityKey).where('kind', '=', kind).executeTakeFirst(),
    settle: ({ activity_id, kind, ...said }: ActivityTodoTable) =>
      db
        .insertInto('activity_todo')
        .values({ activity_id, kind, ...said })
        .onConflict((conflict) => conflict.columns(['activity_id', 'kind']).doUpdateSet(said))
        .execute(),
  }
}
