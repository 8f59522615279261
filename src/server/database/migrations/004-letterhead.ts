import type { ColumnTypes } from '../dialect.ts'

/** 文书信息, one row per activity. */
export const letterhead = ({ integer, text, strict }: ColumnTypes): readonly string[] => [
  `create table letterhead (
    activity_id ${integer} not null primary key references activity (id) on delete cascade, convener ${text} not null, contact_name ${text} not null,
    contact_phone ${text} not null, venue ${text} not null, paper_number ${text} not null, supervisors ${text} not null, updated_at ${integer} not null
  )${strict}`,
]
