import { expect, test } from 'vitest'
import { fingerprintFrom, FINGERPRINT, pairingOf } from '../../../src/shared/network/pairing.ts'

test('the groups are the first fifteen hex digits, three each, as four-digit decimals', () => {
  expect(pairingOf(`000fff001a5b10c${'0'.repeat(49)}`)).toBe('0000 4095 0001 2651 0268')
  expect(pairingOf(`abcdef012345678${'f'.repeat(49)}`)).toBe('2748 3567 0018 0837 1656')
})

test('Node’s form of a fingerprint is converted to ours', () => {
  const digits = Array.from({ length: 32 }, (_, index) => (index * 7).toString(16).padStart(2, '0').toUpperCase())
  const ours = fingerprintFrom(digits.join(':'))
  expect(ours).toMatch(FINGERPRINT)
  expect(ours).toBe(digits.join('').toLowerCase())
})
