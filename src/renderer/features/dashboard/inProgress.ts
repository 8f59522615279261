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
