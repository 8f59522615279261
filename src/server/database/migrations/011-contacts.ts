import type { ColumnTypes } from '../dialect.ts'

/** Visits to ask for votes, and their results. */
export const contacts = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table contact (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    properties ${bytewise} not null, way ${integer} not null check (way between 1 and 5), result ${integer} check (result between 1 and 5),
    contacted_at ${integer} not null, next_at ${integer}, remark ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    withdrawn_by ${integer} references "user" (id), withdrawn_at ${integer}, withdraw_reason ${text} not null,
    check ((withdrawn_by is null) = (withdrawn_at is null))
  )${strict}`,
  `create index contact_of_activity on contact (activity_id, contacted_at)`,
]
