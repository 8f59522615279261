import type { JournaledDatabase } from '../journal/journal.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import type { CheckupMaker } from './maker.ts'
import type { OtherProperty } from './rules/compare.ts'
import type { Day } from './rules/idNumbers.ts'
import { checkupStore } from './store.ts'
import type { CheckSubject } from './subject.ts'
import type { Checked, CheckupOrder } from './work.ts'

/** Number of subjects whose findings are cached; those of 100,000 properties take some MB. */
const KEPT = 4

const keyOf = ({ kind, key }: CheckSubject): string => `${kind} ${key}`

/** A cache of the newest few results by key. */
function createKept<T>() {
  const kept = new Map<string, T>()
  return {
    get: (key: string): T | undefined => kept.get(key),
    put(key: string, value: T): void {
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest)
    },
    forget: (key: string, value: T): void => {
      if (kept.get(key) === value) kept.delete(key)
    },
  }
}

/** Current findings of subjects: recomputed after a property has changed, by one worker for all concurrent calls. */
export function createCheckupCache({ database, maker }: { readonly database: JournaledDatabase; readonly maker: CheckupMaker }) {
  const latest = createKept<{ readonly version: string; readonly made: Promise<Checked> }>()
  const compared = createKept<Checked>()

  async function make(order: CheckupOrder): Promise<Checked> {
    const { bytes } = await maker.make({ order, signal: new AbortController().signal, onProgress: () => undefined })
    const text = new TextDecoder().decode(bytes)
    await yieldToEventLoop()
    const checked = JSON.parse(text) as Checked // as work.ts made it
    await yieldToEventLoop()
    return checked
  }

  return {
    /** A subject's findings as of a day. Cached until one of its properties changes; a failed computation is retried by the next call. */
    async of(subject: CheckSubject, onDay: Day): Promise<Checked> {
      const version = `${onDay} ${await checkupStore(database.read).version(subject)}`
      const known = latest.get(keyOf(subject))
      if (known?.version === version) return known.made
      const entry = { version, made: make({ subject, onDay }) }
      latest.put(keyOf(subject), entry)
      entry.made.catch(() => latest.forget(keyOf(subject), entry))
      return entry.made
    },

    /** The differences from another list, kept so that they can be dismissed. */
    async compared(subject: CheckSubject, onDay: Day, others: readonly OtherProperty[]): Promise<Checked> {
      const made = await make({ subject, onDay, others })
      compared.put(keyOf(subject), made)
      return made
    },
    /** The result of a subject's last comparison with another list; null if none is kept. */
    lastCompared: (subject: CheckSubject): Checked | null => compared.get(keyOf(subject)) ?? null,
  }
}
export type CheckupCache = ReturnType<typeof createCheckupCache>
