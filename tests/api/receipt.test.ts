import { afterAll, beforeAll, expect, it } from 'vitest'
import { askMark, askTally, askVote, good, makeActivityA, propertyNamed, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

const START = '2026-05-01 08:00:00'
const END = '2026-05-01 09:30:00'
/** The server's clock stands between the two. */
const BEFORE_END = '2026-05-01T09:00:00+08:00'
const AFTER_END = '2026-05-01T09:45:00+08:00'
const IN_TIME = '2026-05-01 09:20:00'

onBothDatabases('how and when a paper came in', (engine) => {
  let server: TestServer
  let member: Client
  beforeAll(async () => {
    server = await startServer(engine)
    member = await server.member('admin_1')
  })
  afterAll(() => server.close())

  const itIs = (moment: string): void => {
    server.clock.time = Date.parse(moment)
  }
  async function voteIsOn() {
    itIs(BEFORE_END)
    const activity = await makeActivityA(server, member, { startdate: START, enddate: END })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const vote = (activity: Activity, name: string, more: object = {}) => askVote(member, activity, [activity.at(name)], '1', more)
  const detail = async ({ activityId }: Activity, recordid: string) => good(await member.get('/vote/detail', { voteActivityId: activityId, recordid }))
  const lastRecord = async (activity: Activity, name: string) =>
    good(await member.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: activity.at(name).ballotId }))[0]

  it('is at the fixed point, now and by nobody in particular where a client says nothing', async () => {
    const activity = await voteIsOn()
    const [recordid] = good(await vote(activity, '1-102')).recordids
    expect(await detail(activity, recordid)).toMatchObject({ channel: 3, receivedat: '2026-05-01 09:00:00', handedinby: '', late: false })
  })

  it('is what was said, and the journal and the history tell it', async () => {
    const activity = await voteIsOn()
    const said = { channel: '2', receivedat: '2026-05-01 08:10:00', handedinby: ' 楼长 孙 ' }
    const [recordid] = good(await vote(activity, '1-102', said)).recordids
    expect(await lastRecord(activity, '1-102')).toMatchObject({ channel: 2, receivedat: '2026-05-01 08:10:00', handedinby: '楼长 孙', late: false })
    const [entry] = await entriesOf(member, { action: 'voting.complete', pageSize: 1 })
    expect(entry).toMatchObject({ subject: recordid, after: { channel: 2, receivedAt: Date.parse('2026-05-01T08:10:00+08:00'), handedInBy: '楼长 孙' } })
  })

  it.each([
    [{ channel: 6 }, 400, '收票渠道不正确'],
    [{ channel: 'mail' }, 400, '收票渠道不正确'],
    [{ receivedat: '昨天' }, 400, '收到时间格式不正确，应为 2026-05-01 09:30:00'],
    [{ receivedat: '2026-05-01 09:00:01' }, 400, '收到时间不能晚于现在'],
    [{ receivedat: '2026-05-01 07:59:59' }, 402, '该选票不在投票时间内收到'],
    [{ handedinby: 'x'.repeat(101) }, 400, '交票人不能超过100个字符'],
  ])('that is %j is refused, and nothing is stored', async (said, code, message) => {
    const activity = await voteIsOn()
    expect(await vote(activity, '1-102', said)).toMatchObject({ code, message })
    expect(await lastRecord(activity, '1-102')).toBeUndefined()
  })

  it('may be told after the end, while the vote is on: a late entry', async () => {
    const activity = await voteIsOn()
    itIs(AFTER_END)
    expect(await vote(activity, '1-102')).toMatchObject({ code: 402, message: '不在投票时间内' })
    expect(await vote(activity, '1-102', { receivedat: '2026-05-01 09:30:01' })).toMatchObject({ code: 402, message: '该选票不在投票时间内收到' })
    expect(await vote(activity, '1-102', { receivedat: '2026-05-01 09:45:01' })).toMatchObject({ code: 400, message: '收到时间不能晚于现在' })
    const [recordid] = good(await vote(activity, '1-102', { receivedat: END })).recordids
    expect(await detail(activity, recordid)).toMatchObject({ recordstatus: 1, receivedat: END, operatedate: '2026-05-01 09:45:00', late: true })
    await takeSteps(member, activity.activityId, 'startTally')
    expect(await vote(activity, '1-301', { receivedat: IN_TIME })).toMatchObject({ code: 409, message: '当前状态为“唱票中”，不能投票' })
  })

  it('of a paper that is tallied is its mark, or what is typed: then it is a late entry', async () => {
    const activity = await voteIsOn()
    good(await askMark(member, activity.activityId, activity.at('1-102'), 'A-1'))
    good(await askMark(member, activity.activityId, activity.at('1-301'), 'A-2'))
    itIs(AFTER_END)
    await takeSteps(member, activity.activityId, 'startTally')
    expect(await askTally(member, activity, ['A-1'], '1', { receivedat: '2026-05-01 09:40:00' })).toMatchObject({
      code: 402,
      message: '该选票不在投票时间内收到',
    })
    good(await askTally(member, activity, ['A-1'], '1'))
    good(await askTally(member, activity, ['A-2'], '1', { receivedat: IN_TIME, channel: 2 }))
    expect(await lastRecord(activity, '1-102')).toMatchObject({ receivedat: '2026-05-01 09:00:00', channel: 3, late: false })
    expect(await lastRecord(activity, '1-301')).toMatchObject({ receivedat: IN_TIME, channel: 2, late: true })
  })

  it('stays what it was where a paper is read again', async () => {
    const activity = await voteIsOn()
    const [recordid] = good(await vote(activity, '1-102', { receivedat: '2026-05-01 08:30:00' })).recordids
    itIs(AFTER_END)
    await takeSteps(member, activity.activityId, 'startTally')
    good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
    good(await askTally(member, activity, [], '2', { ballotIds: [activity.at('1-102').ballotId] }))
    expect(await lastRecord(activity, '1-102')).toMatchObject({ recordstatus: 1, receivedat: '2026-05-01 08:30:00' })
  })
})
