import type { ColumnTypes } from '../dialect.ts'

/** A property's occupancy (0: unknown) and remark; only in the registry. */
export const houseFacts = ({ integer, text }: ColumnTypes): readonly string[] => [
  `alter table property add column occupancy ${integer} not null default 0 check (occupancy between 0 and 4)`,
  `alter table property add column remark ${text} not null default ''`,
]
