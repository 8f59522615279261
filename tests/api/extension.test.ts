import { expect, it } from 'vitest'
import { askMark, askStep, askVote, good, makeActivityA, propertyNamed, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { linesIn, unzipped } from '../support/openedBundle.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { readReport } from '../support/reports.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const START = '2026-05-01 08:00:00'
const END = '2026-05-01 09:30:00'
const LATER = '2026-05-08 18:00:00'
const REASON = '收回的表决票不足三分之二'

onBothDatabases('an extension', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  const other = madeBefore(() => server.member('staff_1'))

  const itIs = (moment: string): void => {
    server.clock.time = Date.parse(moment)
  }
  async function voteIsOn() {
    await setClock(server, Date.parse('2026-05-01T09:00:00+08:00'))
    const activity = await makeActivityA(server, member, { startdate: START, enddate: END })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  const extend = (activityId: string, more: object = {}, client = member) =>
    client.post('/votedef/extend', { id: activityId, enddate: LATER, reason: REASON, ...more })
  const get = async (activityId: string) => good(await member.get('/votedef/get', { id: activityId }))

  it('moves the end, even a past one, and is returned with reason, author and time', async () => {
    const activity = await voteIsOn()
    itIs('2026-05-01T09:45:00+08:00')
    expect(await askVote(member, activity, [activity.at('1-102')], '1')).toMatchObject({ code: 402, message: '不在投票时间内' })
    good(await extend(activity.activityId))
    const extension = { from: END, to: LATER, reason: REASON, by: 'admin_1', at: '2026-05-01 09:45:00' }
    expect(await get(activity.activityId)).toMatchObject({ enddate: LATER, activitystatus: 1, extensions: [extension] })
    const { datas } = good(await member.get('/votedef/list', { pageSize: 100 }))
    expect(datas.find(({ voteactivityid }: { voteactivityid: string }) => voteactivityid === activity.activityId)).toMatchObject({ extensions: [extension] })
    const [recordid] = good(await askVote(member, activity, [activity.at('1-102')], '1')).recordids
    const voted = good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))
    expect(voted).toMatchObject({ receivedat: '2026-05-01 09:45:00', late: false })
    good(await askMark(member, activity.activityId, activity.at('1-301'), 'A-1'))
    good(await extend(activity.activityId, { enddate: '2026-05-10 18:00:00', reason: '应业主要求' }))
    expect((await get(activity.activityId)).extensions).toMatchObject([extension, { from: LATER, to: '2026-05-10 18:00:00', reason: '应业主要求' }])
    const [entry] = await entriesOf(member, { action: 'activity.extend', pageSize: 1 })
    expect(entry).toMatchObject({ subject: activity.activityId, after: { endsAt: Date.parse('2026-05-10T18:00:00+08:00'), reason: '应业主要求' } })
  })

  it.each([
    [{ enddate: END }, 400, '延期后的结束时间必须晚于原结束时间，也晚于现在', 'enddate', 'activity.endNotLater'],
    [{ enddate: '2026-05-01 09:44:00' }, 400, '延期后的结束时间必须晚于原结束时间，也晚于现在', 'enddate', 'activity.endNotLater'],
    [{ enddate: '' }, 400, '请选择结束时间', 'enddate', 'request.invalid'],
    [{ reason: ' ' }, 400, '请输入延期原因', 'reason', 'request.invalid'],
    [{ reason: 'x'.repeat(201) }, 400, '延期原因不能超过200个字符', 'reason', 'request.invalid'],
  ])('is refused with %j', async (more, code, message, field, reason) => {
    const { activityId } = await voteIsOn()
    itIs('2026-05-01T09:45:00+08:00')
    expect(await extend(activityId, more)).toMatchObject({ code, reason, message, data: [{ field, message }] })
    expect(await get(activityId)).toMatchObject({ enddate: END, extensions: [] })
  })

  it('is allowed to the creator only, while voting is open or once papers were made', async () => {
    const { activityId } = await voteIsOn()
    expect(await extend(activityId, {}, other)).toMatchObject({ code: 403, message: '只有活动创建人可以执行此操作' })
    expect(await extend('nowhere')).toMatchObject({ code: 404, message: '投票活动不存在' })
    await takeSteps(member, activityId, 'startTally')
    expect(await extend(activityId)).toMatchObject({ code: 409, message: '当前状态为“唱票中”，不能延期' })
    const prepared = await makeActivityA(server, member, { startdate: START, enddate: END })
    expect(await extend(prepared.activityId)).toMatchObject({ code: 409, message: '当前状态为“未开始”，不能延期' })
  })

  it('racing with the end of voting is applied before the end or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const { activityId } = await voteIsOn()
      const [extended, finished] = await Promise.all([extend(activityId), askStep(member, activityId, 'finish')])
      expect(finished.code).toBe(200)
      const { enddate, extensions, activitystatus } = await get(activityId)
      expect({ code: extended.code, enddate, count: extensions.length, activitystatus }).toEqual(
        extended.code === 200 ? { code: 200, enddate: LATER, count: 1, activitystatus: 3 } : { code: 409, enddate: END, count: 0, activitystatus: 3 },
      )
    }
  })

  it('is contained in the report and the bundle', async () => {
    const { activityId } = await voteIsOn()
    good(await extend(activityId))
    await takeSteps(member, activityId, 'finish')
    const workbook = await readReport((await member.raw(`/vote/report?voteActivityId=${activityId}`)).rawPayload)
    const lines = (workbook.getWorksheet('表决结论')?.getColumn(1).values ?? []).filter((text) => typeof text === 'string')
    expect(lines).toContain(`表决时间：${START} 至 ${LATER}`)
    expect(lines).toContain(`延期：${END} 延至 ${LATER}，原因：${REASON}`)
    const files = unzipped((await member.raw(`/evidence/bundle?voteactivityid=${activityId}&edition=owners`)).rawPayload)
    const rules = JSON.parse(files.get('rules.json')?.toString('utf8') ?? '{}') as Record<string, unknown>
    expect(rules).toMatchObject({ enddate: LATER, extensions: [{ from: END, to: LATER, reason: REASON, at: '2026-05-01 09:00:00' }] })
    expect(linesIn(files, 'data/journal.jsonl').length).toBeGreaterThan(0)
  })

  it('detects an end that was moved behind the program’s back', async () => {
    const { activityId } = await voteIsOn()
    good(await extend(activityId))
    isTamperedWith(server.database, activityId)
    await server.database.write((tx) =>
      tx
        .updateTable('activity')
        .set({ ends_at: Date.parse('2026-05-09T18:00:00+08:00'), extensions: '[]' })
        .where('public_id', '=', activityId)
        .execute(),
    )
    const { differences } = good(await member.get('/vote/verify', { voteactivityid: activityId }))
    expect(differences.map(({ kind, field }: { kind: string; field: string }) => [kind, field])).toEqual([
      ['activity', 'endsAt'],
      ['activity', 'extensions'],
    ])
  })
})
