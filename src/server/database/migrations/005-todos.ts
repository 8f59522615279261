import type { ColumnTypes } from '../dialect.ts'

/** The state set for an activity's todo. */
export const todos = ({ integer, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table activity_todo (
    activity_id ${integer} not null references activity (id) on delete cascade, kind ${bytewise} not null,
    state ${integer} not null check (state in (0, 1, 2)), settled_by ${integer} not null references "user" (id), settled_at ${integer} not null,
    primary key (activity_id, kind)
  )${strict}`,
]
