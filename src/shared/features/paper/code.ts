/** The characters of a paper's code, by value 0 to 30: none that is easily misread (`paper.md` section 4). */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Number of characters of a code; the last is the check character. */
const LENGTH = 8
/** A prime, so that a wrong character or a swap of neighbours never leaves the sum a multiple of it. */
export const SIGN_COUNT = SIGNS.length

const valueOf = new Map(Array.from(SIGNS, (sign, value) => [sign, value]))

/** Σ (9 − position) · value over the given characters, positions from 1. */
const weighted = (values: readonly number[]): number => values.reduce((sum, value, index) => sum + (LENGTH - index) * value, 0)

/**
 * A paper's code from the values of its first seven characters, 0 to 30 each; the eighth is the check character.
 *
 * @throws RangeError for invalid values
 */
export function paperCode(values: readonly number[]): string {
  const isValue = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < SIGN_COUNT
  if (values.length !== LENGTH - 1 || !values.every(isValue)) throw new RangeError('a code is made of seven values')
  const check = (SIGN_COUNT - (weighted(values) % SIGN_COUNT)) % SIGN_COUNT
  return [...values, check].map((value) => SIGNS[value]).join('')
}

/** Whether a text is a code with a valid check character: it detects any single wrong character and any swap of two neighbours. */
export function isPaperCode(text: string): boolean {
  const values = Array.from(text, (sign) => valueOf.get(sign) ?? -1)
  return values.length === LENGTH && !values.includes(-1) && weighted(values) % SIGN_COUNT === 0
}

/** Normalises a typed or scanned code: printed codes regardless of case and width, other text trimmed. */
export function typedCode(text: string): string {
  const typed = text.trim()
  const printed = typed.normalize('NFKC').toUpperCase()
  return isPaperCode(printed) ? printed : typed
}
