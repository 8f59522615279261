/** The last column (XFD) and row that the format knows. */
export const MAX_COLUMN = 16_384
export const MAX_ROW = 1_048_576

/** The column of an address, from 1: `A` and `A7` are 1, `XFD` is 16384; NaN for what is none. */
export function columnOf(address: string): number {
  let number = 0
  for (let index = 0; index < address.length; index++) {
    const letter = address.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) return letter >= -16 && letter <= -7 && index > 0 ? number : Number.NaN
    number = number * 26 + letter
  }
  return number
}

/** 1 is `A`, 16384 is `XFD`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
