import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/shared/bridge/outcome.ts'
import { paperCode } from '../../../src/shared/features/paper/code.ts'
import type { PaperBalance } from '../../../src/shared/features/paper/contract.ts'
import { PAPER_STATES, paperStateNames } from '../../../src/shared/features/paper/rules.ts'
import { qrText } from '../../../src/shared/features/paper/qr.ts'
import { scannedCode } from '../../../src/renderer/features/ballot/parts/scannedCode.ts'
import { balanceFigures, balanceInWords } from '../../../src/renderer/features/paper/balanceWords.ts'
import { refusedScan } from '../../../src/renderer/features/paper/scans.ts'
import { roomStateOf } from '../../../src/renderer/features/progress/roomStates.ts'

describe('reading a scanned code', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const code = paperCode([8, 5, 17, 0, 21, 7, 28])
  const qr = qrText({ code, layoutId: '1F0A8B3C', page: 2 }, sha256)

  it('returns the paper’s code from its QR code in any case, or bare', () => {
    expect([qr, qr.toLowerCase(), ` ${qr} `, code, code.toLowerCase(), ` ${code}`].map(scannedCode)).toEqual(Array.from({ length: 6 }, () => 'A7K2Q9XC'))
  })

  it('returns nothing if any character of the QR code is wrong', () => {
    const signs = '0123456789ABCDEF'
    const wrong = Array.from(qr, (sign, place) => Array.from(signs.replace(sign, ''), (other) => qr.slice(0, place) + other + qr.slice(place + 1))).flat()
    const read = wrong.filter((text) => /^V1-.+-.+-\d+-.{4}$/.test(text)).map(scannedCode)
    expect(read.length).toBeGreaterThan(200)
    expect(read.filter((each) => each === code)).toEqual([])
    expect(scannedCode(qr.slice(0, -1) + (qr.endsWith('0') ? '1' : '0'))).toBeNull()
  })

  it('returns a hand-written code unchanged', () => {
    const written = ['C-001', 'V1-001', 'v1-a', 'abc', 'A-2026-1-0001']
    expect(written.map(scannedCode)).toEqual(written)
    const kept = qrText({ code: 'C-001', layoutId: '1F0A8B3C', page: 1 }, sha256)
    expect(scannedCode(kept)).toBe('C-001')
  })
})

describe('a refused scan', () => {
  const refused = (reason: 'paper.unknown' | 'paper.wrongState', data: unknown): Failure => ({ kind: 'refused', code: 404, message: '未找到', data, reason })

  it('names whose paper it is, if the refusal does', () => {
    const data = { code: 'A7K2Q9XC', place: '一期-1栋-101', ownername: '张三', status: 2 }
    expect(refusedScan('A7K2Q9XC', refused('paper.wrongState', data))).toEqual({
      kind: 'refused',
      sentence: '未找到',
      place: '一期-1栋-101',
      ownerName: '张三',
    })
  })

  it('reports a misread code if its checksum shows it', () => {
    expect(refusedScan('A7K2Q9XD', refused('paper.unknown', null))).toMatchObject({ sentence: expect.stringContaining('可能扫错或打错') })
    expect(refusedScan('A7K2Q9XC', refused('paper.unknown', null))).toMatchObject({ sentence: '未找到', place: '', ownerName: '' })
  })
})

describe('describing the balance', () => {
  const balance = (more: Partial<PaperBalance>): PaperBalance => ({
    printed: 1_000,
    inOffice: 0,
    out: 100,
    received: 0,
    spoiled: 0,
    voted: 0,
    late: 0,
    votedOtherwise: 0,
    handMarked: 0,
    unissued: 0,
    ...more,
  })

  it('names states exactly as the list’s filter does', () => {
    const [all, ...states] = balanceFigures.map(({ name }) => name)
    expect(states.slice(0, 4)).toEqual(PAPER_STATES.map((state) => paperStateNames[state]))
    expect(all).toBe('选票总数')
  })

  it('explains received − voted in all its parts', () => {
    expect(balanceInWords(balance({ printed: 4, inOffice: 4 }))).toEqual(['还没有收回选票'])
    expect(balanceInWords(balance({ received: 1_200, voted: 1_200 }))).toEqual(['已收回 1,200 − 已录入 1,200 = 0 份：收回的选票都已录入'])
    expect(balanceInWords(balance({ received: 20, voted: 12, late: 3 }))).toEqual([
      '已收回 20 − 已录入 12 = 8 份：5 份等待录入，3 份逾期收回，留存备查，不能录入',
    ])
    expect(balanceInWords(balance({ received: 3, late: 3 }))).toEqual(['已收回 3 − 已录入 0 = 3 份：3 份逾期收回，留存备查，不能录入'])
  })

  it('mentions what the six numbers leave open', () => {
    expect(balanceInWords(balance({ votedOtherwise: 2, unissued: 7 })).slice(1)).toEqual([
      '另有 2 份没有收回，但业主已用其他方式投票，收到后不再录入',
      '还有 7 票没有生成选票',
    ])
  })
})

describe('a room of the grid', () => {
  it('is shown by its paper, and as a hand-made mark only without one', () => {
    const cases = [
      [1, 2, 'voted'],
      [1, -1, 'voted'],
      [0, 2, 'received'],
      [-1, 2, 'received'],
      [0, 1, 'out'],
      [0, 0, 'printed'],
      [0, -1, 'marked'],
      [-1, -1, 'open'],
    ] as const
    expect(cases.map(([votestatus, paperstatus]) => roomStateOf({ votestatus, paperstatus }))).toEqual(cases.map(([, , state]) => state))
  })
})
