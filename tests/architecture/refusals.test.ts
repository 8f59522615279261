import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

const files = sourcesBelow('src')
/** `path: what was found`, comments left out. */
const found = (word: RegExp): string[] =>
  files.flatMap(({ path, text }) => [...text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(word)].map(([match]) => `${path}: ${match}`))

describe('what is refused', () => {
  it('is refused for a reason of the table', () => {
    expect(found(/new Refusal\('[\w.]+'/g).length).toBeGreaterThan(80)
    expect(found(/new Refusal\((?:\d|Code\b|[`"])/g)).toEqual([])
  })

  it('is never told by its sentence: nothing is compared with a whole Chinese sentence, and nothing with a message', () => {
    const sentence = String.raw`['"\u0060][^'"\u0060\n]*[\u4e00-\u9fff]{2}[^'"\u0060\n]*['"\u0060]`
    const comparisons = found(new RegExp(String.raw`(?:[=!]==\s*${sentence}|${sentence}\s*[=!]==|\bcase ${sentence}:)`, 'g'))
    expect(comparisons).toEqual([])
    expect(
      found(/\b(?:message|sentence)(?:\.(?:startsWith|endsWith|includes|match)\(|\s*[=!]==\s*)['"`][^'"`\n]*[\u4e00-\u9fff]/g).filter(
        (one) => !prescribed.includes(one),
      ),
    ).toEqual([])
  })

  it('is decided by a screen by its reason, not by its code', () => {
    expect(found(/\bfailure\??\.code\b/g)).toEqual(['src/renderer/bridge/failure.ts: failure.code'])
  })
})

/** Where the place of a hint in a sentence is found, and nothing is decided. */
const prescribed = ["src/renderer/features/voting/SearchBar.tsx: sentence.includes('重试"]
