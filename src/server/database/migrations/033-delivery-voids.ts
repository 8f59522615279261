import type { ColumnTypes } from '../dialect.ts'

/** A delivery that was registered by mistake is voided and kept; see notification/tables.ts. */
export const deliveryVoids = ({ integer, text }: ColumnTypes): readonly string[] => [
  `alter table notification add column voided_by ${integer} references "user" (id)`,
  `alter table notification add column voided_at ${integer}`,
  `alter table notification add column void_reason ${text} not null default ''`,
]
