import type { ColumnTypes } from '../dialect.ts'

/** Allows records imported from a workbook. SQLite cannot change a column's check: the table is recreated. */
export const importedVotes = ({ engine, key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => {
  const isSource = `check (source in ('mark', 'desk', 'tally', 'import'))`
  if (engine === 'postgres')
    return [`alter table vote_record drop constraint vote_record_source_check`, `alter table vote_record add constraint vote_record_source_check ${isSource}`]
  return [
    `create table new_record (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id), status ${integer} not null check (status in (0, 1, 2)), marked_code ${bytewise} not null,
    answers ${text} not null, area_hundredths ${integer} not null, property_public_id ${text} not null, voter_name ${text} not null,
    voter_phone ${text} not null, voter_id_number ${text} not null, source ${text} not null ${isSource},
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, voted_by ${integer} references "user" (id),
    voted_at ${integer}, voided_by ${integer} references "user" (id), voided_at ${integer}, desk ${text} not null default '',
    void_reason ${text} not null default '', channel ${integer} not null default 3 check (channel between 1 and 5), received_at ${integer},
    handed_in_by ${text} not null default '', is_late ${integer} not null default 0 check (is_late in (0, 1)),
    proxy_public_id ${bytewise} not null default ''
  )${strict}`,
    `insert into new_record select * from vote_record`,
    `drop table vote_record`,
    `alter table new_record rename to vote_record`,
    `create unique index live_record on vote_record (ballot_id) where status <> 2`,
    `create unique index live_code on vote_record (activity_id, marked_code) where status <> 2 and marked_code <> ''`,
    `create index record_of_ballot on vote_record (ballot_id, id)`,
    `create index record_of_activity on vote_record (activity_id, status)`,
    `create index record_of_voter on vote_record (voted_by, voted_at, activity_id) where status = 1`,
    `create index record_of_marker on vote_record (created_by, created_at, activity_id) where status = 0`,
    `create index record_of_code on vote_record (activity_id, upper(marked_code))`,
  ]
}
