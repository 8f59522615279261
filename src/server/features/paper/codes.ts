import { randomInt } from 'node:crypto'
import { paperCode, SIGN_COUNT } from '#shared/features/paper/code.ts'

const VALUES = 7

/** Creates unguessable codes, none of them ever given before. */
export function newCodes(count: number, given: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  while (found.size < count) {
    const code = paperCode(Array.from({ length: VALUES }, () => randomInt(SIGN_COUNT)))
    if (!given.has(code)) found.add(code)
  }
  return [...found]
}
