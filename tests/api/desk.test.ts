import { beforeEach, describe, expect, it } from 'vitest'
import { askMark, askStep, askTally, askVote, good, propertyNamed, makeActivityA, takeSteps, type RosterProperty } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { APP_HEADERS, logIn, madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

whereDatabasesDiffer('the desk', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  const other = madeBefore(() => server.member('staff_2'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  beforeEach(async () => {
    activity = await makeActivityA(server, member)
    await takeSteps(member, activity.activityId, 'start')
  })

  const at = (name: string): RosterProperty => propertyNamed(activity.roster, name)
  const mark = (name: string, code: string, client = member) => askMark(client, activity.activityId, at(name), code)
  const vote = (names: readonly string[], client = member) => askVote(client, activity, names.map(at), '1')
  const unmark = (recordid: string, reason: unknown = '标记错业主', client = member) => client.post('/vote/unmark', { recordid, reason })
  const history = async (name: string) => good(await member.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: at(name).ballotId }))
  const voter = async (name: string) =>
    good(await member.get('/vote/queryVotersByPropertyId', { voteactivityid: activity.activityId, propertyid: at(name).propertyId })).voters[0]
  const lastEntry = async () => (await entriesOf(member, { pageSize: 1 }))[0]
  /** The same call from a computer that sends its name. */
  const fromDesk = async (client: Client, desk: string, path: string, payload: object): Promise<Envelope> =>
    (
      await server.app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload,
        headers: { ...APP_HEADERS, 'x-auth-id': client.token, 'x-desk-name': desk },
      })
    ).json()
  const markAt = (desk: string, name: string, code: string) =>
    fromDesk(member, desk, '/vote/sign', {
      ballorighttid: at(name).ballotId,
      voteactivityid: activity.activityId,
      markedcode: code,
      votepropertyid: at(name).propertyId,
    })

  describe('refusals at the desk name the conflict', () => {
    it('a refused vote: when, by whom and at which desk each of the ballots has voted', async () => {
      good(await vote(['1-102'], other))
      good(await vote(['1-301']))
      const refused = await vote(['1-102', '1-301', '2-101'])
      expect(refused).toMatchObject({ code: 409, message: '该票权已投票' })
      expect(refused.data).toEqual([
        {
          ballotid: at('1-102').ballotId,
          recordid: (await voter('1-102')).recordid,
          place: '一期-1栋-1单元-102',
          ownername: '李四',
          markedcode: '',
          recordpaper: '',
          operator: 'staff_2',
          operatedate: '2026-05-01 09:00:00',
          desk: '',
        },
        expect.objectContaining({ place: '一期-1栋-1单元-301', ownername: '王五', operator: 'admin_1' }),
      ])
      expect((await mark('1-102', 'C-9')).data).toMatchObject([{ place: '一期-1栋-1单元-102' }])
    })

    it('a used code: which property has it, and who gave it', async () => {
      good(await markAt(encodeURIComponent('前台 一号机'), '1-102', 'C-1'))
      const refused = await mark('1-301', 'C-1', other)
      expect(refused).toMatchObject({ code: 409, message: '该标记码已被使用' })
      expect(refused.data).toMatchObject([{ place: '一期-1栋-1单元-102', ownername: '李四', markedcode: 'C-1', operator: 'admin_1', desk: '前台 一号机' }])
      expect(await voter('1-301')).toMatchObject({ ballotstatus: -1 })
    })
  })

  it('stores at which desk a record was made, and who turned it into a vote', async () => {
    good(await markAt('DESK-1', '1-102', 'C-1'))
    expect(await history('1-102')).toMatchObject([{ recordstatus: 0, creater: 'admin_1', operator: 'admin_1', desk: 'DESK-1', voidreason: '' }])
    server.clock.time += 60_000
    await takeSteps(member, activity.activityId, 'startTally')
    good(await askTally(other, activity, ['C-1'], '1'))
    expect(await history('1-102')).toMatchObject([
      { recordstatus: 1, creater: 'admin_1', createdate: '2026-05-01 09:00:00', operator: 'staff_2', operatedate: '2026-05-01 09:01:00', desk: '' },
    ])
    await setClock(server, server.clock.time - 60_000)
  })

  it.each(['%', '%E4%BD', '\u0001'.repeat(3), 'x'.repeat(900)])('sanitises the desk name %j', async (desk) => {
    good(await markAt(desk, '1-102', 'C-1'))
    const [{ desk: kept }] = await history('1-102')
    expect(kept.length).toBeLessThanOrEqual(40)
    expect(kept).toMatch(/^x*$/)
  })

  describe('removing a mark', () => {
    it('reopens the ballot and frees its code, as if never marked; the journal keeps it', async () => {
      const { recordid } = good(await mark('1-102', 'C-1'))
      good(await unmark(recordid))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: -1, markedcode: '', recordid: '' })
      expect(await history('1-102')).toEqual([])
      expect(good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activity.activityId, markedcode: 'C-1' }))).toEqual([])
      expect(await lastEntry()).toMatchObject({
        action: 'voting.unmark',
        subject: recordid,
        before: { status: 0, markedCode: 'C-1', ballotId: at('1-102').ballotId },
        after: { reason: '标记错业主', ballotId: at('1-102').ballotId },
      })
      good(await mark('1-301', 'C-1'))
      good(await vote(['1-102']))
      expect(await unmark(recordid)).toMatchObject({ code: 404, message: '投票记录不存在' })
    })

    it('allows splitting a merged ballot again', async () => {
      const { recordid } = good(await mark('1-101', 'C-1'))
      const split = () =>
        member.get('/votedef/splitactivityproperty', {
          voteactivityid: activity.activityId,
          mainrightballotid: at('1-101').ballotId,
          needsplipropertyid: at('1-201').propertyId,
        })
      expect((await split()).code).toBe(409)
      good(await unmark(recordid, '标记码录错', other))
      expect((await split()).code).toBe(200)
    })

    it('refuses to remove a vote or a voided record', async () => {
      const { recordid } = good(await mark('1-102', 'C-1'))
      good(await vote(['1-102']))
      expect(await unmark(recordid)).toMatchObject({ code: 409, message: '只有已标记、未投票的票可以撤销标记' })
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
      expect(await unmark(recordid)).toMatchObject({ code: 409, message: '只有已标记、未投票的票可以撤销标记' })
    })

    it('is only possible while voting is open', async () => {
      const { recordid } = good(await mark('1-102', 'C-1'))
      await takeSteps(member, activity.activityId, 'startTally')
      expect(await unmark(recordid)).toMatchObject({ code: 409, message: '当前状态为“唱票中”，不能撤销标记' })
      good(await askStep(member, activity.activityId, 'finish'))
      expect(await unmark(recordid)).toMatchObject({ code: 409, message: '当前状态为“已结束”，不能撤销标记' })
      expect(await voter('1-102')).toMatchObject({ ballotstatus: 0, markedcode: 'C-1' })
    })

    it('requires a reason', async () => {
      const { recordid } = good(await mark('1-102', 'C-1'))
      for (const reason of [null, '', '  ']) expect(await unmark(recordid, reason)).toMatchObject({ code: 400, message: '请输入撤销原因' })
      expect(await unmark(recordid, 'x'.repeat(201))).toMatchObject({ code: 400, message: '撤销原因不能超过200个字符' })
      expect(await unmark('nothing')).toMatchObject({ code: 404 })
    })

    it('succeeds once when two remove it at the same time', async () => {
      const { recordid } = good(await mark('1-102', 'C-1'))
      const answers = await Promise.all([unmark(recordid), unmark(recordid, '重复标记', other)])
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 404])
    })
  })

  describe('the reason for voiding a vote', () => {
    const voidVote = (recordid: string, more: Record<string, string> = {}) =>
      member.get('/vote/disable', { voteActivityId: activity.activityId, recordid, ...more })

    it('is returned with who voided it and when', async () => {
      const [recordid] = good(await vote(['1-102'])).recordids
      good(await voidVote(recordid, { reason: ' 录错选择 ' }))
      const voided = { recordstatus: 2, voidreason: '录错选择', voider: 'admin_1', voiddate: '2026-05-01 09:00:00' }
      expect(await history('1-102')).toMatchObject([voided])
      expect(good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))).toMatchObject(voided)
      expect(await lastEntry()).toMatchObject({ action: 'voting.void', after: { status: 2, reason: '录错选择' } })
    })

    it('is recorded as missing if none is given', async () => {
      const [recordid] = good(await vote(['1-102'])).recordids
      good(await voidVote(recordid))
      expect(await history('1-102')).toMatchObject([{ voidreason: '未填写原因' }])
    })

    it('is limited to 200 characters', async () => {
      const [recordid] = good(await vote(['1-102'])).recordids
      expect(await voidVote(recordid, { reason: 'x'.repeat(201) })).toMatchObject({ code: 400, message: '作废原因不能超过200个字符' })
      good(await voidVote(recordid, { reason: '因'.repeat(200) }))
    })
  })

  it('counts what an account has entered today, and the activity’s progress', async () => {
    const counts = async (client: Client) => good(await client.get('/vote/deskcounts', { voteActivityId: activity.activityId }))
    good(await mark('1-102', 'C-1'))
    good(await vote(['1-301']))
    const [recordid] = good(await vote(['2-101'], other)).recordids
    expect(await counts(member)).toEqual({ todaycount: 2, votedcount: 2, ballotcount: 5 })
    expect(await counts(other)).toEqual({ todaycount: 1, votedcount: 2, ballotcount: 5 })
    good(await other.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
    expect(await counts(other)).toEqual({ todaycount: 0, votedcount: 1, ballotcount: 5 })
    // 00:00 of the next day in China is 16:00 of this one in Greenwich.
    const now = server.clock.time
    server.clock.time = Date.parse('2026-05-01T15:59:59Z')
    const late = server.client(await logIn(server.client(), 'admin_1'))
    expect(await counts(late)).toEqual({ todaycount: 2, votedcount: 1, ballotcount: 5 })
    server.clock.time += 1_000
    expect(await counts(late)).toEqual({ todaycount: 0, votedcount: 1, ballotcount: 5 })
    await setClock(server, now)
  })
})
