/** Changes to a list of which somebody else keeps the state. */
export interface PendingList<Value> {
  /** To be told of the list whenever it is shown: what it holds or lacks by then is no longer waited for. */
  readonly rendered: (value: readonly Value[]) => void
  /** One more has arrived: the list with it, and with all that changed before it and is not shown yet. */
  readonly add: (arrived: Value) => Value[]
  /** The one of this key is taken out: the list without it, and with all that changed before and is not shown yet. */
  readonly remove: (key: string) => Value[]
}

/**
 * Adds to and takes from a list that is rendered later than it changes: several may arrive between two renderings, and a rendering may
 * show an older list than the last one that was returned. None is lost for it, and none that was taken out comes back.
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
