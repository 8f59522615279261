/** A text a property, kept as one: looking through all of them at once costs a fraction of looking at each. */
export interface Lines {
  /** Folded lines with a line feed before, between and behind them. */
  readonly text: string
  /** Where each line starts in `text`; one more for the end of the text. */
  readonly starts: Uint32Array
}

/** The lines in the order given; they hold no line feed. */
export function linesOf(lines: readonly string[]): Lines {
  const starts = new Uint32Array(lines.length + 1)
  starts[0] = 1
  for (const [index, line] of lines.entries()) starts[index + 1] = starts[index]! + line.length + 1
  return { text: `\n${lines.map((line) => `${line}\n`).join('')}`, starts }
}

/** The lines of all pieces in one. */
export function joined(pieces: readonly Lines[]): Lines {
  const starts = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.starts.length - 1, 1))
  starts[0] = 1
  let [line, at] = [0, 0]
  for (const piece of pieces) {
    for (let index = 0; index < piece.starts.length; index++) starts[line + index] = at + piece.starts[index]!
    line += piece.starts.length - 1
    at += piece.text.length - 1
  }
  // The line feed before a piece is the one behind the piece before it.
  return { text: pieces.map(({ text }, index) => (index === 0 ? text : text.slice(1))).join(''), starts }
}

/** Calls `found` for each place at which a word stands, with the line's number. */
export function eachHit({ text, starts }: Lines, word: string, found: (line: number, at: number) => void): void {
  let line = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    while (starts[line + 1]! <= at) line += 1
    found(line, at)
  }
}

/** Whether what stands there is a whole name or number: `/`, a tab or the end of the line on both sides. */
export function isWhole({ text }: Lines, at: number, length: number): boolean {
  return isEnd(text.charCodeAt(at - 1)) && isEnd(text.charCodeAt(at + length))
}
/** Whether what stands there ends a name or a number. */
export const isLast = ({ text }: Lines, at: number, length: number): boolean => isEnd(text.charCodeAt(at + length))
const [LINE_FEED, TAB, SLASH] = ['\n', '\t', '/'].map((sign) => sign.charCodeAt(0))
const isEnd = (code: number): boolean => code === LINE_FEED || code === TAB || code === SLASH

/** What is told apart of a character: ten digits, the x of ID numbers, and everything else. */
const [X_KIND, OTHER_KIND] = [10, 11]
const [ZERO, NINE, X] = ['0', '9', 'x'].map((sign) => sign.charCodeAt(0)) as [number, number, number]
const kindOf = (code: number): number => (code >= ZERO && code <= NINE ? code - ZERO : code === X ? X_KIND : OTHER_KIND)
const FOUR = 4

/**
 * A text of the same length that has, for each character, one that stands for it and the three behind it.
 *
 * Phones and ID numbers are made of few digits, at each of which a search for four of them would stop and look. Four as
 * one are rare: a search takes a tenth of the time. Only digits and x are told apart.
 */
export function fourGrams(text: string): string {
  const codes = new Uint16Array(text.length)
  let four = 0
  for (let at = 0; at < text.length + FOUR - 1; at++) {
    // Four bits a character: the highest is 0xBBBB, below the surrogates.
    four = ((four << 4) | (at < text.length ? kindOf(text.charCodeAt(at)) : OTHER_KIND)) & 0xffff
    if (at >= FOUR - 1) codes[at - FOUR + 1] = four
  }
  return Buffer.from(codes.buffer).toString('utf16le')
}

/**
 * Calls `found` for each place at which a number stands, with the line's number.
 *
 * @param number at least {@link FOUR} characters, digits and x alone
 * @param fours the text of `lines` fourGrams()
 */
export function eachNumber(lines: Lines, fours: string, number: string, found: (line: number, at: number) => void): void {
  // Its last four digits: those before are the same in many phones and ID numbers.
  const before = number.length - FOUR
  eachHit({ text: fours, starts: lines.starts }, fourGrams(number).charAt(before), (line, at) => {
    if (lines.text.startsWith(number, at - before)) found(line, at - before)
  })
}
