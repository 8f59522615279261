import type { ColumnTypes } from '../dialect.ts'

/** Publications for the owners, each with its first and last day. */
export const publications = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table publication (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    kind ${integer} not null check (kind between 1 and 5), date_from ${bytewise} not null, date_to ${bytewise} not null check (date_to >= date_from),
    places ${text} not null, remark ${text} not null, pictures ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    withdrawn_by ${integer} references "user" (id), withdrawn_at ${integer}, withdraw_reason ${text} not null,
    check ((withdrawn_by is null) = (withdrawn_at is null))
  )${strict}`,
  `create index publication_of_activity on publication (activity_id, id)`,
]
