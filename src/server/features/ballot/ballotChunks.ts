import { chunksOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/**
 * Loads ballots with their properties by the ballots' keys; other calls are served between the statements.
 *
 * @returns `ballots` omits missing keys; `propertiesOf` returns reading order, and an empty list for an unknown key
 */
export async function loadBallots(db: Db, keys: readonly number[]) {
  const [ballots, properties] = [new Map<number, BallotRow>(), new Map<number, RosterPropertyRow[]>()]
  for (const chunk of chunksOf([...new Set(keys)])) {
    for (const row of await ballotStore(db).byKeys(chunk)) ballots.set(row.id, row)
    for (const row of await ballotStore(db).propertiesOf(chunk)) properties.set(row.ballot_id, [...(properties.get(row.ballot_id) ?? []), row])
    await yieldToEventLoop()
  }
  return { ballots, propertiesOf: (key: number): RosterPropertyRow[] => properties.get(key) ?? [] }
}

/** Total area of properties, in 0.01 m². */
export const sumOfAreas = (properties: readonly RosterPropertyRow[]): number => properties.reduce((sum, property) => sum + property.area_hundredths, 0)
