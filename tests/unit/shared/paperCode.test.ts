import { describe, expect, it } from 'vitest'
import { isPaperCode, paperCode, SIGN_COUNT, typedCode } from '../../../src/shared/features/paper/code.ts'

const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Codes of all kinds: repeated characters, increasing ones, and some from a simple generator. */
function* someCodes(): Generator<string> {
  for (let value = 0; value < SIGN_COUNT; value++) yield paperCode(Array.from({ length: 7 }, () => value))
  yield paperCode([0, 1, 2, 3, 4, 5, 6])
  yield paperCode([30, 29, 28, 27, 26, 25, 24])
  let seed = 20260501
  for (let count = 0; count < 200; count++) {
    yield paperCode(
      Array.from({ length: 7 }, () => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        return Math.floor(seed / 2 ** 16) % SIGN_COUNT
      }),
    )
  }
}
const codes = [...someCodes()]

describe('a paper code', () => {
  it('is eight unambiguous characters with the specified check character', () => {
    expect(codes.filter((code) => !/^[2-9A-HJKMNP-Z]{8}$/.test(code))).toEqual([])
    expect(codes.filter((code) => !isPaperCode(code))).toEqual([])
    expect(isPaperCode('A7K2Q9XC')).toBe(true)
    expect(paperCode([8, 5, 17, 0, 21, 7, 28])).toBe('A7K2Q9XC')
  })

  it('detects any one wrong character', () => {
    const wrong = codes.flatMap((code) =>
      Array.from(code, (_sign, place) =>
        Array.from(SIGNS.replace(code[place] ?? '', ''), (other) => code.slice(0, place) + other + code.slice(place + 1)),
      ).flat(),
    )
    expect(wrong.length).toBe(codes.length * 8 * 30)
    expect(wrong.filter(isPaperCode)).toEqual([])
  })

  it('detects a swap of any two different neighbours', () => {
    const swapped = codes.flatMap((code) =>
      Array.from({ length: 7 }, (_none, place) => code.slice(0, place) + (code[place + 1] ?? '') + (code[place] ?? '') + code.slice(place + 2)).filter(
        (other) => other !== code,
      ),
    )
    expect(swapped.length).toBeGreaterThan(1_000)
    expect(swapped.filter(isPaperCode)).toEqual([])
  })

  it('must have the exact length and alphabet', () => {
    expect(['', '2222222', '222222222', 'A7K2Q9X0', 'A7K2Q9XO', 'A7K2Q9XL', 'A7K2 Q9XC', '一二三四五六七八'].filter(isPaperCode)).toEqual([])
    expect(() => paperCode([0, 1, 2])).toThrow(RangeError)
    expect(() => paperCode([0, 1, 2, 3, 4, 5, 31])).toThrow(RangeError)
  })

  it('is read in any case and width; a hand-made mark stays as typed', () => {
    expect(typedCode(' a7k2q9xc ')).toBe('A7K2Q9XC')
    expect(typedCode('Ａ７Ｋ２Ｑ９ＸＣ')).toBe('A7K2Q9XC')
    expect(typedCode(' c-001 ')).toBe('c-001')
  })
})
