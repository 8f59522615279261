import type { Kysely } from 'kysely'
import type { Database } from '../../src/server/database/database.ts'
import { readSnapshot } from '../../src/server/database/open.ts'
import type { Schema } from '../../src/server/database/schema.ts'
import { checkActivity, type ReplayCheck } from '../../src/server/features/journal/replay/check.ts'
import { activityEntries } from '../../src/server/features/journal/replay/entries.ts'

/** Compares every activity with its entries separately, without checking the chain. */
export async function checkActivities(db: Kysely<Schema>, signal: AbortSignal): Promise<Omit<ReplayCheck, 'names'>> {
  const checks: ReplayCheck[] = []
  for (const { id } of await activityEntries(db).activities()) checks.push(await checkActivity(db, id, signal))
  return {
    checked: checks.reduce((sum, { checked }) => sum + checked, 0),
    filesChecked: checks.reduce((sum, { filesChecked }) => sum + filesChecked, 0),
    differences: checks.flatMap(({ differences }) => differences),
  }
}

/** By database: activities changed by tests, or all. */
const tampered = new WeakMap<object, 'all' | Set<string>>()

/** Declares that a test tampers with an activity's tables, or any: they are not compared with the journal at the end. */
export function isTamperedWith(database: Pick<Database, 'read'>, activityId?: string): void {
  const found = tampered.get(database)
  if (activityId === undefined) tampered.set(database, 'all')
  else if (found !== 'all') tampered.set(database, new Set([...(found ?? []), activityId]))
}

/**
 * Compares a server's activities with those replayed from its journal after any test.
 *
 * @throws Error if the two differ: something was written without a journal entry
 */
export async function mustBeReplayable(database: Database): Promise<void> {
  const left = tampered.get(database)
  if (left === 'all') return
  const { differences } = await readSnapshot(database.location, (db) => checkActivities(db, new AbortController().signal))
  const missing = differences.filter(({ activity }) => !left?.has(activity))
  if (missing.length > 0) throw new Error(`${missing.length} differences have no journal entry: ${JSON.stringify(missing.slice(0, 3))}`)
}
