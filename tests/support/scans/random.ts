/** A seeded random generator, the same on every computer. */
export function createRandom(seed: number) {
  let state = seed | 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 to 1. */
    share,
    between: (least: number, most: number): number => least + (most - least) * share(),
    /** Normally distributed with mean 0 and deviation 1. */
    normal: (): number => Math.sqrt(-2 * Math.log(share() + 1e-12)) * Math.cos(2 * Math.PI * share()),
    index: (count: number): number => Math.floor(share() * count),
    pick: <T>(from: readonly T[]): T => {
      const picked = from[Math.floor(share() * from.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
export type Random = ReturnType<typeof createRandom>
