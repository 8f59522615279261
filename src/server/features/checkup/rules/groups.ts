type Keys<K> = K | null | readonly K[]

/** Groups items by key, in the given order; items without a key are left out. */
export function groupsBy<T, K extends string | number>(items: Iterable<T>, keysOf: (item: T) => Keys<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  eachKey(items, keysOf, (key, item) => {
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  })
  return groups
}

/** Only groups of two or more: no lists are created for 100,000 unique keys. */
export function repeatedBy<T extends object, K extends string | number>(items: Iterable<T>, keysOf: (item: T) => Keys<K>): Map<K, T[]> {
  const firsts = new Map<K, T>()
  const groups = new Map<K, T[]>()
  eachKey(items, keysOf, (key, item) => {
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, item)
    else {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [first, item])
    }
  })
  return groups
}

/** An item with a duplicate key gets it once. */
function eachKey<T, K extends string | number>(items: Iterable<T>, keysOf: (item: T) => Keys<K>, put: (key: K, item: T) => void): void {
  for (const item of items) {
    const keys = keysOf(item)
    if (keys === null) continue
    if (typeof keys === 'string' || typeof keys === 'number') put(keys, item)
    else if (keys.length === 1) put(keys[0] as K, item)
    else for (const key of new Set(keys)) put(key, item)
  }
}
