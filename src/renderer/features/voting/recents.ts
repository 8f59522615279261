import type { DeskMode } from './modes.ts'

/** One thing that this desk has entered. */
export interface RecentEntry {
  readonly recordId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly place: string
  readonly ownerName: string
  /** Who voted for the owner; `''` where the owner did. */
  readonly agentName: string
  readonly mode: DeskMode
  readonly markedCode: string
  /** Voided, or of a mark: taken back. */
  readonly isVoided: boolean
}

const KEPT = 10
const nothing: readonly RecentEntry[] = []

/**
 * The last ten entries of this desk, newest first, by user and activity.
 *
 * Kept in memory until the program ends: names and properties have no business in a file.
 */
export function createRecents() {
  const lists = new Map<string, readonly RecentEntry[]>()
  const listeners = new Set<() => void>()
  const become = (key: string, list: readonly RecentEntry[]) => {
    lists.set(key, list.slice(0, KEPT))
    for (const listener of listeners) listener()
  }
  return {
    /** The same list until it changes; empty for an unknown key. */
    of: (key: string): readonly RecentEntry[] => lists.get(key) ?? nothing,
    subscribe: (changed: () => void): (() => void) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** A record that is entered anew (another code for a marked ballot) takes its former entry's place. */
    add(key: string, entries: readonly RecentEntry[]): void {
      const added = new Set(entries.map(({ recordId }) => recordId))
      become(key, [...entries, ...(lists.get(key) ?? nothing).filter(({ recordId }) => !added.has(recordId))])
    },
    /** Marks an entry as voided or taken back; it stays in the list. */
    markVoided: (key: string, recordId: string): void =>
      become(
        key,
        (lists.get(key) ?? nothing).map((entry) => (entry.recordId === recordId ? { ...entry, isVoided: true } : entry)),
      ),
  }
}
