import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'

/** The activities not started yet, earliest start first. */
export function notStarted(activities: readonly ActivityRow[]): ActivityRow[] {
  const start = ({ startsAt }: ActivityRow): number => startsAt ?? Number.POSITIVE_INFINITY
  return activities.filter(({ status }) => status === ActivityStatus.notStarted).toSorted((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)))
}

/** Maximum number of cards; the activity list has the rest. */
export const MAX_CARDS = 6

/** The activities in voting or tallying, earliest end first. */
export function inProgress(activities: readonly ActivityRow[]): ActivityRow[] {
  const end = ({ endsAt }: ActivityRow): number => endsAt ?? Number.POSITIVE_INFINITY
  return activities
    .filter(({ status }) => status === ActivityStatus.voting || status === ActivityStatus.tallying)
    .toSorted((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b)))
}

/** Older activities show their follow-up only on their own pages. */
const MAX_FINISHED = 12

/** The most recently finished activities, for their follow-up tasks. */
export function lastFinished(activities: readonly ActivityRow[]): ActivityRow[] {
  return activities
    .filter(({ status }) => status === ActivityStatus.finished)
    .toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))
    .slice(0, MAX_FINISHED)
}
