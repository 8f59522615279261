/** Faster than any hand: milliseconds between two keys of a barcode scanner. */
const BURST_MS = 60

interface IsolatedKey {
  /** Takes every key, `isWanted` where it is the one that is waited for; `at` in milliseconds. */
  readonly pressed: (isWanted: boolean, at: number) => void
  readonly stop: () => void
}

/**
 * Does `work` at a key that a hand has pressed: one with no other key close before it or behind it.
 *
 * A scanner may read a code with that sign in it at any time.
 */
export function createIsolatedKey(work: () => void): IsolatedKey {
  let lastAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    pressed: (isWanted, at) => {
      clearTimeout(timer)
      if (isWanted && at - lastAt > BURST_MS) timer = setTimeout(work, BURST_MS)
      lastAt = at
    },
    stop: () => clearTimeout(timer),
  }
}
