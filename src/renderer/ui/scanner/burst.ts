/** A pressed key, as far as scanners and desks care. */
export interface Key {
  /** What it types, or would type where an input method has taken it. */
  readonly key: string
  /** When it was pressed, in milliseconds. */
  readonly at: number
  readonly isCtrl: boolean
  /** Alt or Meta. */
  readonly isOtherModifier: boolean
  /** It is held down and repeats itself. */
  readonly isRepeated: boolean
  /** It belongs to an input method. */
  readonly isComposing: boolean
}

/** The fast keys so far, and the page as it was before the first of them. */
export interface Burst<Before> {
  readonly text: string
  readonly lastAt: number
  readonly before: Before
  /** The key that ended its code; the other of the two, right behind it, belongs to it. null: the code goes on. */
  readonly endedBy: 'Enter' | 'Tab' | null
}

/** Slower than any scanner, faster than any hand: milliseconds between two keys of one code. */
const BURST_GAP_MS = 50
/** Fewer keys than this are no code. */
const BURST_LENGTH = 3
/** From so many fast keys on it was a scanner, even where nothing ends them. */
const UNENDED_LENGTH = 6
/** How long the end of a code may take, in milliseconds, where the computer is busy. */
export const UNENDED_MS = 400

interface ScanResult<Before> {
  readonly burst: Burst<Before> | null
  /** The code that this key has ended; null if it has not. */
  readonly code: string | null
  /** The key ends a code that has ended already: it does nothing. */
  readonly isTail: boolean
}

/**
 * Listens for a barcode scanner: keys in quick succession, ended by Enter or Tab, or by both.
 *
 * The first key does not show that a code begins. The keys act as usual, and what they did is undone when the final key
 * shows that a scanner typed them ({@link Burst.before}). This holds while an input method is on, too:
 * nobody composes that fast.
 */
export function detectScan<Before>(burst: Burst<Before> | null, key: Key, before: Before): ScanResult<Before> {
  const result = (next: Burst<Before> | null, code: string | null = null, isTail = false): ScanResult<Before> => ({ burst: next, code, isTail })
  // Shift comes between the letters of a code.
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

/** Whether a scanner typed it, should nothing more come. */
export function isUnended(burst: Burst<unknown> | null): boolean {
  return burst !== null && burst.endedBy === null && burst.text.length >= UNENDED_LENGTH
}
