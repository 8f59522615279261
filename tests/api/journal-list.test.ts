import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { askDeliver, askMark, askVote, good, propertyNamed, makeActivityA, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { confirm, serverForAll, startServer, type Client } from '../support/server.ts'
import { property, propertyWorkbook } from '../support/workbooks/make.ts'

interface Row {
  readonly number: number
  readonly action: string
  readonly kind: string
  readonly username: string
  readonly subjectname: string
  readonly activitytitle: string
  readonly voteactivityid: string
  readonly summary: string
  readonly time: string
}

whereDatabasesDiffer('the journal’s list', (engine) => {
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  let other: Awaited<ReturnType<typeof makeActivityA>>
  beforeAll(async () => {
    admin = await server.member('admin_1')
    const staff = await server.member('staff_1')
    activity = await makeActivityA(server, admin, { title: '更换电梯' })
    other = await makeActivityA(server, admin, { title: '选聘物业' })
    server.clock.time = Date.parse('2026-05-02T15:59:59.500Z') // 23:59:59 in China
    await takeSteps(admin, activity.activityId, 'start')
    server.clock.time = Date.parse('2026-05-02T16:00:00Z')
    good(await askMark(staff, activity.activityId, propertyNamed(activity.roster, '1-102'), 'C-7'))
    good(await askVote(staff, activity, [propertyNamed(activity.roster, '1-301')], '1'))
    good(await askDeliver(staff, propertyNamed(other.roster, '1-301')))
  })
  const list = async (query: Record<string, string | number> = {}): Promise<Row[]> => good(await admin.get('/audit/list', { pageSize: 200, ...query })).datas
  const actions = async (query: Record<string, string | number>) => (await list(query)).map(({ action }) => action)

  it('names property, owner and activity of each entry', async () => {
    expect(
      (await list({ username: 'staff_1', kind: 'change' })).map(({ action, subjectname, activitytitle, summary }) => [
        action,
        subjectname,
        activitytitle,
        summary,
      ]),
    ).toEqual([
      ['notification.save', '一期-1栋-1单元-301 王五', '选聘物业', '送达方式：上门，送达时间：2026-05-01 08:30:00，送达人：王五'],
      ['voting.complete', '一期-1栋-1单元-301 王五', '更换电梯', expect.stringContaining('投票内容：同意')],
      ['voting.mark', '一期-1栋-1单元-102 李四', '更换电梯', expect.stringContaining('选票编号 / 标记码：C-7')],
    ])
    const [merged] = await list({ action: 'ballot.merge', pageSize: 1 })
    expect(merged).toMatchObject({
      subjectname: '一期-2栋-1单元-201 开发商',
      activitytitle: '选聘物业',
      summary: expect.stringContaining('主房产：一期-2栋-1单元-102'),
    })
    const [saved] = await list({ action: 'property.save', pageSize: 1 })
    expect(saved?.subjectname).toBe('一期-2栋-1单元-201 开发商（示范小区甲）')
  })

  it('filters by activity, with all that was done in it', async () => {
    const rows = await list({ voteactivityid: activity.activityId })
    expect(rows.map(({ action }) => action)).toEqual([
      'voting.complete',
      'voting.mark',
      'activity.start',
      'activity.roster',
      'ballot.merge',
      'ballot.merge',
      'activity.save',
    ])
    expect(rows.every(({ voteactivityid, activitytitle }) => voteactivityid === activity.activityId && activitytitle === '更换电梯')).toBe(true)
    expect(await actions({ voteactivityid: 'nothing' })).toEqual([])
  })

  it('filters by an action or a kind of actions', async () => {
    expect(await actions({ action: 'voting.mark' })).toEqual(['voting.mark'])
    expect(await actions({ action: 'voting' })).toEqual(['voting.complete', 'voting.mark'])
    expect(await actions({ action: 'vot' })).toEqual([])
    expect(new Set(await actions({ action: 'property' }))).toEqual(new Set(['property.save']))
  })

  it('filters by subject, by data exports and by logins', async () => {
    const kinds = ['change', 'access', 'security'] as const
    expect((await admin.raw('/vtestate/export')).headers['content-type']).toContain('sheet')
    const found = await Promise.all(kinds.map((kind) => list({ kind })))
    expect(found.map((rows) => new Set(rows.map(({ kind }) => kind)))).toEqual(kinds.map((kind) => new Set([kind])))
    expect(found.flat()).toHaveLength((await list()).length)
    const [changes, looks, logins] = found.map((rows) => new Set(rows.map(({ action }) => action)))
    expect(changes).toContain('voting.mark')
    expect(looks).toEqual(new Set(['estate.export']))
    expect(logins).toEqual(new Set(['audit.key', 'account.register', 'account.approve', 'account.logIn']))
    expect(await actions({ kind: 'security', username: 'staff_1' })).toEqual(['account.logIn'])
    expect(await actions({ kind: 'change', voteactivityid: other.activityId, condition: '王五' })).toEqual(['notification.save'])
  })

  it('filters by days and moments in Chinese time, both ends included', async () => {
    const mayOf = (query: Record<string, string | number>) => actions({ action: 'voting', ...query })
    expect(await mayOf({ from: '2026-05-03' })).toEqual(['voting.complete', 'voting.mark'])
    expect(await mayOf({ to: '2026-05-02' })).toEqual([])
    expect(await actions({ from: '2026-05-02', to: '2026-05-02' })).toEqual(['activity.start', 'activity.roster'])
    expect(await actions({ action: 'activity.start', from: '2026-05-02 23:59:59', to: '2026-05-02 23:59:59' })).toEqual(['activity.start'])
    expect(await actions({ action: 'activity.start', from: '2026-05-03 00:00:00' })).toEqual([])
    expect(await actions({ from: '', to: '2026-05-01', action: 'account.register' })).toEqual(['account.register', 'account.register'])
  })

  it('searches for all words in subject, activity and action', async () => {
    expect(await actions({ condition: '王五 电梯' })).toEqual(['voting.complete'])
    expect(await actions({ condition: '1-301 已投票' })).toEqual([])
    expect(await actions({ condition: '1栋-1单元-301 已投票' })).toEqual(['voting.complete'])
    expect(await actions({ condition: 'c-7' })).toEqual(['voting.mark'])
    expect(await actions({ condition: '%' })).toEqual([])
    expect(
      await actions({ condition: '王五', username: 'staff_1', action: 'notification.save', voteactivityid: other.activityId, from: '2026-05-03' }),
    ).toEqual(['notification.save'])
  })

  it('is paged with the true count, whatever the filter', async () => {
    for (const query of [{}, { voteactivityid: activity.activityId }, { condition: '示范小区甲' }, { action: 'property' }] as Record<string, string>[]) {
      const all = await list(query)
      const paged: Row[] = []
      for (let pageNo = 1; ; pageNo++) {
        const { datas, totalCount } = good(await admin.get('/audit/list', { ...query, pageNo, pageSize: 3 }))
        expect(totalCount).toBe(all.length)
        if (datas.length === 0) break
        paged.push(...datas)
      }
      expect(paged).toEqual(all)
      expect(all.map(({ number }) => number)).toEqual(all.map(({ number }) => number).toSorted((one, another) => another - one))
    }
  })

  it.each([
    [{ from: 'yesterday' }, '起始时间格式不正确，应为 2026-05-01 09:30:00'],
    [{ to: '2026-02-30' }, '截止时间格式不正确，应为 2026-05-01 09:30:00'],
    [{ from: '2026-05-02', to: '2026-05-01' }, '起始时间不能晚于截止时间'],
    [{ kind: 'other' }, '日志类别不正确'],
    [{ condition: 'x'.repeat(101) }, '查询条件不能超过100个字符'],
  ])('is refused with %j', async (query, message) => expect(await admin.get('/audit/list', query)).toMatchObject({ code: 400, message }))
})

/** The rows of a CSV file whose cells are all quoted. */
function readCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true)
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => Array.from(line.matchAll(/"((?:[^"]|"")*)"/g), (match) => (match[1] ?? '').replaceAll('""', '"')))
}

