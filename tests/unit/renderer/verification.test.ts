import { describe, expect, it } from 'vitest'
import { printedEntry, verificationInWords } from '../../../src/renderer/features/administration/verification.ts'

const intact = {
  isIntact: true,
  entryCount: 1_234,
  brokenAt: null,
  erasedCount: 0,
  lastNumber: 1_234,
  lastHash: 'a'.repeat(64),
  printed: 'none',
  checkpoints: { checked: 3, faults: [] as never[], faultCount: 0 },
  replay: { checked: 10, differences: [] as never[], differenceCount: 0 },
  files: { checked: 0, differences: [] as never[], differenceCount: 0 },
  schema: [] as never[],
  schemaKnown: null,
  clock: { count: 0, entries: [] as never[] },
} as const

const ownSchema = { kind: 'success', sentence: '数据库的结构与本程序一致' } as const
const none = { ...intact, checkpoints: { ...intact.checkpoints, checked: 0 }, replay: { ...intact.replay, checked: 0 } }

describe('the result of the journal check', () => {
  it('covers the chain only if nothing was typed from a report', () => {
    expect(verificationInWords(none, null)).toEqual([{ kind: 'success', sentence: '校验通过：1,234 条日志完整，没有被改动' }, ownSchema])
    const replay = { ...intact.replay, checked: 10 }
    expect(verificationInWords({ ...none, replay }, null)[1]).toEqual({ kind: 'success', sentence: '投票数据与日志一致，共比对 10 项' })
    expect(verificationInWords({ ...none, replay: { ...replay, differenceCount: 3 } }, null)[1]).toMatchObject({
      kind: 'error',
      sentence: expect.stringContaining('不一致，共 3 处'),
    })
    expect(verificationInWords({ ...none, isIntact: false, brokenAt: 7 }, null)).toMatchObject([{ kind: 'error' }, ownSchema])
  })
  it('mentions erased contents', () => {
    const erased = { ...none, erasedCount: 1_300 }
    expect(verificationInWords(erased, null)).toMatchObject([
      { kind: 'success' },
      { kind: 'info', sentence: '有 1,300 条日志的内容已按数据保留清除，每条都有清除记录，校验值仍在' },
      ownSchema,
    ])
    expect(verificationInWords({ ...erased, isIntact: false, brokenAt: 9 }, null)).toHaveLength(2)
  })
  it.each([
    ['found', 'success', /^核对一致：.*第 128 条/],
    ['differs', 'error', /第 128 条日志的校验值与报告所印不同.*输错/],
    ['missing', 'error', /日志只到第 1234 条，没有报告所印的第 128 条/],
  ] as const)('explains a printed entry that is %s', (printed, kind, sentence) => {
    const verdicts = verificationInWords({ ...none, printed }, { kind: 'entry', number: 128 })
    expect(verdicts).toHaveLength(3)
    expect(verdicts[2]).toMatchObject({ kind, sentence: expect.stringMatching(sentence) })
  })
})

it.each([
  ['found', 'success', /^核验码一致：.*仍在/],
  ['differs', 'error', /^核验码不一致：.*日志已被重写/],
  ['missing', 'error', /^核验码不一致：没有这个核验码.*输错/],
] as const)('explains a code that is %s', (printed, kind, sentence) => {
  expect(verificationInWords({ ...none, printed }, { kind: 'code' })[2]).toMatchObject({ kind, sentence: expect.stringMatching(sentence) })
})

it('shows how many files match the journal, or that some do not', () => {
  const files = { checked: 1_300, differences: [] as never[], differenceCount: 0 }
  expect(verificationInWords({ ...none, files }, null)[1]).toEqual({ kind: 'success', sentence: '图片和附件与日志一致，共比对 1,300 个文件' })
  const file = { kind: 'file', id: 'f', activity: 'a', field: '', expected: 'x', found: null } as const
  const differences = [file, { ...file, id: 'g' }, { ...file, id: 'h', field: 'sha256', found: 'y' }, { ...file, id: 'i', expected: null, found: 'y' }]
  const [, verdict] = verificationInWords({ ...none, files: { ...files, differences, differenceCount: 4 } }, null)
  expect(verdict?.kind).toBe('error')
  expect(verdict?.sentence).toMatch(
    /^图片和附件与日志不一致，共 4 处：日志中有，数据库中缺失；内容与日志中的校验值不符，已被改动；没有日志附上这个文件，是绕过本程序换上的；/,
  )
})

it('shows how many checkpoints are valid, or the fault of the first invalid one', () => {
  expect(verificationInWords({ ...intact, replay: none.replay }, null)[1]).toEqual({
    kind: 'success',
    sentence: '检查点通过：3 个检查点的签名正确，与日志相符',
  })
  const faults = Array.from({ length: 7 }, (_, index) => ({ number: index + 1, reason: '签名不正确' }))
  const [, wrong] = verificationInWords({ ...none, checkpoints: { checked: 9, faults, faultCount: 7 } }, null)
  expect(wrong?.sentence).toMatch(/^检查点不通过，共 7 处：第 1 条签名不正确；.*第 5 条签名不正确……，请立即停止使用/)
  expect(wrong?.sentence).not.toContain('第 6 条')
})

it('mentions entries with a slow clock, without calling it a fault', () => {
  const at = Date.UTC(2026, 4, 1, 1)
  const entries = [{ number: 12, at, journalTime: at + 3_600_000 }]
  expect(verificationInWords({ ...none, clock: { count: 1, entries } }, null).at(-1)).toEqual({
    kind: 'info',
    sentence: '有 1 条日志的时间早于前面的日志，服务器的时间被调回过：第 12 条 2026-05-01 09:00:00（此前已有 2026-05-01 10:00:00）',
  })
})

it('names foreign schema objects and their meaning', () => {
  const trigger = { object: 'trigger vote_record.flip', fault: 'foreign', blocks: true } as const
  const index = { object: 'index session.session_of_user', fault: 'missing', blocks: false } as const
  const said = (schema: (typeof trigger | typeof index)[] | null) => verificationInWords({ ...none, schema }, null).slice(1)
  expect(said([trigger, index])).toEqual([
    {
      kind: 'error',
      sentence: '数据库的结构被改动过，共 1 处：触发器 vote_record.flip：不是本程序建立的。查清以前不能结束投票，也不能生成报告，请联系技术人员',
    },
    { kind: 'info', sentence: '索引 session.session_of_user：缺失；只影响速度，不影响数据' },
  ])
  expect(said([index])).toMatchObject([{ kind: 'info' }])
  expect(said(Array.from({ length: 6 }, () => trigger))[0]?.sentence).toContain('……。')
  expect(said(null)).toMatchObject([{ kind: 'info', sentence: expect.stringContaining('没有核对数据库的结构') }])
})

it('accepts only a number and a hash as copied from paper', () => {
  const hash = 'ab'.repeat(32)
  expect(printedEntry(' 128 ', `${hash.slice(0, 30).toUpperCase()}\n ${hash.slice(30)}`)).toEqual({ number: 128, hash })
  for (const wrong of [hash.slice(1), `${hash}a`, `${hash.slice(1)}g`]) expect(printedEntry('128', wrong)).toBeNull()
  for (const wrong of ['', '1.5', '第128条', '-1']) expect(printedEntry(wrong, hash)).toBeNull()
})
