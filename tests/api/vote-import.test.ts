import { createHash } from 'node:crypto'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import {
  askMark,
  askVote,
  good,
  makeActivity,
  makeActivityA,
  makeEstate,
  optionsTopic,
  propertyNamed,
  registerMany,
  rosterOf,
  takeSteps,
  topic,
  type RosterProperty,
} from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

/** Three slots: a topic with all answers, and two options without abstention. */
const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'], { votetype: 14 })]
const ITEMS = ['1 更新电梯', '2.1 甲公司', '2.2 乙公司'] as const
const HEADER = ['房屋坐落', ...ITEMS]
type Rows = readonly (readonly unknown[])[]
const counts = (more: object) => ({ total: 0, inserted: 0, same: 0, blank: 0, skipped: 0, ...more })

whereDatabasesDiffer('votes from a workbook', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function made(steps: readonly Parameters<typeof takeSteps>[2][], more: object = {}) {
    const activity = await makeActivityA(server, member, { topics, ...more })
    await takeSteps(member, activity.activityId, ...steps)
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Made = Awaited<ReturnType<typeof made>>
  const voteIsOn = (more: object = {}) => made(['start'], more)
  const load = ({ activityId }: Pick<Made, 'activityId'>, bytes: Uint8Array, fields: Record<string, string> = {}, client = member) =>
    client.upload('/vote/importvotes', { field: 'uploadfile', name: '录入表.xlsx', bytes }, { voteactivityid: activityId, ...fields })
  const loadRows = async (activity: Made, rows: Rows, fields: Record<string, string> = {}) => load(activity, await workbookOf(rows), fields)
  const place = (name: string): string => `一期-${name.replace('-', '栋-1单元-')}`
  const wrong = (said: Envelope): unknown[] => {
    expect(said).toMatchObject({ code: 402, reason: 'workbook.wrongRows' })
    return said.data.errors.map((each: { row: number; column: string; message: string }) => [each.row, each.column, each.message])
  }
  const recordsOf = async ({ activityId }: Made, { ballotId }: RosterProperty) =>
    good(await member.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId }))
  const votedCount = async ({ activityId }: Made): Promise<number> => good(await member.get('/vote/counts', { voteActivityId: activityId })).votedcount
  const issue = async (activity: Made, names: readonly string[]): Promise<string[]> =>
    good(await member.post('/paper/issue', { voteactivityid: activity.activityId, ballotids: names.map((name) => activity.at(name).ballotId) })).papers.map(
      ({ code }: { code: string }) => code,
    )

  describe('the vote sheet 录入表', () => {
    async function sheetOf(activity: Made, query = '') {
      const response = await clerk.raw(`/vote/sheet?voteactivityid=${activity.activityId}${query}`)
      const book = new ExcelJS.Workbook()
      await book.xlsx.load(response.rawPayload as unknown as ArrayBuffer)
      const sheet = book.getWorksheet('录入表') ?? book.addWorksheet()
      const headerRow = sheet.getColumn(2).values.indexOf('房屋坐落')
      const header = sheet.getRow(headerRow).values as string[]
      const column = (title: string): number => header.indexOf(title)
      const rows = Array.from({ length: sheet.rowCount - headerRow }, (_, index) => sheet.getRow(headerRow + 1 + index))
      return { book, sheet, header: header.slice(1), column, headerRow, rows }
    }

    it('lists each open ballot once in natural order, without phones or ID numbers, and imports as votes', async () => {
      const activity = await voteIsOn()
      const [code = ''] = await issue(activity, ['1-102'])
      good(await askVote(member, activity, [activity.at('1-301')], '111'))
      const { book, sheet, header, column, rows, headerRow } = await sheetOf(activity)
      expect(header).toEqual(['标记码', '房屋坐落', '产权人', '面积(㎡)', ...ITEMS, '收到时间', '渠道', '交票人', '备注', '票权编号'])
      expect(rows.map((row) => [row.getCell(1).value, row.getCell(2).value, row.getCell(3).value, row.getCell(4).value])).toEqual([
        [null, '一期-1栋-1单元-101、一期-1栋-1单元-201', '张*', 200],
        [code, '一期-1栋-1单元-102', '李*', 80],
        [null, '一期-2栋-1单元-101', '赵*/钱*', 90],
        [null, '一期-2栋-1单元-102、一期-2栋-1单元-201', '开*', 110],
      ])
      for (const row of rows) for (const title of [...ITEMS, '收到时间', '渠道', '交票人', '备注']) expect(row.getCell(column(title)).value).toBeNull()
      expect(sheet.getColumn(column('票权编号')).hidden).toBe(true)
      expect(sheet.getRow(headerRow + 1).getCell(column('1 更新电梯')).dataValidation.formulae).toEqual(['"同意,反对,弃权,未选"'])
      expect(sheet.getRow(headerRow + 1).getCell(column('2.1 甲公司')).dataValidation.formulae).toEqual(['"同意,反对,未选"'])
      expect(book.getWorksheet('填写说明')?.rowCount).toBeGreaterThan(8)
      const text = JSON.stringify(book.worksheets.map((each) => each.getSheetValues()))
      expect(text).not.toMatch(/139\d{8}/)

      const [first, second] = rows
      if (first) first.getCell(column('1 更新电梯')).value = '弃权'
      if (second) {
        second.getCell(column('2.1 甲公司')).value = '反对'
        second.getCell(column('收到时间')).value = '2026-05-01 08:00'
        second.getCell(column('渠道')).value = '上门'
        second.getCell(column('交票人')).value = '王五'
      }
      const bytes = new Uint8Array(await book.xlsx.writeBuffer())
      expect(good(await load(activity, bytes, { dryrun: '1' }))).toMatchObject(counts({ total: 4, inserted: 2, blank: 2 }))
      expect(await votedCount(activity)).toBe(1)
      expect(good(await load(activity, bytes))).toEqual(counts({ total: 4, inserted: 2, blank: 2 }))
      const [record] = await recordsOf(activity, activity.at('1-102'))
      expect(record).toMatchObject({
        recordstatus: 1,
        recordsource: 'import',
        ballotcode: code,
        votername: '李四',
        channel: 2,
        receivedat: '2026-05-01 08:00:00',
        handedinby: '王五',
      })
      expect(record.records.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual([0, 2, 0])
      expect(good(await member.get('/paper/balance', { voteactivityid: activity.activityId }))).toMatchObject({ received: 1, voted: 1 })

      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const [summary] = await entriesOf(member, { action: 'voting.import', pageSize: 1 })
      expect(summary).toMatchObject({
        subject: activity.activityId,
        after: { total: 4, inserted: 2, same: 0, blank: 2, skipped: 0, fileName: '录入表.xlsx', sha256 },
      })
      const [vote] = await entriesOf(member, { action: 'voting.complete', pageSize: 1 })
      expect(vote?.after).toMatchObject({ sha256, source: 'import' })
      // The same file again: every vote is recorded as it says.
      expect(good(await load(activity, bytes))).toEqual(counts({ total: 4, same: 2, blank: 2 }))
    })

    it('covers all ballots or a branch, and is refused in 已结束', async () => {
      const activity = await voteIsOn()
      good(await askVote(member, activity, [activity.at('1-301')], '111'))
      expect((await sheetOf(activity, '&only=all')).rows).toHaveLength(5)
      expect((await sheetOf(activity, `&xpath=${encodeURIComponent('一期▶▶2栋')}`)).rows).toHaveLength(2)
      expect(await clerk.get('/vote/sheet', { voteactivityid: activity.activityId, only: 'some' })).toMatchObject({ code: 400 })
      await takeSteps(member, activity.activityId, 'finish')
      expect(await clerk.get('/vote/sheet', { voteactivityid: activity.activityId })).toMatchObject({
        code: 409,
        message: '当前状态为“已结束”，不能下载录入表',
      })
    })
  })

  describe('matching rows to ballots', () => {
    it('matches by place in one or several columns, by code in any notation, or by id', async () => {
      const activity = await voteIsOn()
      const [code = ''] = await issue(activity, ['1-102'])
      good(await askMark(member, activity.activityId, activity.at('1-301'), 'a1'))
      const header = ['标记码', '分期', '楼栋', '单元', '房号', '房屋坐落', '票权编号', ...ITEMS]
      const rows = [
        header,
        [code.toLowerCase(), null, null, null, null, null, null, '同意', 1, '2'],
        ['Ａ1', '一期', '1栋', '1单元', '301', place('1-301'), activity.at('1-301').ballotId, '反对', '未选', 0],
        [null, '一期', '2栋', '1单元', 101, null, null, '弃权', '同意', null],
        [null, null, null, null, null, `${place('2-102')}、${place('2-201')}`, null, null, null, '反对'],
        [null, null, null, null, null, null, activity.at('1-101').ballotId, '同意', null, null],
      ]
      expect(good(await loadRows(activity, rows))).toEqual(counts({ total: 5, inserted: 5 }))
      const answers = await Promise.all(
        ['1-102', '1-301', '2-101', '2-102', '1-101'].map(async (name) => {
          const [{ records, ballotcode }] = await recordsOf(activity, activity.at(name))
          return [ballotcode, records.map(({ voteresult }: { voteresult: number }) => voteresult).join('')]
        }),
      )
      expect(answers).toEqual([
        [code, '112'],
        ['a1', '200'],
        ['', '310'],
        ['', '002'],
        ['', '100'],
      ])
    })

    it('refuses a row if any of its keys finds nothing or another ballot, and a repeated ballot', async () => {
      const [activity, other] = [await voteIsOn(), await voteIsOn()]
      const [code = ''] = await issue(activity, ['1-102'])
      const [dead = ''] = await issue(activity, ['2-101'])
      const renewed: string = good(await member.post('/paper/replace', { voteactivityid: activity.activityId, code: dead, reason: '污损' })).code
      const rows = [
        ['标记码', '房屋坐落', '票权编号', ...ITEMS],
        [null, null, other.at('1-101').ballotId, '同意'],
        [code, place('1-301'), null, '同意'],
        ['ZZZ', null, null, '同意'],
        [dead, null, null, '同意'],
        [null, `${place('1-101')}、${place('1-102')}`, null, '同意'],
        [null, null, null, '同意'],
        [null, place('1-301'), null, '同意'],
        [null, null, activity.at('1-301').ballotId, '同意'],
        ['ZZZ', '哪里', other.at('1-101').ballotId, null],
      ]
      const said = await loadRows(activity, rows)
      expect(wrong(said)).toEqual([
        [2, '票权编号', '未找到该票权，可能是其他活动的录入表，或编号被改动'],
        [3, '房屋坐落', '与标记码不是同一票权'],
        [4, '标记码', '未找到该标记码'],
        [5, '标记码', `该选票已换发，新编号${renewed}`],
        [6, '房屋坐落', '这些房屋不是同一票权'],
        [7, '房屋坐落', '请填写标记码或房屋坐落'],
        [9, '房屋坐落', '与第8行是同一票权'],
      ])
      expect(await votedCount(activity)).toBe(0)
    })
  })

  describe('parsing answers', () => {
    it('accepts words, digits and ticks; anything else is an error that quotes the cell', async () => {
      const activity = await voteIsOn()
      const said = await loadRows(activity, [
        HEADER,
        [place('1-101'), '赞成', '弃权', 4],
        [place('1-102'), '√', '同意'],
        [place('1-301'), null, null, null],
        ['不存在', null, null, null],
      ])
      expect(wrong(said)).toEqual([
        [2, '1 更新电梯', '应为同意、反对、弃权、未选之一'],
        [2, '2.1 甲公司', '应为同意、反对、未选之一'],
        [2, '2.2 乙公司', '应为同意、反对、未选之一'],
        [3, '1 更新电梯', '应为同意、反对、弃权、未选之一'],
      ])
      expect(said.data.errors.map(({ value }: { value: string }) => value)).toEqual(['赞成', '弃权', '4', '√'])
      const ticked = ['房屋坐落', '更新电梯-同意', '更新电梯-反对', '更新电梯-弃权', '甲公司', '2.2 乙公司-同意', '2.2 乙公司-反对']
      expect(wrong(await loadRows(activity, [ticked, [place('1-101'), '√', '√'], [place('1-102'), 'x', null, null, '同意']]))).toEqual([
        [2, '1 更新电梯-反对', '同一项有两种意见，只能选一种'],
        [3, '1 更新电梯-同意', '请打√或留空'],
      ])
      expect(good(await loadRows(activity, [ticked, [place('1-101'), null, null, '√', '反对', '✓']]))).toMatchObject({ inserted: 1 })
      const [{ records }] = await recordsOf(activity, activity.at('1-101'))
      expect(records.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual([3, 2, 1])
    })

    it('requires a column for every question, by name or mapped by hand', async () => {
      const activity = await voteIsOn()
      const [{ votetopicid: lift }, { votetopicid: firm, options }] = activity.topics as [Made['topics'][0], Made['topics'][0]]
      const rows = [
        ['房子', '电梯', '甲', '乙公司-同意', '乙公司-反对'],
        [place('1-101'), '同意', '同意', '√'],
      ]
      const said = await loadRows(activity, rows)
      expect(said).toMatchObject({ code: 402, data: { columns: rows[0], needed: ['place', lift, `${firm}/${options[0]?.voteoptionid}`] } })
      expect(said.data.message).toContain('1 更新电梯')
      const mapping = JSON.stringify({ 房子: 'place', 电梯: lift, 甲: `${firm}/${options[0]?.voteoptionid}` })
      expect(good(await loadRows(activity, rows, { mapping }))).toEqual(counts({ total: 1, inserted: 1 }))
      const ticks = JSON.stringify({ 甲: `${firm}/${options[0]?.voteoptionid}:1`, 乙: `${firm}/${options[0]?.voteoptionid}:2` })
      const byHand = [
        ['房屋坐落', '更新电梯', '甲', '乙', '乙公司'],
        [place('1-102'), '同意', null, '√', null],
      ]
      expect(good(await loadRows(activity, byHand, { mapping: ticks }))).toMatchObject({ inserted: 1 })
      const [{ records }] = await recordsOf(activity, activity.at('1-102'))
      expect(records.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual([1, 2, 0])
      expect(await loadRows(activity, byHand, { mapping: JSON.stringify({ 甲: 'no such field' }) })).toMatchObject({ code: 400 })
      // A missing column of ticks would turn opposing votes into open ones.
      const half = await loadRows(activity, [['房屋坐落', '更新电梯-同意', '甲公司', '乙公司']])
      expect(half).toMatchObject({ code: 402, data: { needed: [`${lift}:2`, `${lift}:3`] } })
    })

    it('accepts corrections in the panel, which apply to the import', async () => {
      const activity = await voteIsOn()
      const rows = [HEADER, [place('1-101'), '赞成']]
      const corrections = JSON.stringify([{ row: 2, column: '1 更新电梯', value: '同意' }])
      expect(good(await loadRows(activity, rows, { corrections }))).toEqual(counts({ total: 1, inserted: 1 }))
      expect((await entriesOf(member, { action: 'voting.import', pageSize: 1 }))[0]?.after).toMatchObject({ correctedCells: '1 更新电梯：第2行' })
    })
  })

  it('keeps existing votes: equal ones are reported, others are refused or skipped', async () => {
    const activity = await voteIsOn()
    good(await askVote(member, activity, [activity.at('1-101')], '120'))
    good(await askVote(member, activity, [activity.at('1-102')], '111'))
    const rows = [HEADER, [place('1-101'), '同意', '反对'], [place('1-102'), '反对', '同意'], [place('1-301'), '同意'], [place('2-101')]]
    expect(wrong(await loadRows(activity, rows))).toEqual([[3, '房屋坐落', '该票权已投票，答案不同']])
    expect(await votedCount(activity)).toBe(2)
    expect(good(await loadRows(activity, rows, { voted: 'skip' }))).toEqual(counts({ total: 4, inserted: 1, same: 1, blank: 1, skipped: 1 }))
    expect(await loadRows(activity, rows, { voted: 'replace' })).toMatchObject({ code: 400 })
  })

  it('reports already imported votes as equal, also when a file is imported twice at once', async () => {
    const activity = await voteIsOn()
    const bytes = await workbookOf([HEADER, [place('1-101'), '同意', '反对'], [place('1-102'), '弃权'], [place('1-301')]])
    const answers = await Promise.all([load(activity, bytes), load(activity, bytes)])
    // The other import finds equal votes, or its rows taken meanwhile.
    expect(answers.filter(({ code, data }) => code === 200 && data.inserted === 2)).toHaveLength(1)
    expect(answers.filter(({ code, data }) => code === 402 || data.same === 2)).toHaveLength(1)
    expect(await votedCount(activity)).toBe(2)
    for (const fields of [{}, { voted: 'skip' }, { dryrun: '1' }])
      expect(good(await load(activity, bytes, fields))).toMatchObject(counts({ total: 3, same: 2, blank: 1 }))
    for (const name of ['1-101', '1-102']) expect(await recordsOf(activity, activity.at(name))).toHaveLength(1)
  })

  it('an import in 投票中 accepts what the desk accepts: papers of the voting period', async () => {
    const activity = await voteIsOn({ enddate: '2026-05-01 10:00:00' })
    const rows = [
      [...HEADER, '收到时间', '渠道'],
      [place('1-101'), '同意', null, null, '2026-05-01 09:01', '短信'],
      [place('1-102'), '同意', null, null, '2026-04-30 11:59', '电话'],
      [place('1-301'), '同意', null, null, '昨天', null],
      [place('2-101'), '同意', null, null, '2026-06-01 08:00', null],
    ]
    expect(wrong(await loadRows(activity, rows))).toEqual([
      [2, '渠道', '渠道应为电话、上门、定点、线上、其他之一'],
      [3, '收到时间', '该选票不在投票时间内收到'],
      [4, '收到时间', '收到时间格式不正确，应为 2026-05-01 09:30'],
      [5, '收到时间', '收到时间不能晚于现在'],
    ])
    const { time } = server.clock
    await setClock(server, Date.parse('2026-05-01T10:30:00+08:00'))
    expect(wrong(await loadRows(activity, [HEADER, [place('1-101'), '同意']]))).toEqual([[2, '房屋坐落', '不在投票时间内']])
    const late = [
      [...HEADER, '收到时间'],
      [place('1-101'), '同意', null, null, '2026-05-01 09:50'],
    ]
    expect(good(await loadRows(activity, late))).toMatchObject({ inserted: 1 })
    expect((await recordsOf(activity, activity.at('1-101')))[0]).toMatchObject({ late: true, receivedat: '2026-05-01 09:50:00' })
    await setClock(server, time)
  })

  it('an import in 唱票中 tallies marked papers and voided ones', async () => {
    const activity = await voteIsOn()
    const [code = ''] = await issue(activity, ['1-102'])
    good(await askMark(member, activity.activityId, activity.at('1-101'), 'M1'))
    const [recordid] = good(await askVote(member, activity, [activity.at('1-301')], '111')).recordids
    await takeSteps(member, activity.activityId, 'startTally')
    good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
    const rows = [HEADER, [place('1-101'), '同意'], [place('1-102'), '反对'], [place('1-301'), '弃权'], [place('2-101'), '同意']]
    expect(wrong(await loadRows(activity, rows))).toEqual([[5, '房屋坐落', '该票权没有标记，也没有作废的投票，唱票中不能录入']])
    expect(good(await loadRows(activity, rows.slice(0, 4)))).toEqual(counts({ total: 3, inserted: 3 }))
    expect((await recordsOf(activity, activity.at('1-102')))[0]).toMatchObject({ recordsource: 'import', ballotcode: code })
    expect((await recordsOf(activity, activity.at('1-301'))).map((each: { recordstatus: number }) => each.recordstatus)).toEqual([1, 2])
    const [entry] = await entriesOf(member, { action: 'voting.tally', pageSize: 1 })
    expect(entry?.after).toMatchObject({ source: 'import' })
    expect(good(await loadRows(activity, rows.slice(0, 4)))).toEqual(counts({ total: 3, same: 3 }))
    const { votedcount, statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
    expect([votedcount, statisticsResultDatalist[0].voteSttcsResult.approve.count]).toEqual([3, 1])
  })

  it('is allowed to managers only, and only in 投票中 and 唱票中', async () => {
    const bytes = await workbookOf([HEADER, [place('1-101'), '同意']])
    const [before, over] = [await made([]), await made(['start', 'finish'])]
    expect(await load(before, bytes)).toMatchObject({ code: 409, message: '当前状态为“未开始”，不能导入投票' })
    expect(await load(over, bytes)).toMatchObject({ code: 409, message: '当前状态为“已结束”，不能导入投票' })
    expect(await load(before, bytes, {}, clerk)).toMatchObject({ code: 403 })
    expect(await load({ activityId: 'nowhere' }, bytes)).toMatchObject({ code: 404 })
    const activity = await voteIsOn()
    expect(await loadRows(activity, [HEADER])).toMatchObject({ code: 402, message: '文件中没有数据行' })
    expect(good(await loadRows(activity, [HEADER, [place('1-101')], [place('1-102')]]))).toEqual(counts({ total: 2, blank: 2 }))
  })

  it('is refused as a whole if an owner votes at the desk meanwhile, and writes nothing when cancelled', async () => {
    const { estateId } = await makeEstate(member, [], `大小区 ${engine}`)
    await registerMany(server, estateId, 2_000)
    const { activityId, topics: asked } = await makeActivity(member, estateId, { topics: [topic('更新电梯')] })
    await takeSteps(member, activityId, 'start')
    const roster = [...(await rosterOf(server, activityId)).values()]
    const rows = roster.map(({ ballotId }, index) => [ballotId, index % 2 === 0 ? '同意' : '反对'])
    const bytes = await workbookOf([['票权编号', '更新电梯'], ...rows])
    const jobOf = (jobid: string) => ({ voteactivityid: activityId, jobid })
    const upload = (jobid: string) => member.upload('/vote/importvotes', { field: 'uploadfile', name: '票.xlsx', bytes }, jobOf(jobid))
    const cancelled = upload('cancelled')
    for (;;) {
      const { stage, done } = good(await member.get('/job/progress', { jobid: 'cancelled' }))
      if (stage === 'writing' && done > 0) break
      expect(['waiting', 'reading', 'checking', 'writing']).toContain(stage)
      await new Promise((resolve) => setImmediate(resolve))
    }
    good(await member.post('/job/cancel', { jobid: 'cancelled' }))
    expect(await cancelled).toMatchObject({ code: 402, data: '已取消，未写入任何数据' })
    const votes = async (): Promise<number> => good(await member.get('/vote/counts', { voteActivityId: activityId })).votedcount
    expect(await votes()).toBe(0)

    // The desk's vote waits for another write, and the import's write behind it: what was checked is outdated then.
    const last = roster.at(-1)
    if (!last) throw new Error('the roster is empty')
    const gate = Promise.withResolvers<void>()
    const held = server.database.write(() => gate.promise)
    const atDesk = askVote(member, { activityId, estateId, topics: asked }, [last], '1')
    const raced = upload('raced')
    // It has come to its last hundred rows, and can write none before the gate opens.
    await expect.poll(() => member.get('/job/progress', { jobid: 'raced' })).toMatchObject({ data: { stage: 'checking', done: rows.length - 100 } })
    gate.resolve()
    await held
    good(await atDesk)
    expect(wrong(await raced)).toEqual([[1_001, '票权编号', '该票权已投票，答案不同']])
    expect(await votes()).toBe(1)
    // The first 1,000 errors of 1,200 invalid rows, and their true number.
    const nonsense = Array.from({ length: 1_200 }, (_, index) => [`x${index}`, '胡'])
    const said = await load({ activityId }, await workbookOf([['票权编号', '更新电梯'], ...nonsense]))
    expect(said).toMatchObject({ code: 402, data: { errorCount: 2_400 } })
    expect(said.data.errors).toHaveLength(1_000)
  })
})
