import type { ColumnTypes } from '../dialect.ts'

/** The combined reading of a paper's pages, and the reading from which a vote was confirmed. */
export const scanReadings = ({ bytewise }: ColumnTypes): readonly string[] => [
  `alter table reading add column pages ${bytewise} not null default ''`,
  `alter table reading add column states ${bytewise} not null default ''`,
  `alter table reading add column doubts ${bytewise} not null default ''`,
  `alter table vote_record add column reading_public_id ${bytewise} not null default ''`,
  `create index reading_of_code on reading (activity_id, code, kind)`,
]
