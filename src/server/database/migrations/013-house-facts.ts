import type { ColumnTypes } from '../dialect.ts'

/** How a property is lived in (0: nobody has said), and what somebody noted of it; the registry's alone. */
export const houseFacts = ({ integer, text }: ColumnTypes): readonly string[] => [
  `alter table property add column occupancy ${integer} not null default 0 check (occupancy between 0 and 4)`,
  `alter table property add column remark ${text} not null default ''`,
]
