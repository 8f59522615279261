import { expect, it } from 'vitest'
import type { Conclusion } from '#shared/features/result/contract.ts'
import { standingsOf } from '#shared/features/result/elections.ts'

const options = ['甲', '乙', '丙', '丁', '戊'].map((id) => ({ id }))
const outcomes: Readonly<Record<string, Conclusion['outcome']>> = { 甲: '通过', 乙: '不通过', 丙: '通过', 丁: '通过', 戊: '未成立' }

it('lists the elected by seat first, then ties, then the others in ballot order', () => {
  const standings = standingsOf({ elected: ['丙'], tied: ['甲', '丁'] }, options, ({ id }) => outcomes[id] ?? '不作结论')
  expect(standings.map(({ option, place, words }) => [option.id, place, words])).toEqual([
    ['丙', 1, '当选'],
    ['甲', null, '并列，须再次表决'],
    ['丁', null, '并列，须再次表决'],
    ['乙', null, '不通过，未当选'],
    ['戊', null, '未成立，未当选'],
  ])
})
