import type { ColumnTypes } from '../dialect.ts'

/** Until when a session counts as confirmed by its password (`trust.md` section 4), epoch ms; null if it was never. */
export const confirmation = ({ integer }: ColumnTypes): readonly string[] => [`alter table session add column confirmed_until ${integer}`]
