import type { Database } from '../../src/server/database/database.ts'
import { readSnapshot } from '../../src/server/database/open.ts'
import { checkActivities } from '../../src/server/features/audit/replay/whole.ts'

/** By database: the activities that tests have changed, or all. */
const tampered = new WeakMap<object, 'all' | Set<string>>()

/** Says that a test changes the tables of an activity, or of any, behind the program's back: what its server leaves there is not compared with the journal. */
export function isTamperedWith(database: Pick<Database, 'read'>, activityId?: string): void {
  const found = tampered.get(database)
  if (activityId === undefined) tampered.set(database, 'all')
  else if (found !== 'all') tampered.set(database, new Set([...(found ?? []), activityId]))
}

/**
 * Compares what a server leaves with what its journal tells, whatever a test has done with it.
 *
 * @throws Error where the two differ: then something was written that no entry tells of
 */
export async function mustBeReplayable(database: Database): Promise<void> {
  const left = tampered.get(database)
  if (left === 'all') return
  const { differences } = await readSnapshot(database.location, (db) => checkActivities(db, new AbortController().signal))
  const untold = differences.filter(({ activity }) => !left?.has(activity))
  if (untold.length > 0) throw new Error(`the journal does not tell of ${untold.length} things: ${JSON.stringify(untold.slice(0, 3))}`)
}
