import type { ColumnTypes } from '../dialect.ts'

/** 延期 (`paper.md` section 3): JSON, see activity/tables.ts. */
export const extensions = ({ text }: ColumnTypes): readonly string[] => [`alter table activity add column extensions ${text} not null default '[]'`]
