import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { httpSmsSender, localSmsSender } from '../../src/server/kernel/sms.ts'
import { streamLog } from '../../src/server/kernel/log.ts'
import { askMark, askVote, good, makeActivity, makeEstate, propertyNamed, registerMany, rosterOf, takeSteps, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { confirm, logIn, startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'

const HOUR = 3_600_000
const rows: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: '13900000101' }],
  ['1-102', '李四/王五', 80, { phone: '11111111111/13900000102' }],
  ['1-103', '赵六', 80, { phone: '11111111111' }],
  ['1-201', '钱七', 80, { phone: '13900000101' }],
  ['1-202', '孙八', 80, { phone: '13900000202' }],
  ['2-101', '周九', 80, { phone: '13900000301' }],
]

/** An office's gateway: accepts texts, and can fail or hold them until released. */
async function startGateway() {
  const got: { phone: string; text: string; code?: string }[] = []
  const state = { takes: (_count: number): boolean => true, hold: null as Promise<void> | null }
  const http: HttpServer = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const takes = state.takes(got.length)
      if (takes) got.push(JSON.parse(body))
      void Promise.resolve(state.hold).then(() => response.writeHead(takes ? 200 : 503).end('{}'))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { got, state, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/sms`, close: () => http.close() }
}

onBothDatabases('催票短信', (engine) => {
  let server: TestServer
  let manager: Client
  let clerk: Client
  let gateway: Awaited<ReturnType<typeof startGateway>>
  const logged: string[] = []
  const NINE = Date.parse('2026-05-01T01:00:00Z')
  beforeAll(async () => {
    gateway = await startGateway()
    server = await startServer(engine, {
      sms: { ...httpSmsSender({ url: gateway.url }), send: () => Promise.resolve() },
      log: streamLog({ write: (line) => void logged.push(line) }),
      sessionLife: { idle: 1e12, total: 1e12 },
    })
    manager = await server.member('admin_1')
    server.clock.time += HOUR
    clerk = await server.member('clerk_1', 'clerk')
  })
  afterAll(async () => {
    await server.close()
    gateway.close()
  })
  // Each test uses its own day, as a number gets one text a day.
  let day = 0
  beforeEach(async () => {
    day += 1
    server.clock.time = NINE + day * 48 * HOUR
    gateway.got.length = 0
    gateway.state.takes = () => true
    gateway.state.hold = null
    await confirm(manager)
  })

  async function voteIsOn(more: readonly PropertyRow[] = rows) {
    const { estateId } = await makeEstate(manager, more, `小区${day}`)
    const activity = await makeActivity(manager, estateId, { title: '更新电梯' })
    await takeSteps(manager, activity.activityId, 'start')
    const roster = await rosterOf(server, activity.activityId)
    return { ...activity, at: (name: string) => propertyNamed(roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const refusal = ({ code, message }: Envelope) => [code, message] as const
  const remind = ({ activityId }: Pick<Activity, 'activityId'>, more: object = { xpath: '' }, client = manager) =>
    client.post('/vote/remind', { voteactivityid: activityId, purpose: '提醒投票', ...more })
  const preview = ({ activityId }: Pick<Activity, 'activityId'>, more: object = { xpath: '' }) =>
    manager.post('/vote/previewremind', { voteactivityid: activityId, ...more })
  const reasons = (answer: { skipped: { place: string; reason: string }[] }) =>
    Object.fromEntries(answer.skipped.map(({ place, reason }) => [place.replace('一期-', '').replace('栋-1单元-', '-'), reason]))
  const phones = () => gateway.got.map(({ phone }) => phone).toSorted()

  it('goes once per number to owners who have not voted, explains exclusions, and matches the preview', async () => {
    const activity = await voteIsOn()
    good(await askVote(manager, activity, [activity.at('2-101')], '1'))
    good(await clerk.post('/contact/save', { voteactivityid: activity.activityId, ballotids: [activity.at('1-202').ballotId], way: 2, result: 5 }))
    const planned = good(await preview(activity))
    const text = `【社区投票平台】小区${day}“更新电梯”的投票将于2026-06-30 12:00结束，请在结束前投票。如已投票请忽略，本短信无需回复。`
    expect(planned).toMatchObject({ count: 2, text })
    expect(gateway.got).toEqual([])
    const answer = good(await remind(activity))
    expect(answer).toMatchObject({ sent: 2, failed: 0, failures: [] })
    expect(answer.skipped).toEqual(planned.skipped)
    expect(reasons(answer)).toEqual({ '1-103': '没有登记手机号', '1-201': '该手机号今天已收到过催票短信', '1-202': '业主已拒绝投票' })
    expect(answer.skipped.find(({ place }: { place: string }) => place.endsWith('103')).ballotid).toBe(activity.at('1-103').ballotId)
    expect(phones()).toEqual(['13900000101', '13900000102'])
    expect(new Set(gateway.got.map((one) => JSON.stringify(Object.keys(one))))).toEqual(new Set(['["phone","text"]']))
    expect(new Set(gateway.got.map((one) => one.text))).toEqual(new Set([text]))
    expect(text).not.toMatch(/同意|反对|弃权/)
  })

  it('creates a contact without a result, which is no visit, and an entry without the number', async () => {
    const activity = await voteIsOn()
    const progressOf = async () => good(await clerk.get('/contact/progress', { voteactivityid: activity.activityId, xpath: '' }))
    const before = await progressOf()
    good(await remind(activity, { ballotids: [activity.at('1-102').ballotId] }))
    const { datas } = good(await clerk.get('/contact/list', { voteactivityid: activity.activityId, ballotid: activity.at('1-102').ballotId }))
    expect(datas).toMatchObject([{ way: 1, result: null, creater: 'admin_1', remark: '', maywithdraw: false, place: '一期-1栋-1单元-102' }])
    expect(await progressOf()).toEqual(before)
    const listed = good(
      await clerk.get('/vote/notvotedlist', {
        voteActivityId: activity.activityId,
        xpath: '',
        state: '',
        sort: 'place',
        contactresult: 0,
        pageNo: 1,
        pageSize: 50,
      }),
    )
    expect(listed.totalCount).toBe(6)
    expect(listed.datas.every(({ contact }: { contact: unknown }) => contact === null)).toBe(true)
    const route = good(await manager.get('/vote/route', { voteactivityid: activity.activityId }))
    expect(JSON.stringify(route)).not.toContain('admin_1')
    expect(refusal(await manager.post('/contact/withdraw', { contactid: datas[0].contactid, reason: '发错' }))).toEqual([409, '催票短信已经发出，不能撤回'])
    const [kept] = await entriesOf(manager, { action: 'contact.reminded', voteactivityid: activity.activityId })
    const [begun] = await entriesOf(manager, { action: 'contact.remind', voteactivityid: activity.activityId })
    expect(begun).toMatchObject({ after: { purpose: '提醒投票', total: 1 } })
    expect(kept).toMatchObject({ after: { contactWay: 1, total: 1, changed: [{ place: '一期-1栋-1单元-102', ballotId: activity.at('1-102').ballotId }] } })
    expect(JSON.stringify([kept, begun]) + logged.join('')).not.toMatch(/1390000|请在结束前投票/)
  })

  it('goes to a ballot and a number once a day, whoever sends it, and again the next day', async () => {
    const activity = await voteIsOn()
    expect(good(await remind(activity)).sent).toBe(4)
    const again = good(await remind(activity))
    expect(again.sent).toBe(0)
    expect(reasons(again)).toMatchObject({ '1-101': '今天已发过催票短信', '1-201': '该手机号今天已收到过催票短信', '1-103': '没有登记手机号' })
    server.clock.time += 10 * HOUR
    await confirm(manager)
    expect(good(await remind(activity)).sent).toBe(0)
    server.clock.time += 14 * HOUR
    await confirm(manager)
    expect(good(await remind(activity)).sent).toBe(4)
  })

  it('is sent once to each when several users ask at once', async () => {
    const activity = await voteIsOn()
    const answers = await Promise.all(Array.from({ length: 4 }, () => remind(activity)))
    expect(answers.reduce((sum, answer) => sum + (good(answer).sent as number), 0)).toBe(4)
    expect(phones()).toEqual(['13900000101', '13900000102', '13900000202', '13900000301'])
    expect(good(await clerk.get('/contact/list', { voteactivityid: activity.activityId })).totalCount).toBe(4)
  })

  it('is not sent to an owner whose paper is back or whose ballot has voted', async () => {
    const activity = await voteIsOn()
    const ballotids = [activity.at('1-101').ballotId, activity.at('2-101').ballotId, activity.at('1-202').ballotId]
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: activity.activityId, ballotids: [ballotids[0]] }))
    const codes = papers.map(({ code }: { code: string }) => code)
    good(await manager.post('/paper/out', { voteactivityid: activity.activityId, codes }))
    good(await manager.post('/paper/receive', { voteactivityid: activity.activityId, codes }))
    good(await askVote(manager, activity, [activity.at('2-101')], '1'))
    good(await askMark(manager, activity.activityId, activity.at('1-202'), 'A1'))
    const answer = good(await remind(activity, { ballotids }))
    expect(answer.sent).toBe(1)
    expect(reasons(answer)).toEqual({ '1-101': '选票已收回', '2-101': '已投票' })
    expect(phones()).toEqual(['13900000202'])
  })

  it.each([
    ['07:59:59', 402, '催票短信只能在每天8时至21时之间发送，请到时再发'],
    ['08:00:00', 200, 'success'],
    ['20:59:59', 200, 'success'],
    ['21:00:00', 402, '催票短信只能在每天8时至21时之间发送，请到时再发'],
  ])('at %s get the answer %i', async (time, code, message) => {
    const activity = await voteIsOn()
    server.clock.time = Date.parse(`${new Date(server.clock.time).toISOString().slice(0, 10)}T${time}+08:00`) + 24 * HOUR
    await confirm(manager)
    expect(refusal(await remind(activity))).toEqual([code, message])
    expect(refusal(await preview(activity))).toEqual([code, message])
    expect(gateway.got.length).toBe(code === 200 ? 4 : 0)
  })

  it('is refused for other roles, other statuses, after the end, and without recipients', async () => {
    const activity = await voteIsOn()
    const other = await voteIsOn([['9-101', '他人', 50]])
    expect(refusal(await remind(activity, {}, clerk))[0]).toBe(403)
    expect(refusal(await remind(activity, { xpath: '' }, server.client(await logIn(server.client(), 'admin_1'))))).toEqual([445, '请再次输入密码'])
    expect(refusal(await remind(activity, {}))).toEqual([400, '请选择给一个范围或给选中的票权发催票短信，二者选一'])
    expect(refusal(await remind(activity, { xpath: '一期▶▶1栋', ballotids: [activity.at('1-101').ballotId] }))[0]).toBe(400)
    expect(refusal(await remind(activity, { xpath: '一▶二▶三▶四▶五' }))[0]).toBe(400)
    expect(refusal(await remind(activity, { ballotids: [] }))[0]).toBe(400)
    expect(refusal(await remind(activity, { xpath: '', purpose: ' ' }))).toEqual([400, '请输入用途'])
    expect(refusal(await remind(activity, { ballotids: [activity.at('1-101').ballotId, other.at('9-101').ballotId] }))).toEqual([404, '票权不存在'])
    expect(refusal(await remind({ activityId: 'nothing' }))).toEqual([404, '投票活动不存在'])
    const draft = await makeActivity(manager, activity.estateId)
    expect(refusal(await remind(draft))).toEqual([409, '当前状态为“未开始”，不能发送催票短信'])
    await takeSteps(manager, other.activityId, 'startTally')
    expect(refusal(await remind(other))[0]).toBe(409)
    const short = await makeActivity(manager, activity.estateId, { enddate: `${new Date(server.clock.time).toISOString().slice(0, 10)} 10:00:00` })
    await takeSteps(manager, short.activityId, 'start')
    server.clock.time += HOUR
    await confirm(manager)
    expect(refusal(await remind(short))).toEqual([402, '投票已到结束时间，不能再发催票短信'])
    expect(gateway.got).toEqual([])
  })

  it('is refused with a message if no gateway is configured', async () => {
    const activity = await voteIsOn()
    const without = await server.restart({ sms: localSmsSender(() => undefined) })
    try {
      expect(refusal(await remind(activity, { xpath: '' }, without.client(manager.token)))).toEqual([
        402,
        '服务器没有设置短信网关，不能发催票短信，请联系系统管理员设置',
      ])
    } finally {
      server = await without.restart()
      manager = server.client(manager.token)
      clerk = server.client(clerk.token)
    }
  })

  const many = (count: number): PropertyRow[] =>
    Array.from({ length: count }, (_, index) => [`1-${index + 1}`, `业主${index}`, 50, { phone: String(13_700_000_000 + day * 10_000 + index) }])

  it('stops when the gateway fails half-way; unsent messages can be sent again', async () => {
    const activity = await voteIsOn(many(120))
    gateway.state.takes = (count) => count < 60
    const answer = good(await remind(activity))
    expect(answer.sent).toBe(60)
    expect(answer.failed).toBe(answer.failures.length)
    expect(answer.failed).toBeGreaterThanOrEqual(10)
    expect(answer.failures[0].reason).toBe('短信网关没有接收')
    expect(new Set(Object.values(reasons(answer)))).toEqual(new Set(['短信网关没有响应，已停止发送']))
    expect(answer.sent + answer.failed + answer.skipped.length).toBe(120)
    gateway.state.takes = () => true
    expect(good(await remind(activity)).sent).toBe(60)
    expect(new Set(phones()).size).toBe(120)
    expect(good(await clerk.get('/contact/list', { voteactivityid: activity.activityId })).totalCount).toBe(120)
  })

  it('reports progress and can be cancelled; sent messages stay sent and are reported', async () => {
    const activity = await voteIsOn(many(120))
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    gateway.state.takes = (count) => {
      if (count === 50) {
        gateway.state.hold = held.promise
        reached.resolve()
      }
      return true
    }
    const asked = remind(activity, { xpath: '', jobid: 'job-1' })
    await reached.promise
    expect(good(await manager.get('/job/progress', { jobid: 'job-1' }))).toEqual({ stage: 'writing', done: 50, total: 120 })
    good(await manager.post('/job/cancel', { jobid: 'job-1' }))
    held.resolve()
    const answer = good(await asked)
    expect(answer.sent).toBe(gateway.got.length)
    expect(answer.sent).toBeLessThan(100)
    expect(new Set(Object.values(reasons(answer)))).toEqual(new Set(['已取消发送']))
    expect(answer.sent + answer.skipped.length).toBe(120)
    expect(good(await clerk.get('/contact/list', { voteactivityid: activity.activityId })).totalCount).toBe(answer.sent)
  })

  it('stops at nine in the evening, whatever is left', async () => {
    const activity = await voteIsOn(many(80))
    gateway.state.takes = (count) => {
      if (count === 49) server.clock.time += 12 * HOUR
      return true
    }
    const answer = good(await remind(activity))
    expect(answer.sent).toBe(50)
    expect(new Set(Object.values(reasons(answer)))).toEqual(new Set(['已过21时，已停止发送']))
  })

  it('is limited to 2,000 an hour, apart from login codes, and continues an hour later', async () => {
    const { estateId } = await makeEstate(manager, [], '大区')
    await registerMany(server, estateId, 5_000)
    const activity = await makeActivity(manager, estateId)
    await takeSteps(manager, activity.activityId, 'start')
    expect(good(await preview(activity)).count).toBe(2_000)
    const answer = good(await remind(activity))
    expect(answer).toMatchObject({ sent: 2_000, failed: 0 })
    expect(new Set(Object.values(reasons(answer)))).toEqual(new Set(['一小时最多发2000条，请稍后再发']))
    expect(answer.skipped.length).toBe(3_000)
    expect(refusal(await remind(activity))).toEqual([429, '一小时最多发2000条催票短信，请在60分钟后再试'])
    server.clock.time += HOUR
    await confirm(manager)
    expect(good(await remind(activity))).toMatchObject({ sent: 2_000, failed: 0 })
    expect(new Set(phones()).size).toBe(4_000)
  }, 120_000)
})
