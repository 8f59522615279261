import { describe, expect, it } from 'vitest'
import { canonical } from '../../../src/server/features/journal/canonical.ts'

describe('the journal’s canonical text (RFC 8785)', () => {
  it('sorts fields by name, also nested and numeric ones', () => {
    expect(canonical({ b: [{ d: 1, c: 2 }], a: { f: null, e: '' } })).toBe('{"a":{"e":"","f":null},"b":[{"c":2,"d":1}]}')
    expect(canonical({ a: 1, 2: 2, 10: 3, '!': 4 })).toBe('{"!":4,"10":3,"2":2,"a":1}')
  })

  it('omits undefined, and writes null for it in a list', () => {
    expect(canonical({ b: undefined, a: [undefined, -0] })).toBe('{"a":[null,0]}')
  })

  it('writes U+FFFD for a lone surrogate, and keeps similar text', () => {
    expect(canonical({ text: 'a\ud800b' })).toBe('{"text":"a\ufffdb"}')
    expect(canonical(['\\ud800', '😀'])).toBe('["\\\\ud800","😀"]')
  })
})
