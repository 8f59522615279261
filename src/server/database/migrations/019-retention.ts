import type { ColumnTypes } from '../dialect.ts'
import { erasingGuards } from './erasing-guards.ts'

/** Personal data that can be erased when their time is over; see retention/tables.ts. */
export const retention = ({ integer, bytewise, strict, engine }: ColumnTypes): readonly string[] => [
  `alter table activity add column erased_at ${integer}`,
  // Of an owner who is erased, whose salt is gone: so that the roster's digest can still be made.
  `alter table roster_property add column owner_hash ${bytewise} not null default ''`,
  // One row at most; none if nothing was ever set or erased.
  `create table retention_setting (
    id ${integer} primary key check (id = 1), years ${integer} check (years between 1 and 30), is_to_compact ${integer} not null check (is_to_compact in (0, 1))
  )${strict}`,
  ...erasingGuards[engine],
]
