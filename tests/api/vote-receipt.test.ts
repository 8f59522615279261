import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { askMark, askTally, askVote, good, makeActivityA, optionsTopic, propertyNamed, recordsOf, takeSteps, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { pdfPages, pdfPageSizes } from '../support/pdf.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const START = '2026-05-01 08:00:00'
const END = '2026-05-01 09:30:00'
const at = (time: string): number => Date.parse(`2026-05-01T${time}+08:00`)

onBothDatabases('looking up a vote', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const boss = madeBefore(() => server.member('boss_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function madeVote(more: object = {}) {
    await setClock(server, at('09:00:00'))
    const activity = await makeActivityA(server, admin, { startdate: START, enddate: END, ...more })
    return { ...activity, of: (name: string) => propertyNamed(activity.roster, name) }
  }
  async function voteIsOn(more: object = {}) {
    const activity = await madeVote(more)
    await takeSteps(admin, activity.activityId, 'start')
    return activity
  }
  type Activity = Awaited<ReturnType<typeof madeVote>>

  const askFor = (activity: Activity, name: string, more: Record<string, string> = {}, client = clerk) =>
    client.raw(
      `/vote/receipt?${new URLSearchParams({ voteactivityid: activity.activityId, ballotid: activity.of(name).ballotId, identity: '1', name: '张小明', ...more }).toString()}`,
    )
  const refusal = async (...asked: Parameters<typeof askFor>) => {
    const { code, message } = (await askFor(...asked)).json<Envelope>()
    return [code, message]
  }
  async function page(...asked: Parameters<typeof askFor>): Promise<string> {
    const response = await askFor(...asked)
    expect(response.headers['content-type']).toBe('application/pdf')
    const [first, ...others] = await pdfPages(response.rawPayload)
    expect(others).toEqual([])
    return first ?? ''
  }
  const issue = async ({ activityId, of }: Activity, name: string): Promise<string> =>
    good(await admin.post('/paper/issue', { voteactivityid: activityId, ballotids: [of(name).ballotId] })).papers[0].code
  const newestCode = async ({ activityId }: Activity): Promise<string> =>
    good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })).code.replaceAll(' ', '')

  it('states on one A5 page where a counting vote is recorded, without names, phones or ID numbers', async () => {
    const topics = [topic('更新电梯'), optionsTopic('选举委员', ['周敏', '郑晓东'])]
    const activity = await voteIsOn({ topics })
    good(await askVote(clerk, activity, [activity.of('1-101')], '120', { receivedat: '2026-05-01 08:10:00', voteridno: '110101199001011234' }))
    const response = await askFor(activity, '1-101')
    expect(await pdfPageSizes(response.rawPayload)).toEqual([[148, 210]])
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain('示范小区甲_业主大会表决_查票_202605010900.pdf')
    const text = await page(activity, '1-101')
    for (const said of [
      '小区示范小区甲',
      '投票活动业主大会表决',
      '房屋一期-1栋-1单元-101、一期-1栋-1单元-201',
      '选票编号无',
      '收到时间2026-05-0108:10:00',
      '录入时间2026-05-0109:00:00',
      '状态已计入',
      '1.更新电梯同意',
      '2.选举委员',
      '2.1周敏反对',
      '2.2郑晓东未选',
      await newestCode(activity),
      '核验码早于本票的登记，尚未包含该登记。',
      '打印时间：2026-05-0109:00:00',
    ])
      expect(text).toContain(said)
    for (const hidden of ['张三', '张小明', '更正', 'clerk_1', '139', '110101']) expect(text).not.toContain(hidden)
    await takeSteps(admin, activity.activityId, 'finish')
    expect(await page(activity, '1-101')).toContain('核验码晚于本票的登记，已包含该登记。')
  })

  it('distinguishes void, received and waiting, late, and not received papers', async () => {
    const activity = await voteIsOn()
    const [record] = good(await askVote(clerk, activity, [activity.of('1-102')], '2')).recordids
    good(await clerk.get('/vote/disable', { voteActivityId: activity.activityId, recordid: record, reason: '签名不符' }))
    good(await askMark(clerk, activity.activityId, activity.of('1-301'), 'A-1'))
    const [back, late] = [await issue(activity, '2-101'), await issue(activity, '2-102')]
    const receive = async (code: string, receivedat: string) =>
      good(await clerk.post('/paper/receive', { voteactivityid: activity.activityId, codes: [code], receivedat }))
    await receive(back, '2026-05-01 08:30:00')
    await setClock(server, at('09:45:00'))
    await receive(late, '2026-05-01 09:40:00')

    const [voided, marked, waiting, tooLate, absent] = [
      await page(activity, '1-102'),
      await page(activity, '1-301'),
      await page(activity, '2-101'),
      await page(activity, '2-102'),
      await page(activity, '1-101'),
    ]
    expect(voided).toContain('作废时间2026-05-0109:00:00状态已作废')
    expect(voided).toContain('投票内容（已作废，不计入）')
    expect(voided).toContain('反对')
    expect(marked).toContain('选票编号A-1收到时间2026-05-0109:00:00录入时间无状态已收到未录入')
    expect(waiting).toContain(`选票编号${back}收到时间2026-05-0108:30:00录入时间无状态已收到未录入`)
    expect(tooLate).toContain(`选票编号${late}收到时间2026-05-0109:40:00录入时间无状态逾期收到`)
    expect(absent).toContain('收到时间无录入时间无状态未收到')
    for (const text of [marked, waiting, tooLate, absent]) expect(text).toContain('没有录入投票内容')

    await takeSteps(admin, activity.activityId, 'startTally')
    good(await askTally(clerk, activity, ['A-1'], '3'))
    const tallied = await page(activity, '1-301')
    expect(tallied).toContain('状态已计入')
    expect(tallied).toContain('弃权')
  })

  it('says of a printed paper that is not back that nothing was received', async () => {
    const activity = await voteIsOn()
    const code = await issue(activity, '1-102')
    expect(await page(activity, '1-102')).toContain(`选票编号${code}收到时间无录入时间无状态未收到`)
  })

  it('states what an objection corrected beside the record', async () => {
    const activity = await voteIsOn({ votetype: 5, rulebasis: '议事规则第八条' })
    for (const name of ['1-101', '1-102', '1-301']) good(await askVote(clerk, activity, [activity.of(name)], '1'))
    await takeSteps(admin, activity.activityId, 'finish')
    const correct = async (name: string, correction: object) => {
      const ballotid = activity.of(name).ballotId
      const { objectionid } = good(
        await clerk.post('/objection/save', { voteactivityid: activity.activityId, kind: 2, ballotid, name: '张三', text: '读错了' }),
      )
      const corrections = [{ ballotid, ...correction }]
      good(await boss.post('/objection/decide', { objectionid, decision: 1, reason: '核对选票原件', corrections }))
    }
    await correct('1-101', { kind: 'answers', records: recordsOf(activity.topics, '2') })
    await correct('1-102', { kind: 'void' })
    await correct('2-101', { kind: 'vote', records: recordsOf(activity.topics, '3'), receivedat: '2026-05-01 08:30:00' })
    await correct('1-301', { kind: 'area', areasize: 90.5 })
    const answers = await page(activity, '1-101')
    for (const said of ['状态已计入', '更正异议1成立：更正投票内容', '更正后已计入', '原记录更正后', '是否同意更新电梯同意反对'])
      expect(answers).toContain(said)
    const voided = await page(activity, '1-102')
    for (const said of ['状态已计入', '更正异议2成立：作废投票', '更正后已作废']) expect(voided).toContain(said)
    const added = await page(activity, '2-101')
    for (const said of ['状态未收到', '更正异议3成立：补录投票', '更正后已计入', '弃权']) expect(added).toContain(said)
    const area = await page(activity, '1-301')
    expect(area).toContain('更正异议4成立：更正面积，120㎡改为90.5㎡')
    expect(area).not.toContain('更正后')
  })

  it('journals who asked, and what was checked', async () => {
    const activity = await voteIsOn()
    const { rawPayload } = await askFor(activity, '1-102', { identity: '3', name: ' 王 五 ' })
    const entries = await entriesOf(admin, { action: 'result.receipt', kind: 'access', subject: activity.of('1-102').ballotId })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      username: 'clerk_1',
      after: {
        activityTitle: '业主大会表决',
        place: '一期-1栋-1单元-102',
        askedBy: '王五',
        identityPaper: '委托书',
        sha256: createHash('sha256').update(rawPayload).digest('hex'),
      },
    })
  })

  it('is refused before the start, for unknown ballots, and without a named person', async () => {
    const [activity, other] = [await madeVote(), await madeVote()]
    expect(await refusal(activity, '1-102')).toEqual([409, '当前状态为“未开始”，不能查票'])
    await takeSteps(admin, activity.activityId, 'start')
    for (const ballotid of ['nothing', other.of('1-102').ballotId]) expect(await refusal(activity, '1-102', { ballotid })).toEqual([404, '票权不存在'])
    expect(await refusal(activity, '1-102', { voteactivityid: 'nothing' })).toEqual([404, '投票活动不存在'])
    expect(await refusal(activity, '1-102', { name: ' ' })).toEqual([400, '请输入查询人姓名'])
    expect(await refusal(activity, '1-102', { name: '长'.repeat(31) })).toEqual([400, '查询人姓名不能超过30个字符'])
    for (const identity of ['0', '4', '']) expect(await refusal(activity, '1-102', { identity })).toEqual([400, '身份依据不正确'])
    expect(await entriesOf(admin, { action: 'result.receipt', subject: activity.of('1-102').ballotId })).toEqual([])
  })

  it('is limited to 60 an hour per account, also for concurrent requests', async () => {
    const activity = await voteIsOn()
    const busy = await server.member('busy_clerk', 'clerk')
    const ask = () => askFor(activity, '1-102', {}, busy)
    const answers = await Promise.all(Array.from({ length: 61 }, ask))
    const refused = answers.filter(({ headers }) => String(headers['content-type']).includes('json'))
    expect(refused.map((response) => response.json<Envelope>())).toEqual([
      expect.objectContaining({ code: 429, message: '一小时内最多查票60次，请在60分钟后再试' }),
    ])
    await page(activity, '1-102')
    server.clock.time += 3_600_000
    await page(activity, '1-102', {}, busy)
  })
})
