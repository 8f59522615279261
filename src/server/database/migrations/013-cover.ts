import type { ColumnTypes } from '../dialect.ts'

/** Since when a session is covered (`trust.md` section 3), epoch ms; null if it is not. And after how long without input windows cover themselves. */
export const cover = ({ integer, strict }: ColumnTypes): readonly string[] => [
  `alter table session add column covered_at ${integer}`,
  // One row at most; none stands for the default.
  `create table account_setting (id ${integer} primary key check (id = 1), cover_minutes ${integer} not null)${strict}`,
]
