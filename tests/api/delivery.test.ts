import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import {
  askDeliver,
  askVote,
  good,
  propertyNamed,
  makeActivityA,
  makeActivity,
  makeEstate,
  mergeProperties,
  takeSteps,
  type RosterProperty,
} from '../support/activities.ts'
import { placeKey } from '#shared/place/place.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { property } from '../support/properties.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'
import { entriesOf } from '../support/journal.ts'

const HEADER = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
const answer = ({ code, message }: Envelope) => ({ code, message })

onBothDatabases('deliveries', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function started() {
    const activity = await makeActivityA(server, member)
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Started = Awaited<ReturnType<typeof started>>
  const list = async ({ activityId }: { activityId: string }, query: object = {}) =>
    good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageSize: 50, ...query }))
  const rooms = async (activity: { activityId: string }, query: object = {}): Promise<string[]> =>
    (await list(activity, query)).datas.map((each: { xpathname: string }) => each.xpathname.replace('一期-', '').replaceAll('1单元-', ''))
  const rowOf = async (activity: Started, name: string) =>
    (await list(activity)).datas.find((each: { activitypropertyid: string }) => each.activitypropertyid === activity.at(name).rosterPropertyId)
  const records = async ({ rosterPropertyId }: RosterProperty) => good(await member.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId }))
  const deliver = ({ rosterPropertyId }: RosterProperty, more: object = {}) =>
    member.post('/vote/savenotify', { activitypropertyid: rosterPropertyId, votesource: 2, notifytime: '2026-05-01 08:30:00', ...more })
  const lastEntry = async (action: string) => (await entriesOf(member, { action, pageSize: 1 }))[0]

  describe('a single delivery', () => {
    it('is recorded with its author, the deliverer and pictures', async () => {
      const activity = await started()
      const photo: string = good(await member.upload('/file/image_upload', { field: 'file', name: 'door.png', bytes: pngBytes }))
      const more = { notifier: '王五', remark: '放在门口', pics: [{ resourcepath: photo }] }
      const saved = good(await deliver(activity.at('1-201'), more))
      expect(saved).toEqual({ notifyid: expect.stringMatching(/^[\da-f-]{36}$/) as string })
      expect(await rowOf(activity, '1-201')).toEqual({
        notifyid: saved.notifyid,
        activitypropertyid: activity.at('1-201').rosterPropertyId,
        votercode: activity.at('1-201').propertyId,
        xpathname: '一期-1栋-1单元-201',
        personname: '张三',
        mobileno: activity.at('1-201').phone,
        notifystatus: 0,
        creater: 'admin_1',
        modifier: 'admin_1',
        createtime: '2026-05-01 09:00:00',
        modifytime: '2026-05-01 09:00:00',
        status: 0,
        votesource: 2,
        notifyway: 2,
        notifytime: '2026-05-01 08:30:00',
        notifier: '王五',
        remark: '放在门口',
        pics: [{ resourcepath: photo }],
        method: null,
        receiver: '',
        relation: null,
        seconddeliverer: '',
        trackingno: '',
        noticefrom: '',
        noticeto: '',
        accepted: null,
        missing: [],
        lacks: [],
        voider: '',
        voiddate: '',
        voidreason: '',
        lastvoided: null,
        vtpropertyscope: [
          { period: '一期', zone: '', building: '1栋', unit: '1单元', room: '101' },
          { period: '一期', zone: '', building: '1栋', unit: '1单元', room: '201' },
        ],
        vtpropertyscopecount: 2,
      })
      expect(await lastEntry('notification.save')).toMatchObject({
        before: null,
        after: { rosterPropertyId: activity.at('1-201').rosterPropertyId, deliveredBy: '王五' },
      })
    })

    it.each([
      [{ activitypropertyid: 'nothing' }, 404, '该房屋不在票权清册中，请刷新后重试'],
      [{ votesource: 6 }, 400, '送达方式不正确'],
      [{ votesource: undefined }, 400, '请选择送达方式'],
      [{ notifytime: '2026-05-01 09:00:01' }, 400, '送达时间不能晚于当前时间'],
      [{ notifytime: 'yesterday' }, 400, '送达时间格式不正确，应为 2026-05-01 09:30:00'],
      [{ remark: 'x'.repeat(201) }, 400, '备注不能超过200个字符'],
      [{ pics: ['/file/nothing'] }, 400, '图片不存在，请重新上传'],
    ])('is refused with %j', async (wrong, code, message) => {
      const activity = await started()
      expect(answer(await deliver(activity.at('1-102'), wrong))).toEqual({ code, message })
      expect(await records(activity.at('1-102'))).toEqual([])
    })

    it('refuses a stored document as a picture', async () => {
      const activity = await started()
      const document: string = good(await member.upload('/file/upload', { field: 'file', name: 'deed.pdf', bytes: pdfBytes }))
      expect(answer(await deliver(activity.at('1-102'), { pics: [document] }))).toEqual({ code: 400, message: '图片不存在，请重新上传' })
    })

    it('is accepted until the activity is finished: later it would change a result', async () => {
      const activity = await started()
      expect((await deliver(activity.at('1-102'))).code).toBe(200)
      await takeSteps(member, activity.activityId, 'start')
      expect((await deliver(activity.at('1-102'))).code).toBe(200)
      await takeSteps(member, activity.activityId, 'startTally')
      expect((await deliver(activity.at('1-102'))).code).toBe(200)
      await takeSteps(member, activity.activityId, 'finish')
      expect(answer(await deliver(activity.at('1-102')))).toEqual({ code: 409, message: '当前状态为“已结束”，不能登记送达' })
      expect(await records(activity.at('1-102'))).toHaveLength(3)
    })
  })

  it('lists all deliveries, newest first, for every property of the ballot', async () => {
    const activity = await started()
    for (const [name, notifytime] of [
      ['1-101', '2026-04-29 10:00:00'],
      ['1-201', '2026-04-30 10:00:00'],
      ['1-101', '2026-04-28 10:00:00'],
    ] as const)
      good(await deliver(activity.at(name), { notifytime }))
    const found = await records(activity.at('1-201'))
    expect(
      found.map((each: { notifytime: string; xpathname: string; vtpropertyscope: [] }) => [each.notifytime, each.xpathname, each.vtpropertyscope.length]),
    ).toEqual([
      ['2026-04-30 10:00:00', '一期-1栋-1单元-201', 2],
      ['2026-04-29 10:00:00', '一期-1栋-1单元-101', 2],
      ['2026-04-28 10:00:00', '一期-1栋-1单元-101', 2],
    ])
    expect(await records(activity.at('1-102'))).toEqual([])
    expect(answer(await member.get('/vote/getnofityrecords', { activitypropertyid: 'nothing' }))).toMatchObject({ code: 404 })
    expect((await rowOf(activity, '1-101')).notifytime).toBe('2026-04-29 10:00:00')
  })

  it('names at most twenty properties of a ballot, and their number', async () => {
    const rooms = Array.from({ length: 23 }, (_, index) => `${index + 101}`)
    const { estateId } = await makeEstate(
      member,
      rooms.map((room) => [`1-${room}`, '开发商', 10] as const),
      '一业主',
    )
    const { activityId } = await makeActivity(member, estateId)
    await mergeProperties(
      server,
      member,
      activityId,
      rooms.slice(1).map((room) => ['1-101', `1-${room}`]),
    )
    const { datas } = await list({ activityId })
    expect(datas).toHaveLength(23)
    for (const row of datas) {
      expect(row.vtpropertyscope.map(({ room }: { room: string }) => room)).toEqual(rooms.slice(0, 20))
      expect(row.vtpropertyscopecount).toBe(23)
    }
    good(await member.post('/vote/savenotify', { activitypropertyid: datas[22].activitypropertyid, votesource: 2, notifytime: '2026-05-01 08:30:00' }))
    const [record] = good(await member.get('/vote/getnofityrecords', { activitypropertyid: datas[0].activitypropertyid }))
    expect([record.xpathname, record.vtpropertyscope.length, record.vtpropertyscopecount]).toEqual(['一期-1栋-1单元-123', 20, 23])
  })

  describe('the roster of deliveries', () => {
    it('shows for each property whether it was delivered to or has voted', async () => {
      const activity = await started()
      await takeSteps(member, activity.activityId, 'start')
      for (const name of ['1-101', '1-102']) good(await askDeliver(member, activity.at(name)))
      good(await askVote(member, activity, [activity.at('1-102'), activity.at('1-301')], '1'))
      const statusOf = async (name: string) => {
        const { notifystatus, status } = await rowOf(activity, name)
        return [notifystatus, status]
      }
      expect(await statusOf('1-101')).toEqual([0, 0])
      // Delivered to the ballot's other property, not to this one.
      expect(await statusOf('1-201')).toEqual([null, null])
      expect(await statusOf('1-102')).toEqual([1, 1])
      expect(await statusOf('1-301')).toEqual([1, null])
      expect((await rowOf(activity, '2-101')).pics).toEqual([])

      const all = ['1栋-101', '1栋-102', '1栋-201', '1栋-301', '2栋-101', '2栋-102', '2栋-201']
      for (const notifystatus of ['', 'all', null, undefined]) expect(await rooms(activity, { notifystatus })).toEqual(all)
      expect(await rooms(activity, { notifystatus: 1 })).toEqual(['1栋-102', '1栋-301'])
      expect(await rooms(activity, { notifystatus: '0' })).toEqual(['1栋-101'])
      expect(await rooms(activity, { notifystatus: '-1' })).toEqual(['1栋-201', '2栋-101', '2栋-102', '2栋-201'])
      expect(answer(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activity.activityId, notifystatus: 2 }))).toEqual({
        code: 400,
        message: '送达状态不正确',
      })
    })

    it('shows a property with a voided vote as delivered again', async () => {
      const activity = await started()
      await takeSteps(member, activity.activityId, 'start')
      good(await askDeliver(member, activity.at('1-102')))
      const { recordids } = good(await askVote(member, activity, [activity.at('1-102')], '1'))
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid: recordids[0] }))
      expect(await rowOf(activity, '1-102')).toMatchObject({ notifystatus: 0, status: 0 })
      expect(await rooms(activity, { notifystatus: 0 })).toEqual(['1栋-102'])
    })

    it('filters by building or unit, and by nothing deeper', async () => {
      const { estateid } = good(await member.post('/vtestate/save', { name: '分区', addr: '路' }))
      for (const [zone, building, unit] of [
        ['', '1栋', '1单元'],
        ['', '1栋', '2单元'],
        ['东区', '1栋', '1单元'],
        ['', '10栋', ''],
      ] as const)
        good(await member.post('/vtpropertyinfo/save', property(estateid, { zone, building, unit })))
      const activity = await makeActivity(member, estateid)
      const count = async (xpath: string) => (await list(activity, { xpath })).totalCount
      expect([await count(''), await count('一期'), await count('一期▶')]).toEqual([4, 4, 4])
      expect([
        await count('一期▶▶1栋'),
        await count('一期▶▶1栋▶2单元'),
        await count('一期▶▶10栋▶'),
        await count('一期▶东区▶1栋'),
        await count('二期▶▶1栋'),
      ]).toEqual([2, 1, 1, 1, 0])
    })

    it('searches name, phone and place with every filter, page by page', async () => {
      const activity = await started()
      good(await askDeliver(member, activity.at('2-102')))
      expect(await rooms(activity, { name: '开发商' })).toEqual(['2栋-102', '2栋-201'])
      expect(await rooms(activity, { name: '开发商', notifystatus: 0 })).toEqual(['2栋-102'])
      expect(await rooms(activity, { name: '开发商 201', xpath: '一期▶▶2栋▶1单元', notifystatus: -1 })).toEqual(['2栋-201'])
      expect(await rooms(activity, { name: activity.at('1-301').phone })).toEqual(['1栋-301'])
      expect(await rooms(activity, { name: '%' })).toEqual([])
      expect(await list(activity, { pageNo: 2, pageSize: 3 })).toMatchObject({ totalCount: 7, datas: [{ xpathname: '一期-1栋-1单元-301' }, {}, {}] })
      expect(await list(activity, { pageNo: 2, pageSize: 4, notifystatus: -1 })).toMatchObject({ totalCount: 6, datas: [{}, {}] })
      expect(await list(activity, { pageNo: 9, pageSize: 4 })).toEqual({ datas: [], totalCount: 7 })
      expect(answer(await member.post('/vote/getnofitypropertieslist', { voteactivityid: 'nothing' }))).toEqual({ code: 404, message: '投票活动不存在' })
    })
  })

  describe('a workbook of deliveries', () => {
    const load = async (activityId: string, rows: readonly (readonly unknown[])[], fields: Record<string, string> = {}) =>
      member.upload('/vote/importnotifyinfo', { field: 'uploadfile', name: '送达.xlsx', bytes: await workbookOf(rows) }, { activityid: activityId, ...fields })
    const row = (building: string, room: string, ...rest: readonly unknown[]) => ['一期', '', building, '1单元', room, ...rest]
    const wrong = (said: Envelope): unknown[] =>
      said.data.errors.map((each: { row: number; column: string; message: string }) => [each.row, each.column, each.message])

    it('imports every method and every notation of time', async () => {
      const activity = await started()
      const rows = [
        HEADER,
        row('1栋', '101', '电话', '2026-04-28 09:30', '王五', '已接听'),
        row('1栋', '102', '上门', new Date('2026-04-28T10:05:00Z'), '王五'),
        row('1栋', '201', '定点', '2026/4/28 8:00'),
        row('1栋', '301', '线上', '2026年4月28日'),
        row('2栋', '101', '其他', '2026-04-28 09:30:15', null, '门卫代收'),
        row('2栋', '102', '电话', '2026-05-01 09:00'),
      ]
      expect(good(await load(activity.activityId, rows))).toEqual({ total: 6, inserted: 6, updated: 0 })
      const deliveryOf = async (name: string) => {
        const { votesource, notifytime, notifier, remark, notifyway } = await rowOf(activity, name)
        return [votesource, notifytime, notifier, remark, notifyway]
      }
      expect(await deliveryOf('1-101')).toEqual([1, '2026-04-28 09:30:00', '王五', '已接听', 2])
      expect(await deliveryOf('1-102')).toEqual([2, '2026-04-28 10:05:00', '王五', '', 2])
      expect(await deliveryOf('1-201')).toEqual([3, '2026-04-28 08:00:00', '', '', 2])
      expect(await deliveryOf('1-301')).toEqual([4, '2026-04-28 00:00:00', '', '', 2])
      expect(await deliveryOf('2-101')).toEqual([5, '2026-04-28 09:30:15', '', '门卫代收', 2])
      expect(await deliveryOf('2-102')).toEqual([1, '2026-05-01 09:00:00', '', '', 2])
      const entry = await lastEntry('notification.import')
      expect(entry).toMatchObject({
        subject: activity.activityId,
        after: { total: 6, inserted: 6, fileName: '送达.xlsx', sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      })
    })

    it('writes no row if one is invalid, and names each wrong cell by the sheet’s row', async () => {
      const activity = await started()
      const rows = [
        ['送达登记表'],
        HEADER,
        row('1栋', '101', '电话', '2026-04-28 09:30'),
        row('1栋', '102', '短信', '2026-04-28 09:30'),
        row('1栋', '201', '电话', '昨天'),
        row('1栋', '301', '', ''),
        ['', '', '1栋', '', '101', '电话', '2026-02-30 09:30'],
        row('1栋', '101', '电话', '2026-04-28 09:30'),
        row('2栋', '101', '电话', 46_140),
      ]
      const said = await load(activity.activityId, rows)
      expect(said).toMatchObject({ code: 402, message: '共 8 处错误，未写入任何数据', data: { errorCount: 8 } })
      expect(wrong(said)).toEqual([
        [4, '送达方式', '送达方式应为电话、上门、定点、线上、其他之一'],
        [5, '送达时间', '送达时间格式不正确，应为 2026-05-01 09:30'],
        [6, '送达方式', '请填写送达方式：电话、上门、定点、线上、其他'],
        [6, '送达时间', '请填写送达时间'],
        [7, '分期', '请输入房产分期'],
        [7, '送达时间', '送达时间格式不正确，应为 2026-05-01 09:30'],
        [8, '房号', '第8行与第3行重复'],
        [9, '送达时间', '送达时间格式不正确，应为 2026-05-01 09:30'],
      ])
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(0)
    })

    it('refuses a property that is not in the roster, and a future time', async () => {
      const activity = await started()
      const rows = [
        HEADER,
        row('1栋', '101', '电话', '2026-04-28 09:30'),
        row('1栋', '999', '电话', '2026-04-28 09:30'),
        ['一期', '东区', '1栋', '1单元', '101', '电话', '2026-04-28 09:30'],
        row('1栋', '102', '电话', '2026-05-01 09:01'),
      ]
      const said = await load(activity.activityId, rows)
      expect(wrong(said)).toEqual([
        [3, '房号', '未找到房屋'],
        [4, '房号', '未找到房屋'],
        [5, '送达时间', '送达时间不能晚于当前时间'],
      ])
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(0)
    })

    it('is imported with corrected cells; the row of an unknown property is shown whole', async () => {
      const activity = await started()
      const rows = [HEADER, row('1栋', '999', '电话', '2026-04-28 09:30', '王五'), row('1栋', '102', '短信', '2026-04-28 09:30')]
      expect((await load(activity.activityId, rows, { dryrun: '1' })).data.wrongRows).toEqual({
        columns: HEADER,
        rows: [
          { row: 2, cells: ['一期', '', '1栋', '1单元', '999', '电话', '2026-04-28 09:30', '王五', ''] },
          { row: 3, cells: ['一期', '', '1栋', '1单元', '102', '短信', '2026-04-28 09:30', '', ''] },
        ],
      })
      const corrections = JSON.stringify([
        { row: 2, column: '房号', value: '101' },
        { row: 3, column: '送达方式', value: '上门' },
      ])
      expect(good(await load(activity.activityId, rows, { dryrun: '1', corrections }))).toMatchObject({ inserted: 2 })
      expect(good(await load(activity.activityId, rows, { corrections }))).toMatchObject({ inserted: 2 })
    })

    it('reports wrong cells, unknown properties and future times in one answer, in the sheet’s order', async () => {
      const activity = await started()
      const rows = [
        HEADER,
        row('1栋', '999', '电话', '2026-04-28 09:30'),
        row('1栋', '101', '短信', '2026-05-02 09:00'),
        row('9栋', '101', '', '昨天'),
        ['', '', '1栋', '1单元', '101', '电话', '2026-04-28 09:30'],
        row('1栋', '102', '电话', '2026-04-28 09:30'),
        row('1▶栋', '101', '电话', '2026-05-02 09:00'),
      ]
      const expected = [
        [2, '房号', '未找到房屋'],
        [3, '送达方式', '送达方式应为电话、上门、定点、线上、其他之一'],
        [3, '送达时间', '送达时间不能晚于当前时间'],
        [4, '送达方式', '请填写送达方式：电话、上门、定点、线上、其他'],
        [4, '送达时间', '送达时间格式不正确，应为 2026-05-01 09:30'],
        [4, '房号', '未找到房屋'],
        [5, '分期', '请输入房产分期'],
        [7, '楼栋', '楼栋不能包含▶'],
        [7, '送达时间', '送达时间不能晚于当前时间'],
      ]
      for (const fields of [{}, { dryrun: '1' }]) {
        const said = await load(activity.activityId, rows, fields)
        expect(said).toMatchObject({ code: 402, message: '共 9 处错误，未写入任何数据', data: { errorCount: 9 } })
        expect(wrong(said)).toEqual(expected)
      }
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(0)
    })

    it('marks a refused file with the errors of its cells, of roster lookups and of the clock', async () => {
      const activity = await started()
      const rows = [
        ['送达登记表'],
        HEADER.map((name) => (name === '送达方式' ? '送达方式（必填）' : name)),
        row('1栋', '101', '电话', '2026-04-28 09:30'),
        row('9栋', '101', '电话', '2026-04-28 09:30'),
        row('1栋', '102', '短信', '2026-05-02 09:00', '王五', '备注'),
      ]
      const jobid = `marked-${engine}`
      expect((await load(activity.activityId, rows, { jobid })).code).toBe(402)
      const answered = await member.raw(`/job/markedworkbook?jobid=${jobid}`)
      expect(answered.headers['content-disposition']).toContain(encodeURIComponent('送达_错误标注.xlsx'))
      const workbook = new ExcelJS.Workbook()
      await workbook.xlsx.load(Uint8Array.from(answered.rawPayload).buffer)
      const [sheet] = workbook.worksheets
      expect([1, 2, 3, 4, 5].map((number) => sheet?.getCell(`J${number}`).value)).toEqual([
        null,
        '错误原因',
        null,
        '房号：未找到房屋',
        '送达方式：送达方式应为电话、上门、定点、线上、其他之一；送达时间：送达时间不能晚于当前时间',
      ])
      const marked: string[] = []
      sheet?.eachRow((cells) =>
        cells.eachCell((cell) => void (cell.fill?.type === 'pattern' && cell.fill.fgColor?.argb === 'FFFFC7CE' && marked.push(cell.address))),
      )
      expect(marked).toEqual(['J2', 'E4', 'J4', 'F5', 'G5', 'J5'])
      expect(sheet?.getCell('I5').value).toBe('备注')
    })

    it('returns the first 1,000 errors of both kinds and their true number', async () => {
      const activity = await started()
      const rows = Array.from({ length: 800 }, (_, index) => row('1栋', String(9000 + index), index % 2 === 0 ? '短信' : '电话', '2026-04-28 09:30'))
      const { data } = await load(activity.activityId, [HEADER, ...rows])
      expect([data.errors.length, data.errorCount, data.errors.at(-1).row]).toEqual([1_000, 1_200, 668])
    })

    it('adds nothing when imported again, and a later delivery beside the first', async () => {
      const activity = await started()
      const first = [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30', '', '未接')]
      good(await load(activity.activityId, first))
      const again = [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30', '李雷', '已回电'), row('1栋', '101', '上门', '2026-04-28 09:30')]
      expect(good(await load(activity.activityId, again))).toEqual({ total: 2, inserted: 1, updated: 1 })
      expect(await records(activity.at('1-101'))).toMatchObject([{ votesource: 2 }, { votesource: 1, notifier: '李雷', remark: '已回电' }])
    })

    it('keeps fields without a column, and clears those with an empty cell', async () => {
      const activity = await started()
      good(await load(activity.activityId, [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30', '王五', '未接')]))
      good(await load(activity.activityId, [HEADER.slice(0, 7), row('1栋', '101', '电话', '2026-04-28 09:30')]))
      expect(await records(activity.at('1-101'))).toMatchObject([{ notifier: '王五', remark: '未接' }])
      good(await load(activity.activityId, [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30', '', '未接')]))
      expect(await records(activity.at('1-101'))).toMatchObject([{ notifier: '', remark: '未接' }])
    })

    it('uses columns mapped by hand', async () => {
      const activity = await started()
      const rows = [HEADER.map((name) => (name === '送达方式' ? '怎么送的' : name)), row('1栋', '101', '电话', '2026-04-28 09:30')]
      expect(await load(activity.activityId, rows)).toMatchObject({ code: 402, data: { needed: ['votesource'], headerrow: 1 } })
      expect(good(await load(activity.activityId, rows, { mapping: '{"怎么送的":"votesource"}' }))).toEqual({ total: 1, inserted: 1, updated: 0 })
    })

    it('skips trailing totals and notes, and reports them', async () => {
      const activity = await started()
      const rows = [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30'), ['合计', '', '', '', '', '1'], ['备注：以上均已接听']]
      const said = good(await load(activity.activityId, rows, { dryrun: '1' }))
      expect(said).toMatchObject({ total: 1, inserted: 1, preview: { remarks: ['第3、4行是合计或备注，没有导入'] } })
    })

    it('only checks in a dry run, reporting what it would do', async () => {
      const activity = await started()
      good(await askDeliver(member, activity.at('1-101'), '2026-04-28 09:30:00'))
      const rows = [HEADER, row('1栋', '101', '上门', '2026-04-28 09:30'), row('1栋', '102', '上门', '2026-04-28 09:30', '王五')]
      const said = good(await load(activity.activityId, rows, { dryrun: '1' }))
      expect(said).toMatchObject({ total: 2, inserted: 1, updated: 1, preview: { columns: HEADER } })
      expect(said.preview.rows[1]).toEqual({ row: 3, cells: ['一期', '', '1栋', '1单元', '102', '上门', '2026-04-28 09:30', '王五', ''] })
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(1)
      const refused = await load(activity.activityId, [HEADER, row('9栋', '101', '上门', '2026-04-28 09:30')], { dryrun: '1' })
      expect(refused).toMatchObject({ code: 402, data: { errors: [{ row: 2, message: '未找到房屋' }], preview: { columns: HEADER } } })
    })

    it('has messages for a file that is no delivery sheet, and for a finished or unknown activity', async () => {
      const activity = await started()
      expect(await load(activity.activityId, [['分期', '楼栋', '房号', '面积']])).toMatchObject({
        code: 402,
        data: { message: '第1行是表头，只缺少列：送达方式、送达时间。如果列名不同，请指明是哪一列' },
      })
      expect(await load(activity.activityId, [HEADER])).toMatchObject({ code: 402, data: '文件中没有数据行' })
      const rows = [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30')]
      expect(answer(await load('nothing', rows))).toEqual({ code: 404, message: '投票活动不存在' })
      await takeSteps(member, activity.activityId, 'start', 'finish')
      expect(answer(await load(activity.activityId, rows))).toEqual({ code: 409, message: '当前状态为“已结束”，不能登记送达' })
    })

    it('reports progress by its job id and can be cancelled', async () => {
      const activity = await started()
      good(await member.post('/job/cancel', { jobid: `stop-${engine}` }))
      const rows = [HEADER, row('1栋', '101', '电话', '2026-04-28 09:30')]
      expect(await load(activity.activityId, rows, { jobid: `stop-${engine}` })).toMatchObject({ code: 402, data: '已取消，未写入任何数据' })
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(0)
      good(await load(activity.activityId, rows, { jobid: `go-${engine}` }))
      expect(good(await member.get('/job/progress', { jobid: `go-${engine}` })).stage).toBe('finished')
    })

    it('writes a thousand properties completely, on a roster of two thousand', async () => {
      const { estateId } = await makeEstate(member, [])
      const now = server.clock.time
      await server.database.write(async (tx) => {
        const { id } = await tx.selectFrom('estate').select('id').where('public_id', '=', estateId).executeTakeFirstOrThrow()
        for (let from = 0; from < 2_000; from += 500) {
          const columns = (index: number) => {
            const place = { period: '一期', zone: '', building: `${Math.floor(index / 100) + 1}栋`, unit: '1单元', room: String(101 + (index % 100)) }
            return {
              public_id: `${estateId}-${index}`,
              estate_id: id,
              ...place,
              floor: '',
              place_key: placeKey(place),
              area_hundredths: 100,
              owner_name: '众人',
              phone: '11111111111',
              id_number: '',
              owner_key: null,
              category: 1 as const,
              area_source: 0 as const,
              occupancy: 0 as const,
              remark: '',
              created_at: now,
              updated_at: now,
            }
          }
          await tx
            .insertInto('property')
            .values(Array.from({ length: 500 }, (_, index) => columns(from + index)))
            .execute()
        }
      })
      const activity = await makeActivity(member, estateId)
      const rows = Array.from({ length: 1_000 }, (_, index) => row(`${Math.floor(index / 100) + 1}栋`, String(101 + (index % 100)), '上门', '2026-04-28 09:30'))
      expect(good(await load(activity.activityId, [HEADER, ...rows]))).toEqual({ total: 1_000, inserted: 1_000, updated: 0 })
      expect((await list(activity, { notifystatus: 0 })).totalCount).toBe(1_000)
      expect((await list(activity, { notifystatus: -1 })).totalCount).toBe(1_000)
    })
  })
})
