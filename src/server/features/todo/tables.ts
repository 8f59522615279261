import type { TodoKind, TodoState } from '#shared/features/todo/rules.ts'

/** The state set for an activity's todo. */
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
