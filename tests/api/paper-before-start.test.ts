import { beforeEach, expect, it } from 'vitest'
import {
  activityBody,
  askMark,
  askStep,
  askTally,
  askVote,
  good,
  makeActivityA,
  makeEstate,
  propertyNamed,
  rosterOf,
  takeSteps,
  topic,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { lampFaults, linesIn, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { confirm, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

interface Paper {
  readonly code: string
  readonly ballotid: string
}
const answer = ({ code, message }: Envelope) => ({ code, message })
const HAS_PAPERS = { code: 409, message: '已生成选票，请先作废全部选票再修改' }

/** `paper.md` section 4: papers printed before the vote opens. */
onBothDatabases('ballot papers before the start', (engine) => {
  const life = 365 * 86_400_000
  const server = serverForAll(engine, { sessionLife: { idle: life, total: life } })
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_2', 'clerk'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  const start = Date.UTC(2026, 4, 1, 1)
  beforeEach(async () => {
    await setClock(server, start)
    activity = await makeActivityA(server, manager)
  })

  const at = (name: string): RosterProperty => propertyNamed(activity.roster, name)
  const body = (more: object) => ({ voteactivityid: activity.activityId, ...more })
  const issue = async (more: object = { xpath: '' }) => good(await manager.post('/paper/issue', body(more))).papers as Paper[]
  const issuedFor = async (...names: readonly string[]): Promise<string[]> => {
    const papers = await issue({ ballotids: names.map((name) => at(name).ballotId) })
    return names.map((name) => papers.find(({ ballotid }) => ballotid === at(name).ballotId)?.code ?? '')
  }
  const spoilAll = (reason: unknown = '标题有错', client = manager) => client.post('/paper/spoilall', body({ reason }))
  const update = (more: Record<string, unknown> = {}) =>
    manager.post('/votedef/update', { voteactivityid: activity.activityId, ...activityBody(activity.estateId, more) })
  const remove = () => manager.get('/votedef/delete', { ids: activity.activityId })
  const extend = (enddate: string) => manager.post('/votedef/extend', { id: activity.activityId, enddate, reason: '应业主要求' })
  const get = async () => good(await manager.get('/votedef/get', { id: activity.activityId }))
  const layoutId = async () => good(await manager.get('/paper/layout', { voteactivityid: activity.activityId })).layoutid as string
  const listed = async (query: object = {}) => good(await clerk.get('/paper/list', { voteactivityid: activity.activityId, pageSize: 100, ...query })).datas
  const verified = async () => good(await manager.get('/vote/verify', { voteactivityid: activity.activityId })).differences

  it('are made, handed out, spoiled and replaced; they freeze activity and ballots without any vote', async () => {
    const [one = '', two = '', three = ''] = await issuedFor('1-102', '1-301', '1-101')
    expect((await get()).haspapers).toBe(true)
    expect([answer(await update({ title: '改' })), answer(await remove())]).toEqual([HAS_PAPERS, HAS_PAPERS])
    const merge = { voteactivityid: activity.activityId, mainrightballotid: at('1-102').ballotId, needmergepropertyid: at('2-101').propertyId }
    expect((await manager.get('/votedef/mergeactivityproperty', merge)).code).toBe(409)
    const split = { voteactivityid: activity.activityId, mainrightballotid: at('1-101').ballotId, needsplipropertyid: at('1-201').propertyId }
    expect((await manager.get('/votedef/splitactivityproperty', split)).code).toBe(409)
    expect((await manager.get('/votedef/delactivityproperty', { activitypropertyid: at('1-102').rosterPropertyId })).code).toBe(409)
    good(await clerk.post('/paper/out', body({ codes: [one] })))
    good(await clerk.post('/paper/spoil', body({ codes: [three], reason: '印刷有误' })))
    const { code: four } = good(await clerk.post('/paper/replace', body({ code: two, reason: '印刷有误' })))
    expect(answer(await clerk.post('/paper/receive', body({ codes: [one] })))).toEqual({ code: 409, message: '当前状态为“未开始”，不能收回选票' })
    expect((await askMark(clerk, activity.activityId, at('1-102'), one)).code).toBe(409)
    expect((await askVote(clerk, activity, [at('1-102')], '1')).code).toBe(409)
    expect((await askTally(clerk, activity, [one], '1')).code).toBe(409)
    expect((await listed()).map(({ code, status }: { code: string; status: number }) => [code, status])).toEqual(
      expect.arrayContaining([
        [one, 1],
        [two, 3],
        [three, 3],
        [four, 0],
      ]),
    )
    await takeSteps(manager, activity.activityId, 'start')
    good(await clerk.post('/paper/receive', body({ codes: [one] })))
    good(await askVote(clerk, activity, [at('1-102')], '1'))
    expect(await verified()).toEqual([])
    expect(await breaches(server.database)).toEqual([])
  })

  it('a ballot added later gets its paper by issuing again', async () => {
    await issue()
    good(
      await manager.post('/votedef/addactivityproperty', {
        ...body({ period: '一期', zone: '', building: '3栋', unit: '1单元', room: '101', floor: '' }),
        areasize: 70,
        personname: '新人',
        mobileno: '13800138000',
        idno: '',
      }),
    )
    expect(await issue()).toHaveLength(1)
  })

  it('a manager spoils all with a reason; the activity is editable again, and the next issue freezes a new layout', async () => {
    const papers = await issue()
    const first = await layoutId()
    const codes = papers.map(({ code }) => code)
    good(await clerk.post('/paper/spoil', body({ codes: codes.slice(0, 1), reason: '印刷有误' })))
    expect(answer(await spoilAll(' '))).toEqual({ code: 400, message: '请填写原因' })
    expect((await spoilAll('标题有错', clerk)).code).toBe(403)
    expect(good(await spoilAll())).toEqual({ spoiled: 4 })
    expect(good(await spoilAll())).toEqual({ spoiled: 0 })
    const entries = (await entriesOf(manager, { action: 'paper.spoilAll' })).filter(({ subject }: { subject: string }) => subject === activity.activityId)
    expect(entries).toHaveLength(1)
    expect(entries[0].after).toMatchObject({ spoiled: 4, reason: '标题有错' })
    expect(entries[0].after.changed).toHaveLength(4)
    expect((await get()).haspapers).toBe(false)
    expect((await listed()).every(({ status }: { status: number }) => status === 3)).toBe(true)
    good(await update({ title: '改了的标题' }))
    expect(await layoutId()).not.toBe(first)
    const again = await issue()
    expect(again.filter(({ code }) => codes.includes(code))).toEqual([])
    const { layout } = good(await manager.get('/paper/layout', { voteactivityid: activity.activityId }))
    expect(JSON.stringify(layout)).toContain('改了的标题')
    expect(answer(await update())).toEqual(HAS_PAPERS)
    await takeSteps(manager, activity.activityId, 'start')
    expect(answer(await spoilAll())).toEqual({ code: 409, message: '当前状态为“投票中”，不能作废全部选票' })
    expect(answer(await clerk.post('/paper/out', body({ codes: codes.slice(1, 2) })))).toEqual({ code: 409, message: '该选票已作废' })
  })

  it('leave no layout once spoiled: papers issued after the start use the activity’s new state', async () => {
    const [one = ''] = await issuedFor('1-102')
    good(await clerk.post('/paper/spoil', body({ codes: [one], reason: '印刷有误' })))
    good(await update({ title: '改了的标题' }))
    await takeSteps(manager, activity.activityId, 'start')
    const said = async (path: string, more: object) => JSON.stringify(good(await manager.post(path, body(more))).layout)
    activity = { ...activity, roster: await rosterOf(server, activity.activityId) }
    const [two = ''] = await issuedFor('1-102')
    expect(await said('/paper/print', { codes: [two] })).toContain('改了的标题')
    const { layout } = good(await manager.get('/paper/layout', { voteactivityid: activity.activityId }))
    expect(JSON.stringify(layout)).toContain('改了的标题')
  })

  it('allow another scope, another estate and deletion once spoiled', async () => {
    await issue()
    good(await spoilAll())
    good(await update({ scopeNodes: ['一期▶▶1栋'] }))
    expect([...(await rosterOf(server, activity.activityId)).keys()]).toEqual(['1-101', '1-102', '1-201', '1-301'])
    expect(await issue()).toHaveLength(3)
    good(await spoilAll())
    const other = await makeEstate(manager, [['5-101', '周八', 70]], '另一个小区')
    good(await manager.post('/votedef/update', { voteactivityid: activity.activityId, ...activityBody(other.estateId) }))
    expect(await issue()).toHaveLength(1)
    expect(await breaches(server.database)).toEqual([])
    good(await spoilAll())
    good(await remove())
    expect((await manager.get('/votedef/get', { id: activity.activityId })).code).toBe(404)
    const left = server.database.read
      .selectFrom('ballot_paper')
      .select('id')
      .where('activity_id', 'not in', (build) => build.selectFrom('activity').select('id'))
    expect(await left.execute()).toEqual([])
  })

  it('an activity past its end is extended without making papers anew', async () => {
    const papers = await issue()
    server.clock.time = Date.parse('2026-07-01T09:00:00+08:00')
    expect(answer(await extend('2026-06-30 12:00:00')).code).toBe(400)
    good(await extend('2026-07-20 18:00:00'))
    expect(await get()).toMatchObject({ enddate: '2026-07-20 18:00:00', extensions: [{ from: '2026-06-30 12:00:00', to: '2026-07-20 18:00:00' }] })
    await takeSteps(manager, activity.activityId, 'start')
    good(await clerk.post('/paper/receive', body({ codes: [papers[0]?.code] })))
    expect(await verified()).toEqual([])
  })

  it('an end set after all papers were spoiled replaces the extension', async () => {
    await issue()
    good(await extend('2026-07-20 18:00:00'))
    good(await spoilAll())
    good(await update({ enddate: '2026-07-20 18:00:00', title: '只改标题' }))
    expect((await get()).extensions).toHaveLength(1)
    good(await update({ enddate: '2026-07-25 18:00:00' }))
    expect(await get()).toMatchObject({ enddate: '2026-07-25 18:00:00', extensions: [] })
    expect(answer(await extend('2026-07-26 18:00:00'))).toEqual({ code: 409, message: '当前状态为“未开始”，不能延期' })
  })

  it('racing with a change, match the printed activity', async () => {
    for (let round = 0; round < 5; round++) {
      activity = await makeActivityA(server, manager)
      const calls = [() => update({ title: '同时改' }), () => manager.post('/paper/issue', body({ xpath: '' }))]
      const [changed, issued] =
        round % 2 === 0 ? await Promise.all(calls.map((call) => call())) : (await Promise.all(calls.toReversed().map((call) => call()))).toReversed()
      expect(issued?.code).toBe(200)
      expect([200, 409]).toContain(changed?.code)
      const { layout } = good(await manager.get('/paper/layout', { voteactivityid: activity.activityId }))
      const { title } = await get()
      expect(JSON.stringify(layout)).toContain(title)
      expect(title).toBe(changed?.code === 200 ? '同时改' : '业主大会表决')
    }
  })

  it('spoiling all while starting spoils either all or none', async () => {
    for (let round = 0; round < 5; round++) {
      activity = await makeActivityA(server, manager)
      await issue()
      const calls = [() => spoilAll(), () => askStep(manager, activity.activityId, 'start')]
      const [spoiled] =
        round % 2 === 0 ? await Promise.all(calls.map((call) => call())) : (await Promise.all(calls.toReversed().map((call) => call()))).toReversed()
      expect((await get()).activitystatus).toBe(1)
      const live = (await listed()).filter(({ status }: { status: number }) => status !== 3)
      expect(live).toHaveLength(spoiled?.code === 200 ? 0 : 5)
      expect(await verified()).toEqual([])
    }
  })

  it('produce a valid bundle with four green lamps, in both editions', async () => {
    good(await spoilAllOf())
    good(await update({ topics: [topic('是否同意更新电梯和门禁')] }))
    const { topics } = await get()
    const [voted = '', tallied = '', out = '', lost = '', bad = ''] = await issuedFor('1-102', '1-301', '1-101', '2-101', '2-102')
    good(await clerk.post('/paper/spoil', body({ codes: [bad], reason: '印刷有误' })))
    await takeSteps(manager, activity.activityId, 'start')
    good(await clerk.post('/paper/out', body({ codes: [voted, tallied, out, lost] })))
    const { code: replaced } = good(await clerk.post('/paper/replace', body({ code: lost, reason: '选票遗失' })))
    good(await clerk.post('/paper/receive', body({ codes: [voted, tallied] })))
    const made = { ...activity, topics }
    good(await askVote(clerk, made, [at('1-102')], '1'))
    await takeSteps(manager, activity.activityId, 'startTally')
    good(await askTally(clerk, made, [tallied], '2'))
    await takeSteps(manager, activity.activityId, 'finish')
    expect(await verified()).toEqual([])
    await confirm(manager)
    for (const edition of ['court', 'owners']) {
      const query = new URLSearchParams({ voteactivityid: activity.activityId, edition, ...(edition === 'court' ? { purpose: '应诉' } : {}) })
      const zip = (await manager.raw(`/evidence/bundle?${query.toString()}`)).rawPayload
      expect(await lampFaults(zip), edition).toEqual(NO_FAULTS)
      const codes = linesIn(unzipped(zip), 'data/records.jsonl').map(({ ballotcode }) => ballotcode)
      if (edition === 'court') expect(new Set(codes)).toEqual(new Set([voted, tallied, out, replaced]))
    }
  })

  /** Papers of a first print, all spoiled. */
  async function spoilAllOf(): Promise<Envelope> {
    await issue()
    return spoilAll()
  }
})
