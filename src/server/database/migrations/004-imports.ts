import type { ColumnTypes } from '../dialect.ts'

/** The journal's entries of imports, found without a look at the others: a vote leaves a hundred thousand of those. */
export const imports = (_types: ColumnTypes): readonly string[] => [
  `create index audit_import on audit_entry (number) where action in ('property.import', 'notification.import')`,
]
