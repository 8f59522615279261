import type { Clock } from '../../kernel/clock.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import { LOCK_TIME, lockedFor } from './rules.ts'
import { accountStore } from './store.ts'

/**
 * Takes a try at a name's password: it stands as a failure until the caller clears the name's failures.
 *
 * Looking and counting are one step, so tries that are sent at once are counted one by one.
 * @returns how many ms the name is locked; 0 where the try may be made
 */
export function claimTry({ write }: Pick<JournaledDatabase, 'write'>, clock: Clock, usernameKey: string): Promise<number> {
  return write(async ({ tx }) => {
    const store = accountStore(tx)
    const now = clock.now()
    const locked = lockedFor(await store.failuresSince(usernameKey, now - 2 * LOCK_TIME), now)
    if (locked === 0) await store.addFailure(usernameKey, now, now - 24 * 3_600_000)
    return locked
  })
}
