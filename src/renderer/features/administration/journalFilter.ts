import { parseTime } from '#shared/time/chinaTime.ts'
import type { JournalFilter } from '#shared/features/journal/contract.ts'
import { entryKindNames, entryKinds } from '#shared/contract/journalLabels.ts'
import { actionKinds, journalActions, type ActionKind } from '#shared/features/words.ts'

export const noFilter: JournalFilter = { username: '', action: '', subject: '', kind: '', activityId: '', condition: '', from: null, to: null }

const DAY_MS = 24 * 3_600_000

/**
 * Converts days to the filter's span: from the first moment of the first day to the last moment of the last, in China standard
 * time. Days are written `2026-05-01`; null for an open end.
 */
export function spanOf(first: string | null, last: string | null): Pick<JournalFilter, 'from' | 'to'> {
  const startOf = (day: string | null): number | null => (day === null ? null : parseTime(`${day} 00:00:00`))
  const end = startOf(last)
  return { from: startOf(first), to: end === null ? null : end + DAY_MS - 1 }
}

/** Options for actions, grouped by kind. */
export const actionChoices = Object.entries(actionKinds).map(([kind, label]) => ({
  label,
  title: label,
  options: [
    { value: kind, label: `全部${label}操作` },
    ...Object.entries(journalActions)
      .filter(([action]) => action.startsWith(`${kind as ActionKind}.`))
      .map(([value, { name }]) => ({ value, label: name })),
  ],
}))

const KIND = 'kind:'
/** Options for the entries' subjects, in the same list: `kind:security`. */
export const kindChoices = { label: '类别', title: '类别', options: entryKinds.map((kind) => ({ value: KIND + kind, label: entryKindNames[kind] })) }

/** The selected value in the list of {@link kindChoices} and {@link actionChoices}; `''` for all. */
export const choiceOf = ({ action, kind }: Pick<JournalFilter, 'action' | 'kind'>): string => (kind === '' ? action : KIND + kind)

/** Converts a selected value to the filter: a kind or an action, never both. */
export function chosen(choice: string): Pick<JournalFilter, 'action' | 'kind'> {
  const kind = entryKinds.find((each) => choice === KIND + each)
  return kind ? { action: '', kind } : { action: choice, kind: '' }
}
