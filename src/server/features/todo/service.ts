import type { BodyOf, QueryOf } from '#shared/contract/index.ts'
import type { Todo } from '#shared/features/todo/contract.ts'
import { todoNames, TodoState, todoStateNames } from '#shared/features/todo/rules.ts'
import type { Caller } from '../../http/context.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { todoStore } from './store.ts'

export interface TodoDeps extends ServiceDeps {
  readonly activities: Pick<ActivityService, 'require'>
}

/** Todos around a vote that only a person can confirm: the notice is posted, the result was filed. */
export function createTodoService({ database, clock, activities }: TodoDeps) {
  return {
    list: ({ activityIds }: QueryOf<'todo.list'>): Promise<Todo[]> => todoStore(database.read).list(activityIds),

    /**
     * Marks a todo as done, as not to be reminded of, or as open again; in any status.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async settle({ activityId, kind, state }: BodyOf<'todo.settle'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        const store = todoStore(tx)
        const former = (await store.find(activity.id, kind))?.state ?? TodoState.open
        if (former === state) return
        await store.settle({ activity_id: activity.id, kind, state, settled_by: caller.userKey, settled_at: clock.now() })
        const about = { ...inJournal(activity), todoName: todoNames[kind] }
        const [before, after] = [former, state].map((said) => ({ ...about, todoState: todoStateNames[said] }))
        journal.record({ caller, action: 'todo.settle', subject: activityId, before, after })
      })
    },
  }
}
export type TodoService = ReturnType<typeof createTodoService>
