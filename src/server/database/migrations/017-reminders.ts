import type { ColumnTypes } from '../dialect.ts'

/** The day's text messages: at most one per ballot and per number. */
export const reminders = ({ key, integer, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table reminder (
    id ${key}, day ${integer} not null, phone ${bytewise} not null, ballot_id ${integer} not null, sent_at ${integer} not null,
    unique (day, phone), unique (day, ballot_id)
  )${strict}`,
  `create index reminder_time on reminder (sent_at)`,
]
