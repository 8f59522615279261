import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'

/** More cards than this help nobody; the activity list has the rest. */
export const MAX_CARDS = 6

/** The activities that are voted or tallied in now, those that end first before the others. */
export function inProgress(activities: readonly ActivityRow[]): ActivityRow[] {
  const end = ({ endsAt }: ActivityRow): number => endsAt ?? Number.POSITIVE_INFINITY
  return activities
    .filter(({ status }) => status === ActivityStatus.voting || status === ActivityStatus.tallying)
    .toSorted((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b)))
}
