import { describe, expect, it } from 'vitest'
import { printedEntry, verificationInWords } from '../../../src/renderer/features/administration/verification.ts'

const checkpoints = { checked: 3, faults: [], faultCount: 0 }
const intact = { isIntact: true, entryCount: 1_234, brokenAt: null, lastNumber: 1_234, lastHash: 'a'.repeat(64), printed: 'none', checkpoints } as const

describe('what the check of the journal says', () => {
  it('is of the chain alone where nothing was typed from a report', () => {
    expect(verificationInWords(intact, 0)).toEqual([{ kind: 'success', sentence: '校验通过：1,234 条日志完整，没有被改动' }])
    expect(verificationInWords({ ...intact, isIntact: false, brokenAt: 7 }, 0)).toMatchObject([{ kind: 'error' }])
  })
  it.each([
    ['found', 'success', /^核对一致：.*第 128 条/],
    ['differs', 'error', /第 128 条日志的校验值与报告所印不同.*输错/],
    ['missing', 'error', /日志只到第 1234 条，没有报告所印的第 128 条/],
  ] as const)('says of a printed entry that is %s what it means', (printed, kind, sentence) => {
    const verdicts = verificationInWords({ ...intact, printed }, 128)
    expect(verdicts).toHaveLength(2)
    expect(verdicts[1]).toMatchObject({ kind, sentence: expect.stringMatching(sentence) })
  })
})

it('takes a number and a hash as they are copied from paper, and nothing else', () => {
  const hash = 'ab'.repeat(32)
  expect(printedEntry(' 128 ', `${hash.slice(0, 30).toUpperCase()}\n ${hash.slice(30)}`)).toEqual({ number: 128, hash })
  for (const wrong of [hash.slice(1), `${hash}a`, `${hash.slice(1)}g`]) expect(printedEntry('128', wrong)).toBeNull()
  for (const wrong of ['', '1.5', '第128条', '-1']) expect(printedEntry(wrong, hash)).toBeNull()
})
