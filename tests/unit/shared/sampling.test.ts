import { describe, expect, it } from 'vitest'
import { assertionsOf, taintOf, type ReadAnswer, type RecordedItem } from '../../../src/shared/features/sample/assertions.ts'
import { drawsNeeded, inSixPlaces, MOST_DRAWS, progressOf } from '../../../src/shared/features/sample/martingale.ts'
import type { Answer } from '../../../src/shared/features/activity/rules.ts'
import { NO_SHARE, plus, type Share } from '../../../src/shared/features/result/rules.ts'
import { drawVotes } from '../../../src/server/features/sample/progress.ts'
import { digestOf, listOf, listText } from '../../../src/server/features/sample/frozenList.ts'
import vectors from '../../support/vectors/reading.json' with { type: 'json' }

const weighed = ({ cap, margin, total }: { cap: number; margin: string | number; total: string | number }) => ({
  cap,
  margin: Number(margin),
  total: Number(total),
})

describe('the draws of a sample', () => {
  const { seed: digits, digest, H, A } = vectors.sampler

  it('match the vectors, by vote and by area', () => {
    const areas = Array.from({ length: H.n }, () => 1)
    expect(drawVotes({ digits, digest }, 'H', areas, H.draws.length)).toEqual(H.draws)
    expect(drawVotes({ digits, digest }, 'A', A.areas, A.draws.length)).toEqual(A.draws)
  })

  it('continue where they ended', () => {
    expect(drawVotes({ digits, digest }, 'A', A.areas, 5, 8)).toEqual(A.draws.slice(7, 12))
  })

  it('draw a vote in proportion to its area', () => {
    const areas = [1400, 0, 8600]
    const drawn = drawVotes({ digits: '1', digest: 'x' }, 'A', areas, 20_000)
    const share = (index: number): number => drawn.filter((each) => each === index).length / drawn.length
    expect(share(1)).toBe(0)
    expect(Math.abs(share(0) - 0.14)).toBeLessThan(0.01)
  })
})

describe('the frozen list', () => {
  const { text, digest } = vectors.list

  it('is written and hashed as in the vectors', () => {
    expect(listText(listOf(text))).toBe(text)
    expect(digestOf(text)).toBe(digest)
  })

  it('has what each assertion needs', () => {
    const { items, risk } = listOf(text)
    const needed = items.map(({ assertions }) => assertions.map((one) => ({ kind: one.kind, list: one.list, draws: drawsNeeded(one, risk) })))
    expect(needed).toEqual(vectors.list.needed)
  })
})

describe('the product of the draws', () => {
  it.each(vectors.T.sequences)('$name: ends and is reached as in the vectors', ({ taints, end, reachedAtDraw, ...given }) => {
    const { value, reachedAt } = progressOf(weighed(given), 5, taints)
    expect(inSixPlaces(value)).toBe(end)
    expect(reachedAt).toBe(reachedAtDraw)
    const [numerator, denominator] = given.afterTwo.map(BigInt) as [bigint, bigint]
    const two = progressOf(weighed(given), 5, taints.slice(0, 2)).value
    expect(two.numerator * denominator).toBe(two.denominator * numerator)
  })

  it.each(vectors.sizes.sizes)('risk $risk, cap $cap, margin $margin of $total needs $draws draws', ({ risk, draws, ...given }) => {
    expect(drawsNeeded(weighed(given), risk)).toBe(draws)
    if (draws === null || draws === 0) return
    const clean = (count: number) =>
      progressOf(
        weighed(given),
        risk,
        Array.from({ length: count }, () => 0),
      ).reachedAt
    expect(clean(draws)).toBe(draws)
    expect(clean(draws - 1)).toBeNull()
  })

  it('needs fewer draws from where it is, and never more than the maximum', () => {
    const assertion = { cap: 2, margin: 200, total: 1000 }
    const whole = drawsNeeded(assertion, 5) ?? 0
    const half = progressOf(
      assertion,
      5,
      Array.from({ length: 20 }, () => 0),
    ).value
    expect(drawsNeeded(assertion, 5, half)).toBe(whole - 20)
    expect(drawsNeeded({ cap: 2, margin: 1, total: 1_000_000 }, 5)).toBeNull()
    expect(drawsNeeded({ cap: 2, margin: 4, total: 10_000 }, 5)).toBeLessThanOrEqual(MOST_DRAWS)
  })

  it('keeps a reached assertion reached', () => {
    const taints = [...Array.from({ length: 60 }, () => 0), 2, 2, 2, 2]
    const { value, reachedAt } = progressOf({ cap: 2, margin: 200, total: 1000 }, 5, taints)
    expect(reachedAt).toBe(32)
    expect(Number(inSixPlaces(value))).toBeLessThan(1)
  })

  it('rounds half up', () => {
    expect(inSixPlaces({ numerator: 5n, denominator: 10_000_000n })).toBe('0.000001')
    expect(inSixPlaces({ numerator: 49n, denominator: 100_000_000n })).toBe('0.000000')
    expect(inSixPlaces({ numerator: 2n, denominator: 1n })).toBe('2.000000')
  })
})

