import { randomInt } from 'node:crypto'
import { paperCode, SIGN_COUNT } from '#shared/features/paper/code.ts'

const VALUES = 7

/** New codes that nobody can guess, none of them among those that were ever given. */
export function newCodes(count: number, given: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  while (found.size < count) {
    const code = paperCode(Array.from({ length: VALUES }, () => randomInt(SIGN_COUNT)))
    if (!given.has(code)) found.add(code)
  }
  return [...found]
}
