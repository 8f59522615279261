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
}

/** Slower than any scanner, faster than any hand: milliseconds between two keys of one code. */
const BURST_GAP_MS = 50
/** Fewer keys than this are no code. */
const BURST_LENGTH = 3

interface ScanResult<Before> {
  readonly burst: Burst<Before> | null
  /** The code that this key has ended; null where it has not. */
  readonly code: string | null
}

/**
 * Listens for a barcode scanner: keys in quick succession, ended by Enter.
 *
 * The first key does not show that a code begins. The keys act as usual, and what they did is undone when the final Enter
 * shows that a scanner typed them ({@link Burst.before}). This holds while an input method is on, too:
 * nobody composes that fast.
 */
export function detectScan<Before>(burst: Burst<Before> | null, key: Key, before: Before): ScanResult<Before> {
  // Shift comes between the letters of a code.
  if (key.key === 'Shift' || key.key === 'CapsLock') return { burst, code: null }
  const isFast = burst !== null && key.at - burst.lastAt <= BURST_GAP_MS
  if (key.isCtrl || key.isOtherModifier || key.isRepeated) return { burst: null, code: null }
  if (key.key === 'Enter') return { burst: null, code: isFast && burst.text.length >= BURST_LENGTH ? burst.text : null }
  if (key.key.length !== 1) return { burst: null, code: null }
  return { burst: isFast ? { ...burst, text: burst.text + key.key, lastAt: key.at } : { text: key.key, lastAt: key.at, before }, code: null }
}
