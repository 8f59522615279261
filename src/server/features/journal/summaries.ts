import { entryKindOf } from '#shared/features/words.ts'
import type { EntrySummary } from '#shared/features/journal/rules.ts'
import type { JournalTables } from './tables.ts'

/** Fields of an import shown on the home page. */
const importFields = ['total', 'inserted', 'updated', 'fileName'] as const

/** An entry's summary for storage; `importData` has an import's own figures, null for other entries. */
export function toSummary(
  { number, action }: { readonly number: number; readonly action: string },
  { subjectName, activityId, activityTitle, summary }: EntrySummary,
  importData: unknown,
): JournalTables['audit_summary'] {
  return {
    number,
    subject_name: subjectName,
    activity_id: activityId,
    activity_title: activityTitle,
    summary,
    import_data: importData === null ? null : JSON.stringify(importData, [...importFields]),
    kind: entryKindOf(action),
  }
}
