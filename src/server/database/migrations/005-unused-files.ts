import type { ColumnTypes } from '../dialect.ts'

/** Since when nothing refers to an uploaded file, as far as was looked: epoch ms; null while something does, or nobody looked yet. */
export const unusedFiles = ({ integer }: ColumnTypes): readonly string[] => [`alter table stored_file add column unused_since ${integer}`]
