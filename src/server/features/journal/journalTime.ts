import { sql } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { CLOCK_TOLERANCE_MS } from '#shared/features/journal/rules.ts'
import { engineOf } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { journalStore, CLOCK_ACCEPTED } from './store.ts'

/** Less is the normal skew between servers. */
const SKEW_MS = 10_000
interface Timed {
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  readonly action: string
}

/** Advances the journal's time: the maximum over the entries since the last one that accepted the clock. */
const journalTimeAfter = (time: number, { at, action }: Omit<Timed, 'number'>): number => (action === CLOCK_ACCEPTED ? at : Math.max(time, at))

/** Entries whose clock was behind the journal's time (`proof.md` section 8). */
export interface ClockCheck {
  readonly count: number
  /** The first hundred; epoch ms. */
  readonly entries: { readonly number: number; readonly at: number; readonly journalTime: number }[]
}
const MAX_LISTED = 100

/** Finds them among the journal's entries, passed in order. */
export function createClockCheck(): { readonly add: (entry: Timed) => void; readonly result: () => ClockCheck } {
  let time = 0
  let count = 0
  const entries: ClockCheck['entries'] = []
  return {
    add(entry) {
      time = journalTimeAfter(time, entry)
      if (entry.at >= time - SKEW_MS) return
      count += 1
      if (entries.length < MAX_LISTED) entries.push({ number: entry.number, at: entry.at, journalTime: time })
    },
    result: () => ({ count, entries }),
  }
}

/** The same for the stored entries up to a number. */
export async function clockCheckUpTo(db: Db, number: number): Promise<ClockCheck> {
  const check = createClockCheck()
  for (let last = 0; last < number;) {
    const times = await journalStore(db).timesAfter(last, number)
    for (const each of times) check.add(each)
    last = times.at(-1)?.number ?? number
  }
  return check.result()
}

/** The times for judging changes: the server's clock, and the journal's time, which it must not be behind. */
/**
 * The journal's time of one database.
 *
 * @param databaseNow the database's own clock, in epoch ms; null if it has none
 */
export function createJournalTime(clock: Clock, databaseNow: (db: Db) => Promise<number | null> = clockOfDatabase) {
  let last = 0
  let time = 0
  let apart = 0
  /** The jobs of a group share a transaction, whose entries are not yet committed. */
  const followed = new WeakSet<Db>()
  /** The journal's time if the clock is too far behind it to allow changes; else null. */
  const whereBehind = (): number | null => (time - clock.now() > CLOCK_TOLERANCE_MS ? time : null)

  return {
    /** The server's actual clock, used for entries. */
    clock,
    /** The later of both: within {@link CLOCK_TOLERANCE_MS}, setting the clock back makes nothing punctual. */
    judging: { now: () => Math.max(clock.now(), time) },
    /** Reads newly committed entries: first in each transaction, and once before serving. */
    async follow(db: Db): Promise<void> {
      if (followed.has(db)) return
      followed.add(db)
      const store = journalStore(db)
      if (last === 0) {
        // In this order: anything written in between is read the next time.
        last = (await store.last())?.number ?? 0
        time = await store.latestTime()
      } else {
        for (const entry of await store.timesAfter(last)) {
          time = journalTimeAfter(time, entry)
          last = entry.number
        }
      }
      const found = await databaseNow(db)
      apart = found === null ? 0 : found - Date.now()
    },
    whereBehind,
    /** @throws Refusal `audit.clockBehind` or `audit.clockApart` (409) */
    requireRightClock(): void {
      const journalTime = whereBehind()
      if (journalTime !== null) throw new Refusal('audit.clockBehind', { journalTime })
      if (Math.abs(apart) > CLOCK_TOLERANCE_MS) throw new Refusal('audit.clockApart', { minutes: Math.round(Math.abs(apart) / 60_000) })
    },
  }
}
export type JournalTime = ReturnType<typeof createJournalTime>

async function clockOfDatabase(db: Db): Promise<number | null> {
  if (engineOf(db) === 'sqlite') return null
  const { rows } = await sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0]?.now ?? null
}
