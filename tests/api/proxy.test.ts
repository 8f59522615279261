import { describe, expect, it } from 'vitest'
import {
  activityBody,
  askEntrust,
  askMark,
  askTally,
  askVote,
  good,
  makeActivityA,
  optionsTopic,
  propertyNamed,
  takeSteps,
  topic,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf, passDaysOfUse } from '../support/journal.ts'
import { readReport, tableIn } from '../support/reports.ts'
import { confirm, logIn, madeBefore, serverForAll } from '../support/server.ts'

const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])]
const REASON = '委托人撤回委托'
const YEAR = 366 * 24 * 3_600_000

onBothDatabases('a proxy', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function voteIsOn(more: Record<string, unknown> = {}) {
    const activity = await makeActivityA(server, member, { topics, ...more })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const entrust = (activity: Activity, name: string, more: object = {}) => askEntrust(member, activity.activityId, activity.at(name), more)
  const entrusted = async (activity: Activity, name: string, more: object = {}): Promise<string> => good(await entrust(activity, name, more)).proxyid
  const revoke = (proxyid: string, reason = REASON) => member.post('/proxy/revoke', { proxyid, reason })
  const list = async ({ activityId }: Activity, more: object = {}) => good(await member.get('/proxy/list', { voteactivityid: activityId, ...more }))
  const vote = (activity: Activity, name: string, answers: string, more: object = {}) => askVote(member, activity, [activity.at(name)], answers, more)
  const merge = ({ activityId, at }: Activity, main: string, other: string) =>
    member.get('/votedef/mergeactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: at(main).ballotId,
      needmergepropertyid: at(other).propertyId,
    })

  it('is stored completely, listed, searchable and journalled', async () => {
    const activity = await voteIsOn()
    const picture = good(await member.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes })) as string
    const votetopicid = activity.topics[0]?.votetopicid ?? ''
    const said = { agentidno: '110101 19900307 001x', votetopicids: [votetopicid], validuntil: '2026-06-01 12:00:00', pics: [{ resourcepath: picture }] }
    const proxyid = await entrusted(activity, '1-102', said)
    const row = {
      proxyid,
      voteactivityid: activity.activityId,
      ballotid: activity.at('1-102').ballotId,
      place: '一期-1栋-1单元-102',
      ownername: '李四',
      agentname: '郑代理',
      agentphone: '13700000001',
      agentidno: '11010119900307001X',
      votetopicids: [votetopicid],
      validuntil: '2026-06-01 12:00:00',
      pics: [{ resourcepath: picture }],
      status: 0,
      used: false,
      creater: 'admin_1',
      createdate: '2026-05-01 09:00:00',
      revoker: '',
      revokedate: '',
      revokereason: '',
    }
    expect(await list(activity)).toEqual({ datas: [row], totalCount: 1 })
    for (const condition of ['郑代理', '1栋 102', '李四', '13700000001']) expect((await list(activity, { condition })).totalCount).toBe(1)
    expect(await list(activity, { condition: '王五' })).toEqual({ datas: [], totalCount: 0 })
    expect((await list(activity, { ballotid: activity.at('1-301').ballotId })).totalCount).toBe(0)
    const [entry] = await entriesOf(member, { action: 'proxy.save', pageSize: 1 })
    expect(entry).toMatchObject({
      subject: proxyid,
      after: { agentName: '郑代理', agentPhone: '13700000001', place: '一期-1栋-1单元-102', topicIds: [votetopicid] },
    })
    good(await revoke(proxyid))
    expect((await list(activity, { status: 1 })).datas).toMatchObject([{ proxyid, status: 1, revoker: 'admin_1', revokereason: REASON }])
    expect((await list(activity, { status: 0 })).totalCount).toBe(0)
  })

  it.each([
    [{ agentname: ' ' }, 400, '请输入受托人姓名'],
    [{ agentphone: '' }, 400, '请填写受托人的手机号或证件号'],
    [{ agentphone: '1370000' }, 400, '请输入11位手机号'],
    [{ agentphone: '137****0001' }, 400, '请填写完整的手机号'],
    [{ agentidno: '110***********001X' }, 400, '请填写完整的证件号'],
    [{ votetopicids: ['elsewhere'] }, 400, '委托事项与活动议题不一致，请刷新后重试'],
    [{ validuntil: '明天' }, 400, '委托有效期格式不正确，应为 2026-05-01 09:30:00'],
    [{ pics: [{ resourcepath: '/file/nothing' }] }, 400, '图片不存在，请重新上传'],
    [{ ballotid: 'nothing' }, 404, '票权不存在'],
    [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
  ])('is refused with %j, and nothing is stored', async (more, code, message) => {
    const activity = await voteIsOn()
    expect(await entrust(activity, '1-102', more)).toMatchObject({ code, message })
    expect((await list(activity)).totalCount).toBe(0)
  })

  it('allows one per ballot, none for a voted ballot, and one revocation with a reason', async () => {
    const activity = await voteIsOn()
    const proxyid = await entrusted(activity, '1-102')
    expect(await entrust(activity, '1-102', { agentname: '另一人' })).toMatchObject({ code: 409, message: '该票权已有有效的委托，请先撤销' })
    expect(await revoke(proxyid, ' ')).toMatchObject({ code: 400, message: '请输入撤销原因' })
    expect(await revoke('nothing')).toMatchObject({ code: 404, message: '委托不存在' })
    good(await revoke(proxyid))
    expect(await revoke(proxyid)).toMatchObject({ code: 409, message: '该委托已撤销' })
    good(await entrust(activity, '1-102', { agentname: '另一人' }))
    good(await vote(activity, '1-301', '111'))
    expect(await entrust(activity, '1-301')).toMatchObject({ code: 409, message: '该票权已投票，不能再登记委托' })
    const ranOut = await entrusted(activity, '2-101', { validuntil: '2026-04-30 12:00:00' })
    expect((await list(activity, { ballotid: activity.at('2-101').ballotId })).datas).toMatchObject([{ proxyid: ranOut, status: 2 }])
    good(await entrust(activity, '2-101'))
  })

  it('stores one of two simultaneous proxies of a ballot', async () => {
    const activity = await voteIsOn()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => entrust(activity, '1-102', { agentname: `代理${index}` })))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect((await list(activity)).totalCount).toBe(1)
  })

  describe('limit of proxies per agent', () => {
    it('refuses a proxy beyond the limit; an agent is the ID number, or name and phone', async () => {
      const activity = await voteIsOn({ proxylimit: 1 })
      const agent = { agentname: '郑代理', agentphone: '13700000001', agentidno: '' }
      const first = await entrusted(activity, '1-102', agent)
      expect(await entrust(activity, '1-301', agent)).toMatchObject({ code: 402, message: '受托人已代理1户，超过上限' })
      // Namesakes are distinguished by their phones, and ID numbers by themselves.
      good(await entrust(activity, '1-301', { ...agent, agentphone: '13700000002' }))
      good(await revoke(first))
      good(await entrust(activity, '2-101', agent))
      expect(await entrust(activity, '1-102', { ...agent, agentphone: '13700000002' })).toMatchObject({ code: 402 })
    })

    it('refuses a proxy beyond the limit even if fields are omitted or written differently', async () => {
      const activity = await voteIsOn({ proxylimit: 2 })
      const agent = { agentname: '郑代理', agentphone: '13700000001', agentidno: 'E00000001' }
      good(await entrust(activity, '1-101', agent))
      good(await entrust(activity, '1-102', { ...agent, agentidno: '' }))
      const refused = { code: 402, message: '受托人已代理2户，超过上限' }
      for (const same of [agent, { ...agent, agentidno: '' }, { ...agent, agentphone: '', agentidno: 'e 00000001' }, { ...agent, agentidno: 'E99999999' }])
        expect(await entrust(activity, '1-301', same)).toMatchObject(refused)
      // Neither a name alone nor an invalid number makes two people one.
      good(await entrust(activity, '1-301', { ...agent, agentphone: '13700000002', agentidno: '无' }))
      good(await entrust(activity, '2-101', { agentname: '钱代理', agentphone: '13700000009', agentidno: '无' }))
    })

    it('counts revoked proxies that were voted with, and an ID number in any notation', async () => {
      const activity = await voteIsOn({ proxylimit: 1 })
      const agent = { agentname: '郑代理', agentphone: '', agentidno: 'E00000001' }
      const proxyid = await entrusted(activity, '1-102', agent)
      for (const agentidno of ['E00000001/E00000001', '护照 E00000001', '(E)00000001'])
        expect(await entrust(activity, '1-301', { ...agent, agentidno }), agentidno).toMatchObject({ code: 402 })
      good(await vote(activity, '1-102', '111', { proxyid }))
      good(await revoke(proxyid))
      expect(await entrust(activity, '1-301', agent)).toMatchObject({ code: 402, message: '受托人已代理1户，超过上限' })
    })

    it('refuses a vote beyond the limit if expired proxies allowed more to be given', async () => {
      const activity = await voteIsOn({ proxylimit: 1 })
      const until = { validuntil: '2026-05-01 08:30:00' }
      const [first, second] = [await entrusted(activity, '1-102', until), await entrusted(activity, '1-301', until)]
      const received = { receivedat: '2026-05-01 08:20:00' }
      good(await vote(activity, '1-102', '111', { proxyid: first, ...received }))
      expect(await vote(activity, '1-301', '111', { proxyid: second, ...received })).toMatchObject({ code: 402, message: '受托人已代理1户，超过上限' })
    })

    it('rejects an agent without any number', async () => {
      const activity = await voteIsOn()
      const nobody = { code: 400, message: '请填写受托人的手机号或证件号' }
      for (const numbers of [
        { agentphone: '', agentidno: '无' },
        { agentphone: '11111111111', agentidno: '' },
        { agentphone: '', agentidno: '0/0' },
      ])
        expect(await entrust(activity, '1-101', numbers)).toMatchObject(nobody)
    })

    it('refuses every proxy if the limit is 0, and none if there is no limit', async () => {
      const none = await voteIsOn({ proxylimit: 0 })
      expect(await entrust(none, '1-102')).toMatchObject({ code: 402, message: '受托人已代理0户，超过上限' })
      const free = await voteIsOn()
      for (const name of ['1-102', '1-301', '2-101', '1-101']) good(await entrust(free, name))
      expect(good(await member.get('/votedef/get', { id: none.activityId })).proxylimit).toBe(0)
      expect(good(await member.get('/votedef/get', { id: free.activityId })).proxylimit).toBeNull()
    })
  })

  it.each([
    ['-1', '每名受托人最多代理票数不能小于0'],
    [1.5, '每名受托人最多代理票数格式不正确'],
  ])('refuses the limit %s', async (proxylimit, message) => {
    const { activityId } = await voteIsOn()
    const { estateid } = good(await member.get('/votedef/get', { id: activityId }))
    expect(await member.post('/votedef/save', activityBody(estateid, { proxylimit }))).toMatchObject({ code: 400, message })
  })

  describe('voting by proxy', () => {
    it('names the agent in record, history and report', async () => {
      const activity = await voteIsOn()
      const proxyid = await entrusted(activity, '1-102')
      const [recordid] = good(await vote(activity, '1-102', '111', { proxyid })).recordids
      const record = good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))
      expect(record).toMatchObject({ proxyid, agentname: '郑代理', votername: '李四' })
      expect((await list(activity)).datas).toMatchObject([{ proxyid, used: true }])
      const workbook = await readReport((await member.raw(`/vote/report?voteActivityId=${activity.activityId}`)).rawPayload)
      const sheet = workbook.getWorksheet('表决明细')
      expect(sheet && tableIn(sheet, '房屋').rows.find((row) => row['房屋'] === '一期-1栋-1单元-102')).toMatchObject({ 受托人: '郑代理' })
    })

    it('leaves slots that the proxy does not cover open for good', async () => {
      const activity = await voteIsOn()
      const votetopicid = activity.topics[0]?.votetopicid ?? ''
      const proxyid = await entrusted(activity, '1-102', { votetopicids: votetopicid })
      expect(await vote(activity, '1-102', '110', { proxyid })).toMatchObject({ code: 402, message: '委托事项不包括所选的议题' })
      const [recordid] = good(await vote(activity, '1-102', '100', { proxyid })).recordids
      const { records } = good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))
      expect(records.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual([1, 0, 0])
      expect(await vote(activity, '1-102', '011')).toMatchObject({ code: 409, message: '该票权已投票' })
    })

    it('refuses a proxy that is unknown, of another ballot, revoked, or for several ballots', async () => {
      const activity = await voteIsOn()
      const proxyid = await entrusted(activity, '1-102')
      const elsewhere = await entrusted(await voteIsOn(), '1-102')
      expect(await vote(activity, '1-102', '111', { proxyid: 'nothing' })).toMatchObject({ code: 404, message: '委托不存在' })
      expect(await vote(activity, '1-102', '111', { proxyid: elsewhere })).toMatchObject({ code: 404, message: '委托不存在' })
      expect(await vote(activity, '1-301', '111', { proxyid })).toMatchObject({ code: 402, message: '该委托不属于所选的票权' })
      expect(await askVote(member, activity, [activity.at('1-102'), activity.at('1-301')], '111', { proxyid })).toMatchObject({
        code: 400,
        message: '代理投票一次只能提交一票',
      })
      // Checked before anything about the proxy.
      expect(await askVote(member, activity, [activity.at('1-102'), activity.at('1-301')], '111', { proxyid: 'nothing' })).toMatchObject({ code: 400 })
      good(await revoke(proxyid))
      expect(await vote(activity, '1-102', '111', { proxyid })).toMatchObject({ code: 402, message: '该委托已撤销，不能代理投票' })
      good(await vote(activity, '1-102', '111'))
    })

    it('expires by the time when the paper was received, at the desk and in the tally', async () => {
      const activity = await voteIsOn()
      const until = { validuntil: '2026-05-01 08:30:00' }
      const first = await entrusted(activity, '1-102', until)
      expect(await vote(activity, '1-102', '111', { proxyid: first })).toMatchObject({ code: 402, message: '收到选票时委托已过期，不能代理投票' })
      good(await vote(activity, '1-102', '111', { proxyid: first, receivedat: '2026-05-01 08:30:00' }))
      const second = await entrusted(activity, '1-301', until)
      good(await askMark(member, activity.activityId, activity.at('1-301'), 'A-1'))
      await takeSteps(member, activity.activityId, 'startTally')
      expect(await askTally(member, activity, ['A-1'], '111', { proxyid: second })).toMatchObject({ code: 402, message: '收到选票时委托已过期，不能代理投票' })
      good(await askTally(member, activity, ['A-1'], '111', { proxyid: second, receivedat: '2026-05-01 08:20:00' }))
    })
  })

  it('a proxy in force blocks splitting its ballot and removing its properties', async () => {
    const activity = await voteIsOn()
    const proxyid = await entrusted(activity, '2-102')
    const refusal = { code: 409, message: '该票权有有效的委托，不能合并或拆分，请先撤销委托' }
    const split = () =>
      member.get('/votedef/splitactivityproperty', {
        voteactivityid: activity.activityId,
        mainrightballotid: activity.at('2-102').ballotId,
        needsplipropertyid: activity.at('2-201').propertyId,
      })
    expect(await split()).toMatchObject(refusal)
    expect(await member.get('/votedef/delactivityproperty', { activitypropertyid: activity.at('2-201').rosterPropertyId })).toMatchObject(refusal)
    good(await revoke(proxyid))
    good(await split())
    await entrusted(activity, '2-102')
    expect(await merge(activity, '2-102', '2-201')).toMatchObject(refusal)
  })

  it('is masked for clerks, who leave an entry when revealing it; only managers revoke', async () => {
    const clerk = await server.member('clerk_1', 'clerk')
    const activity = await voteIsOn()
    const proxyid = await entrusted(activity, '1-102', { agentidno: '11010119900307001X' })
    const { datas } = good(await clerk.get('/proxy/list', { voteactivityid: activity.activityId }))
    expect(datas).toMatchObject([{ agentphone: '137****0001', agentidno: '110***********001X' }])
    const search = async (condition: string) => good(await clerk.get('/proxy/list', { voteactivityid: activity.activityId, condition })).totalCount
    expect([await search('1370000'), await search('0001'), await search('13700000001')]).toEqual([0, 1, 1])
    expect(good(await clerk.post('/privacy/reveal', { kind: 'proxy', id: proxyid }))).toEqual({ mobileno: '13700000001', idno: '11010119900307001X' })
    expect((await entriesOf(member, { action: 'privacy.reveal', pageSize: 1 }))[0]).toMatchObject({
      subject: proxyid,
      after: { scope: '受托人的手机号、证件号' },
    })
    expect(await clerk.post('/proxy/revoke', { proxyid, reason: REASON })).toMatchObject({ code: 403 })
  })

  it('loses its personal data when the activity’s are erased', async () => {
    const activity = await voteIsOn()
    const proxyid = await entrusted(activity, '1-102', { agentidno: '11010119900307001X' })
    good(await vote(activity, '1-102', '111', { proxyid, handedinby: '楼长孙某' }))
    good(await revoke(proxyid))
    await takeSteps(member, activity.activityId, 'finish')
    await confirm(member)
    good(await member.post('/retention/setyears', { years: 1 }))
    await passDaysOfUse(server)
    server.clock.time += YEAR
    const admin = server.client(await logIn(server.client(), 'admin_1'))
    await confirm(admin)
    good(await admin.post('/retention/erase', { voteactivityid: activity.activityId, final: true }))
    const { datas } = good(await admin.get('/proxy/list', { voteactivityid: activity.activityId }))
    expect(datas).toMatchObject([{ proxyid, agentname: '已清除', agentphone: '', agentidno: '', pics: [], revokereason: '已清除', used: true }])
    const rows = JSON.stringify(await server.database.read.selectFrom('proxy').selectAll().where('public_id', '=', proxyid).execute())
    for (const text of ['郑代理', '13700000001', '11010119900307001X']) expect(rows).not.toContain(text)
  })
})
