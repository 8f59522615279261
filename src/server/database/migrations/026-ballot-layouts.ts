import type { ColumnTypes } from '../dialect.ts'

/** Where everything is on the printed ballots of an activity, frozen at their first issue; see paper/tables.ts. */
export const ballotLayouts = ({ integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table ballot_layout (
    activity_id ${integer} primary key references activity (id) on delete cascade, layout_id ${bytewise} not null, layout ${text} not null, frozen_at ${integer} not null
  )${strict}`,
]
