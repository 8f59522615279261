import { describe, expect, it } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import { isPassword } from '#shared/features/account/rules.ts'
import { isCommonPassword } from '../../../src/server/features/account/commonPasswords.ts'
import { packedPasswords } from '../../../src/server/features/account/packedPasswords.ts'

describe('common passwords', () => {
  it('are packed: ten thousand distinct ones that meet the password rule', () => {
    const all = brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split('\n')
    expect(all.length).toBe(10_000)
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((password) => !isPassword(password) || password !== password.toLowerCase())).toEqual([])
    expect(all.every(isCommonPassword)).toBe(true)
    expect(packedPasswords.length).toBeLessThan(60_000)
  })

  it.each(['password1', '1qaz2wsx', 'qwerty123', 'abcd1234', 'passw0rd', 'a123456789', 'qq123456', 'asd123456', 'soso123aljg'])(
    '%s is one, found in leaks',
    (password) => expect(isCommonPassword(password)).toBe(true),
  )

  it.each([
    'woaini1314',
    'woaini520',
    '5201314woaini',
    'wang1234',
    'zhang123456',
    'liu888888',
    'w5201314',
    'xiaoming2008',
    '1990chen',
    'shequ123456',
    'wuye8888',
    'zxcvbnm147258',
    'li0123456789',
  ])('include %s, common in China', (password) => expect(isCommonPassword(password)).toBe(true))

  it.each(['pine4827', 'river5208', 'orchid7714', 'wang7302', 'woaini84027', 'garden1314x', 'kx520qm7', '1234wang5678'])('do not include %s', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  )
})
