import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askDeliver,
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeActivityA,
  makeEstate,
  mergeProperties,
  optionsTopic,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
  type MadeActivity,
} from '../support/activities.ts'
import { anActivity, oracle, RULES, type ExactShare } from '../support/countingOracle.ts'
import { onBothDatabases } from '../support/databases.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { storeActivity, type StoredBallot } from '../support/storedActivities.ts'

onBothDatabases('results', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const staff = madeBefore(() => server.member('staff_1'))

  const progress = async (activityId: string) => good(await staff.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
  const firstTopic = async (activityId: string) => (await progress(activityId)).statisticsResultDatalist[0]

  /** Votes for the properties of `votes` (each as `1-101: 1`), including the owner's merged properties. */
  async function vote(activity: MadeActivity, votes: Readonly<Record<string, string>>): Promise<void> {
    const roster = await rosterOf(server, activity.activityId)
    for (const [name, answers] of Object.entries(votes)) good(await askVote(staff, activity, [propertyNamed(roster, name)], answers))
  }
  async function deliver(activityId: string, names: readonly string[]): Promise<void> {
    const roster = await rosterOf(server, activityId)
    for (const name of names) good(await askDeliver(staff, propertyNamed(roster, name)))
  }
  /** Properties of one owner each: `1-101`, `1-102`, … with the areas in m². */
  const propertiesOf = (areas: readonly (number | string)[], building = 1): PropertyRow[] =>
    areas.map((area, index) => [`${building}-${101 + index}`, `业主${building}之${index + 1}`, area])
  const answersFor = (areas: readonly string[], building = 1): Record<string, string> =>
    Object.fromEntries(areas.flatMap((answer, index) => (answer === '' ? [] : [[`${building}-${101 + index}`, answer]])))
  async function begin(properties: readonly PropertyRow[], more: Record<string, unknown> = {}): Promise<MadeActivity> {
    const { estateId } = await makeEstate(admin, properties)
    const activity = await makeActivity(admin, estateId, more)
    await takeSteps(admin, activity.activityId, 'start')
    return activity
  }

  describe('the worked cases of counting.md section 4', () => {
    async function beginA(more: Record<string, unknown> = {}): Promise<MadeActivity> {
      const activity = await makeActivityA(server, admin, more)
      await takeSteps(admin, activity.activityId, 'start')
      return activity
    }

    it('A1: two thirds of the area do not make up for three of five heads', async () => {
      const activity = await beginA()
      await vote(activity, { '1-101': '1', '1-102': '1', '1-301': '1' })
      expect(await progress(activity.activityId)).toMatchObject({
        totalcount: 5,
        totalarea: 600,
        votedcount: 3,
        votedarea: 400,
        votecountrate: 60,
        votearearate: 66.67,
        statisticsResultDatalist: [
          {
            voteSttcsResult: {
              approve: { count: 3, area: 400, countrate: 60, arearate: 66.67 },
              optionnochoose: { count: 2, area: 200, countrate: 40, arearate: 33.33 },
            },
            conclusion: {
              rule: '双过半（仅计收回票）',
              participants: { count: 3, area: 400 },
              approve: { count: 3, area: 400 },
              quorummet: false,
              outcome: '未成立',
              note: '',
            },
          },
        ],
      })
    })

    it('A2: a tie of heads does not pass, even if most of the area approves', async () => {
      const activity = await beginA()
      await vote(activity, { '1-101': '1', '1-102': '1', '1-301': '2', '2-101': '2' })
      expect((await firstTopic(activity.activityId)).conclusion).toMatchObject({
        participants: { count: 4, area: 490 },
        approve: { count: 2, area: 280 },
        quorummet: true,
        outcome: '不通过',
        strictoutcome: '不通过',
      })
    })

    it.each([1, 2])('A3: three of four heads and 400 of 490 m² pass under rule %d', async (votetype) => {
      const activity = await beginA({ votetype })
      await vote(activity, { '1-101': '1', '1-102': '1', '1-301': '1', '2-101': '2' })
      expect((await firstTopic(activity.activityId)).conclusion).toMatchObject({ outcome: '通过', strictoutcome: '通过' })
    })

    it('B: exactly two thirds are enough, and show as 66.67', async () => {
      const activity = await begin(propertiesOf([100, 100, 100]))
      await vote(activity, answersFor(['1', '1', '']))
      const result = await progress(activity.activityId)
      expect([result.votecountrate, result.votearearate]).toEqual([66.67, 66.67])
      expect(result.statisticsResultDatalist[0].conclusion.outcome).toBe('通过')
    })

    it('H: abstentions stay in the base', async () => {
      const activity = await begin(propertiesOf(Array.from({ length: 10 }, () => 100)))
      await vote(activity, answersFor(['1', '1', '1', '1', '2', '3', '3', '3', '3', '']))
      const result = await firstTopic(activity.activityId)
      expect(result.voteSttcsResult.abstention).toEqual({ count: 4, area: 400, countrate: 40, arearate: 40 })
      expect(result.conclusion).toMatchObject({ participants: { count: 9, area: 900 }, outcome: '不通过' })
    })

    it('I: 599.99 of 800 m² is less than three quarters, whatever the rounded rate shows', async () => {
      const activity = await begin(propertiesOf([100, 100, 100, 100, 100, '99.99', 100, '100.01', 100]), { votetype: 2 })
      await vote(activity, answersFor(['1', '1', '1', '1', '1', '1', '2', '2', '']))
      expect((await firstTopic(activity.activityId)).conclusion).toMatchObject({
        participants: { count: 8, area: 800 },
        approve: { count: 6, area: 599.99 },
        quorummet: true,
        outcome: '不通过',
      })
    })

    it('J: if no answer leads in both heads and area, delivered ballots are left out', async () => {
      const activity = await begin(propertiesOf([50, 50, 50, 50, 50, 200, 200, 100, 100, 100, 100, 100]), { votetype: 3, rulebasis: '议事规则第八条' })
      await vote(activity, answersFor(['1', '1', '1', '1', '1', '2', '2', '2', '', '', '', '']))
      await deliver(activity.activityId, ['1-109', '1-110', '1-111'])
      expect((await firstTopic(activity.activityId)).conclusion).toEqual({
        rule: '双过半（未反馈从多）',
        participants: { count: 8, area: 750 },
        approve: { count: 5, area: 250 },
        quorummet: false,
        outcome: '未成立',
        strictoutcome: '未成立',
        deliveries: null,
        note: '多数意见不一致，未反馈票未计入',
      })
    })

    it('L: the whole is the scope, not the estate', async () => {
      const { estateId } = await makeEstate(admin, [
        ...propertiesOf(Array.from({ length: 6 }, () => 100)),
        ...propertiesOf(
          Array.from({ length: 4 }, () => 100),
          2,
        ),
      ])
      const activity = await makeActivity(admin, estateId, { scopeNodes: ['一期▶▶1栋'] })
      await takeSteps(admin, activity.activityId, 'start')
      await vote(activity, answersFor(['1', '1', '1', '1', '2', '']))
      const result = await progress(activity.activityId)
      expect(result).toMatchObject({ totalcount: 6, totalarea: 600, votedcount: 5 })
      expect(result.statisticsResultDatalist[0].conclusion).toMatchObject({ approve: { count: 4, area: 400 }, outcome: '通过' })
    })
  })

  it('answers with the wire’s names; a topic of options has only its options', async () => {
    const activity = await begin(propertiesOf([100, 50]), { topics: [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])] })
    await vote(activity, { '1-101': '132' })
    const result = await progress(activity.activityId)
    const nobody = { count: 0, area: 0, countrate: 0, arearate: 0 }
    const one = { count: 1, area: 100, countrate: 50, arearate: 66.67 }
    const rest = { count: 1, area: 50, countrate: 50, arearate: 33.33 }
    const conclusion = (approve: { count: number; area: number }) => ({
      rule: '双过半（仅计收回票）',
      participants: { count: 1, area: 100 },
      approve,
      quorummet: false,
      outcome: '未成立',
      strictoutcome: '未成立',
      deliveries: null,
      note: '',
    })
    const [first, second] = activity.topics
    expect(result).toEqual({
      code: expect.stringMatching(/^[\da-f]{4}( [\da-f]{4}){7}$/),
      totalcount: 2,
      totalarea: 150,
      votedcount: 1,
      votedarea: 100,
      votecountrate: 50,
      votearearate: 66.67,
      statisticsResultDatalist: [
        {
          votetopicid: first?.votetopicid,
          title: '更新电梯',
          sortno: 1,
          topictype: 1,
          votetype: 15,
          election: null,
          voteSttcsResult: { approve: one, disapprove: nobody, abstention: nobody, invalid: nobody, optionnochoose: rest },
          conclusion: conclusion({ count: 1, area: 100 }),
          options: [],
        },
        {
          votetopicid: second?.votetopicid,
          title: '选聘物业',
          sortno: 2,
          topictype: 2,
          votetype: 15,
          election: null,
          voteSttcsResult: null,
          conclusion: null,
          options: [
            {
              voteoptionid: second?.options[0]?.voteoptionid,
              title: '甲公司',
              sortno: 1,
              voteSttcsResult: { approve: nobody, disapprove: nobody, abstention: one, invalid: nobody, optionnochoose: rest },
              conclusion: conclusion({ count: 0, area: 0 }),
            },
            {
              voteoptionid: second?.options[1]?.voteoptionid,
              title: '乙公司',
              sortno: 2,
              voteSttcsResult: { approve: nobody, disapprove: one, abstention: nobody, invalid: nobody, optionnochoose: rest },
              conclusion: conclusion({ count: 0, area: 0 }),
            },
          ],
        },
      ],
    })
  })

  it('shows an activity without votes as not voted, with rates of 0', async () => {
    const { estateId } = await makeEstate(admin, propertiesOf([80, 20]))
    const { activityId } = await makeActivity(admin, estateId)
    expect(await progress(activityId)).toMatchObject({
      votedcount: 0,
      votecountrate: 0,
      statisticsResultDatalist: [
        { voteSttcsResult: { approve: { count: 0, countrate: 0 }, optionnochoose: { count: 2, area: 100, countrate: 100, arearate: 100 } } },
      ],
    })
  })

  it('follows a ballot through mark, vote, void and vote: voided is invalid, voted again counts again', async () => {
    const activity = await begin(propertiesOf([100, 100]))
    const roster = await rosterOf(server, activity.activityId)
    const property = propertyNamed(roster, '1-101')
    const classes = async () => {
      const { approve, invalid, optionnochoose } = (await firstTopic(activity.activityId)).voteSttcsResult
      return [approve.count, invalid.count, optionnochoose.count]
    }
    good(await askMark(staff, activity.activityId, property, 'A-1'))
    expect(await classes()).toEqual([0, 0, 2])
    const [recordId] = good(await askVote(staff, activity, [property], '1')).recordids
    expect(await classes()).toEqual([1, 0, 1])
    good(await staff.get('/vote/disable', { voteActivityId: activity.activityId, recordid: recordId }))
    expect(await classes()).toEqual([0, 1, 1])
    expect((await progress(activity.activityId)).votedcount).toBe(0)
    good(await askMark(staff, activity.activityId, property, 'A-1'))
    expect(await classes()).toEqual([0, 0, 2])
    good(await askVote(staff, activity, [property], '1'))
    expect(await classes()).toEqual([1, 0, 1])
  })

  it('counts an open answer as invalid in that topic only', async () => {
    const activity = await begin(propertiesOf([100]), { topics: [topic('一'), topic('二')] })
    await vote(activity, { '1-101': '10' })
    const [one, two] = (await progress(activity.activityId)).statisticsResultDatalist
    expect([one.voteSttcsResult.approve.count, one.voteSttcsResult.invalid.count]).toEqual([1, 0])
    expect([two.voteSttcsResult.approve.count, two.voteSttcsResult.invalid.count]).toEqual([0, 1])
    expect(two.conclusion.participants).toEqual({ count: 1, area: 100 })
  })

  it('counts a delivery to any property of a merged ballot as one delivery to the ballot', async () => {
    const { estateId } = await makeEstate(admin, [
      ['1-101', '张三', 60],
      ['1-102', '张三', 40],
      ['1-201', '李四', 100],
    ])
    const activity = await makeActivity(admin, estateId, { votetype: 5, rulebasis: '议事规则第八条' })
    await mergeProperties(server, admin, activity.activityId, [['1-101', '1-102']])
    await takeSteps(admin, activity.activityId, 'start')
    await deliver(activity.activityId, ['1-102', '1-102', '1-101'])
    await vote(activity, { '1-201': '1' })
    expect((await firstTopic(activity.activityId)).conclusion).toMatchObject({ participants: { count: 2, area: 200 }, approve: { count: 1, area: 100 } })
  })

  it('gives the same figures at the other address, to the creator only', async () => {
    const activity = await begin(propertiesOf([100, 100, 100]))
    await vote(activity, answersFor(['1', '2', '']))
    const { activityId } = activity
    expect(good(await admin.get('/votedef/satisticsvote', { id: activityId }))).toEqual(await progress(activityId))
    expect(await staff.get('/votedef/satisticsvote', { id: activityId })).toEqual({
      code: 403,
      message: '只有活动创建人可以执行此操作',
      data: null,
      reason: 'activity.notCreator',
    })
  })

  it('names an unknown activity in the refusal', async () => {
    expect(await staff.get('/vote/satisticsvoteprogress', { voteActivityId: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await staff.get('/votedef/satisticsvote', { id: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect((await staff.get('/vote/satisticsvoteprogress')).code).toBe(400)
  })

  it('matches the exact-fraction oracle for random activities in the database', { timeout: 120_000 }, async () => {
    await makeEstate(admin, [['1-101', '张三', 100]]) // an estate with key 1 for them to be in
    const stored = fc.record({
      made: anActivity(9),
      topics: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
      rule: fc.constantFrom(...RULES),
    })
    await fc.assert(
      fc.asyncProperty(stored, fc.infiniteStream(fc.constantFrom('0', '1', '2', '3')), async ({ made, topics, rule }, answers) => {
        const slotCount = topics.reduce((sum, options) => sum + Math.max(1, options), 0)
        const ballots = made.ballots.map((ballot): StoredBallot => ({ ...ballot, answers: [...answers.take(slotCount)].join('') }))
        const activityId = await storeActivity(server, { ballots, topics, rule })
        const result = await progress(activityId)
        const slots = result.statisticsResultDatalist.flatMap((each: { topictype: number; options: object[] }) =>
          each.topictype === 1 ? [each] : each.options,
        )
        expect(slots).toHaveLength(slotCount)
        for (const [position, slot] of slots.entries()) {
          // The oracle judges one topic at a time: the answer in this slot.
          const expected = oracle({ ballots: ballots.map((ballot) => ({ ...ballot, answer: Number(ballot.answers[position]) as 0 | 1 | 2 | 3 })) })
          const { whole, voted } = expected.classes
          expect([result.totalcount, result.totalarea, result.votedcount, result.votedarea]).toEqual([...onWire(whole), ...onWire(voted)])
          for (const [name, key] of [
            ['approve', 'approve'],
            ['disapprove', 'oppose'],
            ['abstention', 'abstain'],
            ['invalid', 'invalid'],
            ['optionnochoose', 'notVoted'],
          ] as const) {
            const share = expected.classes[key]
            const [count, area] = onWire(share)
            expect(slot.voteSttcsResult[name], `${name} of slot ${position}`).toEqual({
              count,
              area,
              countrate: expected.rate(share.count, whole.count),
              arearate: expected.rate(share.area, whole.area),
            })
          }
          const { participants, approve, isQuorumMet, outcome, strictOutcome, note } = expected.conclusions[rule]
          const wire = (share: ExactShare) => ({ count: onWire(share)[0], area: onWire(share)[1] })
          expect(slot.conclusion).toMatchObject({
            participants: wire(participants),
            approve: wire(approve),
            quorummet: isQuorumMet,
            outcome,
            strictoutcome: strictOutcome,
            note,
          })
        }
      }),
      { numRuns: 80 },
    )
  })

  it('adds up hundreds of slots correctly', async () => {
    const topics = Array.from({ length: 8 }, () => 50)
    const answers = Array.from({ length: 400 }, (_, index) => String(index % 4)).join('')
    const property = { areaHundredths: 10_001, isDelivered: false }
    const ballots = Array.from({ length: 30 }, (): StoredBallot => ({ properties: [property], story: 'voted', answer: 0, answers }))
    const result = await progress(await storeActivity(server, { ballots, topics, rule: 1 }))
    const slots = result.statisticsResultDatalist.flatMap((each: { options: object[] }) => each.options)
    expect(slots).toHaveLength(400)
    for (const [index, slot] of slots.entries()) {
      const name = ['invalid', 'approve', 'disapprove', 'abstention'][index % 4] ?? ''
      expect(slot.voteSttcsResult[name]).toEqual({ count: 30, area: 3000.3, countrate: 100, arearate: 100 })
    }
  })

  it('shows an error instead of a wrong figure if the database was changed', async () => {
    const property = { areaHundredths: 10_000, isDelivered: false }
    const activityId = await storeActivity(server, { ballots: [{ properties: [property], story: 'voted', answer: 1, answers: '1' }], topics: [0], rule: 1 })
    isTamperedWith(server.database, activityId)
    await server.database.write((tx) => tx.updateTable('vote_record').set({ answers: '11' }).where('public_id', 'like', `${activityId}%`).execute())
    const answer = await staff.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })
    expect(answer).toMatchObject({ code: 500, data: null })
    expect(answer.message).toMatch(/^系统异常，请稍后重试（编号 [0-9A-F]{8}）$/)
  })
})

/** Heads, and m² in wire format, from exact integers. */
function onWire({ count, area }: ExactShare): [number, number] {
  return [Number(count), Number(area) / 100]
}
