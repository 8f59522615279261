/** Union-find over things with indices from 0. */
export function createUnions(count: number) {
  const parents = Array.from({ length: count }, (_, index) => index)
  /** The lowest index of the set containing an index. */
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
    /** Unites the sets of two indices. */
    unite(one: number, other: number): void {
      const [first, second] = [rootOf(one), rootOf(other)]
      // The lower one is the root, so that groups keep their items' order.
      if (first !== second) parents[Math.max(first, second)] = Math.min(first, second)
    },
  }
}