whereDatabasesDiffer('the journal as a file', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
    const estateId: string = good(await admin.post('/vtestate/save', { name: '＝大苑', addr: '路' })).estateid
    const rows = (round: number) => Array.from({ length: 620 }, (_, index) => property(index).with(6, 60 + round))
    for (const round of [0, 1]) {
      const bytes = await propertyWorkbook(rows(round))
      good(await admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId }))
    }
    for (let number = 0; number < 450; number++) good(await admin.post('/vtestate/save', { name: `小区${number}`, addr: '路' }))
  })
  const fetch = async (query = '') => {
    const response = await admin.raw(`/audit/export?${query}`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    return response
  }

  it('has one line per entry, newest first, over all pages, and one per row of a big change', async () => {
    const lines = readCsv((await fetch('action=property')).body)
    expect(lines[0]).toEqual(['序号', '行', '时间', '账号', '姓名', '来源地址', '操作', '对象', '投票活动', '内容', '改动前', '改动后', '对象编号', '校验值'])
    expect(lines.map(([, row]) => row)).toEqual(['行', '', ...Array.from({ length: 620 }, (_, index) => String(index + 1)), ''])
    expect(lines[1]?.slice(6, 10)).toEqual(['Excel导入房产', "'＝大苑", '', '总行数：620，新增：0，更新：620，文件名：房产.xlsx'])
    expect(lines[3]?.slice(6, 10)).toEqual(['Excel导入房产', '一期-西区-1栋-1单元-102 钱芳军', '', '面积(㎡)：60.00 → 61.00'])
    expect(lines.every((cells) => cells.length === 14)).toBe(true)
    const whole = readCsv((await fetch()).body).filter(([, row]) => row === '')
    const { lastnumber } = good(await admin.get('/audit/verify'))
    expect(whole.map(([number]) => Number(number))).toEqual(Array.from({ length: lastnumber - 1 }, (_, index) => lastnumber - 1 - index))
  })

  it('masks phones and ID numbers unless exported in full, and contains no internal names', async () => {
    const [masked, full] = [
      (await fetch('action=property')).body,
      await confirm(admin).then(async () => (await fetch(`action=property&purpose=${encodeURIComponent('核对')}`)).body),
    ]
    expect(masked).not.toMatch(/(?<![\da-f])(?:139\d{8}|110101\d{12})(?![\da-f])/)
    expect(masked).toContain('手机号：139****0001')
    expect(full).toContain('手机号：13900000001')
    const words = masked
      .split('\r\n')
      .slice(1, 20)
      .join('')
      .replaceAll(/admin_1|房产\.xlsx|Excel导入房产|[\da-f-]{32,}/g, '')
    expect(words).not.toMatch(/[A-Za-z]{2}/)
  })

  it('writes an entry with its filter, number of entries and the file’s SHA-256', async () => {
    const { body } = await fetch('action=property.import&username=admin_1&from=2026-05-01&condition=' + encodeURIComponent('大苑'))
    const [entry] = await entriesOf(admin, { action: 'audit.export', pageSize: 1 })
    expect(entry).toMatchObject({ subjectname: '操作日志', before: null })
    expect(entry.after).toMatchObject({ person: 'admin_1', actionChosen: 'property.import', condition: '大苑', entryCount: 2, isMasked: true })
    expect(entry.after.sha256).toBe(createHash('sha256').update(body).digest('hex'))
    expect(entry.summary).toBe('日志条数：2，手机号与证件号已打码：是，起始时间：2026-05-01 00:00:00，操作人：admin_1，操作类型：Excel导入房产，查询内容：大苑')
  })

  it('can be cancelled, and then leaves no entry', async () => {
    const { lastnumber } = good(await admin.get('/audit/verify'))
    good(await admin.post('/job/cancel', { jobid: 'stopped' }))
    expect((await admin.raw('/audit/export?jobid=stopped')).json()).toMatchObject({ code: 402, message: '已取消，未写入任何数据' })
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ lastnumber })
    const staff = await server.member('staff_1')
    expect((await staff.raw('/audit/export')).json()).toMatchObject({ code: 403 })
  })
})

describe('checking the journal', () => {
  it('reports progress by its job id and can be cancelled', async () => {
    const server = await startServer('sqlite')
    const admin = await server.member('admin_1')
    good(await admin.post('/job/cancel', { jobid: 'check-1' }))
    expect(await admin.get('/audit/verify', { jobid: 'check-1' })).toMatchObject({ code: 402 })
    expect(good(await admin.get('/audit/verify', { jobid: 'check-2' }))).toMatchObject({ intact: true, entrycount: 3 })
    expect(good(await admin.get('/job/progress', { jobid: 'check-2' }))).toEqual({ stage: 'finished', done: 3, total: 3 })
    await server.close()
  })
})
