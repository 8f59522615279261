/** Sets of things, by their places from 0, that become one where two of them are found to belong together. */
export function createUnions(count: number) {
  const parents = Array.from({ length: count }, (_, index) => index)
  /** The earliest place of the set that a place is in; its own where it is alone. */
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] ?? root
    for (let at = index; at !== root;) {
      const next = parents[at] ?? root
      parents[at] = root
      at = next
    }
    return root
  }
  return {
    rootOf,
    /** Makes one set of the two that the places are in. */
    unite(one: number, other: number): void {
      const [first, second] = [rootOf(one), rootOf(other)]
      // The earlier one is the root, so that groups keep the order of what they hold.
      if (first !== second) parents[Math.max(first, second)] = Math.min(first, second)
    },
  }
}
