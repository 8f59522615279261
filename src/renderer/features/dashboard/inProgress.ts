import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'

/** The activities that wait for their start, those that are to begin first before the others. */
export function notStarted(activities: readonly ActivityRow[]): ActivityRow[] {
  const start = ({ startsAt }: ActivityRow): number => startsAt ?? Number.POSITIVE_INFINITY
  return activities.filter(({ status }) => status === ActivityStatus.notStarted).toSorted((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)))
}

/** More cards than this help nobody; the activity list has the rest. */
export const MAX_CARDS = 6

/** The activities that are voted or tallied in now, those that end first before the others. */
export function inProgress(activities: readonly ActivityRow[]): ActivityRow[] {
  const end = ({ endsAt }: ActivityRow): number => endsAt ?? Number.POSITIVE_INFINITY
  return activities
    .filter(({ status }) => status === ActivityStatus.voting || status === ActivityStatus.tallying)
    .toSorted((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b)))
}

/** Older votes are asked about on their own pages alone. */
const MAX_FINISHED = 12

/** The votes that ended last, for what is left to do after them. */
export function lastFinished(activities: readonly ActivityRow[]): ActivityRow[] {
  return activities
    .filter(({ status }) => status === ActivityStatus.finished)
    .toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))
    .slice(0, MAX_FINISHED)
}
