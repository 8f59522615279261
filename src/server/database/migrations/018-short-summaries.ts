import type { ColumnTypes } from '../dialect.ts'
import { summaryGuard } from './journal-guards.ts'

/** Summaries without what stands beside it: `search_text` repeated its words, `hash` its entry's. */
export const shortSummaries = ({ engine }: ColumnTypes): readonly string[] => [
  ...summaryGuard[engine],
  `alter table audit_summary drop column search_text`,
  `alter table audit_summary drop column hash`,
]
