import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../src/recount/judge/canonical.ts'
import { followChain } from '../../../src/recount/judge/chain.ts'
import { growingSha256, isSigned, sha256Of, sha256OfBytes, utf8 } from '../../../src/recount/judge/hashing.ts'

describe('the canonical text (RFC 8785)', () => {
  it('matches the standard’s examples', () => {
    expect(
      canonical({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000f\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}')
    const members = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji',
      '\u0080': 'Control',
      '\u00f6': 'o',
    }
    expect(Object.values(JSON.parse(canonical(members)) as object)).toEqual([
      'One',
      'Carriage Return',
      'Control',
      'o',
      'Euro Sign',
      'Emoji',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('omits missing members, and rejects what JSON cannot express', () => {
    expect(canonical({ b: undefined, a: -0 })).toBe('{"a":0}')
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1]) expect(() => canonical([wrong])).toThrow(TypeError)
  })

  it('reads back to the same value in any order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const shuffled = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonical(shuffled)).toBe(canonical(value))
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('hashes and signatures', () => {
  it('are equal in WebCrypto, in the library, and piece by piece', async () => {
    const bytes = utf8('投票'.repeat(50_000))
    const piecewise = growingSha256()
    for (let at = 0; at < bytes.length; at += 7_001) piecewise.add(bytes.subarray(at, at + 7_001))
    const [web, library] = [await sha256OfBytes(bytes), await sha256OfBytes(bytes, null)]
    expect(new Set([web, library, piecewise.done(), sha256Of('投票'.repeat(50_000))]).size).toBe(1)
    expect(sha256Of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('are verified alike with and without the browser’s Ed25519', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
    const signature = sign(null, Buffer.from('检查点'), privateKey).toString('hex')
    const wrong = signature.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    for (const subtle of [crypto.subtle, null]) {
      expect(await isSigned('检查点', signature, key, subtle)).toBe(true)
      expect(await isSigned('检查点 ', signature, key, subtle)).toBe(false)
      expect(await isSigned('检查点', wrong, key, subtle)).toBe(false)
      expect(await isSigned('检查点', signature, `${'f'.repeat(62)}7f`, subtle)).toBe(false)
      expect(await isSigned('检查点', signature.toUpperCase(), key, subtle)).toBe(false)
    }
  })

  it.skipIf(process.platform === 'win32')('of an entry are those of printf and sha256sum', async () => {
    const [salt, content] = ['0123456789abcdef0123456789abcdef', '{"action":"投票"}']
    const sum = (text: string): string => execFileSync('sh', ['-c', 'printf %s "$1" | sha256sum', 'sh', text], { encoding: 'utf8' }).slice(0, 64)
    const contenthash = sum(salt + content)
    const { hashes, faults } = await followChain(
      [
        { number: 1, contenthash, salt, content },
        { number: 2, contenthash, salt: null, content: null },
      ],
      async () => undefined,
    )
    const first = sum(`${'0'.repeat(64)}1${contenthash}`)
    expect(hashes).toEqual([first, sum(`${first}2${contenthash}`)])
    expect(faults).toEqual([])
  })
})
