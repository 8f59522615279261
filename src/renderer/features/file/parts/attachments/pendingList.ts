/** Changes to a list whose state is held elsewhere. */
export interface PendingList<Value> {
  /** Must be called with the list on each render; changes reflected in it are no longer pending. */
  readonly rendered: (value: readonly Value[]) => void
  /** Returns the list with an added value and all changes not rendered yet. */
  readonly add: (arrived: Value) => Value[]
  /** Returns the list without the value of this key, and with all changes not rendered yet. */
  readonly remove: (key: string) => Value[]
}

/**
 * Adds to and removes from a list that is rendered later than it changes: several values may arrive between two renders, and a
 * render may show an older list than the last returned. No value is lost, and no removed one reappears.
 */
export function createPendingList<Value>(shown: readonly Value[], keyOf: (value: Value) => string): PendingList<Value> {
  let current = shown
  let added: readonly Value[] = []
  let removed: ReadonlySet<string> = new Set()
  const now = () => [...current.filter((one) => !removed.has(keyOf(one))), ...added]
  return {
    rendered: (value) => {
      current = value
      const keys = new Set(value.map(keyOf))
      added = added.filter((one) => !keys.has(keyOf(one)))
      removed = new Set([...removed].filter((key) => keys.has(key)))
    },
    add: (arrived) => {
      added = [...added, arrived]
      return now()
    },
    remove: (key) => {
      added = added.filter((one) => keyOf(one) !== key)
      removed = new Set([...removed, key])
      return now()
    },
  }
}
