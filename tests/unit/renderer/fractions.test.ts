import { describe, expect, it } from 'vitest'
import { majorityFractions, quorumFractions, type Fraction } from '../../../src/renderer/features/activity/parts/fractions/fractions.ts'

const share = (count: number, areaHundredths: number) => ({ count, areaHundredths })
const inWords = ({ name, unit, figures, rate, comparison, isReached }: Fraction): string =>
  `${name}${unit === 'area' ? '面积' : ''} ${figures} = ${rate}${isReached === null ? '' : ` ${comparison} ${isReached ? '✓' : '✗'}`}`

describe('the reasoning of a verdict', () => {
  it('shows each inequality with its numbers, by heads and by area', () => {
    const [whole, participants, approve] = [share(50, 445_325), share(36, 312_975), share(21, 176_140)]
    expect(quorumFractions(participants, whole, 1).map(inWords)).toEqual(['参与 36/50 = 72.00% ≥ 2/3 ✓', '参与面积 3,129.75/4,453.25㎡ = 70.28% ≥ 2/3 ✓'])
    expect(majorityFractions(approve, participants, { rule: 1, lawItem: null }).map(inWords)).toEqual([
      '同意 21/36 = 58.33% ＞ 1/2 ✓',
      '同意面积 1,761.40/3,129.75㎡ = 56.28% ＞ 1/2 ✓',
    ])
    expect(majorityFractions(approve, participants, { rule: 2, lawItem: null }).map(inWords)).toEqual([
      '同意 21/36 = 58.33% ＜ 3/4 ✗',
      '同意面积 1,761.40/3,129.75㎡ = 56.28% ＜ 3/4 ✗',
    ])
  })

  it('exact equality suffices for 2/3 and 3/4, but not for 1/2', () => {
    expect(quorumFractions(share(2, 40_000), share(3, 60_000), 1).map(inWords)).toEqual([
      '参与 2/3 = 66.67% ≥ 2/3 ✓',
      '参与面积 400.00/600.00㎡ = 66.67% ≥ 2/3 ✓',
    ])
    expect(majorityFractions(share(2, 100), share(4, 400), { rule: 1, lawItem: null }).map(({ comparison }) => comparison)).toEqual(['≤ 1/2', '≤ 1/2'])
    expect(majorityFractions(share(3, 300), share(4, 400), { rule: 4, lawItem: null }).map(({ comparison }) => comparison)).toEqual(['≥ 3/4', '≥ 3/4'])
  })

  it('shows enough decimals that a rounded rate never contradicts its comparison', () => {
    // Case I of `counting.md`.
    expect(majorityFractions(share(6, 59_999), share(8, 80_000), { rule: 2, lawItem: null }).map(inWords)).toEqual([
      '同意 6/8 = 75.00% ≥ 3/4 ✓',
      '同意面积 599.99/800.00㎡ = 74.999% ＜ 3/4 ✗',
    ])
    expect(majorityFractions(share(1, 5_000_001), share(2, 10_000_000), { rule: 1, lawItem: null }).map(({ rate }) => rate)).toEqual(['50.00%', '50.00001%'])
    for (let whole = 1; whole <= 3_000; whole += 7) {
      for (const part of [Math.floor((2 * whole) / 3), Math.ceil((2 * whole) / 3)]) {
        const [{ rate, isReached } = { rate: '', isReached: null }] = quorumFractions(share(part, 1), share(whole, 1), 1)
        if (3 * part !== 2 * whole) expect(3 * Number(rate.slice(0, -1)) > 200, `${part}/${whole} ${rate}`).toBe(isReached)
      }
    }
  })

  it('is empty without a conclusion or participants', () => {
    expect(quorumFractions(share(1, 100), share(5, 500), 6).map(inWords)).toEqual(['参与 1/5 = 20.00%', '参与面积 1.00/5.00㎡ = 20.00%'])
    expect(majorityFractions(share(0, 0), share(0, 0), { rule: 1, lawItem: null }).map(inWords)).toEqual(['同意 0/0 = 0.00%', '同意面积 0.00/0.00㎡ = 0.00%'])
  })
})
