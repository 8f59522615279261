/**
 * Upper bound of a text's width, without a font: a line measured here fits when printed.
 *
 * Widths are fractions of the font size in Noto Sans SC, the ballots' font; a test compares every character of the font.
 */
/** From space to `~`, in hundredths, rounded up. */
const ASCII = (
  '23 33 48 56 56 93 68 28 34 34 47 56 28 35 28 40 56 56 56 56 56 56 56 56 56 56 28 28 56 56 56 48 ' +
  '95 61 66 64 69 59 56 69 73 30 54 65 55 82 73 75 64 75 64 60 60 73 58 88 58 54 61 34 40 34 56 56 ' +
  '61 57 62 51 62 56 33 57 61 28 28 56 29 93 61 61 62 62 39 47 38 61 53 81 50 53 48 34 27 34 56'
)
  .split(' ')
  .map((hundredths) => Number(hundredths) / 100)
const FIRST = 0x20
/** Characters wider than the font size. */
const WIDER: Readonly<Record<string, number>> = { Ю: 1.02, '⸺': 1.7, '⸻': 2.5 }
/** For characters missing in the font and drawn by system fonts. */
const FOREIGN = 1.4

function letterWidth(letter: string): number {
  const codePoint = letter.codePointAt(0) ?? 0
  const width = ASCII[codePoint - FIRST]
  if (width !== undefined) return width
  if (codePoint > 0xffff) return FOREIGN
  return WIDER[letter] ?? 1
}

/** Upper bound of a text's width, in font sizes. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

/** A text as a single line, including ideographic spaces: no line breaks, printer controls or changes of text direction. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\S\u3000]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}

/** Characters that must not begin a line, and those that must not end one (GB/T 15834). */
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

/** Breaks a text into lines of at most `width` at font size `size`; `['']` for an empty text. */
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
  /** For a word longer than a line. */
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

/** A text truncated to one line, with an ellipsis if truncated. */
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
 * Fits a text into a rectangle: by smaller letters first, then several lines, truncated only as a last resort.
 *
 * @param size maximum font size, in millimetres
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
