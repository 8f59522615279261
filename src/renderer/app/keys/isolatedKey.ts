/** Longest gap between two keys from a barcode scanner (ms); faster than typing by hand. */
const BURST_MS = 60

interface IsolatedKey {
  /** Call for every key; `isWanted` for the one being waited for, `at` in ms. */
  readonly pressed: (isWanted: boolean, at: number) => void
  readonly stop: () => void
}

/**
 * Calls `work` for a key pressed by hand, i.e. with no other key shortly before or after it.
 *
 * A scanner may read a code that contains the key at any time.
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
