import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerSums } from '../../../src/server/features/result/answer-sums.ts'

describe('packed answers', () => {
  it('sum up to the ballot-by-ballot count, in any batches', () => {
    const ballots = fc.integer({ min: 1, max: 12 }).chain((slotCount) =>
      fc.record({
        slotCount: fc.constant(slotCount),
        ballots: fc.array(
          fc.record({
            area: fc.integer({ min: 1, max: 99_999_999_999 }),
            answers: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: slotCount, maxLength: slotCount }),
          }),
        ),
        cut: fc.nat(),
      }),
    )
    fc.assert(
      fc.property(ballots, ({ slotCount, ballots: all, cut }) => {
        const sums = createAnswerSums(slotCount)
        const pack = (some: typeof all) => some.map(({ area, answers }) => `${area}:${answers.join('')},`).join('')
        const at = cut % (all.length + 1)
        sums.add(pack(all.slice(0, at)))
        sums.add(pack(all.slice(at)))
        for (let slot = 0; slot < slotCount; slot++) {
          for (const answer of [0, 1, 2, 3] as const) {
            const chosen = all.filter((ballot) => ballot.answers[slot] === answer)
            const area = chosen.reduce((sum, ballot) => sum + BigInt(ballot.area), 0n)
            expect(sums.slot(slot)[answer]).toEqual({ count: chosen.length, areaHundredths: Number(area) })
          }
        }
      }),
    )
  })

  it.each(['100:12', '100:1,', '100:123,', '100:19,', '100:1x,', ':12', 'x:12,', '100,12,', '100:12,100:1'])(
    'are refused where they do not fit the slots: %s',
    (packed) => {
      expect(() => createAnswerSums(2).add(packed)).toThrow('packed ballot')
    },
  )
})
