import { hash } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Caller } from '../../http/context.ts'
import { inTurn } from '../../kernel/inTurn.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import { longNumbers } from '../../search/numberMatch.ts'
import type { AuditService } from '../audit/service.ts'
import type { ServiceDeps } from '../audit/journal.ts'
import { accountStore } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Misses after which an account's searches with a long number are refused. */
const limits: readonly RateLimit[] = [
  { most: 60, within: HOUR },
  { most: 200, within: DAY },
]
/** Misses that leave an entry. */
const PROBING: RateLimit = { most: 20, within: 10 * 60_000 }

/** Misses stand among the failed logins, under a name that no account has. */
const nameOf = ({ userKey }: Pick<Caller, 'userKey'>): string => `#${userKey}`
/** By which the same word is known again. */
const signOf = ({ userKey }: Pick<Caller, 'userKey'>, word: string): string => hash('sha256', `${userKey} ${word}`).slice(0, 16)

interface MissesDeps extends ServiceDeps {
  readonly audit: Pick<AuditService, 'newest'>
}

/**
 * Counts the whole numbers that somebody who sees masks searches for and nobody has (`trust.md` section 9): a desk finds
 * owners by their phones all day, and who rebuilds a number misses nearly always. Kept in the database: a restart lifts nothing.
 */
export function createMisses({ database, clock, audit }: MissesDeps) {
  const turns = new Map<number, LimitFunction>()
  const turnOf = ({ userKey }: Caller): LimitFunction => {
    const turn = turns.get(userKey) ?? pLimit(1)
    turns.set(userKey, turn)
    return turn
  }

  async function requireFew(caller: Caller): Promise<void> {
    const now = clock.now()
    const missed = (await accountStore(database.read).failuresOfName(nameOf(caller), now - DAY)).filter(({ failed_at: at }) => at <= now)
    const wait = Math.max(...limits.map(({ most, within }) => (missed[most - 1]?.failed_at ?? -Infinity) + within - now))
    if (wait > 0) throw new Refusal('privacy.tooManyMisses', { minutes: Math.ceil(wait / 60_000) })
  }

  /** The same word again within the hour is the same miss. */
  async function note(words: readonly string[], caller: Caller): Promise<void> {
    await database.write(async ({ tx, journal }) => {
      const store = accountStore(tx)
      const [name, now] = [nameOf(caller), clock.now()]
      const known = new Set((await store.failuresOfName(name, now - HOUR)).map(({ address }) => address))
      const fresh = words.map((word) => signOf(caller, word)).filter((sign) => !known.has(sign))
      for (const sign of fresh) await store.addFailure(name, sign, now, now - DAY)
      if (fresh.length === 0) return
      const { within, most } = PROBING
      const [told = -Infinity] = await audit.newest(tx, { action: 'privacy.probing', userKey: caller.userKey, since: now - within, limit: 1 })
      const { length: count } = await store.failuresOfName(name, Math.max(told, now - within))
      if (count < most) return
      const { id = '', username = '', nickName = '' } = caller.user ?? {}
      journal.record({ caller, action: 'privacy.probing', subject: id, before: null, after: { username, nickName, count } })
    })
  }

  return {
    /**
     * Searches. Whoever finds numbers only whole waits for their own search before this one, so that many at once are counted
     * one by one.
     *
     * @throws Refusal `privacy.tooManyMisses` (429) for a long number after too many misses, whether it would find somebody or not
     */
    watch<T>(caller: Caller, condition: string, search: () => Promise<T>, isNobody: (found: T) => boolean): Promise<T> {
      const words = caller.numberMatch === 'whole' ? longNumbers(condition) : []
      if (words.length === 0) return search()
      return inTurn(turnOf(caller), caller.signal, async () => {
        await requireFew(caller)
        const found = await search()
        if (isNobody(found)) await note(words, caller)
        return found
      })
    },
  }
}
export type Misses = ReturnType<typeof createMisses>
