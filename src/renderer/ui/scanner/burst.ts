/** A pressed key, as needed by scanners and desks. */
export interface Key {
  /** The typed character, or what it would be if an input method has consumed it. */
  readonly key: string
  /** Time of the key press (ms). */
  readonly at: number
  readonly isCtrl: boolean
  /** Alt or Meta. */
  readonly isOtherModifier: boolean
  /** Auto-repeat of a held key. */
  readonly isRepeated: boolean
  /** Belongs to an input method. */
  readonly isComposing: boolean
}

/** The fast keys so far, and the page's state before the first of them. */
export interface Burst<Before> {
  readonly text: string
  readonly lastAt: number
  readonly before: Before
  /** The key that ended the code; if the other one follows directly, it belongs to the scan too. null: not ended. */
  readonly endedBy: 'Enter' | 'Tab' | null
}

/** Longest gap between two keys of a code (ms): slower than any scanner, faster than typing by hand. */
const BURST_GAP_MS = 50
/** Minimum length of a code. */
const BURST_LENGTH = 3
/** Number of fast keys that identify a scanner even without a terminator. */
const UNENDED_LENGTH = 6
/** Maximum delay of a code's terminator on a busy computer (ms). */
export const UNENDED_MS = 400

interface ScanResult<Before> {
  readonly burst: Burst<Before> | null
  /** The code ended by this key; null if none. */
  readonly code: string | null
  /** The key follows a terminator and is ignored. */
  readonly isTail: boolean
}

/**
 * Detects a barcode scanner: keys in quick succession, terminated by Enter, Tab or both.
 *
 * The first key does not reveal that a code begins. Keys act as usual, and their effect is undone when the terminator shows that
 * a scanner typed them ({@link Burst.before}). This also works with an input method on: nobody composes that fast.
 */
export function detectScan<Before>(burst: Burst<Before> | null, key: Key, before: Before): ScanResult<Before> {
  const result = (next: Burst<Before> | null, code: string | null = null, isTail = false): ScanResult<Before> => ({ burst: next, code, isTail })
  // Shift occurs between the letters of a code.
  if (key.key === 'Shift' || key.key === 'CapsLock') return result(burst)
  const isFast = burst !== null && key.at - burst.lastAt <= BURST_GAP_MS
  if (key.isCtrl || key.isOtherModifier || key.isRepeated) return result(null)
  if (key.key === 'Enter' || key.key === 'Tab') {
    if (!isFast) return result(null)
    if (burst.endedBy !== null) return result(null, null, burst.endedBy !== key.key)
    return burst.text.length >= BURST_LENGTH ? result({ ...burst, lastAt: key.at, endedBy: key.key }, burst.text) : result(null)
  }
  if (key.key.length !== 1) return result(null)
  const isContinued = isFast && burst.endedBy === null
  return result(isContinued ? { ...burst, text: burst.text + key.key, lastAt: key.at } : { text: key.key, lastAt: key.at, before, endedBy: null })
}

/** Whether a scanner typed it, if no further key follows. */
export function isUnended(burst: Burst<unknown> | null): boolean {
  return burst !== null && burst.endedBy === null && burst.text.length >= UNENDED_LENGTH
}
