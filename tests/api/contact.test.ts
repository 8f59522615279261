import { expect, it } from 'vitest'
import { askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { logIn, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const DAY = 24 * 3_600_000

onBothDatabases('visits', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function voteIsOn() {
    const activity = await makeActivityA(server, manager)
    await takeSteps(manager, activity.activityId, 'start')
    return { ...activity, at: (name: string) => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const refusal = ({ code, message }: Envelope) => [code, message] as const
  const visit = ({ activityId, at }: Activity, names: readonly string[], more: object = {}, client = clerk) =>
    client.post('/contact/save', { voteactivityid: activityId, ballotids: names.map((name) => at(name).ballotId), way: 2, result: 1, ...more })
  const visited = async (...given: Parameters<typeof visit>): Promise<string[]> => good(await visit(...given)).contactids
  const list = async ({ activityId }: Activity, more: object = {}) => good(await clerk.get('/contact/list', { voteactivityid: activityId, ...more }))
  const progress = async ({ activityId }: Activity, xpath = '') => good(await clerk.get('/contact/progress', { voteactivityid: activityId, xpath }))
  const withdraw = (contactid: string | undefined, reason = '登记错房屋', client = clerk) => client.post('/contact/withdraw', { contactid, reason })

  it('are stored one per ballot, listed newest first, and journalled in one entry', async () => {
    const activity = await voteIsOn()
    const [first, second] = await visited(activity, ['1-102', '1-301'], { result: 3, remark: '敲门无人', at: '2026-05-01 08:00:00' })
    const [third] = await visited(activity, ['1-102'], { way: 1, result: 2, nextat: '2026-05-02 19:00:00' })
    expect(await list(activity, { ballotid: activity.at('1-102').ballotId })).toEqual({
      totalCount: 2,
      datas: [
        {
          contactid: third,
          voteactivityid: activity.activityId,
          place: '一期-1栋-1单元-102',
          way: 1,
          result: 2,
          nextat: '2026-05-02 19:00:00',
          remark: '',
          at: '2026-05-01 09:00:00',
          creater: 'clerk_1',
          createdate: '2026-05-01 09:00:00',
          withdrawer: '',
          withdrawdate: '',
          withdrawreason: '',
          maywithdraw: true,
        },
        expect.objectContaining({ contactid: first, way: 2, result: 3, remark: '敲门无人', at: '2026-05-01 08:00:00' }),
      ],
    })
    expect((await list(activity)).datas.map(({ contactid }: { contactid: string }) => contactid)).toEqual([third, second, first])
    expect((await list(activity, { pageNo: 2, pageSize: 2 })).datas).toMatchObject([{ contactid: first }])
    const [, both] = await entriesOf(manager, { action: 'contact.save', voteactivityid: activity.activityId })
    expect(both).toMatchObject({ subject: activity.activityId, after: { contactWay: 2, contactResult: 3, contactRemark: '敲门无人', total: 2 } })
    expect(both.after.changed).toMatchObject([{ place: '一期-1栋-1单元-102' }, { place: expect.stringContaining('301') as string }])
  })

  it('show progress by each ballot’s newest visit; a vote ends it', async () => {
    const activity = await voteIsOn()
    const { none } = await progress(activity)
    expect(await progress(activity)).toEqual({ none, reached: 0, later: 0, nobody: 0, unreachable: 0, refused: 0 })
    await visited(activity, ['1-102'], { result: 5, at: '2026-05-01 08:30:00' })
    // Registered later for an earlier hour: not the newest.
    await visited(activity, ['1-102'], { result: 3, at: '2026-05-01 08:00:00' })
    await visited(activity, ['1-301'], { result: 2, nextat: '2026-05-03 08:00:00' })
    await visited(activity, ['2-101'], { result: 4 })
    expect(await progress(activity)).toEqual({ none: none - 3, reached: 0, later: 1, nobody: 0, unreachable: 1, refused: 1 })
    expect(await progress(activity, '一期▶▶2栋')).toMatchObject({ unreachable: 1, refused: 0, later: 0 })
    good(await askVote(manager, activity, [activity.at('1-102')], '1'))
    expect(await progress(activity)).toEqual({ none: none - 3, reached: 0, later: 1, nobody: 0, unreachable: 1, refused: 0 })
    expect(refusal(await clerk.get('/contact/progress', { voteactivityid: activity.activityId, xpath: '一▶二▶三▶四▶五' }))[0]).toBe(400)
  })

  it('follow their properties through split and merge', async () => {
    const activity = await voteIsOn()
    const { none } = await progress(activity)
    const [main, other] = [activity.at('1-101'), activity.at('1-201')]
    await visited(activity, ['1-101'], { result: 4, at: '2026-05-01 08:00:00' })
    expect((await list(activity)).datas).toMatchObject([{ place: '一期-1栋-1单元-101、一期-1栋-1单元-201' }])
    const split = { voteactivityid: activity.activityId, mainrightballotid: main.ballotId, needsplipropertyid: other.propertyId, reason: '业主要求分开' }
    const { ballotid } = good(await manager.get('/votedef/splitactivityproperty', split))
    // First both parts were visited, then only one.
    expect(await progress(activity)).toMatchObject({ none: none - 1, unreachable: 2 })
    const [apart] = await visited(activity, [], { ballotids: [ballotid], result: 5 })
    expect(await progress(activity)).toMatchObject({ unreachable: 1, refused: 1 })
    const merge = { voteactivityid: activity.activityId, mainrightballotid: main.ballotId, needmergepropertyid: other.propertyId, reason: '业主要求合并' }
    good(await manager.get('/votedef/mergeactivityproperty', merge))
    expect(await progress(activity)).toMatchObject({ none: none - 1, unreachable: 0, refused: 1 })
    expect((await list(activity, { ballotid: main.ballotId })).datas).toMatchObject([{ contactid: apart }, { result: 4 }])
    expect(refusal(await visit(activity, [], { ballotids: [ballotid] }))).toEqual([409, '该票权已被合并或调整，请刷新后重试'])
  })

  it.each([
    [{ ballotids: [] }, 400, '请选择走访的业主'],
    [{ ballotids: ['nothing'] }, 404, '票权不存在'],
    [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
    [{ way: 9 }, 400, '走访方式不正确'],
    [{ result: 6 }, 400, '走访结果不正确'],
    [{ result: 2 }, 400, '请选择约定再访的时间'],
    [{ result: 2, nextat: '2026-05-01 08:00:00' }, 400, '约定再访的时间必须晚于走访时间'],
    [{ result: 1, nextat: '2026-05-02 08:00:00' }, 400, '只有“约定再访”可以填写再访时间'],
    [{ at: '2026-05-01 09:00:01' }, 400, '走访时间不能晚于当前时间'],
    [{ remark: '长'.repeat(201) }, 400, '走访备注不能超过200个字符'],
  ])('are refused with %j, and nothing is stored', async (more, code, message) => {
    const activity = await voteIsOn()
    expect(refusal(await visit(activity, ['1-102'], more))).toEqual([code, message])
    expect((await list(activity)).totalCount).toBe(0)
  })

  it('refuses a batch that names a ballot of another activity or an unknown one', async () => {
    const [activity, other] = [await voteIsOn(), await voteIsOn()]
    const ballotids = [activity.at('1-102').ballotId, other.at('1-102').ballotId]
    expect(refusal(await visit(activity, [], { ballotids }))).toEqual([404, '票权不存在'])
    expect((await list(activity)).totalCount).toBe(0)
    expect(refusal(await clerk.get('/contact/list', { voteactivityid: activity.activityId, ballotid: other.at('1-102').ballotId }))).toEqual([
      404,
      '票权不存在',
    ])
  })

  it('are withdrawn once, by their author on the same day, else by a manager, and stay listed', async () => {
    const activity = await voteIsOn()
    const { none } = await progress(activity)
    const [own] = await visited(activity, ['1-102'], { result: 4 })
    const [theirs] = await visited(activity, ['1-301'], { result: 4 }, manager)
    expect(refusal(await withdraw(theirs))).toEqual([403, '只能撤回自己当天登记的走访，其他的请管理员撤回'])
    expect(refusal(await withdraw(own, ' '))).toEqual([400, '请输入撤回原因'])
    good(await withdraw(own))
    expect(refusal(await withdraw(own))).toEqual([409, '该走访已撤回，请刷新后查看'])
    expect(refusal(await withdraw('nothing'))).toEqual([404, '该走访记录已不存在，请刷新后重试'])
    expect(await progress(activity)).toMatchObject({ none: none - 1, unreachable: 1 })
    const { datas } = await list(activity)
    expect(datas).toMatchObject([
      { contactid: theirs, maywithdraw: false },
      { contactid: own, withdrawer: 'clerk_1', withdrawreason: '登记错房屋' },
    ])
  })

  it('keeps both of two simultaneous visits, and counts the ballot once', async () => {
    const activity = await voteIsOn()
    const results = await Promise.all([1, 5, 3].map((result) => visit(activity, ['1-102'], { result, at: '2026-05-01 08:30:00' })))
    for (const answer of results) good(answer)
    const { reached, refused, nobody } = await progress(activity)
    expect((await list(activity)).totalCount).toBe(3)
    expect(reached + refused + nobody).toBe(1)
  })

  it('are withdrawn once when two withdraw at the same time', async () => {
    const activity = await voteIsOn()
    const [own] = await visited(activity, ['1-102'])
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(own)))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('refuses visits after the end', async () => {
    const activity = await voteIsOn()
    const [own] = await visited(activity, ['1-102'])
    await takeSteps(manager, activity.activityId, 'finish')
    expect(refusal(await visit(activity, ['1-102']))).toEqual([409, '当前状态为“已结束”，不能登记走访'])
    expect(refusal(await withdraw(own))[0]).toBe(409)
    expect((await list(activity)).totalCount).toBe(1)
  })

  it('only a manager withdraws a visit of the day before', async () => {
    const [kept] = await visited(await voteIsOn(), ['2-101'])
    server.clock.time += DAY
    const [later, managerLater] = [server.client(await logIn(server.client(), 'clerk_1')), server.client(await logIn(server.client(), 'admin_1'))]
    expect(refusal(await withdraw(kept, '登记错房屋', later))[0]).toBe(403)
    good(await withdraw(kept, '登记错房屋', managerLater))
  })
})
