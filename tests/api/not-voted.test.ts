import { beforeAll, describe, expect, it } from 'vitest'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import {
  askDeliver,
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeEstate,
  mergeProperties,
  phonesOf,
  takeSteps,
  rosterOf,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport, rowOf, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-201', '张三', 100],
  ['1-102', '李四', 80.5],
  ['2-101', '=王五', 120],
  ['10-101', '赵六/钱七', 90.25],
]

onBothDatabases('the properties that have not voted', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let activityId: string
  let at: (name: string) => RosterProperty
  beforeAll(async () => {
    const { estateId } = await makeEstate(member, properties, '示范小区甲')
    const activity = await makeActivity(member, estateId, { title: '更新电梯' })
    activityId = activity.activityId
    await mergeProperties(server, member, activityId, [['1-101', '1-201']])
    const roster = await rosterOf(server, activityId)
    at = (name) => propertyNamed(roster, name)
    await takeSteps(member, activityId, 'start')
    good(await member.post('/contact/save', { voteactivityid: activityId, ballotids: [at('1-101').ballotId], way: 1, result: 3, at: '2026-05-01 08:45:00' }))
    // 李四 has voted, 王五 is marked; 张三 was visited at his second property, 赵六 was called before that.
    good(await askVote(member, activity, [at('1-102')], '1'))
    good(await askMark(member, activityId, at('2-101'), 'C-1'))
    good(await askDeliver(member, at('10-101'), '2026-05-01 08:00:00'))
    good(await askDeliver(member, at('1-201'), '2026-05-01 08:30:00'))
  })

  const list = async (query: Record<string, string | number> = {}) => good(await member.get('/vote/notvotedlist', { voteActivityId: activityId, ...query }))
  const places = async (query: Record<string, string | number> = {}) => (await list(query)).datas.map((row: { votername: string }) => row.votername)
  const [one, second, other, last] = ['一期-1栋-1单元-101', '一期-1栋-1单元-201', '一期-2栋-1单元-101', '一期-10栋-1单元-101']

  describe('the list', () => {
    it('returns place, owner, phone, state and newest delivery per property, with totals', async () => {
      const { datas, totalCount, ballotcount, area } = await list()
      expect([totalCount, ballotcount, area]).toEqual([4, 3, 410.25])
      const delivered = { notifytime: '2026-05-01 08:30:00', votesource: 2, notifier: '王五' }
      const nothing = { notifytime: '', votesource: null, notifier: '' }
      const row = (name: string, ownerName: string, areasize: number, more: object) => ({
        activitypropertyid: at(name).rosterPropertyId,
        votercode: at(name).propertyId,
        votername: `一期-${name.replace('-', '栋-1单元-')}`,
        v1: ownerName,
        v2: phonesOf(ownerName),
        areasize,
        ballotstatus: -1,
        paperstatus: -1,
        markedcode: '',
        ballothouses: 1,
        ballotid: at(name).ballotId,
        contact: null,
        occupancy: null,
        remark: '',
        ...nothing,
        ...more,
      })
      const contact = { at: '2026-05-01 08:45:00', way: 1, result: 3, nextat: '', by: 'admin_1' }
      expect(datas).toEqual([
        row('1-101', '张三', 100, { ballothouses: 2, contact, ...delivered }),
        row('1-201', '张三', 100, { ballothouses: 2, contact, ...delivered }),
        row('2-101', '=王五', 120, { ballotstatus: 0, markedcode: 'C-1' }),
        row('10-101', '赵六/钱七', 90.25, { ...delivered, notifytime: '2026-05-01 08:00:00' }),
      ])
    })

    it('sorts by unit, by last delivery or by area', async () => {
      expect(await places()).toEqual([one, second, other, last])
      expect(await places({ sort: 'delivered' })).toEqual([other, last, one, second])
      expect(await places({ sort: 'area' })).toEqual([other, one, second, last])
      expect(await member.get('/vote/notvotedlist', { voteActivityId: activityId, sort: 'name' })).toMatchObject({ code: 400, message: '排序方式不正确' })
    })

    it('filters by a branch of any depth and by state', async () => {
      expect(await places({ xPath: '一期' })).toHaveLength(4)
      expect(await places({ xPath: '一期▶▶1栋' })).toEqual([one, second])
      expect(await places({ xPath: '一期▶▶1栋▶1单元' })).toEqual([one, second])
      expect(await places({ xPath: '一期▶▶1栋▶2单元' })).toEqual([])
      expect(await places({ xPath: '二期' })).toEqual([])
      expect(await places({ state: '0' })).toEqual([other])
      expect(await places({ state: -1 })).toEqual([one, second, last])
      expect(await list({ xPath: '一期▶▶1栋' })).toMatchObject({ totalCount: 2, ballotcount: 1, area: 200 })
      expect(await member.get('/vote/notvotedlist', { voteActivityId: activityId, xPath: 'a▶b▶c▶d▶e' })).toMatchObject({
        code: 400,
        message: '楼栋路径格式不正确',
      })
      expect(await member.get('/vote/notvotedlist', { voteActivityId: activityId, state: '1' })).toMatchObject({ code: 400, message: '票权状态不正确' })
    })

    it('filters by the result of the newest visit', async () => {
      expect(await places({ contactresult: 3 })).toEqual([one, second])
      expect(await places({ contactresult: 0 })).toEqual([other, last])
      expect(await list({ contactresult: 5 })).toMatchObject({ totalCount: 0, ballotcount: 0, area: 0 })
      expect(await member.get('/vote/notvotedlist', { voteActivityId: activityId, contactresult: 6 })).toMatchObject({ code: 400, message: '走访结果不正确' })
    })

    it('is paged with true totals', async () => {
      expect(await list({ pageNo: 2, pageSize: 3 })).toMatchObject({ totalCount: 4, datas: [{ votername: last }] })
      expect(await list({ pageNo: 9, pageSize: 3 })).toMatchObject({ totalCount: 4, ballotcount: 3, datas: [] })
      expect(await member.get('/vote/notvotedlist', { voteActivityId: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    })
  })

  it('grid rooms have owners', async () => {
    const ask = (xPath: string) => member.get('/vote/getroomowners', { voteActivityId: activityId, xPath })
    const nobody = { notifytime: '', votesource: null, notifier: '', contact: null, occupancy: null, remark: '' }
    const contact = { at: '2026-05-01 08:45:00', way: 1, result: 3, nextat: '', by: 'admin_1' }
    const [first, neighbour] = [at('1-101'), at('1-102')]
    const delivered = { ballotid: first.ballotId, notifytime: '2026-05-01 08:30:00', votesource: 2, notifier: '王五', contact, occupancy: null, remark: '' }
    expect(good(await ask('一期▶▶1栋'))).toEqual([
      { propertyid: first.propertyId, votername: one, personname: '张三', ...delivered },
      { propertyid: neighbour.propertyId, votername: '一期-1栋-1单元-102', personname: '李四', ballotid: neighbour.ballotId, ...nobody },
      { propertyid: at('1-201').propertyId, votername: second, personname: '张三', ...delivered },
    ])
    expect(good(await ask('一期▶▶2栋▶1单元'))).toHaveLength(1)
    expect((await ask('一期')).code).toBe(400)
  })

  describe('the workbook', () => {
    const sheet = async (query = '') => {
      const response = await member.raw(`/vote/notvotedsheet?voteActivityId=${activityId}${query}`)
      expect(response.headers['content-type']).toContain('spreadsheetml')
      return { response, sheet: sheetNamed(await readReport(response.rawPayload), '未投名单') }
    }
    const lastEntry = async () => (await entriesOf(member, { action: 'result.notVotedSheet', pageSize: 1 }))[0]

    it('contains the same properties in the same order, with masked phones and totals', async () => {
      const { response, sheet: found } = await sheet('&sort=delivered')
      expect(decodeURIComponent(String(response.headers['content-disposition']))).toMatch(/示范小区甲_更新电梯_未投名单_\d{12}\.xlsx$/)
      const table = tableIn(found, '房屋')
      expect(table.header).toEqual([
        '房屋',
        '产权人',
        '手机号',
        '面积',
        '状态',
        '选票编号 / 标记码',
        '同票房屋（套）',
        '最近送达',
        '送达方式',
        '送达人',
        '最近走访',
        '走访结果',
        '走访人',
        '居住状态',
        '房屋备注',
        '备注',
      ])
      expect(table.rows.map((row) => row['房屋'])).toEqual([other, last, one, second])
      expect(table.rows[0]).toMatchObject({ 产权人: '=王五', 面积: 120, 状态: '已标记', '选票编号 / 标记码': 'C-1', 最近送达: '未送达', 送达方式: '' })
      expect(table.rows[2]).toMatchObject({
        状态: '未投',
        '同票房屋（套）': 2,
        最近送达: '2026-05-01 08:30:00',
        送达方式: '上门',
        送达人: '王五',
        走访结果: '无人应答',
        走访人: 'admin_1',
      })
      for (const { 手机号: phone } of table.rows) expect(String(phone)).toMatch(/^\d{3}\*{4}\d{4}(\/\d{3}\*{4}\d{4})?$/)
      expect(table.totals).toMatchObject({ 面积: 410.25 })
      expect(rowOf(found, 1)[0]).toBe('更新电梯　未投名单')
      expect(rowOf(found, 2)[0]).toBe(`小区：示范小区甲　范围：全部　4 套，3 票　生成时间：${formatTime(server.clock.now())}`)
      // Typed text is never a formula.
      expect(found.getCell(5, 2).formula).toBeUndefined()
      expect(await lastEntry()).toMatchObject({ after: { scope: '全部', purpose: '', rowCount: 4, sha256: expect.stringMatching(/^[\da-f]{64}$/) } })
    })

    it('contains whole phones for a purpose, which it states and the journal keeps', async () => {
      await confirm(member)
      const { sheet: found } = await sheet(`&xPath=${encodeURIComponent('一期▶▶1栋')}&purpose=${encodeURIComponent('电话催票')}`)
      expect(tableIn(found, '房屋').rows.map((row) => row['手机号'])).toEqual([phonesOf('张三'), phonesOf('张三')])
      expect(rowOf(found, 3)[0]).toBe('含完整手机号，用途：电话催票')
      expect(await lastEntry()).toMatchObject({ subject: activityId, after: { scope: '一期-1栋', purpose: '电话催票', rowCount: 2 } })
      const masked = await sheet()
      expect(rowOf(masked.sheet, 3)[0]).not.toContain('用途')
    })

    it('says so if a branch has no such properties', async () => {
      const { sheet: found } = await sheet(`&xPath=${encodeURIComponent('二期')}`)
      expect(tableIn(found, '房屋').rows).toEqual([expect.objectContaining({ 房屋: '无' })])
    })

    it('is refused for an unknown activity with a message', async () => {
      expect((await member.raw('/vote/notvotedsheet?voteActivityId=nothing')).json()).toMatchObject({ code: 404, message: '投票活动不存在' })
      const unknown = await member.raw(`/vote/notvotedsheet?voteActivityId=${activityId}&xPath=${encodeURIComponent('a▶b▶c▶d▶e')}`)
      expect(unknown.json()).toMatchObject({ code: 400, message: '楼栋路径格式不正确' })
    })
  })

  it('the list shows where each property’s paper is', async () => {
    const issued = good(await member.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const [out, back] = issued.papers.filter(({ place }: { place: string }) => place !== other).map(({ code }: { code: string }) => code)
    good(await member.post('/paper/out', { voteactivityid: activityId, codes: [out, back] }))
    good(await member.post('/paper/receive', { voteactivityid: activityId, codes: [back] }))
    const states = new Map((await list()).datas.map((row: { markedcode: string; paperstatus: number }) => [row.markedcode, row.paperstatus]))
    expect(states).toEqual(
      new Map([
        ['C-1', 0],
        [out, 1],
        [back, 2],
      ]),
    )
    const table = tableIn(sheetNamed(await readReport((await member.raw(`/vote/notvotedsheet?voteActivityId=${activityId}`)).rawPayload), '未投名单'), '房屋')
    expect(new Map(table.rows.map((row) => [row['选票编号 / 标记码'], row['状态']]))).toEqual(
      new Map([
        ['C-1', '选票未发出'],
        [out, '选票在业主处'],
        [back, '选票已收回待录入'],
      ]),
    )
  })
})
