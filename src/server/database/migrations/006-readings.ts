import type { ColumnTypes } from '../dialect.ts'

/** Readings of papers, and whether an activity requires 双人复录. */
export const readings = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `alter table activity add column second_entry ${integer} check (second_entry = 1)`,
  `create table reading (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    kind ${integer} not null check (kind between 1 and 4), ballot_id ${integer} not null references ballot (id),
    record_public_id ${bytewise} not null, code ${bytewise} not null, answers ${bytewise} not null,
    read_by ${integer} not null references "user" (id), read_at ${integer} not null,
    decision ${integer} check (decision in (1, 2)), settled_by ${integer} references "user" (id), settled_at ${integer},
    settle_reason ${text} not null default '', is_self_settled ${integer} not null default 0 check (is_self_settled in (0, 1)),
    check ((decision is null) = (settled_by is null) and (decision is null) = (settled_at is null))
  )${strict}`,
  `create index reading_of_record on reading (activity_id, record_public_id)`,
  `create index reading_of_ballot on reading (ballot_id)`,
]
