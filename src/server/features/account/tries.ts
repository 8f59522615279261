import { Refusal } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import { ADDRESS_LIMIT, addressLockedFor, isOwnComputer, LOCK_TIME, lockedFor, slowedBy } from './rules.ts'
import { accountStore } from './store.ts'

const DAY = 24 * 3_600_000
const inMinutes = (ms: number) => ({ minutes: Math.ceil(ms / 60_000) })

export interface TriesDeps {
  readonly database: Pick<JournaledDatabase, 'write'>
  readonly clock: Clock
  /** Waits that many ms; a no-op in tests. */
  readonly pause: (ms: number) => Promise<void>
}

/**
 * Counts password tries (`trust.md` section 3) in the database, so a restart resets nothing.
 *
 * A try counts as failed before it is checked, so concurrent tries are counted one by one.
 */
export function createTries({ database, clock, pause }: TriesDeps) {
  return {
    /**
     * Registers a try at a name's password from an address; it counts as a failure until {@link succeeded}.
     *
     * @throws Refusal 429 `locked` if that name failed five times from that address, or 429 if that address failed sixty
     * times, for any names
     */
    async claim(usernameKey: string, { address }: Pick<Caller, 'address'>, locked: 'account.loginLocked' | 'account.passwordLocked'): Promise<void> {
      const wait = await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        const now = clock.now()
        if (!isOwnComputer(address)) {
          const shut = addressLockedFor(await store.failuresOfAddress(address, now - LOCK_TIME, ADDRESS_LIMIT), now)
          if (shut > 0) throw new Refusal('account.addressLocked', inMinutes(shut))
        }
        const ofName = await store.failuresOfName(usernameKey, now - 2 * LOCK_TIME)
        const left = lockedFor(
          ofName.filter((failure) => failure.address === address).map((failure) => failure.failed_at),
          now,
        )
        if (left > 0) throw new Refusal(locked, inMinutes(left))
        await store.addFailure(usernameKey, address, now, now - DAY)
        return slowedBy(
          ofName.map((failure) => failure.failed_at),
          now,
        )
      })
      if (wait > 0) await pause(wait)
    },

    /** After a right password: clears this name's failures from this address, including this try, and no others. */
    async succeeded(tx: Db, usernameKey: string, { address }: Pick<Caller, 'address'>): Promise<void> {
      await accountStore(tx).clearFailuresOfPair(usernameKey, address)
    },

    /** After a wrong password: counts it for display to the owner at the next login. */
    async failed(usernameKey: string): Promise<void> {
      await database.write(({ tx }) => accountStore(tx).countFailure(usernameKey))
    },
  }
}
export type Tries = ReturnType<typeof createTries>
