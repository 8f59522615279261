import { beforeEach, expect, it } from 'vitest'
import { good, makeActivityA, propertyNamed, recordsOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

onBothDatabases('papers whose registration is undone', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_2', 'clerk'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  beforeEach(async () => {
    activity = await makeActivityA(server, manager)
    await takeSteps(manager, activity.activityId, 'start')
  })

  const body = (more: object) => ({ voteactivityid: activity.activityId, ...more })
  const issued = async (...names: readonly string[]): Promise<string[]> => {
    const ids = names.map((name) => propertyNamed(activity.roster, name).ballotId)
    const { papers } = good(await manager.post('/paper/issue', body({ ballotids: ids }))) as { papers: { code: string; ballotid: string }[] }
    return ids.map((id) => papers.find(({ ballotid }) => ballotid === id)?.code ?? '')
  }
  const out = async (codes: readonly string[], by = clerk) => good(await by.post('/paper/out', body({ codes })))
  const receive = async (codes: readonly string[], by = clerk) => good(await by.post('/paper/receive', body({ codes })))
  const takeBack = (codes: readonly string[], status: number, by = clerk) => by.post('/paper/takeback', body({ codes, status }))
  const vote = async (code: string) =>
    good(await clerk.post('/vote/do', body({ records: recordsOf(activity.topics, '1'), votername: '', markedcodes: [code], ballotIds: [] })))
      .recordids as string[]
  const listed = async (): Promise<Record<string, unknown>[]> => good(await clerk.get('/paper/list', body({}))).datas
  const stateOf = async (code: string) => (await listed()).find((row) => row['code'] === code)?.['status']

  it('are restored to their previous state at each step', async () => {
    const [one = '', two = ''] = await issued('1-102', '1-301')
    const printed = await listed()
    await out([one])
    const outside = await listed()
    await receive([one, two])
    expect(good(await takeBack([one, two], 2)).papers).toHaveLength(2)
    expect(await listed()).toEqual(outside)
    good(await takeBack([one], 1))
    expect(await listed()).toEqual(printed)
    const [entry] = await entriesOf(manager, { action: 'paper.takeBack', pageSize: 1 })
    expect(entry).toMatchObject({ before: { paperCode: one, status: 1 }, after: { paperCode: one, status: 0 } })
    // They go the same way again.
    await out([one])
    await receive([one])
    await vote(one)
  })

  it('lose their receipt until they come in again', async () => {
    const [one = '', two = ''] = await issued('1-102', '1-301')
    await receive([one, two])
    const counted = async (): Promise<number> => {
      const between = good(await manager.get('/vote/between', { voteactivityid: activity.activityId, from: '#1', to: '#999999' }))
      return (between.curve as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
    }
    expect(await counted()).toBe(2)
    good(await takeBack([one], 2))
    expect(await counted()).toBe(1)
    await receive([one])
    expect(await counted()).toBe(2)
  })

  it('stay if one of them has changed state meanwhile: none is undone', async () => {
    const [one = '', two = ''] = await issued('1-102', '1-301')
    await out([one, two])
    await receive([two])
    expect(await takeBack([one, two], 1)).toMatchObject({ code: 409, message: `选票${two}现在是“已收回”，不能撤销发出`, data: { code: two } })
    expect(await stateOf(one)).toBe(1)
    expect(await takeBack([one], 2)).toMatchObject({ code: 409, message: `选票${one}现在是“已发出”，不能撤销收回` })
    expect(await takeBack([], 2)).toMatchObject({ code: 400 })
    expect(await takeBack([one], 3)).toMatchObject({ code: 400 })
    expect(await takeBack(['22222222'], 1)).toMatchObject({ code: 404 })
  })

  it('stay if somebody has voted with them meanwhile, even if the vote was voided', async () => {
    const [one = ''] = await issued('1-102')
    await receive([one])
    const [recordid = ''] = await vote(one)
    expect(await takeBack([one], 2)).toMatchObject({ code: 409, message: `选票${one}已录入投票，请先作废该投票` })
    good(await manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
    expect(await takeBack([one], 2)).toMatchObject({ code: 409, message: `选票${one}已录入过投票，不能撤销收回` })
    expect(await stateOf(one)).toBe(2)
  })

  it('stay if others have registered, spoiled or replaced them, and after the vote has ended', async () => {
    const [one = '', two = '', three = ''] = await issued('1-102', '1-301', '2-101')
    await receive([one], manager)
    await receive([two, three])
    expect(await takeBack([one], 2)).toMatchObject({ code: 409, message: `选票${one}已由别人登记，不能撤销` })
    good(await manager.post('/paper/spoil', body({ codes: [two], reason: '选票损坏' })))
    expect(await takeBack([two], 2)).toMatchObject({ code: 409, message: '该选票已作废' })
    await takeSteps(manager, activity.activityId, 'startTally')
    good(await takeBack([three], 2))
    await receive([three])
    await takeSteps(manager, activity.activityId, 'finish')
    expect(await takeBack([three], 2)).toMatchObject({ code: 409, message: '当前状态为“已结束”，不能收回选票' })
  })

  it('are undone once when two undo at the same time', async () => {
    const [one = ''] = await issued('1-102')
    await out([one])
    const codes = (await Promise.all([takeBack([one], 1), takeBack([one], 1)])).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
