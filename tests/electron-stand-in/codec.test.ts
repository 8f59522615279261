import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCodec } from './codec.ts'

const codec = createCodec()
const across = (value: unknown): unknown => codec.decode(codec.encode(value))

describe('the codec between main and page', () => {
  it.each([
    undefined,
    null,
    Number.NaN,
    -0,
    Number.POSITIVE_INFINITY,
    12n,
    '业主大会',
    [undefined, [1, 'a']],
    { deep: { undefinedToo: undefined } },
    new Date(1_700_000_000_000),
    new Date(Number.NaN),
    /房(\d+)/gu,
    new Map<unknown, unknown>([[{ key: 1 }, new Set([1, '1'])]]),
    new Float64Array([1.5, -0]),
  ])('keeps %o as it is', (value) => {
    expect(across(value)).toStrictEqual(value)
  })

  it('treats any JSON value as structured clone does, whatever its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(across(value)).toStrictEqual(structuredClone(value))
      }),
    )
    expect(across({ $: 'undefined', v: 1 })).toStrictEqual({ $: 'undefined', v: 1 })
    expect(Object.keys(across(JSON.parse('{"__proto__": 1}')) as object)).toEqual(['__proto__'])
  })

  it('transfers bytes completely, and a view without its surrounding buffer', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
    expect(across(bytes)).toStrictEqual(bytes)
    expect(across(bytes.buffer)).toStrictEqual(bytes.buffer)
    expect(across(bytes.subarray(3, 6))).toStrictEqual(Uint8Array.of(3, 4, 5))
    expect(across(new DataView(bytes.buffer, 1, 2))).toStrictEqual(new DataView(Uint8Array.of(1, 2).buffer))
  })

  it('gives the receiver its own bytes, and a Buffer as Uint8Array', () => {
    const received = across(Buffer.from('abc')) as Uint8Array
    expect(Buffer.isBuffer(received)).toBe(false)
    expect(received.byteLength).toBe(received.buffer.byteLength)
  })

  it('keeps the kind, message and stack of an error', () => {
    const error = new RangeError('too far')
    const received = across(error)
    expect(received).toBeInstanceOf(RangeError)
    expect(received).toMatchObject({ message: 'too far', stack: error.stack })
  })

  it('turns instances into plain objects', () => {
    class Room {
      number = 101
      describe = undefined
    }
    expect(across(new Room())).toStrictEqual({ number: 101, describe: undefined })
  })

  it.each([() => 1, Symbol('s'), Promise.resolve(), new WeakMap(), { inside: [() => 1] }])('refuses %o', (value) => {
    expect(() => codec.encode(value)).toThrow('An object could not be cloned.')
  })

  it('refuses a cycle, and accepts a repeated object', () => {
    const shared = { a: 1 }
    expect(across([shared, shared])).toStrictEqual([{ a: 1 }, { a: 1 }])
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => codec.encode(cycle)).toThrow('An object could not be cloned.')
  })
})
