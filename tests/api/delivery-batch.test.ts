import { expect, it } from 'vitest'
import { askVote, good, propertyNamed, makeActivity, makeActivityA, registerMany, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, storedContent } from '../support/journal.ts'
import { pngBytes } from '../support/files.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })
const delivery = { votesource: 3, notifytime: '2026-05-01 08:30:00', notifier: '楼栋长 王五', remark: '公告栏张贴', pics: [] as unknown[] }

onBothDatabases('deliveries to many properties', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function started() {
    const activity = await makeActivityA(server, member)
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Started = Awaited<ReturnType<typeof started>>
  const send = ({ activityId }: { activityId: string }, more: object) => member.post('/vote/savenotifies', { voteactivityid: activityId, ...delivery, ...more })
  /** All, undelivered, delivered, voted: counts and the area of each. */
  const counts = async ({ activityId }: { activityId: string }, more: object = {}) => {
    const { all, undelivered, delivered, voted } = good(await member.post('/vote/getnofitycounts', { voteactivityid: activityId, ...more }))
    expect(all.areasize).toBeCloseTo(undelivered.areasize + delivered.areasize + voted.areasize, 5)
    return [all.count, undelivered.count, delivered.count, voted.count, all.areasize]
  }
  const deliveredTo = async ({ activityId }: { activityId: string }) =>
    good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, notifystatus: '0', pageSize: 50 })).datas as Record<string, unknown>[]
  const ids = (activity: Started, ...names: readonly string[]) => names.map((name) => activity.at(name).rosterPropertyId)

  it('registers deliveries to each selected property, with the deliverer and pictures', async () => {
    const activity = await started()
    const photo: string = good(await member.upload('/file/image_upload', { field: 'file', name: 'board.png', bytes: pngBytes }))
    const sent = await send(activity, { activitypropertyids: ids(activity, '1-102', '1-301', '2-101'), expectedcount: 3, pics: [photo] })
    expect(good(sent)).toMatchObject({ total: 3, inserted: 3, updated: 0 })
    const rows = await deliveredTo(activity)
    expect(rows.map(({ xpathname }) => xpathname)).toEqual(['一期-1栋-1单元-102', '一期-1栋-1单元-301', '一期-2栋-1单元-101'])
    expect(rows[0]).toMatchObject({ votesource: 3, notifytime: '2026-05-01 08:30:00', notifier: '楼栋长 王五', remark: '公告栏张贴', creater: 'admin_1' })
    expect(rows[0]?.['pics']).toEqual([{ resourcepath: photo }])
    expect(await counts(activity)).toEqual([7, 4, 3, 0, 600])
  })

  it('registers deliveries for exactly the properties of a filter', async () => {
    const activity = await started()
    good(await send(activity, { xpath: '一期▶▶2栋', expectedcount: 3 }))
    expect((await deliveredTo(activity)).map(({ xpathname }) => xpathname)).toEqual(['一期-2栋-1单元-101', '一期-2栋-1单元-102', '一期-2栋-1单元-201'])
    good(await send(activity, { notifystatus: '-1', expectedcount: 4, notifytime: '2026-05-01 08:40:00' }))
    expect(await counts(activity)).toEqual([7, 0, 7, 0, 600])
    good(await send(activity, { name: '张三', expectedcount: 2, notifytime: '2026-05-01 08:50:00' }))
    expect((await deliveredTo(activity)).filter(({ notifytime }) => notifytime === '2026-05-01 08:50:00')).toHaveLength(2)
  })

  it('registers a batch once when it is sent twice, as after a lost response', async () => {
    const activity = await started()
    good(await send(activity, { expectedcount: 7 }))
    expect(good(await send(activity, { expectedcount: 7, remark: '第二次' }))).toMatchObject({ total: 7, inserted: 0, updated: 7 })
    const records = good(await member.get('/vote/getnofityrecords', { activitypropertyid: activity.at('1-102').rosterPropertyId }))
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ remark: '第二次' })
  })

  it('counts the search results by status, whatever status is shown', async () => {
    const activity = await started()
    await takeSteps(member, activity.activityId, 'start')
    good(await send(activity, { activitypropertyids: ids(activity, '1-102', '1-301'), expectedcount: 2 }))
    good(await askVote(member, activity, [activity.at('1-102')], '1'))
    expect(await counts(activity)).toEqual([7, 5, 1, 1, 600])
    expect(await counts(activity, { notifystatus: '1' })).toEqual([7, 5, 1, 1, 600])
    expect(await counts(activity, { xpath: '一期▶▶1栋' })).toEqual([4, 2, 1, 1, 400])
    expect(await counts(activity, { name: '开发商' })).toEqual([2, 2, 0, 0, 110])
    expect(await counts(activity, { name: '没有这个人' })).toEqual([0, 0, 0, 0, 0])
    expect(answer(await member.post('/vote/getnofitycounts', { voteactivityid: 'nothing' }))).toEqual({ code: 404, message: '投票活动不存在' })
  })

  it.each([
    [
      'an unknown property',
      (activity: Started) => ({ activitypropertyids: [...ids(activity, '1-102'), 'nothing'], expectedcount: 2 }),
      404,
      '该房屋不在票权清册中，请刷新后重试',
    ],
    ['another number than was confirmed', () => ({ expectedcount: 9 }), 409, '房屋数有变化（原为 9 套，现在是 7 套），请刷新后重新登记'],
    ['no number', () => ({ expectedcount: undefined }), 400, '请输入房屋数'],
    ['a time to come', () => ({ expectedcount: 7, notifytime: '2026-05-01 09:00:01' }), 400, '送达时间不能晚于当前时间'],
    ['an unknown way', () => ({ expectedcount: 7, votesource: 9 }), 400, '送达方式不正确'],
    ['a picture that is none', () => ({ expectedcount: 7, pics: ['/file/nothing'] }), 400, '图片不存在，请重新上传'],
    ['an unknown activity', () => ({ voteactivityid: 'nothing', expectedcount: 7 }), 404, '投票活动不存在'],
  ] as const)('are refused with %s, and nothing is written', async (_what, more, code, message) => {
    const activity = await started()
    expect(answer(await send(activity, more(activity)))).toEqual({ code, message })
    expect(await deliveredTo(activity)).toEqual([])
  })

  it('refuses a property of another activity', async () => {
    const [activity, other] = [await started(), await started()]
    expect(answer(await send(activity, { activitypropertyids: ids(other, '1-102'), expectedcount: 1 }))).toMatchObject({ code: 404 })
    expect(await deliveredTo(other)).toEqual([])
  })

  it('refuses deliveries once the activity is finished', async () => {
    const activity = await started()
    await takeSteps(member, activity.activityId, 'start', 'startTally', 'finish')
    expect(answer(await send(activity, { expectedcount: 7 }))).toEqual({ code: 409, message: '当前状态为“已结束”，不能登记送达' })
  })

  it('journals a filtered batch in one entry with its filter, without whole phone numbers', async () => {
    const activity = await started()
    const { phone } = activity.at('1-102')
    good(await send(activity, { name: phone, expectedcount: 1 }))
    const entry = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'notification.saveMany', subject: activity.activityId })
    expect(storedContent(entry).after).toMatchObject({ total: 1, inserted: 1, deliveredBy: '楼栋长 王五', scope: expect.stringContaining('****') as unknown })
    expect(entry.content).not.toContain(phone)
  })

  it('journals a batch of selected properties in one entry that names each', async () => {
    const activity = await started()
    good(await send(activity, { activitypropertyids: ids(activity, '1-102', '1-301'), expectedcount: 2 }))
    const [entry] = await entriesOf(member, { action: 'notification.saveMany', pageSize: 1 })
    expect(entry).toMatchObject({ rowcount: 2, voteactivityid: activity.activityId, after: { total: 2, inserted: 2 } })
    expect(entry.subjectname).toMatch(/^一期-1栋-1单元-\d+ \S+ 等 2 套$/)
    expect(entry.after.changed.map(({ place }: { place: string }) => place).toSorted()).toEqual(['一期-1栋-1单元-102', '一期-1栋-1单元-301'])
  })

  it('reports progress for thousands, and can be cancelled without a trace', async () => {
    const estateId: string = good(await member.post('/vtestate/save', { name: '大苑', addr: '路' })).estateid
    await registerMany(server, estateId, 6_000)
    const activity = await makeActivity(member, estateId)
    const sending = send(activity, { expectedcount: 6_000, jobid: 'batch-1' })
    for (;;) {
      const { stage, done } = good(await member.get('/job/progress', { jobid: 'batch-1' })) as { stage: string; done: number }
      if (stage === 'writing' && done > 0) break
      expect(['waiting', 'writing']).toContain(stage)
      await new Promise((resolve) => setImmediate(resolve))
    }
    good(await member.post('/job/cancel', { jobid: 'batch-1' }))
    expect(await sending).toMatchObject({ code: 402, data: '已取消，未写入任何数据' })
    expect((await counts(activity)).slice(0, 3)).toEqual([6_000, 6_000, 0])
    expect(good(await send(activity, { expectedcount: 6_000 }))).toMatchObject({ inserted: 6_000 })
    expect((await counts(activity)).slice(0, 3)).toEqual([6_000, 0, 6_000])
  })
})
