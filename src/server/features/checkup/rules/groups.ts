type Keys<K> = K | null | readonly K[]

/** Things by a key, in the order given; those without a key are left out. */
export function groupsBy<T, K extends string | number>(items: Iterable<T>, keysOf: (item: T) => Keys<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  eachKey(items, keysOf, (key, item) => {
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  })
  return groups
}

/** The groups of two things and more: of a hundred thousand keys that stand alone no list is made. */
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

/** A thing that has a key twice has it once. */
function eachKey<T, K extends string | number>(items: Iterable<T>, keysOf: (item: T) => Keys<K>, put: (key: K, item: T) => void): void {
  for (const item of items) {
    const keys = keysOf(item)
    if (keys === null) continue
    if (typeof keys === 'string' || typeof keys === 'number') put(keys, item)
    else if (keys.length === 1) put(keys[0] as K, item)
    else for (const key of new Set(keys)) put(key, item)
  }
}
