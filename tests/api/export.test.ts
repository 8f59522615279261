import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  askDeliver,
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeEstate,
  mergeProperties,
  registerMany,
  rosterOf,
  takeSteps,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storedContent } from '../support/journal.ts'
import { confirm, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const ID = '110101196203150012'
const registered: readonly PropertyRow[] = [
  ['1-101', '张三', 100.5, { phone: '13900000001', idNumber: ID }],
  ['1-102', '张三', 50, { phone: '13900000001', idNumber: ID }],
  ['2-101', '=HYPERLINK("x")', 80, { phone: '13900000002' }],
  ['10-101', '李四', 60.25, { phone: '11111111111' }],
]

interface Sheet {
  readonly name: string
  /** The cells' texts, row by row; empty cells are `''`. */
  readonly rows: readonly (readonly string[])[]
  /** The header row and the rows below it. */
  readonly header: readonly string[]
  readonly data: readonly (readonly string[])[]
  readonly text: string
}

onBothDatabases('exports', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  let activityId: string
  let activity: Awaited<ReturnType<typeof makeActivity>>
  beforeAll(async () => {
    await confirm(member)
    ;({ estateId } = await makeEstate(member, registered, '翠湖花园'))
    activity = await makeActivity(member, estateId, { title: '更新电梯' })
    activityId = activity.activityId
    await mergeProperties(server, member, activityId, [['1-101', '1-102']])
    await takeSteps(member, activityId, 'start')
    const roster = await rosterOf(server, activityId)
    good(await askDeliver(member, propertyNamed(roster, '2-101')))
    good(await askMark(member, activityId, propertyNamed(roster, '2-101'), 'C-1'))
    good(await askVote(member, activity, [propertyNamed(roster, '10-101')], '1'))
  })

  const path = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query).toString()}`
  async function sheetOf(base: string, query: Record<string, string> = {}, headerStart = '', client = member): Promise<Sheet> {
    const response = await client.raw(path(base, query))
    expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(response.rawPayload as unknown as ArrayBuffer)
    const [sheet] = book.worksheets
    if (!sheet) throw new Error('no sheet')
    const rows: string[][] = []
    const { columnCount } = sheet // looks at every row of the sheet
    sheet.eachRow({ includeEmpty: true }, (row) => rows.push(Array.from({ length: columnCount }, (_, index) => row.getCell(index + 1).text)))
    const at = rows.findIndex(([first]) => first === headerStart)
    return { name: sheet.name, rows, header: rows[at] ?? [], data: rows.slice(at + 1), text: JSON.stringify(rows) }
  }
  const refusal = async (base: string, query: Record<string, string>, client = member): Promise<Pick<Envelope, 'code' | 'message'>> => {
    const { code, message } = (await client.raw(path(base, query))).json<Envelope>()
    return { code, message }
  }
  const lastEntry = async () => {
    const entry = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
    return { ...entry, after: storedContent(entry).after as Record<string, unknown> }
  }
  const properties = (query: Record<string, string> = {}) => sheetOf('/vtpropertyinfo/export', { estateId, ...query }, '分期')

  describe('exports of properties', () => {
    it('contain all filtered rows in order of place, with masked phones and ID numbers', async () => {
      const { name, header, data, rows } = await properties()
      expect(name).toBe('房产信息')
      expect(rows[0]?.[0]).toBe('翠湖花园　房产信息')
      expect(rows[1]?.[0]).toMatch(/^范围：全部　共 4 套　面积合计 290\.75㎡　导出时间：2026-05-01 09:00:00　导出人：admin_1$/)
      expect(header).toEqual(['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号', '用途', '面积依据', '居住状态', '备注'])
      expect(data).toEqual([
        ['一期', '', '1栋', '1单元', '1', '101', '100.5', '张三', '139****0001', '110***********0012', '住宅', '', '', ''],
        ['一期', '', '1栋', '1单元', '1', '102', '50', '张三', '139****0001', '110***********0012', '住宅', '', '', ''],
        ['一期', '', '2栋', '1单元', '1', '101', '80', '=HYPERLINK("x")', '139****0002', '', '住宅', '', '', ''],
        ['一期', '', '10栋', '1单元', '1', '101', '60.25', '李四', '11111111111', '', '住宅', '', '', ''],
      ])
    })

    it('are filtered and sorted like the list', async () => {
      const { data, rows } = await properties({ condition: '张三', sort: '-area' })
      expect(data.map((row) => row[6])).toEqual(['100.5', '50'])
      expect(rows[1]?.[0]).toContain('范围：张三　共 2 套　面积合计 150.50㎡')
      expect((await properties({ condition: '没有' })).data).toEqual([['无', '', '', '', '', '', '', '', '', '', '', '', '', '']])
    })

    it('contain whole phones and ID numbers for a purpose, which the file and the journal state', async () => {
      const { data, rows } = await properties({ purpose: '逐户电话通知' })
      expect(data[0]?.slice(8, 10)).toEqual(['13900000001', ID])
      expect(rows[2]?.[0]).toBe('含完整手机号和证件号，请妥善保管。用途：逐户电话通知')
      const entry = await lastEntry()
      expect(entry).toMatchObject({ action: 'property.export', subject: estateId, after: { purpose: '逐户电话通知', rowCount: 4, scope: '全部' } })
      expect(entry.after['sha256']).toMatch(/^[\da-f]{64}$/)
    })

    it('contain no whole phone even if searched for one, neither in the file nor in the journal', async () => {
      expect((await properties({ condition: '13900000002' })).text).not.toContain('13900000002')
      expect((await lastEntry()).after).toMatchObject({ scope: '139****0002', purpose: '', rowCount: 1 })
    })

    it('exports with a purpose can be imported again', async () => {
      const response = await member.raw(path('/vtpropertyinfo/export', { estateId, purpose: '核对', condition: '张三' }))
      const file = { field: 'uploadfile', name: '导出.xlsx', bytes: new Uint8Array(response.rawPayload) }
      const answer = await member.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId, dryrun: '1' })
      expect(good(answer)).toMatchObject({ total: 2, inserted: 0, updated: 2 })
    })

    it.each([
      [{ estateId: 'nothing' }, { code: 404, message: '小区不存在' }],
      [{ estateId: '' }, { code: 400, message: '缺少小区编号' }],
      [{ sort: 'x' }, { code: 400, message: '排序方式不正确' }],
      [{ purpose: 'x'.repeat(101) }, { code: 400, message: '用途不能超过100个字符' }],
    ])('are refused with %j', async (wrong, answer) => {
      expect(await refusal('/vtpropertyinfo/export', { estateId, ...wrong })).toEqual(answer)
    })
  })

  it('exports of estates and activities need no purpose: they hold no personal data', async () => {
    const estates = await sheetOf('/vtestate/export', {}, '小区名称')
    expect(estates.data).toEqual([
      ['翠湖花园', '', '文三路1号', '4', '3', '290.75'],
      ['合计', '', '', '4', '3', '290.75'],
    ])
    const activities = await sheetOf('/votedef/export', { name: '电梯' }, '小区')
    expect(activities.data).toEqual([['翠湖花园', '更新电梯', '', '双过半（仅计收回票）', '2026-04-30 12:00', '2026-06-30 12:00', '投票中']])
  })

  it('roster exports contain ballots, shared ballots and places', async () => {
    const { data, rows } = await sheetOf('/votedef/exportroster', { voteactivityid: activityId }, '房屋')
    expect(rows[0]?.[0]).toBe('更新电梯　票权清册')
    expect(data.map((row) => [row[0], row[2], row[4], row[5], row[6], row[7]])).toEqual([
      ['一期-1栋-1单元-101', '139****0001', '100.5', '1', '一期-1栋-1单元-102', '未投'],
      ['一期-1栋-1单元-102', '139****0001', '50', '1', '一期-1栋-1单元-101', '未投'],
      ['一期-2栋-1单元-101', '139****0002', '80', '3', '', '已标记'],
      ['一期-10栋-1单元-101', '11111111111', '60.25', '4', '', '已投票'],
      ['合计', '', '290.75', '', '', ''],
    ])
    expect((await sheetOf('/votedef/exportroster', { voteactivityid: activityId, purpose: '归档' }, '房屋')).text).toContain(ID)
    expect(await refusal('/votedef/exportroster', { voteactivityid: 'nothing' })).toEqual({ code: 404, message: '投票活动不存在' })
  })

  it('exports of owners with several ballots keep each owner’s properties together', async () => {
    const { activityId: fresh } = await makeActivity(member, estateId, { title: '新活动' })
    const same = await sheetOf('/votedef/exportunmergedowners', { voteactivityid: fresh }, '序号')
    expect(same.data.map((row) => [row[0], row[1], row[2], row[8]])).toEqual([
      ['1', '张三', '一期-1栋-1单元-101', ''],
      ['1', '张三', '一期-1栋-1单元-102', ''],
      ['合计', '', '', ''],
    ])
    expect((await sheetOf('/votedef/exportunmergedowners', { voteactivityid: fresh, kind: 'alike' }, '序号')).data[0]?.[0]).toBe('无')
  })

  it('exports of deliveries contain what the filters show', async () => {
    const { data } = await sheetOf('/vote/exportnotify', { voteactivityid: activityId, notifystatus: '0' }, '房屋')
    expect(data[0]?.slice(0, 8)).toEqual(['一期-2栋-1单元-101', '=HYPERLINK("x")', '139****0002', '80', '已送达', '上门', '2026-05-01 08:30', '王五'])
    const all = await sheetOf('/vote/exportnotify', { voteactivityid: activityId, sort: '-place' }, '房屋')
    expect(all.data.map((row) => row[0])).toEqual(['一期-10栋-1单元-101', '一期-2栋-1单元-101', '一期-1栋-1单元-102', '一期-1栋-1单元-101', '合计'])
    const unit = await sheetOf('/vote/exportnotify', { voteactivityid: activityId, xpath: '一期▶▶1栋', name: '张' }, '房屋')
    expect(unit.rows[1]?.[0]).toContain('范围：一期-1栋、张　共 2 套　面积合计 150.50㎡')
  })

  it('exports of change requests contain each field before and after', async () => {
    const [first] = good(await member.get('/vtpropertyinfo/list', { estateId })).datas
    const afterdata = { areasize: 101, personname: '张三', mobileno: '13800000001', idno: ID }
    good(await member.post('/votedef/savepropertychange', { propertyid: first.propertyid, creater: '张三', afterdata }))
    const { data } = await sheetOf('/votedef/exportpropertychanges', { status: '0' }, '申请时间')
    expect(data[0]?.slice(1, 9)).toEqual(['张三', '翠湖花园', '一期-1栋-1单元-101', '', '139****0001 → 138****0001', '', '100.50 → 101.00', '待审批'])
    expect((await sheetOf('/votedef/exportpropertychanges', { purpose: '归档' }, '申请时间')).text).toContain('13900000001 → 13800000001')
  })

  it('exports of accounts are for administrators only', async () => {
    const staff = await server.member('staff_1')
    expect(await refusal('/account/export', {}, staff)).toEqual({ code: 403, message: '没有权限：需要系统管理员' })
    const accounts = async () => (await sheetOf('/account/export', { sort: '-time' }, '用户名')).data
    const data = await accounts()
    expect(data.map((row) => [row[0], row[3], row[4], row[5]])).toEqual([
      ['staff_1', '活动负责人', '全部小区', '正常'],
      ['admin_1', '系统管理员', '全部小区', '正常'],
    ])
    const { datas } = good(await member.get('/account/list', { pageSize: 50 })) as { datas: { userid: string; username: string }[] }
    const userid = datas.find(({ username }) => username === 'staff_1')?.userid
    await confirm(member)
    for (const [estateids, scope] of [
      [[estateId], '翠湖花园'],
      [[], '无'],
    ] as const) {
      good(await member.post('/account/setestates', { userid, estateids }))
      expect((await accounts()).map((row) => row[4])).toEqual([scope, '全部小区'])
    }
    expect(JSON.stringify(data)).not.toMatch(/13\d{9}/)
  })

  it('a search’s export lists the best matches first like the list, unless an order is given', async () => {
    const alike: readonly PropertyRow[] = [
      ['1-101', '王五一', 70, { phone: '13900000011' }],
      ['2-101', '王五', 80, { phone: '13900000012' }],
      ['3-101', '小王五', 90, { phone: '13900000013' }],
    ]
    const { estateId: other } = await makeEstate(member, alike, '桂园')
    const { activityId: vote } = await makeActivity(member, other, { title: '修路' })
    const filter = { estateId: other, condition: '王五' }
    const listed = good(await member.get('/vtpropertyinfo/list', filter)).datas.map((property: { personname: string }) => property.personname)
    expect(listed[0]).toBe('王五')
    const owners = async (query: object) => (await properties({ ...filter, ...query })).data.map((row) => row[7])
    expect(await owners({})).toEqual(listed)
    expect(await owners({ sort: 'place' })).toEqual(['王五一', '王五', '小王五'])

    const roster = { voteactivityid: vote, name: '王五' }
    const delivered = good(await member.post('/vote/getnofitypropertieslist', { ...roster, notifystatus: 'all', xpath: '' })).datas
    const exported = async (query: object) => (await sheetOf('/vote/exportnotify', { ...roster, ...query }, '房屋')).data.map((row) => row[1]).slice(0, -1)
    expect(await exported({})).toEqual(delivered.map((property: { personname: string }) => property.personname))
    expect((await exported({}))[0]).toBe('王五')
    expect(await exported({ sort: 'place' })).toEqual(['王五一', '王五', '小王五'])
  })

  it('exports of thousands of rows report progress and can be cancelled without an entry', async () => {
    const big: string = good(await member.post('/vtestate/save', { name: '大苑', addr: '路' })).estateid
    await registerMany(server, big, 12_000)
    const before = (await lastEntry()).number
    const exporting = member.raw(path('/vtpropertyinfo/export', { estateId: big, jobid: 'export-1' }))
    for (;;) {
      const { stage, done, total } = good(await member.get('/job/progress', { jobid: 'export-1' })) as { stage: string; done: number; total: number }
      if (stage === 'writing' && done > 0) {
        expect(total).toBe(12_000)
        break
      }
      expect(['waiting', 'reading', 'writing']).toContain(stage)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    good(await member.post('/job/cancel', { jobid: 'export-1' }))
    expect((await exporting).json()).toMatchObject({ code: 402, data: '已取消，未写入任何数据' })
    expect((await lastEntry()).number).toBe(before)
    const { data } = await sheetOf('/vtpropertyinfo/export', { estateId: big }, '分期')
    expect(data).toHaveLength(12_000)
  }, 240_000)
})
