import { describe, expect, it } from 'vitest'
import { askEntrust, askMark, askTally, askVote, good, makeActivityA, propertyNamed, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const START = '2026-05-01 08:00:00'
const END = '2026-05-01 09:30:00'
/** The server's clock is between the two. */
const BEFORE_END = '2026-05-01T09:00:00+08:00'
const AFTER_END = '2026-05-01T09:45:00+08:00'
const IN_TIME = '2026-05-01 09:20:00'

onBothDatabases('receipt of a paper', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  const itIs = (moment: string): void => {
    server.clock.time = Date.parse(moment)
  }
  async function voteIsOn() {
    await setClock(server, Date.parse(BEFORE_END))
    const activity = await makeActivityA(server, member, { startdate: START, enddate: END })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const vote = (activity: Activity, name: string, more: object = {}) => askVote(member, activity, [activity.at(name)], '1', more)
  const detail = async ({ activityId }: Activity, recordid: string) => good(await member.get('/vote/detail', { voteActivityId: activityId, recordid }))
  const lastRecord = async (activity: Activity, name: string) =>
    good(await member.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: activity.at(name).ballotId }))[0]

  it('defaults to channel “fixed point”, now and handed in by nobody in particular', async () => {
    const activity = await voteIsOn()
    const [recordid] = good(await vote(activity, '1-102')).recordids
    expect(await detail(activity, recordid)).toMatchObject({ channel: 3, receivedat: '2026-05-01 09:00:00', handedinby: '', late: false })
  })

  it('is stored as sent, and shown in journal and history', async () => {
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
  ])('is refused as %j, and nothing is stored', async (said, code, message) => {
    const activity = await voteIsOn()
    expect(await vote(activity, '1-102', said)).toMatchObject({ code, message })
    expect(await lastRecord(activity, '1-102')).toBeUndefined()
  })

  it('may be entered after the end while voting is open: a late entry', async () => {
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

  it('a tallied paper’s time is its mark’s, or the entered one: then it is a late entry', async () => {
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

  it('a replaced paper that is not back has no arrival time, unless its ballot was marked by hand before', async () => {
    const activity = await voteIsOn()
    const body = (more: object) => ({ voteactivityid: activity.activityId, ...more })
    const issue = async (name: string) => good(await member.post('/paper/issue', body({ ballotids: [activity.at(name).ballotId] }))).papers[0].code as string
    const replace = async (code: string) => good(await member.post('/paper/replace', body({ code, reason: '遗失' }))).code as string
    const first = await issue('1-102')
    good(await askMark(member, activity.activityId, activity.at('1-301'), 'A-3'))
    itIs('2026-05-01T09:10:00+08:00')
    const byHand = await issue('1-301')
    itIs('2026-05-01T09:12:00+08:00')
    const [second, third] = [await replace(first), await replace(byHand)]
    itIs(AFTER_END)
    await takeSteps(member, activity.activityId, 'startTally')
    expect((await askTally(member, activity, [second], '1')).code).toBe(402)
    good(await askTally(member, activity, [third], '1'))
    expect(await lastRecord(activity, '1-301')).toMatchObject({ receivedat: '2026-05-01 09:00:00' })
  })

  it('several papers tallied in one call keep each its own mark’s time', async () => {
    const activity = await voteIsOn()
    const names = ['1-102', '1-301', '2-101']
    for (const [index, name] of names.entries()) {
      itIs(`2026-05-01T09:0${index}:00+08:00`)
      good(await askMark(member, activity.activityId, activity.at(name), `C-${index}`))
    }
    await takeSteps(member, activity.activityId, 'startTally')
    good(await askTally(member, activity, ['C-2', 'C-0', 'C-1'], '1'))
    for (const [index, name] of names.entries()) {
      expect(await lastRecord(activity, name)).toMatchObject({ ballotcode: `C-${index}`, receivedat: `2026-05-01 09:0${index}:00`, recordstatus: 1 })
    }
  })

  describe('of a printed paper that is back', () => {
    const issued = async ({ activityId, at }: Activity, ...names: string[]): Promise<string[]> =>
      good(await member.post('/paper/issue', { voteactivityid: activityId, ballotids: names.map((name) => at(name).ballotId) })).papers.map(
        ({ code }: { code: string }) => code,
      )
    const returned = async ({ activityId }: Activity, codes: readonly string[], receivedat?: string) =>
      good(await member.post('/paper/receive', { voteactivityid: activityId, codes, ...(receivedat === undefined ? {} : { receivedat }) }))
    const LATE = { code: 402, message: '该选票不在投票时间内收到' }

    it('is the time when it was received, before or after the end, by code or by ballot', async () => {
      const activity = await voteIsOn()
      const [one = '', two = '', three = ''] = await issued(activity, '1-102', '1-301', '2-101')
      await returned(activity, [one, two], '2026-05-01 08:40:00')
      itIs('2026-05-01T09:10:00+08:00')
      good(await vote(activity, '1-102', { markedcodes: [one] }))
      expect(await lastRecord(activity, '1-102')).toMatchObject({ receivedat: '2026-05-01 08:40:00', operatedate: '2026-05-01 09:10:00', late: false })
      itIs(AFTER_END)
      good(await vote(activity, '1-301'))
      expect(await lastRecord(activity, '1-301')).toMatchObject({ receivedat: '2026-05-01 08:40:00', operatedate: '2026-05-01 09:45:00', late: true })
      // The box was opened after the end, but its papers arrived before.
      await returned(activity, [three], END)
      good(await vote(activity, '2-101', { markedcodes: [three] }))
      expect(await lastRecord(activity, '2-101')).toMatchObject({ receivedat: END, late: true })
      expect(await vote(activity, '2-101', { markedcodes: [three] })).toMatchObject({ code: 409, message: '该票权已投票' })
      const [entry] = await entriesOf(member, { action: 'voting.complete', pageSize: 1 })
      expect(entry).toMatchObject({ after: { receivedAt: Date.parse('2026-05-01T09:30:00+08:00'), late: true } })
    })

    it('refuses a late paper whatever is entered, and a ballot without its paper', async () => {
      const activity = await voteIsOn()
      const [one = '', two = ''] = await issued(activity, '1-102', '1-301')
      itIs(AFTER_END)
      await returned(activity, [one])
      expect(await vote(activity, '1-102')).toMatchObject(LATE)
      expect(await vote(activity, '1-102', { markedcodes: [one], receivedat: IN_TIME })).toMatchObject(LATE)
      const outside = { code: 402, message: '不在投票时间内' }
      expect(await vote(activity, '1-301', { markedcodes: [two] })).toMatchObject(outside)
      await returned(activity, [two], IN_TIME)
      // All or nothing: the other one's time is unknown.
      expect(await askVote(member, activity, [activity.at('1-301'), activity.at('2-101')], '1')).toMatchObject(outside)
      expect(await lastRecord(activity, '1-301')).toMatchObject({ recordstatus: 0 })
      good(await vote(activity, '1-301', { markedcodes: [two], receivedat: '2026-05-01 09:10:00' }))
      expect(await lastRecord(activity, '1-301')).toMatchObject({ receivedat: '2026-05-01 09:10:00', late: true })
    })

    it('is still the time when it was received when the paper is tallied again', async () => {
      const activity = await voteIsOn()
      const [one = ''] = await issued(activity, '1-102')
      await returned(activity, [one], '2026-05-01 08:40:00')
      const [recordid] = good(await vote(activity, '1-102', { receivedat: '2026-05-01 08:50:00' })).recordids
      itIs(AFTER_END)
      await takeSteps(member, activity.activityId, 'startTally')
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
      good(await askTally(member, activity, [one], '2'))
      expect(await lastRecord(activity, '1-102')).toMatchObject({ recordstatus: 1, receivedat: '2026-05-01 08:40:00', late: false })
    })

    it('decides whether a proxy that has expired since was valid', async () => {
      const activity = await voteIsOn()
      const [one = '', two = ''] = await issued(activity, '1-102', '1-301')
      const more = { validuntil: '2026-05-01 08:45:00' }
      const entrusted = async (name: string): Promise<string> => good(await askEntrust(member, activity.activityId, activity.at(name), more)).proxyid
      await returned(activity, [one], '2026-05-01 08:40:00')
      await returned(activity, [two], '2026-05-01 08:50:00')
      itIs(AFTER_END)
      const [first, second] = [await entrusted('1-102'), await entrusted('1-301')]
      const isEntrusted = async (name: string) =>
        good(await member.get('/vote/queryVotersByPropertyId', { voteactivityid: activity.activityId, propertyid: activity.at(name).propertyId })).voters[0]
          .entrusted
      expect([await isEntrusted('1-102'), await isEntrusted('1-301'), await isEntrusted('2-101')]).toEqual([true, false, false])
      good(await vote(activity, '1-102', { proxyid: first }))
      expect(await lastRecord(activity, '1-102')).toMatchObject({ agentname: '郑代理', late: true })
      expect(await vote(activity, '1-301', { proxyid: second })).toMatchObject({ code: 402, message: '收到选票时委托已过期，不能代理投票' })
    })
  })

  it('stays the same when a voided paper is tallied again', async () => {
    const activity = await voteIsOn()
    const [recordid] = good(await vote(activity, '1-102', { receivedat: '2026-05-01 08:30:00' })).recordids
    itIs(AFTER_END)
    await takeSteps(member, activity.activityId, 'startTally')
    good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
    good(await askTally(member, activity, [], '2', { ballotIds: [activity.at('1-102').ballotId] }))
    expect(await lastRecord(activity, '1-102')).toMatchObject({ recordstatus: 1, receivedat: '2026-05-01 08:30:00' })
  })
})
