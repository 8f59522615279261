import { describe, expect, it } from 'vitest'
import { checkSample, readSample, type Sample } from '../../../src/recount/judge/samples.ts'
import vectors from '../../support/vectors/reading.json' with { type: 'json' }

/** The complete sample of the vectors, as a bundle line. */
const line = {
  sampleid: 's1',
  list: vectors.list.text,
  digest: vectors.list.digest,
  seed: vectors.whole.digits,
  draws: { H: vectors.whole.H, A: vectors.whole.A },
  readings: vectors.whole.order.map((recordid) => ({
    recordid,
    answers: recordid in vectors.whole.readings ? vectors.whole.readings[recordid as 'rec-zz'] : (/"answers":"(\d+)".*/.exec(lineOf(recordid))?.[1] ?? ''),
  })),
  t: vectors.whole.assertions.map(({ t, reachedAtDraw }) => ({ t, reached: reachedAtDraw !== null })),
  state: 1,
}
function lineOf(recordid: string): string {
  return vectors.list.text.split('\n').find((text) => text.includes(`"recordid":"${recordid}"`)) ?? ''
}
const slotOf = (votetopicid: string): number => ['t1', 't2'].indexOf(votetopicid)
const check = (more: object = {}) => checkSample(readSample({ ...line, ...more }), slotOf)

describe('a sample on the recount page', () => {
  it('matches the test vectors', () => {
    const { faults, assertions, count, risk } = check()
    expect(faults).toEqual([])
    expect([count, risk]).toEqual([6, 5])
    expect(assertions.map(({ kind, list, t, draws }) => [kind, list, t, draws])).toEqual(
      vectors.whole.assertions.map(({ kind, list, t }) => [kind, list, t, 14]),
    )
  })

  it.each([
    ['a list that was changed', { list: vectors.list.text.replace('"answers":"12"', '"answers":"11"') }],
    ['other digits', { seed: `${vectors.whole.digits.slice(0, -1)}9` }],
    ['a draw that was exchanged', { draws: { H: [...vectors.whole.H.slice(0, -1), 0], A: vectors.whole.A } }],
    ['a reading that was put right', { readings: line.readings.map((each) => (each.answers === null ? { ...each, answers: '12' } : each)) }],
    ['a reading that is missing', { readings: line.readings.slice(1) }],
    ['a T that was made larger', { t: line.t.map((each) => ({ ...each, t: '99.000000' })) }],
    ['a sample that may not stop yet', { state: 2 }],
    ['an assertion that is left out', { t: line.t.slice(1) }],
  ])('is red for %s', (_what, more) => {
    expect(check(more as Partial<Sample>).faults.length).toBeGreaterThan(0)
  })

  it('takes the worst case for a row whose page is missing', () => {
    const { assertions } = check({ readings: line.readings.map((each) => (each.recordid === 'rec-k2' ? { ...each, answers: '-1' } : each)) })
    const [quorum] = assertions
    expect(quorum?.t).not.toBe(vectors.whole.assertions[0]?.t)
  })
})
