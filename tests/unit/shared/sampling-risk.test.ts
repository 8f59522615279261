import { describe, expect, it } from 'vitest'
import { asksThreeQuarters } from '../../../src/shared/features/activity/law.ts'
import { assertionsOf, taintOf, type ReadAnswer, type RecordedItem } from '../../../src/shared/features/sample/assertions.ts'
import { drawsNeeded, progressOf } from '../../../src/shared/features/sample/martingale.ts'
import { minus, NO_SHARE, plus, type Share } from '../../../src/shared/features/result/rules.ts'
import { conclude, type Tally } from '../../../src/server/features/result/counting.ts'
import { isFull } from '../../support/scale.ts'

// How often a wrong outcome is confirmed: at most the risk, however the records came to be wrong.

const VOTES = 240
const RISK = 5
const RUNS = isFull ? 5_000 : 1_000
/** Tolerance for chance: three standard errors above the risk. */
const MOST = RISK / 100 + 3 * Math.sqrt((RISK / 100) * (1 - RISK / 100) * (1 / RUNS))

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Vote {
  readonly area: number
  readonly recorded: 1 | 2 | 3
  /** The paper's answer; null: there is no paper. */
  truth: ReadAnswer
}
type Rule = RecordedItem['rule']

const shareOf = (votes: readonly Vote[]): Share => ({ count: votes.length, areaHundredths: votes.reduce((sum, { area }) => sum + area, 0) })
const whole: Share = { count: 310, areaHundredths: 3_000_000 }

function tallyOf(votes: readonly Vote[], delivered: Share, answerOf: (vote: Vote) => ReadAnswer): Tally {
  const by = (answer: ReadAnswer): Share => shareOf(votes.filter((vote) => answerOf(vote) === answer))
  const voted = [by(0), by(1), by(2), by(3)].reduce(plus, NO_SHARE)
  const silent = plus(delivered, by(null))
  return { whole, approve: by(1), oppose: by(2), abstain: by(3), invalid: by(0), notVoted: minus(whole, voted), voted, delivered: silent }
}

type Fault = 'flipped' | 'invented'
type Order = 'random' | 'largest first' | 'smallest first'

/** Votes whose records pass, falsified one by one until the truth does not. */
function madeWrong(rule: Rule, fault: Fault, order: Order, random: () => number) {
  const approving = rule === 2 || rule === 4 ? 0.84 : 0.62
  const votes: Vote[] = Array.from({ length: VOTES }, (_, index) => {
    const recorded = index / VOTES < approving ? 1 : index % 4 === 0 ? 3 : 2
    return { area: 6_000 + Math.floor(random() * 6_000), recorded, truth: recorded }
  })
  const delivered: Share = rule >= 3 ? { count: 40, areaHundredths: 400_000 } : NO_SHARE
  const topic = { rule, lawItem: null, isElection: false }
  const approve = votes.filter(({ recorded }) => recorded === 1)
  const keyed = approve.map((vote) => ({ vote, key: order === 'random' ? random() : order === 'largest first' ? -vote.area : vote.area }))
  for (const { vote } of keyed.toSorted((one, other) => one.key - other.key)) {
    if (
      conclude(
        topic,
        tallyOf(votes, delivered, ({ truth }) => truth),
      ).outcome !== '通过'
    )
      break
    vote.truth = fault === 'flipped' ? 2 : null
  }
  return { votes, delivered, topic }
}

/** How often records are confirmed; `isByArea` false draws votes uniformly where area needs its own draws. */
function confirmedPart({ votes, delivered, topic }: ReturnType<typeof madeWrong>, random: () => number, isByArea = true): number {
  const recorded = tallyOf(votes, delivered, (vote) => vote.recorded)
  expect(conclude(topic, recorded).outcome).toBe('通过')
  expect(
    conclude(
      topic,
      tallyOf(votes, delivered, ({ truth }) => truth),
    ).outcome,
  ).not.toBe('通过')
  const isThreeQuarters = asksThreeQuarters(topic) === true
  const population = shareOf(votes)
  const item: RecordedItem = {
    ...recorded,
    delivered: topic.rule >= 3 ? delivered : NO_SHARE,
    rule: topic.rule,
    isThreeQuarters,
    isPassed: true,
    offered: [1, 2, 3],
  }
  const assertions = assertionsOf(item, population)
  const ends: number[] = []
  for (const { area } of votes) ends.push((ends.at(-1) ?? 0) + area)
  const draw = (list: 'H' | 'A'): Vote => {
    if (list === 'H' || !isByArea) return votes[Math.floor(random() * votes.length)] as Vote
    const point = random() * population.areaHundredths
    return votes[ends.findIndex((end) => end > point)] as Vote
  }
  // Twice the number sufficient without errors: drawing on must gain nothing.
  const counts = { H: 0, A: 0 }
  for (const assertion of assertions) counts[assertion.list] = Math.max(counts[assertion.list], 2 * (drawsNeeded(assertion, RISK) ?? 200))
  let confirmed = 0
  for (let run = 0; run < RUNS; run++) {
    const drawn = { H: Array.from({ length: counts.H }, () => draw('H')), A: Array.from({ length: counts.A }, () => draw('A')) }
    const isReached = assertions.every((assertion) => {
      const taints = drawn[assertion.list].map((vote) => taintOf(assertion.kind, item, vote.recorded, vote.truth))
      return progressOf(assertion, RISK, taints).reachedAt !== null
    })
    if (isReached) confirmed++
  }
  return confirmed / RUNS
}

describe('a wrong outcome', () => {
  const cases = ([1, 2, 3, 4, 5] as const).flatMap((rule) =>
    (['flipped', 'invented'] as const).flatMap((fault) =>
      (['random', 'largest first', 'smallest first'] as const).map((order) => [rule, fault, order] as const),
    ),
  )
  it.each(cases)('is confirmed no more often than the risk: rule %i, %s, %s', (rule, fault, order) => {
    const random = seeded(rule * 100 + fault.length + order.length)
    expect(confirmedPart(madeWrong(rule, fault, order, random), random)).toBeLessThanOrEqual(MOST)
  })

  it('is confirmed more often if area is drawn like heads and one owner has much of it', () => {
    const random = seeded(14)
    const votes: Vote[] = Array.from({ length: VOTES }, (_, index) => ({ area: 8_600, recorded: index < 150 ? 1 : 2, truth: index < 150 ? 1 : 2 }))
    const rest = shareOf(votes.slice(1)).areaHundredths
    votes[0] = { area: Math.round((rest * 14) / 86), recorded: 1, truth: 2 }
    const owner = { votes, delivered: NO_SHARE, topic: { rule: 1 as const, lawItem: null, isElection: false } }
    for (const vote of votes.slice(1, 40)) {
      if (
        conclude(
          owner.topic,
          tallyOf(votes, NO_SHARE, ({ truth }) => truth),
        ).outcome !== '通过'
      )
        break
      vote.truth = 2
    }
    expect(confirmedPart(owner, random)).toBeLessThanOrEqual(MOST)
    expect(confirmedPart(owner, random, false)).toBeGreaterThan(MOST)
  })
})