describe('the assertions of an item', () => {
  type Spec = readonly [answer: number, count: number, area: number, covered?: boolean]

  function recorded(given: (typeof vectors.assertions.cases)[number]): { item: RecordedItem; population: Share } {
    const sums: Share[] = [NO_SHARE, NO_SHARE, NO_SHARE, NO_SHARE]
    let population = NO_SHARE
    let index = 0
    for (const [answer, count, area, covered = true] of given.spec as unknown as Spec[]) {
      for (let each = 0; each < count; each++) {
        const vote = { count: 1, areaHundredths: area + (index % 7) * 10 }
        sums[answer] = plus(sums[answer] ?? NO_SHARE, vote)
        if (covered) population = plus(population, vote)
        index++
      }
    }
    const [open = NO_SHARE, approve = NO_SHARE, oppose = NO_SHARE, abstain = NO_SHARE] = sums
    const share = ({ count, area }: { count: number | string; area: number | string }): Share => ({ count: Number(count), areaHundredths: Number(area) })
    return {
      item: {
        rule: given.votetype as RecordedItem['rule'],
        isThreeQuarters: given.f === '3/4',
        isPassed: given.outcome === '通过',
        offered: given.offered as Answer[],
        whole: share(given.whole),
        delivered: share(given.delivered),
        voted: [open, approve, oppose, abstain].reduce(plus),
        approve,
        oppose,
        abstain,
      },
      population,
    }
  }

  it.each(vectors.assertions.cases)('$name: match the vectors, taints included', (given) => {
    const { item, population } = recorded(given)
    const found = assertionsOf(item, population)
    expect(found.map((one) => ({ ...one, draws5: drawsNeeded(one, 5) }))).toEqual(
      given.assertions.map(({ taints: _taints, margin, total, ...one }) => ({ ...one, margin: Number(margin), total: Number(total) })),
    )
    for (const { kind, taints } of given.assertions) {
      for (const [from, row] of Object.entries(taints)) {
        for (const [to, taint] of Object.entries(row)) {
          const answer = (text: string): ReadAnswer => (text === 'null' ? null : (Number(text) as ReadAnswer))
          expect(taintOf(kind as (typeof found)[number]['kind'], item, answer(from), answer(to)), `${kind} ${from} → ${to}`).toBe(taint)
        }
      }
    }
  })
})

describe('a whole sample', () => {
  it('matches the vectors', () => {
    const { text, digest } = vectors.list
    const { votes, items, risk, rule } = listOf(text)
    const { digits, readings, assertions } = vectors.whole
    const areas = votes.map(({ areaHundredths }) => areaHundredths)
    const draws = { H: drawVotes({ digits, digest }, 'H', areas, 14), A: drawVotes({ digits, digest }, 'A', areas, 14) }
    expect(draws).toEqual({ H: vectors.whole.H, A: vectors.whole.A })
    expect(votes.map(({ recordId }) => recordId)).toEqual(vectors.whole.order)
    const read = new Map(Object.entries(readings as Record<string, string | null>))
    const digit = (answers: string | null | undefined, slot: number): ReadAnswer => (answers == null ? null : (Number(answers[slot]) as ReadAnswer))
    const found = items.flatMap((item, slot) =>
      item.assertions.map((assertion) => {
        const itemRule = { rule: rule as RecordedItem['rule'], isThreeQuarters: assertion.cap === 4 }
        const taints = draws[assertion.list].map((index) => {
          const vote = votes[index]
          const answers = vote && read.has(vote.recordId) ? read.get(vote.recordId) : vote?.answers
          return taintOf(assertion.kind, itemRule, digit(vote?.answers, slot), digit(answers, slot))
        })
        const { value, reachedAt } = progressOf(assertion, risk, taints)
        return { votetopicid: item.topicId, kind: assertion.kind, list: assertion.list, taints, t: inSixPlaces(value), reachedAtDraw: reachedAt }
      }),
    )
    expect(found).toEqual(assertions)
  })
})
