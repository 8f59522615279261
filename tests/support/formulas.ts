/** Returns a cell's value: a number, a text, or nothing. */
export type CellOf = (sheet: string, address: string) => unknown

/**
 * Evaluates the kinds of formulas in the report from cells alone: sums, roundings, quotients, conditions.
 *
 * Verifies the results stored in the file, which spreadsheet programs show until they recalculate.
 */
export function evaluate(formula: string, sheet: string, cellOf: CellOf): number {
  const tokens = formula.match(/'[^']+'!|[A-Z]+\d+:[A-Z]+\d+|[A-Z]+\d+|[A-Z]+(?=\()|\d+(?:\.\d+)?|[(),+\-*/=]/g) ?? []
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const expect = (token: string): void => {
    if (next() !== token) throw new Error(`${token} expected in ${formula}`)
  }
  const numberAt = (inSheet: string, address: string): number => {
    const value = cellOf(inSheet, address)
    if (value === null || value === undefined || value === '') return 0
    if (typeof value !== 'number') throw new Error(`${inSheet} ${address} holds ${JSON.stringify(value)}`)
    return value
  }

  function sum(): number {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') value += next() === '+' ? product() : -product()
    return value
  }
  function product(): number {
    let value = operand()
    while (tokens[at] === '*' || tokens[at] === '/') value = next() === '*' ? value * operand() : value / operand()
    return value
  }
  function condition(): boolean {
    const left = sum()
    expect('=')
    return left === sum()
  }
  function operand(): number {
    const token = next()
    if (token === '(') return closing(sum())
    if (/^\d/.test(token)) return Number(token)
    if (token.endsWith('!')) return numberAt(token.slice(1, -2), next())
    if (/^[A-Z]+\d+$/.test(token)) return numberAt(sheet, token)
    expect('(')
    switch (token) {
      case 'SUM':
        return closing(sumOf(next()))
      case 'ROUND': {
        const value = sum()
        expect(',')
        return closing(rounded(value, sum()))
      }
      case 'IF': {
        const isTrue = condition()
        expect(',')
        const yes = sum()
        expect(',')
        return closing(isTrue ? yes : sum())
      }
      default:
        throw new Error(`${token} in ${formula}`)
    }
  }
  function closing(value: number): number {
    expect(')')
    return value
  }
  function sumOf(range: string): number {
    const [, first = '', top = '', last = '', bottom = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? []
    let total = 0
    for (let column = columnNumber(first); column <= columnNumber(last); column++) {
      for (let row = Number(top); row <= Number(bottom); row++) {
        const value = cellOf(sheet, `${columnName(column)}${row}`)
        if (typeof value === 'number') total += value
      }
    }
    return total
  }

  const value = sum()
  if (at !== tokens.length) throw new Error(`${formula} does not end at ${tokens.slice(at).join('')}`)
  return value
}

/** Rounds like spreadsheets: half away from zero, using fifteen digits. */
function rounded(value: number, digits: number): number {
  return Number(`${Math.round(Number(`${Number(value.toPrecision(15))}e${digits}`))}e-${digits}`)
}
const columnNumber = (letters: string): number => Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
function columnName(column: number): string {
  return column === 0 ? '' : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
}
