import { beforeAll, expect, it } from 'vitest'
import { activityBody, good, makeActivity, makeActivityA, makeEstate, makeProperty, optionsTopic, takeSteps, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { rulesDraft } from '../support/estateRules.ts'
import { textOfDocx } from '../support/documents.ts'
import { pdfBytes } from '../support/files.ts'
import { unzipped } from '../support/openedBundle.ts'
import { readReport } from '../support/reports.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { logIn, serverForAll, type Client, type Envelope } from '../support/server.ts'

const DAY = 24 * 3_600_000

onBothDatabases('an estate’s rules', (engine) => {
  const server = serverForAll(engine)
  let manager: Client
  beforeAll(async () => {
    manager = await server.member('admin_1')
  })

  async function estateOfOne(name: string): Promise<string> {
    const { estateId } = await makeEstate(manager, [['1-101', '张三', 100]], name)
    return estateId
  }
  const save = (estateId: string, more: object = {}, client = manager) => client.post('/estaterules/save', rulesDraft(estateId, more))
  const saved = async (...given: Parameters<typeof save>): Promise<string> => good(await save(...given)).rulesid
  const list = async (estateid: string, more: object = {}) => good(await manager.get('/estaterules/list', { estateid, ...more }))
  const get = async (id: string) => good(await manager.get('/votedef/get', { id }))
  const faults = ({ code, data }: Envelope) => [
    code,
    ...((Array.isArray(data) ? data : []) as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`),
  ]
  const update = (voteactivityid: string, estateId: string, more: Record<string, unknown>) =>
    manager.post('/votedef/update', { voteactivityid, ...activityBody(estateId, more) })

  it('are stored as versions, listed newest first, and journalled; older versions stay unchanged', async () => {
    const estateId = await estateOfOne('版本小区')
    const url: string = good(await manager.upload('/file/upload', { field: 'file', name: '议事规则.pdf', bytes: pdfBytes }))
    const files = [{ name: '议事规则.pdf', url }]
    const first = good(await save(estateId, { files }))
    expect(first).toEqual({ rulesid: expect.any(String) as string, version: 1 })
    const second = good(
      await save(estateId, { title: '2026年修订', effectivefrom: '2026-05-01', votetype: 1, rulebasis: '', deliverypolicy: null, clauses: null }),
    )
    expect(second.version).toBe(2)
    const { rulesid, ...draft } = { ...rulesDraft(estateId), rulesid: first.rulesid }
    const clauses = { votetype: '第九条', deliverypolicy: '', proxylimit: '', seatorder: '', noticedays: '第七条' }
    const about = { creater: 'admin_1', createdate: '2026-05-01 09:00:00' }
    expect(await list(estateId)).toEqual({
      totalCount: 2,
      datas: [
        expect.objectContaining({ rulesid: second.rulesid, version: 2, title: '2026年修订', votetype: 1, deliverypolicy: [], inforce: true }),
        { ...draft, rulesid, version: 1, clauses, files, inforce: false, ...about },
      ],
    })
    expect((await list(estateId, { pageNo: 2, pageSize: 1 })).datas).toMatchObject([{ version: 1 }])
    expect((await list(await estateOfOne('另一小区'))).totalCount).toBe(0)
    const entry = (await entriesOf(manager, { action: 'estateRules.save' })).find(({ subject }) => subject === first.rulesid)
    expect(entry).toMatchObject({
      subject: first.rulesid,
      subjectname: '业主大会议事规则',
      before: null,
      after: { estateName: '版本小区', rulesVersion: 1, effectiveFrom: '2026-04-01', noticeDays: 15, clauses: ['计票方式：第九条', '表决公告天数：第七条'] },
    })
  })

  it('take effect by the latest day that has come; of equal days, the highest version wins', async () => {
    const estateId = await estateOfOne('生效小区')
    const inForce = async () => (await list(estateId, { inforce: 1 })).datas.map(({ version }: { version: number }) => version)
    expect(await inForce()).toEqual([])
    await saved(estateId, { effectivefrom: '2026-05-02' })
    expect(await inForce()).toEqual([])
    await saved(estateId, { effectivefrom: '2026-03-01' })
    await saved(estateId, { effectivefrom: '2026-02-01' })
    expect(await inForce()).toEqual([2])
    expect((await list(estateId)).datas.map(({ inforce }: { inforce: boolean }) => inforce)).toEqual([false, true, false])
    await saved(estateId, { effectivefrom: '2026-03-01' })
    expect(await inForce()).toEqual([4])
    // The day begins at midnight in China.
    await setClock(server, Date.UTC(2026, 4, 1, 15, 59, 59))
    manager = server.client(await logIn(server.client(), 'admin_1'))
    expect(await inForce()).toEqual([4])
    await setClock(server, Date.UTC(2026, 4, 1, 16))
    expect(await inForce()).toEqual([1])
    await setClock(server, Date.UTC(2026, 4, 1, 1))
    manager = server.client(await logIn(server.client(), 'admin_1'))
  })

  it('refuses what an activity refuses, and values that only the rules have', async () => {
    const estateId = await estateOfOne('拒绝小区')
    const rule = { method: 1, clause: '', evidence: [], days: 0 }
    expect(faults(await save(estateId, { rulebasis: ' ' }))).toEqual([400, 'rulebasis: 请输入议事规则依据'])
    expect(faults(await save(estateId, { deliverypolicy: [rule, { ...rule, method: 6 }, rule] }))).toEqual([
      400,
      'deliverypolicy.1.days: 请填写公告须满的天数',
      'deliverypolicy.2.method: 送达方式“当面签收”重复',
    ])
    expect(faults(await save(estateId, { votetype: 7 }))).toEqual([400, 'votetype: 计票方式不正确'])
    expect(faults(await save(estateId, { proxylimit: -1 }))).toEqual([400, 'proxylimit: 每名受托人最多代理票数不能小于0'])
    expect(faults(await save(estateId, { seatorder: 3 }))).toEqual([400, 'seatorder: 当选排序不正确'])
    expect(faults(await save(estateId, { noticedays: 366 }))).toEqual([400, 'noticedays: 表决公告天数不能大于365'])
    expect(faults(await save(estateId, { noticedays: null }))[0]).toBe(400)
    expect(faults(await save(estateId, { title: '' }))).toEqual([400, 'title: 请输入议事规则名称'])
    expect(faults(await save(estateId, { title: '规'.repeat(101) }))).toEqual([400, 'title: 议事规则名称不能超过100个字符'])
    for (const [given, message] of [
      ['', '请选择生效日期'],
      ['2026-02-30', '生效日期格式不正确，应为 2026-05-01'],
      ['2026-05-01 00:00:00', '生效日期格式不正确，应为 2026-05-01'],
      ['1999-12-31', '生效日期的年份应在2000到2100之间'],
    ])
      expect(faults(await save(estateId, { effectivefrom: given }))).toEqual([400, `effectivefrom: ${message}`])
    expect(faults(await save(estateId, { clauses: { votetype: '第'.repeat(201) } }))).toEqual([400, 'clauses.votetype: 条款不能超过200个字符'])
    expect(faults(await save(estateId, { clauses: { toString: '第一条' } }))[0]).toBe(400)
    expect(faults(await save(estateId, { files: [{ name: 'a.pdf', url: '/file/gone' }] }))).toEqual([400, 'files: 附件“a.pdf”不存在，请重新上传'])
    expect(faults(await save('gone'))[0]).toBe(404)
    expect(faults(await manager.get('/estaterules/list', { estateid: 'gone' }))[0]).toBe(404)
    expect((await list(estateId)).totalCount).toBe(0)
    const clerk = await server.member('clerk_1', 'clerk')
    expect(faults(await save(estateId, {}, clerk))[0]).toBe(403)
    expect(faults(await clerk.get('/estaterules/list', { estateid: estateId }))[0]).toBe(200)
  })

  it('gives each of two simultaneous saves a version of its own', async () => {
    const estateId = await estateOfOne('同时小区')
    const other = await server.member('staff_1')
    const answers = await Promise.all([save(estateId), save(estateId, {}, other), save(estateId)])
    expect(answers.map((answer) => good(answer).version as number).toSorted((one, other) => one - other)).toEqual([1, 2, 3])
  })

  it('are referenced by an activity, which lists its deviations', async () => {
    const estateId = await estateOfOne('依据小区')
    const rulesid = await saved(estateId)
    const { votetype, rulebasis, deliverypolicy, proxylimit } = rulesDraft(estateId)
    const same = { votetype, rulebasis, deliverypolicy, proxylimit, rulesid }
    const election = (seatorder: number) => optionsTopic('选举委员', ['甲', '乙'], { seats: 1, seatorder })
    const { activityId } = await makeActivity(manager, estateId, { ...same, topics: [election(2)] })
    expect(await get(activityId)).toMatchObject({ rulesid, rulesversion: 1, rulesdiffer: [] })
    good(await update(activityId, estateId, { ...same, topics: [election(1)], votetype: 5, rulebasis: '第十条', deliverypolicy: [], proxylimit: null }))
    const differs = ['votetype', 'rulebasis', 'deliverypolicy', 'proxylimit', 'seatorder']
    // Omitted: keeps its value.
    expect(await get(activityId)).toMatchObject({ rulesid, rulesversion: 1, rulesdiffer: differs })
    good(await update(activityId, estateId, { ...same, rulesid: undefined, topics: [topic('没有选举')] }))
    expect(await get(activityId)).toMatchObject({ rulesid, rulesdiffer: [] })
    const [entry] = await entriesOf(manager, { action: 'activity.update', voteactivityid: activityId })
    expect(entry).toMatchObject({ before: { rulesVersion: 1 }, after: { rulesId: rulesid, rulesVersion: 1 } })
    good(await update(activityId, estateId, { ...same, rulesid: '' }))
    expect(await get(activityId)).toMatchObject({ rulesid: '', rulesversion: null, rulesdiffer: [] })
    const { activityId: without } = await makeActivity(manager, estateId)
    expect(await get(without)).toMatchObject({ rulesid: '', rulesversion: null, rulesdiffer: [] })
    good(await update(activityId, estateId, same))
    const { voteactivityid: copy } = good(await manager.post('/votedef/copy', { id: activityId }))
    expect(await get(copy)).toMatchObject({ rulesid, rulesversion: 1, rulesdiffer: [] })
  })

  it('refuses rules of another estate for an activity', async () => {
    const [estateId, foreign] = [await estateOfOne('本小区'), await estateOfOne('外小区')]
    const [rulesid, foreignId] = [await saved(estateId), await saved(foreign)]
    for (const id of ['gone', foreignId]) {
      expect(await manager.post('/votedef/save', activityBody(estateId, { rulesid: id }))).toMatchObject({
        code: 404,
        message: '该版议事规则在所选小区中不存在，请重新选择',
      })
    }
    const { activityId } = await makeActivity(manager, estateId, { rulesid })
    expect((await update(activityId, estateId, { rulesid: foreignId })).code).toBe(404)
    expect((await update(activityId, foreign, { rulesid })).code).toBe(404)
    expect(await get(activityId)).toMatchObject({ rulesid })
    good(await update(activityId, foreign, {}))
    expect(await get(activityId)).toMatchObject({ rulesid: '' })
    expect(faults(await update(activityId, foreign, { rulesid: 'x'.repeat(65) }))[0]).toBe(400)
  })

  it('are fixed when voting starts: later versions do not apply, and replay detects an altered one', async () => {
    const { activityId, estateId } = await makeActivityA(server, manager)
    const rulesid = await saved(estateId)
    good(await update(activityId, estateId, { rulesid }))
    await takeSteps(manager, activityId, 'start')
    await saved(estateId, { effectivefrom: '2026-05-01' })
    expect(await get(activityId)).toMatchObject({ rulesid, rulesversion: 1 })
    expect((await update(activityId, estateId, { rulesid: '' })).code).toBe(409)
    const differences = async () => good(await manager.get('/vote/verify', { voteactivityid: activityId })).differences as object[]
    expect(await differences()).toEqual([])
    isTamperedWith(server.database)
    await server.database.write((tx) => tx.updateTable('estate_rules').set({ notice_days: 1 }).where('public_id', '=', rulesid).execute())
    expect(await differences()).toMatchObject([{ kind: 'rules', id: rulesid, field: 'noticeDays', expected: 15, found: 1 }])
    await server.database.write((tx) => tx.updateTable('activity').set({ rules_id: null }).where('public_id', '=', activityId).execute())
    expect(await differences()).toMatchObject([
      { kind: 'activity', field: 'rulesId', expected: rulesid, found: null },
      { kind: 'rules', id: rulesid, field: '', found: null },
    ])
  })

  it('are quoted with their clauses and deviations in notice, report and bundle', async () => {
    const { activityId, estateId } = await makeActivityA(server, manager)
    const rulesid = await saved(estateId)
    const { rulebasis, deliverypolicy } = rulesDraft(estateId)
    good(await update(activityId, estateId, { rulesid, votetype: 3, rulebasis, deliverypolicy, topics: [topic('是否同意更新电梯')] }))
    const line = '《业主大会议事规则》第1版，2026-04-01起生效；计票方式：第九条；表决公告天数：第七条；本次表决与该规则不同：每名受托人最多代理票数'
    const notice = await manager.raw(`/document/make?voteactivityid=${activityId}&kind=notice&jobid=`)
    expect(textOfDocx(notice.rawPayload)).toContain(`本次表决依据的议事规则：${line}。`)
    await takeSteps(manager, activityId, 'start')
    const report = await readReport((await manager.raw(`/vote/report?voteActivityId=${activityId}`)).rawPayload)
    const texts = report.worksheets[0]?.getColumn(1).values.map(String) ?? []
    expect(texts).toContain(`议事规则：${line}`)
    await takeSteps(manager, activityId, 'finish')
    const files = unzipped((await manager.raw(`/evidence/bundle?voteactivityid=${activityId}&edition=owners&purpose=`)).rawPayload)
    const rules = JSON.parse(files.get('rules.json')?.toString('utf8') ?? '{}') as Record<string, unknown>
    const { clauses, noticedays } = rulesDraft(estateId)
    expect(rules).toMatchObject({ estaterules: { rulesid, version: 1, effectivefrom: '2026-04-01', noticedays, clauses } })
  })

  it('keep the uploaded files that they reference', async () => {
    const estateId = await estateOfOne('附件小区')
    const upload = async (name: string): Promise<string> => good(await manager.upload('/file/upload', { field: 'file', name, bytes: pdfBytes }))
    const [url] = [await upload('规则附件.pdf'), await upload('没有用上.pdf')]
    await saved(estateId, { files: [{ name: '规则附件.pdf', url }] })
    for (const days of [0, 10]) {
      server.clock.time += days * DAY
      manager = server.client(await logIn(server.client(), 'admin_1'))
      await server.removeUnusedFiles()
    }
    const stored = await server.database.read.selectFrom('stored_file').select('name').where('name', 'in', ['规则附件.pdf', '没有用上.pdf']).execute()
    expect(stored).toEqual([{ name: '规则附件.pdf' }])
  })

  it('are deleted with their estate, which can be deleted if it has no properties', async () => {
    const { estateId } = await makeEstate(manager, [], '空小区')
    await saved(estateId)
    good(await manager.get('/vtestate/delete', { ids: estateId }))
    expect((await manager.get('/estaterules/list', { estateid: estateId })).code).toBe(404)
    await makeProperty(manager, await estateOfOne('还在的小区'), ['1-102', '李四', 80])
  })
})
