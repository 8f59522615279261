import type { ColumnTypes } from '../dialect.ts'

/** How and when papers came in (`paper.md` section 3); see voting/tables.ts. */
export const receipt = ({ integer, text }: ColumnTypes): readonly string[] => [
  `alter table vote_record add column channel ${integer} not null default 3 check (channel between 1 and 5)`,
  `alter table vote_record add column received_at ${integer}`,
  `alter table vote_record add column handed_in_by ${text} not null default ''`,
  `alter table vote_record add column is_late ${integer} not null default 0 check (is_late in (0, 1))`,
]
