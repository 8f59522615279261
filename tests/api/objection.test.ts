import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { agendaOracle, anAgenda, slotCountOf } from '../support/agendaOracle.ts'
import { askDeliver, askObject, askVote, good, makeActivityA, makeEstate, phonesOf, propertyNamed, recordsOf, takeSteps, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport } from '../support/reports.ts'
import { logIn, serverForAll, startServer, type Client, type Envelope } from '../support/server.ts'
import { storeActivity } from '../support/storedActivities.ts'

onBothDatabases('objections and corrections', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  let boss: Client
  let clerk: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
    boss = await server.member('boss_1')
    clerk = await server.member('clerk_1', 'clerk')
  })

  const refusal = ({ code, message }: Envelope) => [code, message] as const

  /** Estate A: five heads, 600.00 m²; 张三, 李四 and 王五 voted, 赵六 was delivered to. */
  async function voteIsOn(answers: Readonly<Record<string, string>> = { '1-101': '1', '1-102': '1', '1-301': '1', '2-101': '2' }, more: object = {}) {
    const activity = await makeActivityA(server, admin, { votetype: 5, rulebasis: '议事规则第八条', ...more })
    await takeSteps(admin, activity.activityId, 'start')
    const at = (name: string) => propertyNamed(activity.roster, name)
    for (const [name, answer] of Object.entries(answers)) good(await askVote(clerk, activity, [at(name)], answer))
    good(await askDeliver(clerk, at('2-102')))
    return { ...activity, at }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  async function voteIsOver(...given: Parameters<typeof voteIsOn>): Promise<Activity> {
    const activity = await voteIsOn(...given)
    await takeSteps(admin, activity.activityId, 'finish')
    return activity
  }
  const objection = (activity: Activity, more: object = {}, client = clerk) => askObject(client, activity, more)
  const objected = async (...given: Parameters<typeof objection>): Promise<string> => good(await objection(...given)).objectionid
  const decide = (objectionid: string, corrections: readonly object[] = [], more: object = {}, client = boss) =>
    client.post('/objection/decide', { objectionid, decision: 1, reason: '核对选票原件', corrections, ...more })
  const list = async ({ activityId }: Activity, more: object = {}, client = boss) =>
    good(await client.get('/objection/list', { voteactivityid: activityId, ...more }))
  const corrected = async ({ activityId }: Activity) => good(await boss.get('/vote/corrected', { voteactivityid: activityId }))
  const official = async ({ activityId }: Activity) => good(await boss.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
  const answersOf = ({ topics, at }: Activity, name: string, answers: string) => ({
    ballotid: at(name).ballotId,
    kind: 'answers',
    records: recordsOf(topics, answers),
  })
  const firstOf = (result: {
    statisticsResultDatalist: { conclusion: { outcome: string }; voteSttcsResult: Record<string, { count: number; area: number }> }[]
  }) => result.statisticsResultDatalist[0]

  it('are numbered per activity, listed newest first, searchable, and masked for a clerk until revealed', async () => {
    const activity = await voteIsOn()
    const { ballotId } = activity.at('1-101')
    const topicId = activity.topics[0]?.votetopicid
    const first = good(await objection(activity, { ballotid: ballotId, votetopicids: [topicId], receivedat: '2026-05-01 08:30:00' }))
    const second = good(await objection(activity, { kind: 6, name: '李四', phone: '', text: '公告时间太短' }))
    expect([first.number, second.number]).toEqual([1, 2])
    expect(await list(activity, {}, clerk)).toEqual({
      totalCount: 2,
      datas: [
        expect.objectContaining({ objectionid: second.objectionid, number: 2, kind: 6, ballotid: '', place: '', receivedat: '2026-05-01 09:00:00' }),
        {
          objectionid: first.objectionid,
          number: 1,
          voteactivityid: activity.activityId,
          publicationid: '',
          kind: 2,
          ballotid: ballotId,
          place: '一期-1栋-1单元-101、一期-1栋-1单元-201',
          votetopicids: [topicId],
          name: '张三',
          phone: '139****0063',
          receivedat: '2026-05-01 08:30:00',
          text: '我投的是反对',
          pics: [],
          status: 0,
          creater: 'clerk_1',
          createdate: '2026-05-01 09:00:00',
          withdrawer: '',
          withdrawdate: '',
          withdrawreason: '',
          decisions: [],
        },
      ],
    })
    expect((await list(activity)).datas[1].phone).toBe('13912340063')
    expect(good(await clerk.post('/privacy/reveal', { kind: 'objection', id: first.objectionid }))).toEqual({ mobileno: '13912340063', idno: '' })
    for (const [condition, found] of [
      ['李四', [2]],
      ['1', [1]],
      ['反对', [1]],
      ['0063', [1]],
      ['没有', []],
    ] as const)
      expect(
        (await list(activity, { condition }, clerk)).datas.map(({ number }: { number: number }) => number),
        condition,
      ).toEqual(found)
    const [entry] = await entriesOf(admin, { action: 'objection.save', subject: first.objectionid })
    expect(entry).toMatchObject({ after: { objectionNumber: 1, objectionKind: 2, objectorName: '张三', objectionText: '我投的是反对' } })
  })

  it.each([
    [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
    [{ ballotid: 'nothing' }, 404, '票权不存在'],
    [{ publicationid: 'nothing' }, 404, '该公示已不存在，请刷新后重试'],
    [{ votetopicids: ['nothing'] }, 400, '异议涉及的议题与活动议题不一致，请刷新后重试'],
    [{ kind: 8 }, 400, '异议种类不正确'],
    [{ name: ' ' }, 400, '请输入异议人姓名'],
    [{ text: '' }, 400, '请输入异议内容'],
    [{ text: '长'.repeat(2001) }, 400, '异议内容不能超过2000个字符'],
    [{ phone: '139****0063' }, 400, '请填写完整的手机号'],
    [{ phone: '12' }, 400, '手机号须为11位数字，座机写成 区号-号码'],
    [{ receivedat: '2026-05-01 09:00:01' }, 400, '收到异议的时间不能晚于当前时间'],
    [{ pics: ['/file/nothing'] }, 400, '图片不存在，请重新上传'],
  ])('are refused with %j, and nothing is stored', async (more, code, message) => {
    const activity = await voteIsOn({})
    expect(refusal(await objection(activity, more))).toEqual([code, message])
    expect((await list(activity)).totalCount).toBe(0)
  })

  it('refuses a ballot of another activity and a ballot that was merged away', async () => {
    const [activity, other] = [await voteIsOn({}), await voteIsOn({})]
    expect(refusal(await objection(activity, { ballotid: other.at('1-102').ballotId }))[0]).toBe(404)
    const ended = await server.database.read
      .selectFrom('ballot')
      .innerJoin('activity', 'activity.id', 'ballot.activity_id')
      .select('ballot.public_id as id')
      .where('activity.public_id', '=', activity.activityId)
      .where('ballot.is_ended', '=', 1)
      .executeTakeFirstOrThrow()
    expect(refusal(await objection(activity, { ballotid: ended.id }))).toEqual([404, '票权不存在'])
    await takeSteps(admin, activity.activityId, 'finish')
    const id = await objected(activity)
    for (const ballotid of [ended.id, other.at('1-102').ballotId]) {
      expect(refusal(await decide(id, [{ ballotid, kind: 'area', areasize: 1 }]))).toEqual([404, '票权不存在'])
    }
  })

  it('are withdrawn once, before a decision, and cannot be decided afterwards', async () => {
    const activity = await voteIsOn()
    const withdraw = (objectionid: string, reason = '业主不再坚持') => clerk.post('/objection/withdraw', { objectionid, reason })
    const [first, second] = [await objected(activity), await objected(activity)]
    expect(refusal(await withdraw(first, ' '))).toEqual([400, '请输入撤回原因'])
    expect(refusal(await withdraw('nothing'))).toEqual([404, '该异议已不存在，请刷新后重试'])
    good(await withdraw(first))
    expect(refusal(await withdraw(first))).toEqual([409, '该异议已裁定或撤回，不能撤回，请刷新后查看'])
    expect(refusal(await decide(first))).toEqual([409, '该异议已撤回，不能裁定，请刷新后查看'])
    expect(refusal(await decide(first, [], { again: true }))[0]).toBe(409)
    good(await decide(second, [], { decision: 2 }))
    expect(refusal(await withdraw(second))[0]).toBe(409)
    const { datas } = await list(activity)
    expect(datas).toMatchObject([
      { status: 2, decisions: [{ decision: 2, reason: '核对选票原件', decider: 'boss_1', corrections: [] }] },
      { status: 3, withdrawer: 'clerk_1', withdrawreason: '业主不再坚持' },
    ])
    expect((await list(activity, { status: 3 })).datas).toMatchObject([{ number: 1 }])
  })

  it('an objection before the end accepts no corrections beside the records', async () => {
    const activity = await voteIsOn()
    const id = await objected(activity)
    expect(refusal(await decide(id, [answersOf(activity, '1-101', '2')]))).toEqual([409, '投票尚未结束，请在投票记录、送达或清册中改正，不能登记更正'])
    expect(refusal(await boss.get('/vote/corrected', { voteactivityid: activity.activityId }))).toEqual([409, '当前状态为“投票中”，不能查看更正后的结果'])
    good(await decide(id))
    expect((await list(activity, { status: 1 })).totalCount).toBe(1)
  })

  it('an objection after the end is corrected beside the official result, which stays unchanged', async () => {
    const activity = await voteIsOver()
    const before = await official(activity)
    // 4 of 5 heads voted, 1 was delivered to: all take part; 3 of 5 heads and 400 of 600 m² approve.
    expect(firstOf(before)?.conclusion.outcome).toBe('通过')
    expect(await corrected(activity)).toEqual({ ...before, corrections: [], changed: [] })
    const id = await objected(activity, { ballotid: activity.at('1-101').ballotId })
    good(await decide(id, [answersOf(activity, '1-101', '2')]))
    const after = await corrected(activity)
    expect(firstOf(after)).toMatchObject({
      conclusion: { outcome: '不通过' },
      voteSttcsResult: { approve: { count: 2, area: 200 }, disapprove: { count: 2, area: 290 } },
    })
    const said = (voteresult: number) => ({
      status: 1,
      records: [{ votetopicid: activity.topics[0]?.votetopicid, voteoptionid: '', voteresult }],
      delivered: false,
      areasize: 200,
    })
    const place = '一期-1栋-1单元-101、一期-1栋-1单元-201'
    const correction = { objectionid: id, number: 1, ballotid: activity.at('1-101').ballotId, place, kind: 'answers', from: said(1), to: said(2) }
    expect(after.corrections).toEqual([correction])
    expect(after.changed).toEqual([{ votetopicid: activity.topics[0]?.votetopicid, voteoptionid: '', field: 'outcome', official: '通过', corrected: '不通过' }])
    expect((await list(activity)).datas[0].decisions).toMatchObject([{ decision: 1, corrections: [correction], selfdecided: false }])
    expect(await official(activity)).toEqual({ ...before, code: after.code })
    const report = await readReport((await admin.raw(`/vote/report?voteActivityId=${activity.activityId}`)).rawPayload)
    const lines = (report.getWorksheet('表决结论')?.getColumn(1).values ?? []).filter((text) => typeof text === 'string')
    expect(lines).toEqual(
      expect.arrayContaining([
        '更正：投票结束后，成立的异议更正了1项；本报告的各项数字是正式结果，不含更正',
        '更正后重新计算：1. 是否同意更新电梯　结果由“通过”变为“不通过”',
        `异议1：${place}　更正投票内容`,
      ]),
    )
    // The entry is signed with the digests of the end, and nothing differs from the journal.
    const { datas } = good(await admin.get('/audit/checkpoints', { voteactivityid: activity.activityId }))
    const [, newest, finish] = (datas as { checkpoint: Record<string, string> }[]).map(({ checkpoint }) => checkpoint)
    expect(newest).toMatchObject({ kind: 'decision', rosterdigest: finish?.['rosterdigest'], tallydigest: finish?.['tallydigest'] })
    expect(finish?.['kind']).toBe('finish')
    expect(good(await boss.get('/vote/verify', { voteactivityid: activity.activityId })).differencecount).toBe(0)
    const [entry] = await entriesOf(admin, { action: 'objection.decide', subject: id })
    expect(entry.after).toMatchObject({ objectionDecision: 1, reason: '核对选票原件', corrections: [`${place}　更正投票内容：反对`] })
  })

  it('void a vote, add a missing one, remove a delivery and change an area', async () => {
    const activity = await voteIsOver()
    const { at, topics } = activity
    const id = await objected(activity)
    const voided = { ballotid: at('1-102').ballotId, kind: 'void' }
    const added = { ballotid: at('2-102').ballotId, kind: 'vote', records: recordsOf(topics, '1'), receivedat: '2026-05-01 08:00:00' }
    const undelivered = { ballotid: at('2-102').ballotId, kind: 'undelivered' }
    const area = { ballotid: at('1-301').ballotId, kind: 'area', areasize: '100.5' }
    good(await decide(id, [voided, undelivered, area]))
    expect(firstOf(await corrected(activity))?.voteSttcsResult).toMatchObject({ approve: { count: 2, area: 300.5 }, invalid: { count: 1, area: 80 } })
    expect(await corrected(activity)).toMatchObject({
      totalcount: 5,
      totalarea: 580.5,
      votedcount: 3,
      statisticsResultDatalist: [{ conclusion: { participants: { count: 3, area: 390.5 } } }],
      corrections: [
        { kind: 'void', from: { status: 1 }, to: { status: 2, records: [] } },
        { kind: 'undelivered', from: { status: -1, delivered: true }, to: { status: -1, delivered: false } },
        { kind: 'area', from: { areasize: 120 }, to: { areasize: 100.5 } },
      ],
    })
    // Deciding again: only the new decision counts; the former is kept.
    good(await decide(id, [added], { again: true }))
    expect(await corrected(activity)).toMatchObject({ totalarea: 600, votedcount: 5, corrections: [{ kind: 'vote', to: { status: 1, delivered: true } }] })
    expect((await list(activity)).datas[0].decisions).toMatchObject([{ corrections: [{}, {}, {}] }, { corrections: [{ kind: 'vote' }] }])
    good(await decide(id, [], { again: true, decision: 2 }))
    expect(await corrected(activity)).toEqual({ ...(await official(activity)), corrections: [], changed: [] })
    expect((await list(activity)).datas[0]).toMatchObject({ status: 2, decisions: [{}, {}, { decision: 2 }] })
  })

  it('add a vote where one was voided', async () => {
    const activity = await voteIsOn({ '1-102': '11' }, { topics: [topic('更新电梯'), topic('修缮屋面')] })
    const [{ recordid }] = good(await boss.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: activity.at('1-102').ballotId }))
    good(await boss.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '选票没有签名' }))
    await takeSteps(admin, activity.activityId, 'finish')
    const id = await objected(activity)
    const paper = { ...answersOf(activity, '1-102', '21'), kind: 'vote', receivedat: '2026-05-01 08:00:00' }
    good(await decide(id, [paper]))
    expect((await corrected(activity)).corrections).toMatchObject([{ kind: 'vote', from: { status: 2, records: [] }, to: { status: 1 } }])
  })

  it('count a voided ballot as delivered if it was', async () => {
    const activity = await voteIsOn()
    good(await askDeliver(clerk, activity.at('1-102')))
    await takeSteps(admin, activity.activityId, 'finish')
    good(await decide(await objected(activity), [{ ballotid: activity.at('1-102').ballotId, kind: 'void' }]))
    expect(firstOf(await corrected(activity))).toMatchObject({ conclusion: { participants: { count: 5, area: 600 }, approve: { count: 2, area: 320 } } })
  })

  it('refuse corrections that do not fit the records', async () => {
    const activity = await voteIsOver()
    const { at, topics } = activity
    const id = await objected(activity)
    const of = (name: string, kind: string, more: object = {}) => ({ ballotid: at(name).ballotId, kind, ...more })
    const paper = { records: recordsOf(topics, '1'), receivedat: '2026-05-01 08:00:00' }
    for (const [correction, code, message] of [
      [of('2-102', 'void'), 409, '该票权没有有效的投票，不能作废或更正投票内容'],
      [of('2-102', 'answers', { records: paper.records }), 409, '该票权没有有效的投票，不能作废或更正投票内容'],
      [of('1-102', 'vote', paper), 409, '该票权已投票'],
      [of('2-102', 'vote', { records: paper.records }), 400, '请选择补录选票的收到时间'],
      [of('2-102', 'vote', { ...paper, receivedat: '2026-05-01 09:00:01' }), 400, '收到时间不能晚于现在'],
      [of('2-102', 'vote', { ...paper, receivedat: '2026-04-30 11:59:59' }), 402, '该选票不在投票时间内收到'],
      [of('1-102', 'undelivered'), 409, '该票权没有送达记录，不能更正为未送达'],
      [of('1-102', 'area', { areasize: 0 }), 400, '更正后的面积必须是大于0的数字，最多两位小数'],
      [of('1-102', 'area'), 400, '请输入更正后的面积'],
      [of('1-102', 'area', { areasize: 80 }), 400, '更正后的内容与原记录相同，请重新填写'],
      [of('1-102', 'answers', { records: paper.records }), 400, '更正后的内容与原记录相同，请重新填写'],
      [of('1-102', 'answers', { records: [{ votetopicid: 'other', voteresult: 1 }] }), 400, expect.stringContaining('议题')],
      [of('1-102', 'merge'), 402, '投票结束后不能合并票权，合并不属于更正'],
      [of('1-102', 'other'), 400, '更正种类不正确'],
      [{ ballotid: 'nothing', kind: 'void' }, 404, '票权不存在'],
    ] as const)
      expect(refusal(await decide(id, [correction])), JSON.stringify(correction)).toEqual([code, message])
    expect(refusal(await decide(id, [of('1-102', 'void')], { decision: 2 }))).toEqual([400, '异议不成立时不能更正投票'])
    expect(refusal(await decide(id, [], { decision: 3 }))).toEqual([400, '裁定结果不正确'])
    expect(refusal(await decide(id, [], { reason: '' }))).toEqual([400, '请输入裁定理由'])
    expect(refusal(await decide('nothing'))).toEqual([404, '该异议已不存在，请刷新后重试'])
    expect(refusal(await decide(id, [], {}, clerk))[0]).toBe(403)
    expect((await list(activity)).datas).toMatchObject([{ status: 0, decisions: [] }])
  })

  it('refuse an answer that its topic does not offer', async () => {
    const activity = await voteIsOver({ '1-102': '1' }, { topics: [topic('更新电梯', { votetype: 14 })] })
    const id = await objected(activity)
    const paper = { ...answersOf(activity, '2-102', '3'), kind: 'vote', receivedat: '2026-05-01 08:00:00' }
    for (const correction of [answersOf(activity, '1-102', '3'), paper]) {
      expect(refusal(await decide(id, [correction]))).toEqual([400, '投票内容与活动议题不一致，请刷新后重试'])
    }
    expect((await corrected(activity)).corrections).toEqual([])
  })

  it('allow one correction per part of a ballot over all justified objections', async () => {
    const activity = await voteIsOver()
    const [first, second] = [await objected(activity), await objected(activity)]
    const voided = { ballotid: activity.at('1-102').ballotId, kind: 'void' }
    const area = { ballotid: activity.at('1-102').ballotId, kind: 'area', areasize: 90 }
    expect(refusal(await decide(first, [voided, answersOf(activity, '1-102', '2')]))).toEqual([409, '该票权已由异议1更正'])
    good(await decide(first, [voided]))
    expect(refusal(await decide(second, [answersOf(activity, '1-102', '2')]))).toEqual([409, '该票权已由异议1更正'])
    good(await decide(second, [area]))
    expect(refusal(await decide(second, [area]))).toEqual([409, '该异议已裁定，如需改裁，请刷新后选择重新裁定'])
    // Its own correction goes with its decision, the other's with the other one.
    good(await decide(first, [answersOf(activity, '1-102', '3')], { again: true }))
    good(await decide(first, [], { again: true, decision: 2 }))
    good(await decide(second, [area, voided], { again: true }))
    expect((await corrected(activity)).corrections).toMatchObject([
      { number: 2, kind: 'area', to: { areasize: 90, status: 1 } },
      { number: 2, kind: 'void', to: { areasize: 80, status: 2 } },
    ])
  })

  it('cannot be decided by who entered the vote that they concern or correct', async () => {
    const activity = await voteIsOn({})
    good(await askVote(boss, activity, [activity.at('1-102')], '1'))
    await takeSteps(admin, activity.activityId, 'finish')
    const { ballotId } = activity.at('1-102')
    const [about, beside] = [await objected(activity, { ballotid: ballotId }), await objected(activity)]
    expect(refusal(await decide(about))).toEqual([409, '不能裁定自己录入的投票'])
    expect(refusal(await decide(about, [], { decision: 2 }))[0]).toBe(409)
    expect(refusal(await decide(beside, [{ ballotid: ballotId, kind: 'void' }]))[0]).toBe(409)
    good(await decide(beside))
    good(await decide(about, [{ ballotid: ballotId, kind: 'void' }], {}, admin))
  })

  it('refer to a publication of their activity, and allow publishing corrections once there are some', async () => {
    const activity = await voteIsOver()
    const days = { datefrom: '2026-05-01', dateto: '2026-05-08', places: '公告栏' }
    const publish = (kind: number) => boss.post('/publication/save', { voteactivityid: activity.activityId, kind, ...days })
    const { publicationid } = good(await publish(3))
    const id = await objected(activity, { publicationid })
    expect((await list(activity)).datas).toMatchObject([{ publicationid }])
    expect(refusal(await objection(await voteIsOver(), { publicationid }))).toEqual([404, '该公示已不存在，请刷新后重试'])
    expect(refusal(await publish(5))[0]).toBe(402)
    good(await decide(id, [{ ballotid: activity.at('1-102').ballotId, kind: 'void' }]))
    good(await publish(5))
  })

  it('appear in 更正公告 once corrected, without objector, reason and votes of ballots', async () => {
    const activity = await voteIsOver()
    const make = (id = '') => askDocument(boss, activity.activityId, 'correction', id)
    const id = await objected(activity, { ballotid: activity.at('1-101').ballotId })
    expect((await make()).json()).toMatchObject({ code: 402, message: '本次表决没有更正，无需更正公告' })
    const area = { ballotid: activity.at('1-102').ballotId, kind: 'area', areasize: 90 }
    good(await decide(id, [answersOf(activity, '1-101', '2'), area]))
    const text = textOfDocx((await make()).rawPayload)
    for (const part of [
      '示范小区甲业主大会会议表决结果更正公告',
      '其中 1 件成立，共更正 2 项',
      '票面读错',
      '一期-1栋-1单元-101、一期-1栋-1单元-201',
      '更正投票内容\n',
      '更正面积：80.00 改为 90.00 平方米',
      // 同意: 3 heads, 400.00 m² on record; 2 and 210.00 corrected
      '正式',
      '更正后',
      '1. 是否同意更新电梯：表决结果由“通过”变为“不通过”。',
    ])
      expect(text).toContain(part)
    for (const forbidden of ['张', '139', '核对选票原件', '我投的', '改为：', 'undefined', 'NaN', 'null']) expect(text).not.toContain(forbidden)
    const [entry] = await entriesOf(admin, { action: 'document.make', kind: 'access', pageSize: 1 })
    expect(entry.after).toMatchObject({ documentName: '更正公告' })
    // Not once the decision is replaced, nor before the end.
    good(await decide(id, [], { again: true, decision: 2 }))
    expect((await make()).json()).toMatchObject({ code: 402 })
    expect((await askDocument(boss, (await voteIsOn({})).activityId, 'correction')).json()).toMatchObject({ code: 402 })
  })

  it('are answered in 异议答复 once decided: objection, decision, reason and effect', async () => {
    const activity = await voteIsOver()
    const topicId = activity.topics[0]?.votetopicid
    const about = { ballotid: activity.at('1-101').ballotId, votetopicids: [topicId], text: '我投的是反对\n请更正' }
    const id = await objected(activity, { ...about, phone: phonesOf('张三') })
    const make = (objectionId: string, client = boss) => askDocument(client, activity.activityId, 'objectionreply', objectionId)
    const textNow = async () => textOfDocx((await make(id)).rawPayload)
    const other = await objected(await voteIsOver())
    for (const [asked, code, message] of [
      ['', 400, '请选择要答复的异议'],
      ['nothing', 404, '该异议已不存在，请刷新后重试'],
      [other, 404, '该异议已不存在，请刷新后重试'],
      [id, 402, '该异议还没有裁定，不能生成异议答复'],
    ] as const)
      expect((await make(asked)).json()).toMatchObject({ code, message })
    expect((await make(id, clerk)).json()).toMatchObject({ code: 403 })
    good(await decide(id, [], { decision: 2, reason: '没有依据。' }))
    const refused = await textNow()
    for (const part of ['张*：', '异议不成立', '理由：没有依据。', '异议不成立，表决记录不作更正。']) expect(refused).toContain(part)
    good(await decide(id, [answersOf(activity, '1-101', '2')], { again: true }))
    const text = await textNow()
    for (const part of [
      '关于示范小区甲业主大会会议异议的答复',
      '2026年5月1日9时收到您对“',
      '登记为异议1',
      '种类：票面读错。',
      '涉及的房屋：一期-1栋-1单元-101、一期-1栋-1单元-201。',
      '涉及的议题：1. 是否同意更新电梯。',
      '我投的是反对',
      '请更正',
      '异议成立，2026年5月1日9时裁定。',
      '理由：核对选票原件。',
      '本次裁定取代此前对同一异议的裁定。',
      '更正投票内容：1 同意',
      '改为：1 反对',
      '表决结果由“通过”变为“不通过”',
    ])
      expect(text).toContain(part)
    for (const forbidden of ['张三', '139', 'undefined', 'NaN', 'null']) expect(text).not.toContain(forbidden)
    const [entry] = await entriesOf(admin, { action: 'document.make', kind: 'access', pageSize: 1 })
    expect(entry.after).toMatchObject({ documentName: '异议答复', objectionNumber: 1 })
  })

  it('are answered without the vote if about another’s (or namesake’s) ballot, with it if about one’s own', async () => {
    const activity = await voteIsOver()
    const replyTo = async (name: string, about: string, corrections: readonly object[], phone = phonesOf(name)) => {
      const id = await objected(activity, { name, phone, ballotid: activity.at(about).ballotId })
      good(await decide(id, corrections))
      return textOfDocx((await askDocument(boss, activity.activityId, 'objectionreply', id)).rawPayload)
    }
    const vote = { ...answersOf(activity, '2-102', '3'), kind: 'vote', receivedat: '2026-05-01 08:30:00' }
    const nosy = await replyTo('开发商', '1-101', [answersOf(activity, '1-101', '2'), vote])
    // Of 1-101, another owner's, only that it is corrected; of 2-102, the objector's, the missing answer.
    expect(nosy).toContain('更正投票内容已核对该票的选票，投票内容只告知该票的产权人；产权人可凭身份证件到物业查票。')
    expect(nosy).not.toContain('改为：')
    expect(nosy).not.toContain('1 反对')
    expect(nosy).toContain('1 弃权')
    // A co-owner counts as an owner in any notation of the name.
    expect(await replyTo(' 钱 七', '2-101', [answersOf(activity, '2-101', '1')], phonesOf('钱七'))).toContain('改为：1 同意')
    // The name alone, or with another owner's phone, may be a namesake's.
    for (const phone of ['', '13912340063', phonesOf('李四'), phonesOf('赵六')]) {
      const namesake = await replyTo('王五', '1-301', [answersOf(activity, '1-301', '2')], phone)
      expect(namesake).toContain('投票内容只告知该票的产权人')
      expect(namesake).not.toContain('改为：')
      const [{ objectionid }] = (await list(activity)).datas
      good(await decide(objectionid, [], { again: true, decision: 2 }))
    }
    expect(await replyTo('王五', '1-301', [answersOf(activity, '1-301', '2')], phonesOf('王五'))).toContain('改为：1 反对')
  })

  it('are answered without figures if decided before the end', async () => {
    const activity = await voteIsOn()
    const id = await objected(activity)
    good(await decide(id))
    const text = textOfDocx((await askDocument(boss, activity.activityId, 'objectionreply', id)).rawPayload)
    expect(text).toContain('在投票记录、送达或清册中改正：【待填】。')
    expect(text).not.toContain('更正后')
  })

  it('are decided once and numbered uniquely under concurrency', async () => {
    const activity = await voteIsOver()
    const numbers = await Promise.all(Array.from({ length: 4 }, async () => good(await objection(activity)).number))
    expect(numbers.toSorted((one: number, other: number) => one - other)).toEqual([1, 2, 3, 4])
    const { datas } = await list(activity)
    const [id] = datas.map(({ objectionid }: { objectionid: string }) => objectionid)
    const answers = await Promise.all([boss, admin, boss, admin].map((client) => decide(id, [answersOf(activity, '1-102', '2')], {}, client)))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    const others = await Promise.all(
      datas.slice(1).map(({ objectionid }: { objectionid: string }) => decide(objectionid, [{ ballotid: activity.at('1-301').ballotId, kind: 'void' }])),
    )
    expect(others.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect((await corrected(activity)).corrections).toHaveLength(2)
  })

  it('match the exact-fraction oracle for random activities in the database', { timeout: 120_000 }, async () => {
    await makeEstate(admin, [['1-101', '张三', 100]]) // an estate with key 1 for them to be in
    const drawn = fc.record({ made: anAgenda(7), kinds: fc.array(fc.constantFrom('', 'vote', 'void', 'undelivered', 'area'), { minLength: 7, maxLength: 7 }) })
    await fc.assert(
      fc.asyncProperty(drawn, fc.infiniteStream(fc.constantFrom('0', '1', '2', '3')), async ({ made, kinds }, digits) => {
        const { topics, rule } = made
        const laws = topics.map(({ lawItem, seats, seatOrder }) => ({ lawItem: lawItem as null, ...(seats === null ? {} : { seats, seatOrder }) }))
        const activityId = await storeActivity(server, {
          ballots: made.ballots,
          topics: topics.map(({ options }) => options),
          rule,
          laws,
          status: 3,
          endsAt: 4_000_000_000_000,
        })
        const { topics: asked } = good(await boss.get('/votedef/get', { id: activityId }))
        const corrections: object[] = []
        const after = made.ballots.map((ballot, index) => {
          const ballotid = `${activityId}-ballot-${index * 10 + 1}`
          const isVoted = ballot.story === 'voted' || ballot.story === 'voidedThenVoted'
          const answers = [...digits.take(slotCountOf(topics))].join('')
          const kind = kinds[index]
          if (kind === 'void' && isVoted) {
            corrections.push({ ballotid, kind })
            return { ...ballot, story: 'voided' as const }
          }
          if (kind === 'vote' && answers !== ballot.answers) {
            corrections.push({ ballotid, kind: isVoted ? 'answers' : 'vote', records: recordsOf(asked, answers), receivedat: '2026-05-01 08:00:00' })
            return { ...ballot, story: 'voted' as const, answers }
          }
          if (kind === 'undelivered' && ballot.properties.some(({ isDelivered }) => isDelivered)) {
            corrections.push({ ballotid, kind })
            return { ...ballot, properties: ballot.properties.map((property) => ({ ...property, isDelivered: false })) }
          }
          if (kind === 'area') {
            corrections.push({ ballotid, kind, areasize: 77.77 })
            return { ...ballot, properties: [{ areaHundredths: 7_777, isDelivered: ballot.properties.some(({ isDelivered }) => isDelivered) }] }
          }
          return ballot
        })
        const { objectionid } = good(await clerk.post('/objection/save', { voteactivityid: activityId, kind: 7, name: '某某', text: '请核对' }))
        good(await boss.post('/objection/decide', { objectionid, decision: 1, reason: '核对', corrections }))
        const result = good(await boss.get('/vote/corrected', { voteactivityid: activityId }))
        const expected = agendaOracle({ ...made, ballots: after })
        type Slot = { voteSttcsResult: Record<string, { count: number; area: number }>; conclusion: { outcome: string; note: string } }
        const slots = result.statisticsResultDatalist.flatMap((each: Slot & { topictype: number; options: Slot[] }) =>
          each.topictype === 1 ? [each] : each.options,
        ) as Slot[]
        expect(
          slots.map(({ conclusion, voteSttcsResult: { approve, disapprove, abstention, invalid, optionnochoose } }) => [
            conclusion.outcome,
            ...[approve, disapprove, abstention, invalid, optionnochoose].flatMap((each) => [each?.count, each?.area]),
          ]),
        ).toEqual(
          expected.slots.map(({ conclusion, classes: { approve, oppose, abstain, invalid, notVoted } }) => [
            conclusion.outcome,
            ...[approve, oppose, abstain, invalid, notVoted].flatMap(({ count, area }) => [Number(count), Number(area) / 100]),
          ]),
        )
        expect(result.corrections).toHaveLength(corrections.length)
      }),
      { numRuns: 25 },
    )
  })

  it('refuse a correction by a paper on record as late', async () => {
    const activity = await voteIsOn()
    const { at, topics, activityId } = activity
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid: activityId, xpath: '' })) as { papers: { code: string; ballotid: string }[] }
    const code = papers.find(({ ballotid }) => ballotid === at('2-102').ballotId)?.code ?? ''
    expect(code).not.toBe('')
    server.clock.time = Date.parse('2026-07-01T00:00:00Z')
    const [lateAdmin, lateBoss] = [await server.member('admin_late'), await server.member('boss_late')]
    good(await lateAdmin.post('/paper/receive', { voteactivityid: activityId, codes: [code] }))
    const again = server.client(await logIn(server.client(), 'admin_1'))
    await takeSteps(again, activityId, 'finish')
    const { objectionid } = good(await objection(activity, {}, lateAdmin))
    const late = { ballotid: at('2-102').ballotId, kind: 'vote', records: recordsOf(topics, '1'), receivedat: '2026-05-01 08:00:00' }
    expect(refusal(await decide(objectionid, [late], {}, lateBoss))).toEqual([402, '该选票不在投票时间内收到'])
  })
})

onBothDatabases('an objection with only one possible decider', (engine) => {
  it('can be decided by who entered the vote if nobody else may, which the entry says', async () => {
    const server = await startServer(engine)
    const admin = await server.member('admin_1')
    const activity = await makeActivityA(server, admin)
    await takeSteps(admin, activity.activityId, 'start')
    const property = propertyNamed(activity.roster, '1-102')
    good(await askVote(admin, activity, [property], '1'))
    await takeSteps(admin, activity.activityId, 'finish')
    const draft = { voteactivityid: activity.activityId, kind: 1, ballotid: property.ballotId, name: '李四', text: '我没有投过票' }
    const { objectionid } = good(await admin.post('/objection/save', draft))
    const corrections = [{ ballotid: property.ballotId, kind: 'void' }]
    good(await admin.post('/objection/decide', { objectionid, decision: 1, reason: '签名不符', corrections }))
    const [entry] = await entriesOf(admin, { action: 'objection.decide', subject: objectionid })
    expect(entry.after).toMatchObject({ selfdecided: true })
    const { datas } = good(await admin.get('/objection/list', { voteactivityid: activity.activityId }))
    expect(datas[0].decisions).toMatchObject([{ selfdecided: true }])
    await server.close()
  })
})
