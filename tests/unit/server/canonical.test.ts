import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../src/server/features/audit/canonical.ts'

describe('the journal’s canonical text (RFC 8785)', () => {
  it('is what the library of the RFC’s author makes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(canonical(value)).toBe(canonicalize(value))
      }),
    )
    const members = { '€': 1, '\r': 2, דּ: 3, '1': 4, '10': 5, '2': 6, '😀': 7, '\u0080': 8, ö: 9, constructor: 10 }
    expect(canonical(members)).toBe(canonicalize(members))
  })

  it('leaves out what is undefined, and has null for it in a list', () => {
    expect(canonical({ b: undefined, a: [undefined, -0] })).toBe('{"a":[null,0]}')
  })

  it('has U+FFFD for half a character, and keeps a text that only looks like one', () => {
    expect(canonical({ text: 'a\ud800b' })).toBe('{"text":"a\ufffdb"}')
    expect(canonical(['\\ud800', '😀'])).toBe('["\\\\ud800","😀"]')
  })

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [new Date(0)]])('refuses %s, which is no plain data', (value) => {
    expect(() => canonical({ value })).toThrow(TypeError)
  })
})
