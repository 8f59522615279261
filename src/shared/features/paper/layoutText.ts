/**
 * How wide a text is at most, without a font: a line that is measured here fits where it is printed.
 *
 * Widths are shares of the letter's height in Noto Sans SC, which ballots are printed in; a test compares every character of the font.
 */
/** From the blank to `~`, in hundredths, rounded up. */
const ASCII = (
  '23 33 48 56 56 93 68 28 34 34 47 56 28 35 28 40 56 56 56 56 56 56 56 56 56 56 28 28 56 56 56 48 ' +
  '95 61 66 64 69 59 56 69 73 30 54 65 55 82 73 75 64 75 64 60 60 73 58 88 58 54 61 34 40 34 56 56 ' +
  '61 57 62 51 62 56 33 57 61 28 28 56 29 93 61 61 62 62 39 47 38 61 53 81 50 53 48 34 27 34 56'
)
  .split(' ')
  .map((hundredths) => Number(hundredths) / 100)
const FIRST = 0x20
/** What is wider than its height. */
const WIDER: Readonly<Record<string, number>> = { Ю: 1.02, '⸺': 1.7, '⸻': 2.5 }
/** Of what the font does not have, and the system's fonts draw. */
const FOREIGN = 1.4

function letterWidth(letter: string): number {
  const codePoint = letter.codePointAt(0) ?? 0
  const width = ASCII[codePoint - FIRST]
  if (width !== undefined) return width
  if (codePoint > 0xffff) return FOREIGN
  return WIDER[letter] ?? 1
}

/** The width of a text in letters' heights, at most. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

/** A text as one line can hold it, ideographic spaces among it: no line breaks, nothing that steers printers or turns the direction of reading. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\S\u3000]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}

/** Signs that begin no line, and signs that end none (GB/T 15834). */
const CLOSING = new Set('，。、；：？！）》」』】〉〕”’…—％·,.;:?!)]}%')
const OPENING = new Set('（《「『【〈〔“‘([{')
const IN_WORD = /[\p{Script=Latin}\p{Nd}_.,:/@+-]/u

/** The pieces between which a line may break. */
function pieces(text: string): string[] {
  const found: string[] = []
  let piece = ''
  let last = ''
  for (const letter of text) {
    const holds = last === '' || OPENING.has(last) || CLOSING.has(letter) || letter === ' ' || letter === '　' || (IN_WORD.test(last) && IN_WORD.test(letter))
    if (!holds) {
      found.push(piece)
      piece = ''
    }
    piece += letter
    last = letter
  }
  if (piece !== '') found.push(piece)
  return found
}

/** Breaks a text into lines no wider than `width` at a letter's height of `size`; `['']` where there is no text. */
export function textLines(text: string, width: number, size: number): string[] {
  const room = width / size
  const lines: string[] = []
  let line = ''
  const add = (piece: string): void => {
    if (textWidth((line + piece).trimEnd()) <= room) {
      line += piece
      return
    }
    if (line !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    if (textWidth(piece.trimEnd()) <= room) line = piece
    else for (const letter of piece) addLetter(letter)
  }
  /** Of a word that is longer than a line. */
  const addLetter = (letter: string): void => {
    if (line !== '' && textWidth(line + letter) > room) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += letter
  }
  for (const piece of pieces(plainText(text))) add(piece)
  if (line !== '' || lines.length === 0) lines.push(line.trimEnd())
  return lines
}

/** A text cut to what one line holds, with an ellipsis where something is missing. */
export function cutText(text: string, width: number, size: number): string {
  const plain = plainText(text)
  const room = width / size
  if (textWidth(plain) <= room) return plain
  let cut = ''
  for (const letter of plain) {
    if (textWidth(`${cut}${letter}…`) > room) break
    cut += letter
  }
  return `${cut}…`
}

const SMALLEST = 2.4
const LINE_HEIGHT = 1.25

/**
 * Fits a text into a rectangle: smaller letters first, then several lines, cut only where nothing else helps.
 *
 * @param size the largest height of a letter, in millimetres
 */
export function fittedText(
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
  size: number,
): { readonly size: number; readonly lines: string[] } {
  const plain = plainText(text)
  for (let fitted = size; fitted >= SMALLEST; fitted = Math.round((fitted - 0.2) * 10) / 10) {
    const lines = textLines(plain, width, fitted)
    if (lines.length * fitted * LINE_HEIGHT <= height) return { size: fitted, lines }
  }
  const most = Math.max(1, Math.floor(height / (SMALLEST * LINE_HEIGHT)))
  const lines = textLines(plain, width, SMALLEST)
  return { size: SMALLEST, lines: [...lines.slice(0, most - 1), cutText(lines.slice(most - 1).join(''), width, SMALLEST)] }
}
