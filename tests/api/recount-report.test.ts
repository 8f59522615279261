import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countSlot, type CountedBallot } from '../../src/recount/judge/counting.ts'
import type { Rules } from '../../src/recount/judge/bundle.ts'
import { countElections } from '../../src/recount/judge/election.ts'
import { termsOf, type Recount } from '../../src/recount/judge/recount.ts'
import { judgeReport } from '../../src/recount/judge/report.ts'
import { good, makeEstate } from '../support/activities.ts'
import { anActivity, countedBallots, RULES } from '../support/countingOracle.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { storeActivity, type StoredBallot, type StoredLaw } from '../support/storedActivities.ts'

type Rule = (typeof RULES)[number]
type About = Pick<Rules, 'title' | 'startdate' | 'enddate'>

describe('the program’s report compared with the recount page', () => {
  const server = serverForAll('sqlite')
  const admin = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    await makeEstate(admin, [['1-101', '张三', 100]]) // an estate with key 1 for the activities to be in
  })

  /** The page's count of the same votes. */
  function recountOf(
    ballots: readonly StoredBallot[],
    topics: readonly number[],
    { rule, laws }: { rule: Rule; laws: readonly StoredLaw[] },
    about: About,
  ): Recount {
    const counted = countedBallots({ ballots }).map(({ areaHundredths, state, isDelivered }, index): CountedBallot => {
      const status = state === 'voted' ? 1 : state === 'void' ? 2 : -1
      return { area: areaHundredths, status, answers: ballots[index]?.answers ?? '', delivered: isDelivered }
    })
    let first = 0
    const slots = topics.flatMap((options, topic) => {
      const { lawItem: lawitem = null, seats = null, seatOrder: order = null } = laws[topic] ?? {}
      const election = seats === null ? null : { first, count: options, seats, order: order ?? 1 }
      first += Math.max(1, options)
      return Array.from({ length: Math.max(1, options) }, (_, option) => ({
        topic: `议题${topic + 1}`,
        lawitem,
        election,
        votetopicid: `t${topic}`,
        voteoptionid: options === 0 ? '' : `o${option}`,
        number: options === 0 ? `${topic + 1}` : `${topic + 1}.${option + 1}`,
        title: options === 0 ? `议题${topic + 1}` : `议题${topic + 1}：选项${option + 1}`,
        model: 15 as const,
      }))
    })
    const rules = { voteactivityid: '', rulebasis: '', estaterules: null, ...about, votetype: rule, slots }
    const judged = slots.map((slot, index) => ({ slot, count: countSlot(counted, index, termsOf(rules, slot)) }))
    return { rules, ballots: [], slots: judged, elections: countElections(counted, judged), adjustments: { houses: 0, entries: [] }, faults: [] }
  }

  it('has the same figures and outcomes for random activities, and a code of a checkpoint', { timeout: 120_000 }, async () => {
    const stored = fc.record({
      made: anActivity(9).filter(({ ballots }) => ballots.length > 0),
      topics: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      items: fc.array(fc.constantFrom(null, 3 as const, 6 as const), { minLength: 3, maxLength: 3 }),
    })
    const drawn = fc.sample(stored, { numRuns: 2 * RULES.length, seed: 7 })
    for (const [round, { made, topics, items }] of drawn.entries()) {
      const rule = RULES[round % RULES.length] ?? 1
      // Every other activity has its own majorities and elections.
      const laws = topics.map((options, topic): StoredLaw =>
        round % 2 === 0 ? {} : { lawItem: items[topic] ?? null, ...(options === 0 ? {} : { seats: 1, seatOrder: topic % 2 === 0 ? 1 : 2 }) },
      )
      const slotCount = topics.reduce((sum, options) => sum + Math.max(1, options), 0)
      const ballots = made.ballots.map((ballot, index): StoredBallot => ({
        ...ballot,
        answers: String((index + 3) * (round + 7) * 7919)
          .replace(/[4-9]/g, '1')
          .padStart(6, '0')
          .slice(-slotCount),
      }))
      const voteActivityId = await storeActivity(server, { ballots, topics, laws, rule, status: 3 })
      const report = new Uint8Array((await admin.raw(`/vote/report?voteActivityId=${voteActivityId}`)).rawPayload)
      const { datas } = good(await admin.get('/audit/checkpoints', { voteactivityid: voteActivityId }))
      const codes = (datas as { code: string }[]).map(({ code }) => code.replaceAll(' ', ''))
      const { title, startdate, enddate } = good(await admin.get('/votedef/get', { id: voteActivityId }))
      const about = { title, startdate, enddate }
      const recount = recountOf(ballots, topics, { rule, laws }, about)
      expect(judgeReport(report, recount, codes).faults, `round ${round}, rule ${rule}`).toEqual([])
      expect(judgeReport(report, { ...recount, adjustments: null }, codes)).toMatchObject({
        faults: [],
        notes: [expect.stringContaining('没有核对'), expect.anything()],
      })
      const told = { ...recount, adjustments: { houses: 2, entries: [7] } }
      expect(judgeReport(report, told, codes).faults).toContainEqual(expect.stringContaining('投票开始后清册调整2处'))
      expect(judgeReport(report, recount, ['0'.repeat(32)]).faults).toEqual([expect.stringContaining('不是本应诉包任何一个检查点的核验码')])
      const other = recountOf(
        ballots.map((ballot) => ({
          ...ballot,
          properties: ballot.properties.map((property) => ({ ...property, areaHundredths: property.areaHundredths + 1 })),
        })),
        topics,
        { rule, laws },
        about,
      )
      const wrong = judgeReport(report, recountOf(ballots, topics, { rule: rule === 1 ? 2 : 1, laws }, about), codes).faults
      expect(wrong).toContainEqual(expect.stringContaining('计票规则'))
      if (rule !== 6 && laws.some(({ lawItem }) => lawItem)) {
        const swapped = laws.map((law) => ({ ...law, lawItem: law.lawItem === 6 ? (3 as const) : law.lawItem === 3 ? (6 as const) : null }))
        expect(judgeReport(report, recountOf(ballots, topics, { rule, laws: swapped }, about), codes).faults).toContainEqual(
          expect.stringContaining('适用规则'),
        )
      }
      expect(judgeReport(report, other, codes).faults.length).toBeGreaterThan(0)
    }
  })
})
