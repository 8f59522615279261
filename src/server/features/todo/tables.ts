import type { TodoKind, TodoState } from '#shared/features/todo/rules.ts'

/** What somebody said of a todo of an activity. */
export interface ActivityTodoTable {
  activity_id: number
  kind: TodoKind
  state: TodoState
  settled_by: number
  settled_at: number
}
export interface TodoTables {
  activity_todo: ActivityTodoTable
}
