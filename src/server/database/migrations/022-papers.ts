import type { ColumnTypes } from '../dialect.ts'

/** Ballot papers with their codes; see paper/tables.ts. */
export const papers = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table ballot_paper (
    id ${key}, activity_id ${integer} not null references activity (id) on delete cascade, ballot_id ${integer} not null references ballot (id),
    code ${bytewise} not null, status ${integer} not null check (status in (0, 1, 2, 3)), property_public_id ${bytewise} not null,
    issued_by ${integer} not null references "user" (id), issued_at ${integer} not null,
    out_by ${integer} references "user" (id), out_at ${integer}, received_by ${integer} references "user" (id), received_at ${integer},
    spoiled_by ${integer} references "user" (id), spoiled_at ${integer}, spoil_reason ${text} not null default '', new_code ${bytewise} not null default ''
  )${strict}`,
  `create unique index paper_code on ballot_paper (activity_id, code)`,
  `create unique index live_paper on ballot_paper (ballot_id) where status <> 3`,
  `create index paper_of_ballot on ballot_paper (ballot_id, id)`,
]
