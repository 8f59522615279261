import type { ColumnTypes } from '../dialect.ts'

/** Samples of an activity's votes, and their readings. */
export const samples = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table sample (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    mode ${integer} not null check (mode in (1, 2)), risk ${integer} not null check (risk in (5, 10)),
    list ${text} not null, digest ${bytewise} not null, basis ${bytewise} not null, check_code ${bytewise} not null, without_paper ${integer} not null,
    digits ${bytewise} not null, drawn_heads ${integer} not null, drawn_area ${integer} not null,
    opened_by ${integer} not null references "user" (id), opened_at ${integer} not null,
    seeded_by ${integer} references "user" (id), seeded_at ${integer},
    closed_by ${integer} references "user" (id), closed_at ${integer}, close_reason ${text} not null
  )${strict}`,
  `create index sample_of_activity on sample (activity_id)`,
  `alter table reading add column sample_id ${integer} references sample (id) on delete cascade`,
  `alter table reading add column corrected_public_id ${bytewise} not null default ''`,
  `alter table reading add column asked ${integer} check (asked in (1, 2, 3))`,
  `alter table reading add column way ${integer} check (way between 1 and 5)`,
  `alter table reading add column remark ${text} not null default ''`,
  `create index reading_of_sample on reading (sample_id)`,
]
