import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askMark,
  askStep,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  makeProperty,
  phonesOf,
  placeOf,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'

/** Six houses of five owners: 王五 has two. */
const sixHouses: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 100],
  ['1-103', '王五', 100],
  ['1-104', '王五', 100],
  ['1-105', '赵六', 100],
  ['1-106', '孙七', 100],
]
const FIXED = '唱票开始后不能调整票权清册'
const fixed = { code: 409, message: FIXED, data: null, reason: 'ballot.wholeFixed' }
const answer = ({ code, message }: Envelope) => ({ code, message })

/** `wire.md` section 5: the whole is fixed when counting begins. */
onBothDatabases('the whole of a vote', (engine) => {
  let server: TestServer
  let member: Client
  let colleague: Client
  beforeAll(async () => {
    server = await startServer(engine)
    member = await server.member('admin_1')
    colleague = await server.member('staff_1')
  })
  afterAll(() => server.close())

  /** An activity of six houses whose vote is on, with the votes of the houses that are named. */
  async function vote({ voted = [] as readonly string[], more = {} }: { voted?: readonly string[]; more?: Record<string, unknown> } = {}) {
    const estate = await makeEstate(member, sixHouses)
    const activity = await makeActivity(member, estate.estateId, { topics: [topic('是否同意更新电梯')], ...more })
    await takeSteps(member, activity.activityId, 'start')
    const roster = await rosterOf(server, activity.activityId)
    const at = (name: string) => propertyNamed(roster, name)
    for (const name of voted) good(await askVote(member, activity, [at(name)], '1'))
    return { ...activity, propertyIds: estate.propertyIds, at }
  }
  type Vote = Awaited<ReturnType<typeof vote>>

  const merge = ({ activityId, at }: Vote, main: string, other: string, more: Record<string, string> = {}) =>
    member.get('/votedef/mergeactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: at(main).ballotId,
      needmergepropertyid: at(other).propertyId,
      ...more,
    })
  const mergeAll = ({ activityId, at }: Vote, main: string, others: readonly string[], more: object = {}) =>
    member.post('/votedef/mergeowners', {
      voteactivityid: activityId,
      owners: [{ mainrightballotid: at(main).ballotId, ballotids: others.map((name) => at(name).ballotId) }],
      ...more,
    })
  const split = ({ activityId, at }: Vote, main: string, name: string, more: Record<string, string> = {}) =>
    member.get('/votedef/splitactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: at(main).ballotId,
      needsplipropertyid: at(name).propertyId,
      ...more,
    })
  const splitOut = ({ activityId, at }: Vote, name: string, personname: string, more: object = {}) =>
    member.post('/votedef/ballotseparateout', {
      voteactivityid: activityId,
      propertyid: at(name).propertyId,
      personname,
      mobileno: phonesOf(personname),
      idno: '',
      ...more,
    })
  const add = ({ activityId }: Vote, name: string, more: object = {}) =>
    member.post('/votedef/addactivityproperty', {
      voteactivityid: activityId,
      ...placeOf(name),
      floor: '',
      areasize: 70,
      personname: '周八',
      mobileno: phonesOf('周八'),
      idno: '',
      ...more,
    })
  const modify = ({ at }: Vote, name: string, more: object) =>
    member.post('/votedef/modifyactivityproperty', { activitypropertyid: at(name).rosterPropertyId, ...more })
  const remove = ({ at }: Vote, name: string, more: Record<string, string> = {}) =>
    member.get('/votedef/delactivityproperty', { activitypropertyid: at(name).rosterPropertyId, ...more })
  const sync = ({ activityId }: Vote, ids: readonly string[], more: Record<string, string> = {}) =>
    member.get('/vtpropertyinfo/synproperties', { ids: ids.join(','), voteactivityid: activityId, ...more })
  const registeredId = ({ propertyIds }: Vote, name: string) => propertyIds.get(name) ?? ''
  const register = async (vote: Vote, name: string, more: object) =>
    good(await member.post('/vtpropertyinfo/update', { propertyid: registeredId(vote, name), ...placeOf(name), ...more }))
  /** Hands a change in, and has it approved by somebody else. */
  async function approve(vote: Vote, name: string, afterdata: object, approvalcomment = '') {
    const { id } = good(await member.post('/votedef/savepropertychange', { propertyid: registeredId(vote, name), creater: '业主', afterdata }))
    return good(await colleague.post('/votedef/approvechangeproperty', { id, approvalcomment })).rosters
  }
  const inRoster = async ({ activityId }: Vote, name: string) => propertyNamed(await rosterOf(server, activityId), name)
  const figures = async ({ activityId }: Vote) => {
    const { totalcount, totalarea, statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
    const { outcome, note } = statisticsResultDatalist[0].conclusion
    return { totalcount, totalarea, outcome, note }
  }

  describe('once counting has begun', () => {
    it('cannot be cut until three of six votes are enough', async () => {
      const activity = await vote({ voted: ['1-101', '1-102', '1-103'] })
      await takeSteps(member, activity.activityId, 'startTally')
      const before = await figures(activity)
      expect(before).toMatchObject({ totalcount: 6, totalarea: 600, outcome: '未成立' })
      for (const name of ['1-105', '1-106']) expect(await remove(activity, name)).toEqual(fixed)
      expect(await figures(activity)).toEqual(before)
      await takeSteps(member, activity.activityId, 'finish')
      expect(await remove(activity, '1-105')).toEqual(fixed)
      expect(await figures(activity)).toEqual(before)
    })

    it('comes before every other refusal but that there is no such thing', async () => {
      const activity = await vote({ voted: ['1-101', '1-102'] })
      await takeSteps(member, activity.activityId, 'startTally')
      // Each of these would be refused for another reason: a voted ballot, another owner, itself, a place that is taken, a stale form.
      for (const refused of [
        merge(activity, '1-101', '1-102'),
        merge(activity, '1-105', '1-105'),
        mergeAll(activity, '1-101', ['1-101']),
        split(activity, '1-101', '1-102'),
        splitOut(activity, '1-101', '张三'),
        add(activity, '1-101'),
        modify(activity, '1-101', { areasize: 90, modifytime: '2020-01-01 00:00:00' }),
        remove(activity, '1-101'),
      ])
        expect(await refused).toEqual(fixed)
      const gone = { ...activity, at: () => ({ ...activity.at('1-101'), ballotId: 'none', propertyId: 'none', rosterPropertyId: 'none' }) }
      for (const [refused, message] of [
        [merge(gone, '1-101', '1-102'), '房产不存在'],
        [mergeAll(gone, '1-101', ['1-102']), '票权不存在'],
        [split(gone, '1-101', '1-102'), '房产不存在'],
        [splitOut(gone, '1-101', '张三'), '房产不存在'],
        [remove(gone, '1-101'), '房产不存在'],
        [add({ ...activity, activityId: 'none' }, '1-107'), '投票活动不存在'],
      ] as const)
        expect(answer(await refused)).toEqual({ code: 404, message })
    })

    it('lets names, phones and ID numbers be mended, by hand and by a sync', async () => {
      const activity = await vote()
      await takeSteps(member, activity.activityId, 'startTally')
      good(await modify(activity, '1-101', { personname: '张三丰', areasize: 100 }))
      expect(await inRoster(activity, '1-101')).toMatchObject({ ownerName: '张三丰', areaHundredths: 10_000 })

      await register(activity, '1-102', { mobileno: '13600000002' })
      await register(activity, '1-105', { areasize: 99, mobileno: '13600000005' })
      const fresh = await makeProperty(member, activity.estateId, ['1-107', '周八', 100])
      const [named, bigger] = [registeredId(activity, '1-102'), registeredId(activity, '1-105')]
      expect(good(await sync(activity, [named, bigger, fresh]))).toEqual({
        added: 0,
        updated: 1,
        skipped: [
          { propertyid: bigger, reason: FIXED },
          { propertyid: fresh, reason: FIXED },
        ],
      })
      expect(await inRoster(activity, '1-102')).toMatchObject({ phone: '13600000002' })
      expect(await inRoster(activity, '1-105')).toMatchObject({ areaHundredths: 10_000, phone: phonesOf('赵六') })
      expect(await figures(activity)).toMatchObject({ totalcount: 6, totalarea: 600, note: '' })
    })

    it('keeps an approved area out of the roster and says so, and lets an approved name in', async () => {
      const activity = await vote()
      await takeSteps(member, activity.activityId, 'startTally')
      const owner = { personname: '李四', mobileno: phonesOf('李四'), idno: '' }
      expect(await approve(activity, '1-102', { ...owner, areasize: 120 })).toMatchObject([{ updated: false, reason: FIXED }])
      expect(await inRoster(activity, '1-102')).toMatchObject({ areaHundredths: 10_000 })
      const { datas } = good(await member.get('/vtpropertyinfo/list', { estateId: activity.estateId, condition: '102' }))
      expect(datas).toMatchObject([{ areasize: 120 }])
      // The registry's area is another than the roster's from here on, and stands in the way of nothing.
      expect(await approve(activity, '1-102', { ...owner, areasize: 120, personname: '李四光' })).toMatchObject([{ updated: true, reason: '' }])
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四光', areaHundredths: 10_000 })
    })

    it('leaves a ballot whose vote was voided frozen, and is the same after it is tallied again', async () => {
      const activity = await vote()
      good(await askMark(member, activity.activityId, activity.at('1-101'), 'A-1'))
      await takeSteps(member, activity.activityId, 'startTally')
      const before = await figures(activity)
      const [recordid] = good(await askTally(member, activity, ['A-1'], '1')).recordids
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
      expect(answer(await modify(activity, '1-101', { personname: '张三丰' }))).toEqual({ code: 409, message: '该票权已标记或已投票，不能调整' })
      expect(await modify(activity, '1-101', { areasize: 50 })).toEqual(fixed)
      await register(activity, '1-101', { mobileno: '13600000001' })
      expect(good(await sync(activity, [registeredId(activity, '1-101')])).skipped).toMatchObject([{ reason: '该票权已标记或已投票，不能调整' }])
      good(
        await member.post('/vote/call', {
          records: recordsOf(activity.topics, '2'),
          voteactivityid: activity.activityId,
          markedcodes: '',
          ballotIds: [activity.at('1-101').ballotId],
        }),
      )
      const { totalcount, totalarea } = await figures(activity)
      expect({ totalcount, totalarea }).toEqual({ totalcount: before.totalcount, totalarea: before.totalarea })
    })
  })

  it.each([
    ['the cut is asked for first', [0, 1]],
    ['the step is asked for first', [1, 0]],
  ] as const)('is cut before counting begins or not at all: %s', async (_name, order) => {
    const activity = await vote({ voted: ['1-101', '1-102', '1-103'] })
    const asks = [() => remove(activity, '1-106'), () => askStep(member, activity.activityId, 'startTally')] as const
    const answers = await Promise.all(order.map((index) => asks[index]()))
    const [removed, tallied] = order[0] === 0 ? answers : answers.toReversed()
    expect(tallied).toMatchObject({ code: 200 })
    const { totalcount } = await figures(activity)
    if (removed?.code === 200) expect(totalcount).toBe(5)
    else {
      expect(removed).toEqual(fixed)
      expect(totalcount).toBe(6)
    }
    expect(await breaches(server.database)).toEqual([])
    // The roster's digest at 开启唱票 is that of the ballots that are counted.
    expect(good(await member.get('/vote/verify', { voteactivityid: activity.activityId }))).toMatchObject({ differencecount: 0 })
  })
})
