import type { ColumnTypes } from '../dialect.ts'

/** The text messages of a day: none gets a second one, neither ballot nor number. */
export const reminders = ({ key, integer, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table reminder (
    id ${key}, day ${integer} not null, phone ${bytewise} not null, ballot_id ${integer} not null, sent_at ${integer} not null,
    unique (day, phone), unique (day, ballot_id)
  )${strict}`,
  `create index reminder_time on reminder (sent_at)`,
]
