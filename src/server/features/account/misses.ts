import { hash } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Caller } from '../../http/context.ts'
import { inTurn } from '../../kernel/inTurn.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import { longNumbers } from '../../search/numberMatch.ts'
import type { JournalService } from '../journal/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { accountStore } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Limits of misses, beyond which an account's searches for long numbers are refused. */
const limits: readonly RateLimit[] = [
  { most: 60, within: HOUR },
  { most: 200, within: DAY },
]
/** Number of misses that triggers a journal entry. */
const PROBING: RateLimit = { most: 20, within: 10 * 60_000 }

/** Misses are stored as failed logins, under a name that no account has. */
const nameOf = ({ userKey }: Pick<Caller, 'userKey'>): string => `#${userKey}`
/** Identifies a repeated word without storing it. */
const signOf = ({ userKey }: Pick<Caller, 'userKey'>, word: string): string => hash('sha256', `${userKey} ${word}`).slice(0, 16)

interface MissesDeps extends ServiceDeps {
  readonly journalService: Pick<JournalService, 'newest'>
}

/**
 * Counts searches for whole numbers that find nobody, by callers who see masks (`trust.md` section 9): a desk finds owners
 * by phone all day, while guessing a number nearly always misses. Stored in the database, so a restart resets nothing.
 */
export function createMisses({ database, clock, journalService }: MissesDeps) {
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

  /** The same word within the hour counts once. */
  async function note(words: readonly string[], caller: Caller): Promise<void> {
    await database.write(async ({ tx, journal }) => {
      const store = accountStore(tx)
      const [name, now] = [nameOf(caller), clock.now()]
      const known = new Set((await store.failuresOfName(name, now - HOUR)).map(({ address }) => address))
      const fresh = words.map((word) => signOf(caller, word)).filter((sign) => !known.has(sign))
      for (const sign of fresh) await store.addFailure(name, sign, now, now - DAY)
      if (fresh.length === 0) return
      const { within, most } = PROBING
      const [told = -Infinity] = await journalService.newest(tx, { action: 'privacy.probing', userKey: caller.userKey, since: now - within, limit: 1 })
      const { length: count } = await store.failuresOfName(name, Math.max(told, now - within))
      if (count < most) return
      const { id = '', username = '', nickName = '' } = caller.user ?? {}
      journal.record({ caller, action: 'privacy.probing', subject: id, before: null, after: { username, nickName, count } })
    })
  }

  return {
    /**
     * Runs a search. Searches of a caller who finds numbers only whole are serialized, so that concurrent ones are counted one by one.
     *
     * @throws Refusal `privacy.tooManyMisses` (429) for a long number after too many misses, whether or not it would find somebody
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
