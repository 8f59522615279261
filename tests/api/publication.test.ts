import { expect, it } from 'vitest'
import { askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

onBothDatabases('publications: what is posted for the owners', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const viewer = madeBefore(() => server.member('viewer_1', 'viewer'))

  const draft = { kind: 2, datefrom: '2026-05-01', dateto: '2026-05-08', places: '小区公告栏、各单元门厅' }
  const refusal = ({ code, message }: Envelope) => [code, message] as const
  const save = (voteactivityid: string, more: object = {}, client = manager) => client.post('/publication/save', { voteactivityid, ...draft, ...more })
  const saved = async (...given: Parameters<typeof save>): Promise<string> => good(await save(...given)).publicationid
  const list = async (voteactivityid: string, more: object = {}) => good(await viewer.get('/publication/list', { voteactivityid, ...more }))
  const standing = async (...ids: readonly string[]) => good(await viewer.get('/publication/standing', { voteActivityIds: ids.join(',') }))
  const withdraw = (publicationid: string, reason = '登记错日期或地点', client = manager) => client.post('/publication/withdraw', { publicationid, reason })
  const picture = async (): Promise<string> => good(await manager.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes }))
  async function finished() {
    const activity = await makeActivityA(server, manager)
    await takeSteps(manager, activity.activityId, 'start')
    good(await askVote(manager, activity, [propertyNamed(activity.roster, '1-102')], '1'))
    await takeSteps(manager, activity.activityId, 'finish')
    return activity.activityId
  }

  it('are stored with pictures, listed newest first, journalled, and visible to viewers', async () => {
    const { activityId } = await makeActivityA(server, manager)
    const shown = await picture()
    const first = await saved(activityId, { kind: 1, remark: '张贴在一期', pics: [shown] })
    const second = await saved(activityId, { datefrom: '2026-05-02', dateto: '2026-05-02' })
    const row = {
      publicationid: first,
      voteactivityid: activityId,
      kind: 1,
      datefrom: '2026-05-01',
      dateto: '2026-05-08',
      places: '小区公告栏、各单元门厅',
      remark: '张贴在一期',
      pics: [{ resourcepath: shown }],
      creater: 'admin_1',
      createdate: '2026-05-01 09:00:00',
      withdrawer: '',
      withdrawdate: '',
      withdrawreason: '',
    }
    expect(await list(activityId)).toEqual({ totalCount: 2, datas: [expect.objectContaining({ publicationid: second, remark: '', pics: [] }), row] })
    expect(await list(activityId, { pageNo: 2, pageSize: 1 })).toEqual({ totalCount: 2, datas: [row] })
    expect((await viewer.raw(shown)).statusCode).toBe(200)
    const [, entry] = await entriesOf(manager, { action: 'publication.save', voteactivityid: activityId })
    expect(entry).toMatchObject({
      subject: first,
      after: { publicationKind: 1, dateFrom: '2026-05-01', dateTo: '2026-05-08', publicationRemark: '张贴在一期' },
    })
  })

  it.each([
    [{ kind: 6 }, 400, '公示内容不正确'],
    [{ kind: undefined }, 400, '请选择公示内容'],
    [{ datefrom: undefined }, 400, '请选择公示起'],
    [{ datefrom: '' }, 400, '请选择公示起'],
    [{ datefrom: '2026-02-30' }, 400, '公示起格式不正确，应为 2026-05-01'],
    [{ datefrom: '2026-05-01 09:00:00' }, 400, '公示起格式不正确，应为 2026-05-01'],
    [{ dateto: 20260508 }, 400, '公示止格式不正确，应为 2026-05-01'],
    [{ dateto: '2126-05-08' }, 400, '公示止的年份应在2000到2100之间'],
    [{ dateto: '2026-04-30' }, 400, '公示止不能早于公示起'],
    [{ places: ' ' }, 400, '请输入公示地点'],
    [{ places: '长'.repeat(2001) }, 400, '公示地点不能超过2000个字符'],
    [{ remark: '长'.repeat(201) }, 400, '公示备注不能超过200个字符'],
    [{ pics: Array.from({ length: 10 }, () => '/file/x') }, 400, '上传文件数量不能超过 9 个!'],
    [{ pics: ['/file/nothing'] }, 400, '图片不存在，请重新上传'],
    [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
    [{ kind: 3 }, 409, '当前状态为“未开始”，不能公示结果'],
    [{ kind: 5 }, 409, '当前状态为“未开始”，不能公示结果'],
  ])('are refused with %j, and nothing is stored', async (more, code, message) => {
    const { activityId } = await makeActivityA(server, manager)
    expect(refusal(await save(activityId, more))).toEqual([code, message])
    expect((await list(activityId)).totalCount).toBe(0)
  })

  it('are limited by status: roster and notice before the end, results after it, corrections if any', async () => {
    const { activityId } = await makeActivityA(server, manager)
    good(await save(activityId, { kind: 1 }))
    await takeSteps(manager, activityId, 'start')
    good(await save(activityId, { kind: 2 }))
    await takeSteps(manager, activityId, 'startTally')
    good(await save(activityId, { kind: 1 }))
    for (const kind of [3, 4, 5]) expect(refusal(await save(activityId, { kind }))).toEqual([409, '当前状态为“唱票中”，不能公示结果'])
    await takeSteps(manager, activityId, 'finish')
    for (const kind of [1, 2]) expect(refusal(await save(activityId, { kind }))).toEqual([409, '当前状态为“已结束”，不能公示清册或表决公告'])
    for (const kind of [3, 4]) good(await save(activityId, { kind }))
    expect(refusal(await save(activityId, { kind: 5 }))).toEqual([402, '本次表决还没有更正，不能登记更正公示'])
    expect((await list(activityId)).datas.map(({ kind }: { kind: number }) => kind)).toEqual([4, 3, 1, 2, 1])
  })

  it('are withdrawn once, with a reason, in any status, and stay listed', async () => {
    const { activityId } = await makeActivityA(server, manager)
    const [first, second] = [await saved(activityId), await saved(activityId, { kind: 1 })]
    expect(refusal(await withdraw(first, ' '))).toEqual([400, '请输入撤回原因'])
    expect(refusal(await withdraw(first, '长'.repeat(201)))).toEqual([400, '撤回原因不能超过200个字符'])
    expect(refusal(await withdraw('nothing'))).toEqual([404, '该公示已不存在，请刷新后重试'])
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(first)))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409])
    expect(refusal(await withdraw(first))).toEqual([409, '该公示已撤回，请刷新后查看'])
    await takeSteps(manager, activityId, 'start', 'finish')
    good(await withdraw(second))
    expect((await list(activityId)).datas).toMatchObject([
      { publicationid: second, withdrawer: 'admin_1', withdrawdate: '2026-05-01 09:00:00', withdrawreason: '登记错日期或地点' },
      { publicationid: first },
    ])
    const [entry] = await entriesOf(manager, { action: 'publication.withdraw', voteactivityid: activityId })
    expect(entry).toMatchObject({ subject: second, after: { publicationKind: 1, reason: '登记错日期或地点' } })
  })

  it('the current ones of many votes are returned at once; unknown votes have none', async () => {
    const [{ activityId }, other] = [await makeActivityA(server, manager), await finished()]
    const [kept, gone, result] = [await saved(activityId), await saved(activityId), await saved(other, { kind: 3 })]
    good(await withdraw(gone))
    const days = { datefrom: '2026-05-01', dateto: '2026-05-08' }
    expect(await standing(activityId, other, 'nothing')).toEqual([
      { publicationid: kept, voteactivityid: activityId, kind: 2, ...days },
      { publicationid: result, voteactivityid: other, kind: 3, ...days },
    ])
  })

  it('are registered and withdrawn by managers only', async () => {
    const clerk = await server.member('clerk_1', 'clerk')
    const { activityId } = await makeActivityA(server, manager)
    const publicationid = await saved(activityId)
    expect((await save(activityId, {}, clerk)).code).toBe(403)
    expect((await withdraw(publicationid, '重复登记', clerk)).code).toBe(403)
    expect(await list(activityId)).toMatchObject({ totalCount: 1, datas: [{ withdrawreason: '' }] })
  })

  it('made after the end are in the next bundle, which uses a later checkpoint', async () => {
    const activityId = await finished()
    const bundle = () => manager.raw(`/evidence/bundle?voteactivityid=${activityId}&edition=owners&purpose=`)
    expect((await bundle()).statusCode).toBe(200)
    const checkpoints = async () => good(await manager.get('/audit/checkpoints', { voteactivityid: activityId, pageSize: 100 })).totalCount as number
    const before = await checkpoints()
    expect((await bundle()).statusCode).toBe(200)
    expect(await checkpoints()).toBe(before + 1)
    good(await save(activityId, { kind: 3 }))
    expect((await bundle()).statusCode).toBe(200)
    // The bundle's own checkpoint, preceded by that of the report, which contains the publication.
    expect(await checkpoints()).toBe(before + 3)
  })
})
