/** What has arrived for a list of which somebody else keeps the state. */
export interface Arrivals<Value> {
  /** The list as it is shown now. */
  readonly shows: (value: readonly Value[]) => void
  /** One more has arrived: the list with it, and with all that arrived before it and is not shown yet. */
  readonly takes: (arrived: Value) => Value[]
}

/**
 * Adds to a list that is drawn later than it changes: several may arrive between two drawings, and a drawing may show an
 * older list than the last one that was handed out. None is lost for it.
 */
export function createArrivals<Value>(shown: readonly Value[], keyOf: (value: Value) => string): Arrivals<Value> {
  let current = shown
  let unseen: readonly Value[] = []
  return {
    shows: (value) => {
      current = value
      const keys = new Set(value.map(keyOf))
      unseen = unseen.filter((one) => !keys.has(keyOf(one)))
    },
    takes: (arrived) => {
      unseen = [...unseen, arrived]
      return [...current, ...unseen]
    },
  }
}
