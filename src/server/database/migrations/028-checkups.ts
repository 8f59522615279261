import type { ColumnTypes } from '../dialect.ts'

/** What somebody has looked at in a check-up and put aside (`insight.md` section 1); see checkup/tables.ts. */
export const checkups = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table checkup_dismissal (
    id ${key}, public_id ${bytewise} not null unique,
    estate_id ${integer} references estate (id) on delete cascade, activity_id ${integer} references activity (id) on delete cascade,
    finding_id ${bytewise} not null, houses ${text} not null, reason ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, taken_back_at ${integer},
    check ((estate_id is null) <> (activity_id is null))
  )${strict}`,
  `create unique index dismissal_of_estate on checkup_dismissal (estate_id, finding_id) where taken_back_at is null`,
  `create unique index dismissal_of_activity on checkup_dismissal (activity_id, finding_id) where taken_back_at is null`,
]
