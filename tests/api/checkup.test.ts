import { beforeAll, describe, expect, it } from 'vitest'
import { createCheckupMaker } from '../../src/server/features/checkup/maker.ts'
import { createCheckupService, type CheckupDeps } from '../../src/server/features/checkup/service.ts'
import { good, makeActivity, makeEstate, propertyNamed, rosterOf, takeSteps, askEntrust, askMark, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, journaled, passDaysOfUse, setClock } from '../support/journal.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, serverForAll, type Client } from '../support/server.ts'
import { workerUrl } from '../support/serverCode.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const ZHANG = '110101196203150011'
/** 张三 under two spellings, a duplicate place, a wrong area, and properties without faults. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 89.5, { phone: '13911112222' }],
  ['1-201', '張三', 89.5, { phone: '13911112222' }],
  ['1-301', '王五', 89.5],
  ['1-401', '赵六/钱七', 895],
  ['1-501', '孙八', 89.5],
  ['1-601', '周九', 89.5],
  ['1-0601', '吴十', 89.5],
]

interface Row {
  readonly ballotid: string
  readonly place: string
  readonly refusal: string
  readonly refusalreason?: string
}
interface Found {
  readonly findingid: string
  readonly rule: string
  readonly tier: number
  readonly why: string
  readonly effect: string
  readonly rowcount: number
  readonly rows: readonly Row[]
  readonly missing: readonly string[]
  readonly dismissed: { readonly by: string; readonly at: string; readonly reason: string } | null
}

onBothDatabases('a check-up', (engine) => {
  const server = serverForAll(engine)
  let member: Client
  beforeAll(async () => {
    member = await server.member('admin_1')
  })

  async function scene(rows = properties) {
    const { estateId, propertyIds } = await makeEstate(member, rows, `小区${Math.random()}`)
    const { activityId } = await makeActivity(member, estateId)
    return { estateId, activityId, propertyIds, at: (await rosterOf(server, activityId)).get.bind(await rosterOf(server, activityId)) }
  }
  const ask = async (subject: object): Promise<{ rows: number; counts: object[]; findings: Found[] }> =>
    good(await member.get('/roster/checkup', { ...subject }))
  const named = (findings: readonly Found[], rule: string): Found => {
    const found = findings.find((finding) => finding.rule === rule)
    if (!found) throw new Error(`no ${rule} in ${JSON.stringify(findings)}`)
    return found
  }
  const subjectsOf = ({ estateId, activityId }: { estateId: string; activityId: string }) => [{ estateid: estateId }, { voteactivityid: activityId }]

  it('finds the faults of an estate and of its roster', async () => {
    const made = await scene()
    for (const subject of subjectsOf(made)) {
      const { rows, counts, findings } = await ask(subject)
      expect(rows).toBe(7)
      expect(counts).toEqual([
        { tier: 1, open: 2, dismissed: 0 },
        { tier: 2, open: 1, dismissed: 0 },
        { tier: 3, open: 1, dismissed: 0 },
      ])
      expect(findings.map(({ rule, tier }) => [rule, tier])).toEqual([
        ['sameOwner', 1],
        ['samePlace', 1],
        ['area', 2],
        ['ownerKind', 3],
      ])
      expect(named(findings, 'sameOwner')).toMatchObject({
        effect: '合并后总票权 7 → 6，三分之二线 5 → 4',
        rowcount: 2,
        rows: [
          { place: '一期-1栋-1单元-101', ownername: '张三', mobileno: '13911112222', idno: '', areasize: 89.5, refusal: '' },
          { place: '一期-1栋-1单元-201', ownername: '張三' },
        ],
        missing: [],
        dismissed: null,
      })
    }
  })

  it('dismisses a finding with name and reason, journalled and revocable, until a value changes', async () => {
    const made = await scene()
    for (const subject of subjectsOf(made)) {
      const { findingid } = named((await ask(subject)).findings, 'sameOwner')
      expect(await member.post('/roster/dismiss', { ...subject, findingid, reason: '  ' })).toMatchObject({ code: 400, message: '请输入原因' })
      expect(await member.post('/roster/dismiss', { ...subject, findingid, reason: '同名的父子二人' })).toMatchObject({ code: 200, data: null })
      const { counts, findings } = await ask(subject)
      expect(counts[0]).toEqual({ tier: 1, open: 1, dismissed: 1 })
      expect(named(findings, 'sameOwner').dismissed).toEqual({ by: expect.any(String) as string, at: '2026-05-01 09:00:00', reason: '同名的父子二人' })
      expect(await member.post('/roster/dismiss', { ...subject, findingid, reason: '再来' })).toMatchObject({ code: 409, reason: 'checkup.dismissed' })
      const [entry] = await entriesOf(member, { action: 'checkup.dismiss', pageSize: 1 })
      expect(entry.after).toMatchObject({ finding: '疑似同一人', place: '一期-1栋-1单元-101', ownerName: '张三', reason: '同名的父子二人' })

      expect(await member.post('/roster/undismiss', { ...subject, findingid })).toMatchObject({ code: 200 })
      expect(named((await ask(subject)).findings, 'sameOwner').dismissed).toBeNull()
      expect(await member.post('/roster/undismiss', { ...subject, findingid })).toMatchObject({ code: 409, message: '这一项没有标记，请刷新后重试' })
      good(await member.post('/roster/dismiss', { ...subject, findingid, reason: '同名的父子二人' }))
    }
    // In the estate the phone is changed and restored; the roster's copy is changed separately.
    const propertyid = made.propertyIds.get('1-201') ?? ''
    const estate = { estateid: made.estateId }
    const before = named((await ask(estate)).findings, 'sameOwner')
    const change = { propertyid, room: '201', personname: '張三', mobileno: '13911112222' }
    good(await member.post('/vtpropertyinfo/update', { ...change, idno: ZHANG.slice(0, 17) }))
    const after = named((await ask(estate)).findings, 'sameOwner')
    expect([before.dismissed === null, after.dismissed === null, after.findingid === before.findingid]).toEqual([false, true, false])
    const roster = { voteactivityid: made.activityId }
    expect(named((await ask(roster)).findings, 'sameOwner').dismissed).not.toBeNull()
    good(
      await member.post('/votedef/modifyactivityproperty', {
        activitypropertyid: made.at('1-201')?.rosterPropertyId,
        personname: '張三',
        mobileno: '13911112222/13911113333'.slice(0, 11),
        idno: ZHANG.slice(0, 17),
      }),
    )
    expect(named((await ask(roster)).findings, 'sameOwner').dismissed).toBeNull()
  })

  it('applies a dismissal in the registry to rosters with the same values, until it is revoked there', async () => {
    const { estateId, activityId, propertyIds } = await scene()
    const [estate, roster] = [{ estateid: estateId }, { voteactivityid: activityId }]
    const { findingid } = named((await ask(estate)).findings, 'sameOwner')
    good(await member.post('/roster/dismiss', { ...estate, findingid, reason: '父子同名' }))
    const { counts, findings } = await ask(roster)
    expect(counts[0]).toEqual({ tier: 1, open: 1, dismissed: 1 })
    expect(named(findings, 'sameOwner').dismissed).toMatchObject({ reason: '父子同名', ofestate: true })
    good(await member.post('/roster/undismiss', { ...roster, findingid: named(findings, 'sameOwner').findingid }))
    expect(named((await ask(roster)).findings, 'sameOwner').dismissed).toBeNull()
    expect(named((await ask(estate)).findings, 'sameOwner').dismissed).not.toBeNull()
    // A later roster keeps the dismissal; one with other values does not.
    const later = { voteactivityid: (await makeActivity(member, estateId)).activityId }
    expect(named((await ask(later)).findings, 'sameOwner').dismissed).not.toBeNull()
    good(
      await member.post('/vtpropertyinfo/update', {
        propertyid: propertyIds.get('1-201'),
        room: '201',
        personname: '張三',
        mobileno: '13911112222',
        idno: ZHANG.slice(0, 17),
      }),
    )
    const changed = { voteactivityid: (await makeActivity(member, estateId)).activityId }
    expect(named((await ask(changed)).findings, 'sameOwner').dismissed).toBeNull()
  })

  it('dismisses many findings with one reason, all or none, each journalled', async () => {
    for (const subject of subjectsOf(await scene())) {
      const ids = (await ask(subject)).findings.filter(({ tier }) => tier > 1).map(({ findingid }) => findingid)
      const many = (findingids: readonly string[]) => member.post('/roster/dismissmany', { ...subject, findingids, reason: '逐项看过' })
      expect(await many([...ids, 'gone'])).toMatchObject({ code: 404 })
      expect((await ask(subject)).counts.map((count) => (count as { dismissed: number }).dismissed)).toEqual([0, 0, 0])
      expect(await many([])).toMatchObject({ code: 400 })
      good(await many([...ids, ...ids]))
      expect((await ask(subject)).counts.map((count) => (count as { dismissed: number }).dismissed)).toEqual([0, 1, 1])
      expect((await entriesOf(member, { action: 'checkup.dismissMany', pageSize: 2 })).map(({ after }) => after)).toMatchObject([
        { reason: '逐项看过' },
        { reason: '逐项看过' },
      ])
      expect(await many(ids)).toMatchObject({ code: 409, reason: 'checkup.dismissed' })
      for (const findingid of ids) good(await member.post('/roster/undismiss', { ...subject, findingid }))
    }
  })

  it('returns the ballots that seem to have one owner, except dismissed ones', async () => {
    const { activityId } = await scene()
    const roster = await rosterOf(server, activityId)
    const { findingid, rows } = named((await ask({ voteactivityid: activityId })).findings, 'sameOwner')
    expect(rows).toMatchObject([{ ballotid: propertyNamed(roster, '1-101').ballotId }, { ballotid: propertyNamed(roster, '1-201').ballotId }])
    good(await member.post('/roster/dismiss', { voteactivityid: activityId, findingid, reason: '已核对' }))
    const checkups = createCheckupMaker({
      workerUrl: workerUrl('checkup-worker'),
      location: server.database.location,
    })
    const activities = {
      require: (db: typeof server.database.read) => db.selectFrom('activity').selectAll().where('public_id', '=', activityId).executeTakeFirstOrThrow(),
    }
    const service = createCheckupService({ ...server, database: journaled(server), activities, checkups } as unknown as CheckupDeps)
    expect(await service.sameOwnerGroups(activityId)).toEqual([])
    good(await member.post('/roster/undismiss', { voteactivityid: activityId, findingid }))
    const keys = await server.database.read
      .selectFrom('ballot')
      .select('id')
      .where(
        'public_id',
        'in',
        rows.map(({ ballotid }) => ballotid),
      )
      .orderBy('id')
      .execute()
    expect(await service.sameOwnerGroups(activityId)).toEqual([keys.map(({ id }) => id)])
  })

  it('says why a ballot cannot be merged, and finds nothing once they are merged', async () => {
    const { activityId, at } = await scene()
    const subject = { voteactivityid: activityId }
    await takeSteps(member, activityId, 'start')
    const [one, other] = [at('1-101'), at('1-201')]
    if (!one || !other) throw new Error('no properties')
    const reasons = async () => named((await ask(subject)).findings, 'sameOwner').rows.map(({ refusalreason }) => refusalreason)
    const { proxyid } = good(await askEntrust(member, activityId, one))
    expect(await reasons()).toEqual(['ballot.entrusted', undefined])
    good(await member.post('/proxy/revoke', { proxyid, reason: '委托人撤回委托' }))
    good(await askMark(member, activityId, other, 'C1'))
    expect(named((await ask(subject)).findings, 'sameOwner').rows.map(({ refusal }) => refusal)).toEqual(['', '该票权已标记或已投票，不能调整'])
    expect(await reasons()).toEqual([undefined, 'ballot.frozen'])
    const { recordid } = good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activityId, markedcode: 'C1' }))[0]
    good(await member.post('/vote/unmark', { recordid, reason: '标记错业主' }))
    good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: other.rosterPropertyId, personname: '张三', mobileno: '13911112222' }))
    good(await member.post('/votedef/mergeowners', { voteactivityid: activityId, owners: [{ mainrightballotid: one.ballotId, ballotids: [other.ballotId] }] }))
    expect((await ask(subject)).findings.map(({ rule }) => rule)).not.toContain('sameOwner')
  })

  it('is refused for an empty or too large selection', async () => {
    const { estateId, activityId } = await scene([['1-101', '张三', 80]])
    expect(await member.get('/roster/checkup')).toMatchObject({ code: 400, message: '请指明要体检的小区或投票活动' })
    expect(await member.get('/roster/checkup', { estateid: estateId, voteactivityid: activityId })).toMatchObject({ code: 400 })
    expect(await member.get('/roster/checkup', { estateid: 'nothing' })).toMatchObject({ code: 404, message: '小区不存在' })
    expect(await member.get('/roster/checkup', { voteactivityid: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await member.post('/roster/dismiss', { estateid: estateId, findingid: 'x', reason: '好' })).toMatchObject({ code: 404, reason: 'checkup.gone' })
    const clerk = await server.member(`clerk_${Math.random().toString(36).slice(2, 9)}`, 'clerk')
    expect(await clerk.get('/roster/checkup', { estateid: estateId })).toMatchObject({ code: 403, message: '没有权限：需要活动负责人' })
  })

  it('is refused for an activity with erased owners, and its dismissals are erased too', async () => {
    const { activityId } = await scene()
    const { findingid } = named((await ask({ voteactivityid: activityId })).findings, 'sameOwner')
    good(await member.post('/roster/dismiss', { voteactivityid: activityId, findingid, reason: '张三本人说的' }))
    await takeSteps(member, activityId, 'start', 'finish')
    good(await member.post('/retention/setyears', { years: 1 }))
    const { time: now } = server.clock
    await passDaysOfUse(server)
    server.clock.time += 2 * 366 * 24 * 3_600_000
    try {
      const again = await server.member('admin_2', 'admin')
      await confirm(again)
      good(await again.post('/retention/erase', { voteactivityid: activityId, final: true }))
      expect(await again.get('/roster/checkup', { voteactivityid: activityId })).toMatchObject({ code: 409, message: '该活动的个人信息已清除，不能体检' })
      const rows = await server.database.read
        .selectFrom('checkup_dismissal')
        .innerJoin('activity', 'activity.id', 'activity_id')
        .select('reason')
        .where('activity.public_id', '=', activityId)
        .execute()
      expect(rows).toEqual([])
      const texts = await server.database.read
        .selectFrom('audit_entry')
        .select('content')
        .where('action', '=', 'checkup.dismiss')
        .where('content', 'like', '%张三本人说的%')
        .execute()
      expect(texts).toEqual([])
    } finally {
      await setClock(server, now)
      member = await server.member(`admin_${Math.random().toString(36).slice(2, 9)}`, 'admin')
    }
  })

  describe('comparison with another list', () => {
    const compare = async (subject: Record<string, string>, rows: readonly (readonly unknown[])[], more: Record<string, string> = {}) =>
      member.upload('/roster/compare', { field: 'uploadfile', name: '维修资金.xlsx', bytes: await workbookOf(rows) }, { ...subject, ...more })

    it('reports differences property by property, and what is only in one of the lists', async () => {
      const { estateId } = await scene()
      const subject = { estateid: estateId }
      const { findings } = good(
        await compare(subject, [
          ['维修资金缴存清册'],
          ['房屋坐落', '建筑面积', '权利人'],
          ['示范路1号小区一期1栋1单元101室', 89.5, '张 三'],
          ['1幢一单元201', '98.50', '张三'],
          ['1-1-301', 89.5, '王武'],
          ['1-1-401', 895, '钱七/赵六'],
          ['1-1-501', 89.5, '孙八'],
          ['1-1-701', 89.5, '郑新'],
        ]),
      )
      expect(findings.map(({ why, rowcount, missing }: Found) => [why, rowcount, missing])).toEqual([
        ['面积：本名册 89.50㎡，对照表 98.50㎡（对照表第 4 行）', 1, []],
        ['产权人：本名册 王五，对照表 王武（对照表第 5 行）', 1, []],
        ['本名册有、对照表没有的 2 套', 2, []],
        ['对照表有、本名册没有的 1 行', 0, ['1-1-701']],
      ])
      const [first] = findings as Found[]
      good(await member.post('/roster/dismiss', { ...subject, findingid: first?.findingid, reason: '以实测为准' }))
      expect(findings[0].rule).toBe('compare')
    })

    it('asks for columns that it does not recognise, and accepts them by name', async () => {
      const { estateId } = await scene()
      const rows = [
        ['编码', '楼', '门', '产证㎡'],
        ['1', '1栋', '1单元-301', 90],
      ]
      const refused = await compare({ estateid: estateId }, rows)
      expect(refused).toMatchObject({
        code: 402,
        reason: 'checkup.columns',
        data: { message: '对照表的列无法识别，请指明：房屋坐落是哪一列', columns: ['编码', '楼', '门', '产证m2'], needed: ['place'] },
      })
      const mapping = JSON.stringify({ 楼: 'building', 门: 'room', '产证㎡': 'areasize' })
      const { findings } = good(await compare({ estateid: estateId }, rows, { mapping }))
      expect(findings[0].why).toBe('面积：本名册 89.50㎡，对照表 90.00㎡（对照表第 2 行）')
      expect(await compare({ estateid: estateId }, rows, { mapping: '{"楼":"nothing"}' })).toMatchObject({ code: 400, message: '列的对应关系格式不正确' })
    })

    it('refuses a file that is not a workbook', async () => {
      const { estateId } = await scene([['1-101', '张三', 80]])
      const bytes = new TextEncoder().encode('a,b')
      expect(await member.upload('/roster/compare', { field: 'uploadfile', name: 'a.csv', bytes }, { estateid: estateId })).toMatchObject({ code: 415 })
    })
  })

  it('is exported as a workbook with one row per property, masked without a purpose', async () => {
    const { estateId } = await scene()
    const { findings } = await ask({ estateid: estateId })
    const response = await member.raw(`/roster/checkupsheet?estateid=${estateId}`)
    const { rows } = tableIn(sheetNamed(await readReport(response.rawPayload), '名册体检'), '序号')
    expect(rows).toHaveLength(findings.reduce((sum, { rowcount, missing }) => sum + rowcount + missing.length, 0))
    expect(rows[0]).toMatchObject({
      级别: '必须处理',
      项目: '疑似同一人',
      说明: findings[0]?.why,
      房屋: '一期-1栋-1单元-101',
      产权人: '张三',
      手机号: '139****2222',
    })
    expect(await member.raw(`/roster/checkupsheet?estateid=${estateId}&purpose=x`).then((answer) => answer.json())).toMatchObject({ code: 445 })
  })

  it('is deleted with its estate', async () => {
    const { estateId } = await makeEstate(member, [['1-101', '甲一/乙二', 80]], '将删除的小区')
    const [finding] = (await ask({ estateid: estateId })).findings
    good(await member.post('/roster/dismiss', { estateid: estateId, findingid: finding?.findingid, reason: '已核对' }))
    const { datas } = good(await member.get('/vtpropertyinfo/list', { estateId }))
    good(await member.get('/vtpropertyinfo/delete', { ids: datas[0].propertyid }))
    expect(await member.get('/vtestate/delete', { ids: estateId })).toMatchObject({ code: 200 })
    expect((await ask({ estateid: (await scene()).estateId })).findings.length).toBeGreaterThan(0)
  })
})
