import { inflateRawSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { journaled } from '../support/journal.ts'
import { stateOf } from '../../src/server/features/journal/replay/stateStore.ts'
import { makeReport } from '../../src/server/features/result/report/make.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import {
  askDeliver,
  askMark,
  askTally,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeEstate,
  mergeProperties,
  optionsTopic,
  rosterOf,
  takeSteps,
  topic,
} from '../support/activities.ts'
import type { PropertyRow, MadeActivity } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { evaluate } from '../support/formulas.ts'
import { findSoffice, formulasOf, readReport, rowOf, sheetNamed, shown, tableIn, throughLibreOffice, withoutResults } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'
import { storeActivity, type StoredBallot } from '../support/storedActivities.ts'

const FORMULA = '=HYPERLINK("example.com")'
const ID_NUMBER = '110101199001011237'
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', '100.01', { phone: '13800138000', idNumber: ID_NUMBER }],
  ['1-102', '李四', '80.5', { phone: '13800138001' }],
  ['1-201', '张三', '99.99', { phone: '13800138000', idNumber: ID_NUMBER }],
  ['2-101', FORMULA, '120', { phone: '13800138002' }],
  ['2-102', '@赵六/+钱七', '90', { phone: '13800138003/13800138004' }],
  ['2-201', '-孙八', '60.25', { phone: '11111111111' }],
  ['10-101', '周九', '50', { phone: '13800138005' }],
]
const allSheets = ['表决结论', '表决统计', '参与情况', '表决明细', '未表决名单', '作废记录', '票权清册']
const CODE = '0123 4567 89ab cdef 0123 4567 89ab cdef'
const DRAFT = '过程稿，不作为表决结论'

onBothDatabases('the report', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let activity: MadeActivity
  let workbook: ExcelJS.Workbook
  let bytes: Uint8Array
  let journalHead: { number: number; hash: string }
  beforeAll(async () => {
    activity = await makeVotedActivity()
    ;[journalHead] = good(await admin.get('/audit/list', { pageSize: 1 })).datas
    bytes = await download(activity.activityId)
    workbook = await readReport(bytes)
  })

  /** Seven properties on six ballots: 张三 and 李四 voted, 2-101 marked, 2-102 voided, 2-201 delivered, 10-101 nothing. */
  async function makeVotedActivity(): Promise<MadeActivity> {
    const { estateId } = await makeEstate(admin, properties, '翠苑/一区')
    const topics = [topic('=1+1 更换电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])]
    const made = await makeActivity(admin, estateId, { title: '2026年"业主大会"', topics, votetype: 5, rulebasis: '议事规则第八条' })
    await mergeProperties(server, admin, made.activityId, [['1-101', '1-201']])
    await takeSteps(admin, made.activityId, 'start')
    const roster = await rosterOf(server, made.activityId)
    const property = (name: string) => propertyNamed(roster, name)
    good(await askMark(admin, made.activityId, property('1-101'), '=A1'))
    good(await askVote(admin, made, [property('1-101')], '121'))
    good(await askVote(admin, made, [property('1-102')], '130'))
    good(await askMark(admin, made.activityId, property('2-101'), 'B-7'))
    const [voided] = good(await askVote(admin, made, [property('2-102')], '213')).recordids
    good(await admin.get('/vote/disable', { voteActivityId: made.activityId, recordid: voided }))
    for (const name of ['1-102', '2-201']) good(await askDeliver(admin, property(name)))
    return made
  }

  // Starts the request immediately instead of when it is awaited.
  const ask = async (activityId: string, more = '') => await admin.raw(`/vote/report?voteActivityId=${activityId}${more}`)
  async function download(activityId: string, more = ''): Promise<Uint8Array> {
    const response = await ask(activityId, more)
    if (response.headers['content-type'] !== 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') throw new Error(response.body)
    return response.rawPayload
  }
  const table = (name: string, firstTitle: string) => tableIn(sheetNamed(workbook, name), firstTitle)

  it('is byte-identical for the same data at another time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-01-01T00:00:01Z') })
    try {
      const order = { activityId: activity.activityId, edition: 'full', now: Date.parse('2026-05-01T01:00:00Z'), code: CODE, journalHead } as const
      const first = await makeReport(server.database.read, order)
      vi.setSystemTime('2031-06-07T08:09:10Z')
      // A write in the meantime moves the journal's head, which the order names.
      await ask(activity.activityId)
      expect(Buffer.compare(first, await makeReport(server.database.read, order))).toBe(0)
      const other = await makeReport(server.database.read, { ...order, now: order.now + 1_000 })
      expect(Buffer.compare(first, other)).not.toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('has the seven sheets in their order', () => {
    expect(workbook.worksheets.map((sheet) => sheet.name)).toEqual(allSheets)
  })

  it('is named by estate, activity and minute, without characters that Windows forbids', async () => {
    const response = await ask(activity.activityId)
    const name = '翠苑_一区_2026年_业主大会__表决结果_202605010900.xlsx'
    expect(response.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  })

  it('states the question, rule, participants, outcome and journal position on its first sheet', () => {
    const sheet = sheetNamed(workbook, '表决结论')
    const texts = new Set<unknown>()
    sheet.eachRow((row) => texts.add(row.getCell(1).value))
    for (const line of [
      '小区：翠苑/一区',
      '活动：2026年"业主大会"',
      '表决范围：全体业主',
      '表决时间：2026-04-30 12:00:00 至 2026-06-30 12:00:00',
      '活动状态：投票中',
      '计票规则：双过半（未反馈计弃权）',
      '规则依据：《民法典》第二百七十八条；议事规则第八条',
      '生成时间：2026-05-01 09:00:00',
      // Voted 2 with 280.50 and delivered 1 with 60.25, of 6 with 600.75.
      '本次表决应参与 6 人 600.75 ㎡，实际参与 3 人（50.00%）340.75 ㎡（56.72%），不符合《民法典》第二百七十八条关于参与表决的规定。',
    ]) {
      expect(texts).toContain(line)
    }
    for (const name of ['监票人', '唱票人', '计票人', '记录人', '业主代表', '居（村）委会代表', '业主委员会（盖章）', '日期'])
      expect(texts).toContain(`${name}：`)
    expect(texts).toContain(`操作日志：第 ${journalHead.number} 条，校验值 ${journalHead.hash}`)
    expect(tableIn(sheet, '参与情况').rows.map((row) => Object.values(row).slice(0, 6))).toEqual([
      ['应参与', 6, 600.75, 1, 1, ''],
      ['收回表决票', 2, 280.5, 0.3333, 0.4669, ''],
      ['已送达未反馈', 1, 60.25, 0.1667, 0.1003, ''],
      ['实际参与', 3, 340.75, 0.5, 0.5672, '否'],
    ])
  })

  it('has the API’s figures in one row per topic or option', async () => {
    const { rows, header } = table('表决结论', '议题')
    expect(header).toEqual([
      '议题',
      '同意人数',
      '同意面积',
      '反对人数',
      '反对面积',
      '弃权人数',
      '弃权面积',
      '未选人数',
      '未选面积',
      '参与表决人数',
      '参与表决面积',
      '同意人数占比',
      '同意面积占比',
      '反对人数占比',
      '反对面积占比',
      '弃权人数占比',
      '弃权面积占比',
      '未反馈票计入',
      '达到三分之二',
      '表决结果',
      '仅计收回票的结果',
      '说明',
    ])
    const slots = await slotsByApi(activity.activityId)
    expect(rows.map((row) => row['议题'])).toEqual(['1. =1+1 更换电梯', '2.1 选聘物业：甲公司', '2.2 选聘物业：乙公司'])
    for (const [index, { conclusion }] of slots.entries()) {
      expect(rows[index]).toMatchObject({
        同意人数: conclusion.approve.count,
        同意面积: conclusion.approve.area,
        参与表决人数: conclusion.participants.count,
        参与表决面积: conclusion.participants.area,
        达到三分之二: conclusion.quorummet ? '是' : '否',
        表决结果: conclusion.outcome,
        仅计收回票的结果: conclusion.strictoutcome,
        说明: conclusion.note,
      })
    }
    // Rates refer to participants: 2 of 3 heads, 280.50 of 340.75 m².
    expect(rows[0]).toMatchObject({ 同意人数: 2, 同意人数占比: 0.6667, 同意面积占比: 0.8232, 弃权人数: 1, 弃权面积: 60.25, 未反馈票计入: '弃权' })
  })

  it('has the API’s classes in two rows per topic or option, adding up to the whole', async () => {
    const { rows, header } = table('表决统计', '议题')
    expect(header).toEqual(['议题', '口径', '同意', '反对', '弃权', '无效', '未表决', '合计', '同意占比', '反对占比', '弃权占比', '无效占比', '未表决占比'])
    const slots = await slotsByApi(activity.activityId)
    const names = { 同意: 'approve', 反对: 'disapprove', 弃权: 'abstention', 无效: 'invalid', 未表决: 'optionnochoose' } as const
    expect(rows).toHaveLength(2 * slots.length)
    for (const [index, { voteSttcsResult }] of slots.entries()) {
      const [heads, area] = [rows[2 * index], rows[2 * index + 1]]
      expect([heads?.['口径'], heads?.['合计'], area?.['口径'], area?.['合计']]).toEqual(['人数', 6, '面积', 600.75])
      for (const [title, name] of Object.entries(names)) {
        const share = voteSttcsResult[name]
        expect([heads?.[title], area?.[title]]).toEqual([share.count, share.area])
        expect([heads?.[`${title}占比`], area?.[`${title}占比`]]).toEqual([asRate(share.countrate), asRate(share.arearate)])
      }
    }
  })

  it('lists participation by unit in natural order, each ballot once', () => {
    const { rows, header, totals } = table('参与情况', '分期')
    expect(header).toEqual(['分期', '区', '楼栋', '单元', '房屋数', '票权数', '面积', '已送达', '已标记', '已表决', '已作废', '人数参与率', '面积参与率'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['一期', '', '1栋', '1单元', 3, 2, 280.5, 1, 0, 2, 0, 1, 1],
      ['一期', '', '2栋', '1单元', 3, 3, 270.25, 1, 1, 0, 1, 0, 0],
      ['一期', '', '10栋', '1单元', 1, 1, 50, 0, 0, 0, 0, 0, 0],
    ])
    expect(Object.values(totals ?? {})).toEqual(['合计', '', '', '', 7, 6, 600.75, 2, 1, 2, 1, 0.3333, 0.4669])
    const remarks = [1, 2, 3, 4, 5].map((row) => sheetNamed(workbook, '参与情况').getCell(row, 1).text)
    expect(remarks).toContainEqual(
      expect.stringMatching(
        /^选票去向（共 6 票）：未生成 3 票 .+ ㎡，未发出 0 票 0\.00 ㎡，在业主处 0 票 0\.00 ㎡，已收回待录入 0 票 0\.00 ㎡，已录入 2 票 280\.50 ㎡，手工标记 1 票 .+ ㎡$/,
      ),
    )
  })

  it('lists every ballot with its answers, with masked phone and ID number', () => {
    const { rows, header, totals } = table('表决明细', '房屋')
    expect(header).toEqual([
      '房屋',
      '产权人',
      '手机号',
      '证件号',
      '面积',
      '选票编号 / 标记码',
      '状态',
      '1. =1+1 更换电梯',
      '2.1 选聘物业：甲公司',
      '2.2 选聘物业：乙公司',
      '时间',
      '操作人',
      '收票渠道',
      '收到时间',
      '交票人',
      '截止后录入',
      '受托人',
      '录入方式',
      '复录',
      '复看人',
    ])
    const moment = '2026-05-01 09:00:00'
    expect(rows.map((row) => Object.values(row))).toEqual([
      [
        '一期-1栋-1单元-101、一期-1栋-1单元-201',
        '张三',
        '138****8000',
        '110***********1237',
        200,
        '=A1',
        '已投票',
        '同意',
        '反对',
        '同意',
        moment,
        'admin_1',
        '定点',
        moment,
        '',
        '',
        '',
        '录入',
        '',
        '',
      ],
      [
        '一期-1栋-1单元-102',
        '李四',
        '138****8001',
        '',
        80.5,
        '',
        '已投票',
        '同意',
        '弃权',
        '未选',
        moment,
        'admin_1',
        '定点',
        moment,
        '',
        '',
        '',
        '录入',
        '',
        '',
      ],
      ['一期-2栋-1单元-101', FORMULA, '138****8002', '', 120, 'B-7', '已标记', '', '', '', moment, 'admin_1', '', '', '', '', '', '', '', ''],
      ['一期-2栋-1单元-102', '@赵六/+钱七', '138****8003/138****8004', '', 90, '', '已作废', '', '', '', moment, 'admin_1', '', '', '', '', '', '', '', ''],
      ['一期-2栋-1单元-201', '-孙八', '11111111111', '', 60.25, '', '未表决', '', '', '', '', '', '', '', '', '', '', '', '', ''],
      ['一期-10栋-1单元-101', '周九', '138****8005', '', 50, '', '未表决', '', '', '', '', '', '', '', '', '', '', '', '', ''],
    ])
    expect(totals).toMatchObject({ 房屋: '合计', 面积: 600.75 })
  })

  it('lists who has not voted, and whether it was delivered to them', () => {
    const { rows, header, totals } = table('未表决名单', '房屋')
    expect(header).toEqual(['房屋', '产权人', '手机号', '面积', '已送达', '已作废的送达'])
    expect(rows.map((row) => [row['房屋'], row['面积'], row['已送达']])).toEqual([
      ['一期-2栋-1单元-101', 120, '否'],
      ['一期-2栋-1单元-102', 90, '否'],
      ['一期-2栋-1单元-201', 60.25, '是'],
      ['一期-10栋-1单元-101', 50, '否'],
    ])
    expect(totals).toMatchObject({ 面积: 320.25 })
  })

  it('lists every voided vote with its answers', () => {
    const { rows, header } = table('作废记录', '房屋')
    expect(header).toEqual(['房屋', '选票编号 / 标记码', '作废前的选择', '作废人', '作废时间', '收到时间', '截止后录入'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      [
        '一期-2栋-1单元-102',
        '',
        '1. =1+1 更换电梯：反对；2.1 选聘物业：甲公司：同意；2.2 选聘物业：乙公司：弃权',
        'admin_1',
        '2026-05-01 09:00:00',
        '2026-05-01 09:00:00',
        '',
      ],
    ])
  })

  it('lists every roster property with its ballot and merged properties', () => {
    const { rows, header, totals } = table('票权清册', '房屋')
    expect(header).toEqual(['房屋', '产权人', '面积', '票权号', '合并房屋', '用途', '面积依据'])
    expect(rows.slice(0, 3).map((row) => Object.values(row))).toEqual([
      ['一期-1栋-1单元-101', '张三', 100.01, 1, '一期-1栋-1单元-201', '住宅', ''],
      ['一期-1栋-1单元-201', '张三', 99.99, 1, '一期-1栋-1单元-101', '住宅', ''],
      ['一期-1栋-1单元-102', '李四', 80.5, rows[2]?.['票权号'], '', '住宅', ''],
    ])
    expect(rows).toHaveLength(7)
    expect(totals).toMatchObject({ 面积: 600.75 })
  })

  it('contains total formulas whose results an independent evaluation confirms', () => {
    const formulas = formulasOf(workbook)
    const cellOf = (sheet: string, address: string) => shown(sheetNamed(workbook, sheet).getCell(address))
    for (const { sheet, address, formula, result } of formulas) expect(evaluate(formula, sheet, cellOf), `${sheet} ${address} ${formula}`).toBe(result)
    const bySheet = Map.groupBy(formulas, (each) => each.sheet)
    // 2 a slot; a pair a slot; 7 sums and 2 rates; one each
    expect(allSheets.map((name) => bySheet.get(name)?.length ?? 0)).toEqual([6, 6, 9, 1, 1, 0, 1])
  })

  it('keeps typed text as text, whatever it begins with', () => {
    const typed = [FORMULA, '@赵六/+钱七', '-孙八', '=A1', '1. =1+1 更换电梯']
    const found = new Set<unknown>()
    for (const sheet of workbook.worksheets) {
      sheet.eachRow((row) =>
        row.eachCell((cell) => {
          if (typeof cell.value !== 'string' || !typed.includes(cell.value)) return
          found.add(cell.value)
          expect([cell.type, cell.formula, sheet.name]).toEqual([ExcelJS.ValueType.String, undefined, sheet.name])
        }),
      )
    }
    expect(found).toEqual(new Set(typed))
    // The cell's format is text too, so that it stays text when edited.
    expect(sheetNamed(workbook, '表决明细').getCell(table('表决明细', '房屋').headerRow + 3, 2)).toMatchObject({ value: FORMULA, numFmt: '@' })
  })

  it('is set up for A4: number formats, one page wide, repeated header, page x of y', () => {
    const formats = { 面积: '#,##0.00', 票权数: '#,##0', 人数参与率: '0.00%' }
    const { headerRow, header } = table('参与情况', '分期')
    for (const [title, format] of Object.entries(formats)) {
      expect(sheetNamed(workbook, '参与情况').getCell(headerRow + 1, header.indexOf(title) + 1).numFmt).toBe(format)
    }
    for (const sheet of workbook.worksheets) {
      const { headerRow: row } = tableIn(sheet, { 表决结论: '议题', 表决统计: '议题', 参与情况: '分期' }[sheet.name] ?? '房屋')
      expect(sheet.pageSetup).toMatchObject({ paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: `${row}:${row}` })
      expect(sheet.headerFooter.oddFooter).toBe('&C第 &P 页 / 共 &N 页')
    }
    expect(sheetNamed(workbook, '表决明细').views[0]).toMatchObject({ state: 'frozen', ySplit: table('表决明细', '房屋').headerRow })
  })

  it('marks every sheet as not final until the activity is finished', async () => {
    for (const sheet of workbook.worksheets) {
      expect([sheet.name, sheet.getCell('A1').value]).toEqual([sheet.name, DRAFT])
      expect(sheet.headerFooter.oddHeader).toContain(DRAFT)
    }
    const finished = await makeVotedActivity()
    await takeSteps(admin, finished.activityId, 'startTally')
    good(await askTally(admin, finished, ['B-7'], '311'))
    await takeSteps(admin, finished.activityId, 'finish')
    const final = await readReport(await download(finished.activityId))
    expect(final.worksheets.map((sheet) => sheet.name)).toEqual(allSheets)
    for (const sheet of final.worksheets) {
      sheet.eachRow((_row, number) => expect(rowOf(sheet, number)).not.toContain(DRAFT))
      expect(sheet.headerFooter.oddHeader ?? '').not.toContain(DRAFT)
    }
    const { rows } = tableIn(sheetNamed(final, '表决明细'), '房屋')
    expect(rows.map((row) => row['状态'])).toEqual(['已投票', '已投票', '已唱票', '已作废', '未表决', '未表决'])
  })

  it('has a public edition of four sheets without names, phones and ID numbers', async () => {
    const published = await download(activity.activityId, '&edition=public')
    const edition = await readReport(published)
    expect(edition.worksheets.map((sheet) => sheet.name)).toEqual(['表决结论', '表决统计', '参与情况', '房屋面积'])
    const { rows, header, totals } = tableIn(sheetNamed(edition, '房屋面积'), '房屋')
    expect(header).toEqual(['房屋', '面积', '用途'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['一期-1栋-1单元-101', 100.01, '住宅'],
      ['一期-1栋-1单元-102', 80.5, '住宅'],
      ['一期-1栋-1单元-201', 99.99, '住宅'],
      ['一期-2栋-1单元-101', 120, '住宅'],
      ['一期-2栋-1单元-102', 90, '住宅'],
      ['一期-2栋-1单元-201', 60.25, '住宅'],
      ['一期-10栋-1单元-101', 50, '住宅'],
    ])
    expect(totals).toMatchObject({ 面积: 600.75 })
    const everything = allTexts(published)
    expect(everything).toContain('一期-2栋-1单元-201')
    for (const secret of ['张三', '李四', '赵六', '钱七', '孙八', '周九', 'HYPERLINK', '13800', '138*', '110101', '110*', 'admin_1'])
      expect(everything).not.toContain(secret)
    const { headers } = await ask(activity.activityId, '&edition=public')
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('_表决结果_202605010900_公示版.xlsx')
  })

  it('contains no whole phone or ID number in the full edition either', () => {
    const everything = allTexts(bytes)
    expect(everything).toContain('张三')
    for (const secret of ['13800138000', '13800138003', ID_NUMBER]) expect(everything).not.toContain(secret)
  })

  it('is made for an activity without any votes', async () => {
    const { estateId } = await makeEstate(admin, [['1-101', '张三', 100]])
    const { activityId } = await makeActivity(admin, estateId)
    const empty = await readReport(await download(activityId))
    expect(tableIn(sheetNamed(empty, '作废记录'), '房屋').rows).toEqual([
      { 房屋: '无', '选票编号 / 标记码': '', 作废前的选择: '', 作废人: '', 作废时间: '', 收到时间: '', 截止后录入: '' },
    ])
    expect(tableIn(sheetNamed(empty, '未表决名单'), '房屋').totals).toMatchObject({ 面积: 100 })
  })

  it('states participation per topic in one sentence each if topics differ', async () => {
    const property = (isDelivered: boolean) => [{ areaHundredths: 10_000, isDelivered }]
    const ballots: StoredBallot[] = [
      ...['12', '12', '11'].map((answers): StoredBallot => ({ properties: property(false), story: 'voted', answer: 0, answers })),
      { properties: property(true), story: 'nothing', answer: 0, answers: '' },
    ]
    // The first topic has a leading answer, so the delivered ballot counts; one changed answer of the second removes its lead.
    ballots[2] = { properties: property(false), story: 'voted', answer: 0, answers: '13' }
    ballots[1] = { properties: property(false), story: 'voted', answer: 0, answers: '11' }
    const report = await readReport(await download(await storeActivity(server, { ballots, topics: [0, 0], rule: 3 })))
    const sheet = sheetNamed(report, '表决结论')
    const sentences: string[] = []
    sheet.eachRow((row) => {
      const text = row.getCell(1).value
      if (typeof text === 'string' && text.startsWith('本次表决')) sentences.push(text)
    })
    expect(sentences).toEqual([
      '本次表决“1. 议题1”应参与 4 人 400.00 ㎡，实际参与 4 人（100.00%）400.00 ㎡（100.00%），符合《民法典》第二百七十八条关于参与表决的规定。',
      '本次表决“2. 议题2”应参与 4 人 400.00 ㎡，实际参与 3 人（75.00%）300.00 ㎡（75.00%），符合《民法典》第二百七十八条关于参与表决的规定。',
    ])
    expect(tableIn(sheet, '参与情况').rows.at(-1)).toMatchObject({ 参与情况: '实际参与', 人数: '见下表', 达到三分之二: '见下表' })
    expect(tableIn(sheet, '议题').rows.map((row) => [row['未反馈票计入'], row['说明']])).toEqual([
      ['同意', ''],
      ['不计入', '多数意见不一致，未反馈票未计入'],
    ])
  })

  describe('with more ballots than one batch', () => {
    let activityId: string
    beforeAll(async () => {
      const property = (index: number) => ({ areaHundredths: 5_000 + index, isDelivered: index % 7 === 0 })
      const stories = ['voted', 'voted', 'nothing', 'voidedThenVoted', 'marked', 'voided', 'voidedThenMarked'] as const
      const ballots = Array.from({ length: 1_500 }, (_, index): StoredBallot => ({
        properties: index % 10 === 0 ? [property(index), property(index + 1)] : [property(index)],
        story: stories[index % stories.length] ?? 'nothing',
        answer: 0,
        answers: `${index % 4}${(index >> 2) % 4}${(index >> 4) % 4}`,
      }))
      activityId = await storeActivity(server, { ballots, topics: [0, 2], rule: 1 })
    })

    it('adds up, sheet by sheet', async () => {
      const report = await readReport(await download(activityId))
      const cellOf = (sheet: string, address: string) => shown(sheetNamed(report, sheet).getCell(address))
      for (const { sheet, address, formula, result } of formulasOf(report)) expect(evaluate(formula, sheet, cellOf), `${sheet} ${address}`).toBe(result)
      const { totalcount, votedcount } = good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
      expect(tableIn(sheetNamed(report, '表决明细'), '房屋').rows).toHaveLength(totalcount)
      expect(tableIn(sheetNamed(report, '未表决名单'), '房屋').rows).toHaveLength(totalcount - votedcount)
      expect(tableIn(sheetNamed(report, '票权清册'), '房屋').rows).toHaveLength(1_650)
    })

    it('is of one moment, however many votes are cast while it is made', async () => {
      let isDone = false
      const database = journaled(server)
      const cast = (status: 1 | 2) =>
        database.write(async ({ tx, journal }) => {
          const written = await tx
            .updateTable('vote_record')
            .set({ status })
            .where('public_id', 'like', `${activityId}-record-%3-0`)
            .where('voided_at', 'is', null)
            .where('status', '>', 0)
            .returning('public_id')
            .execute()
          const state = await stateOf(tx, { records: written.map((row) => row.public_id) })
          journal.record({ caller: systemCaller, action: 'voting.void', subject: activityId, before: null, after: { activityId }, state })
        })
      const voting = (async () => {
        while (!isDone) {
          for (const status of [2, 1] as const) await cast(status)
          await new Promise((resolve) => setTimeout(resolve, 2)) // the server's own work comes in between, as between two calls
        }
      })()
      try {
        const report = await readReport(await download(activityId))
        const listed = tableIn(sheetNamed(report, '表决明细'), '房屋').rows.filter((row) => row['状态'] === '已投票')
        const returned = tableIn(sheetNamed(report, '表决结论'), '参与情况').rows[1]
        expect(returned?.['人数']).toBe(listed.length)
      } finally {
        isDone = true
        await voting
      }
    })

    it('reports progress by its job id and can be cancelled', async () => {
      const following: { stage: string; done: number; total: number }[] = []
      let isAnswered = false
      const report = ask(activityId, '&jobid=job-1').finally(() => {
        isAnswered = true
      })
      while (!isAnswered) {
        following.push(good(await admin.get('/job/progress', { jobid: 'job-1' })))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect((await report).headers['content-type']).toContain('spreadsheetml')
      const writing = following.filter((each) => each.stage === 'writing')
      expect(writing.length).toBeGreaterThan(0)
      for (const { done, total } of writing) expect(done).toBeLessThanOrEqual(total)
      expect(good(await admin.get('/job/progress', { jobid: 'job-1' })).stage).toBe('finished')

      const cancelled = ask(activityId, '&jobid=job-2')
      while (good(await admin.get('/job/progress', { jobid: 'job-2' })).stage === 'waiting') await new Promise((resolve) => setTimeout(resolve, 1))
      await admin.post('/job/cancel', { jobid: 'job-2' })
      expect((await cancelled).json()).toEqual({ code: 402, message: '已取消，未写入任何数据', data: '已取消，未写入任何数据', reason: 'job.cancelled' })
    })
  })

  it('is refused if its sheets and the program disagree', async () => {
    const broken = await makeVotedActivity()
    await server.database.write((tx) =>
      tx
        .updateTable('roster_property')
        .set({ area_hundredths: 10_002 })
        .where('activity_id', '=', (select) => select.selectFrom('activity').select('id').where('public_id', '=', broken.activityId))
        .where('room', '=', '101')
        .where('building', '=', '1栋')
        .execute(),
    )
    isTamperedWith(server.database, broken.activityId)
    expect((await ask(broken.activityId)).json()).toMatchObject({ code: 402, message: '投票记录与操作日志不一致，共1处，不能生成报告' })
    await confirm(admin)
    good(await admin.post('/vote/verify/known', { voteactivityid: broken.activityId, reason: '面积录错' }))
    const answer = (await ask(broken.activityId)).json()
    expect(answer).toMatchObject({ code: 500, data: null })
    expect(answer.message).toMatch(/^系统异常，请稍后重试（编号 [0-9A-F]{8}）$/)
  })

  it('is refused for an unknown activity and an unknown edition', async () => {
    expect((await ask('nothing')).json()).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect((await ask(activity.activityId, '&edition=secret')).json()).toMatchObject({ code: 400, message: '报告版本不正确' })
  })

  const soffice = findSoffice()
  it.skipIf(soffice === null)('opens in LibreOffice, which reckons the same (skipped where LibreOffice is not installed)', { timeout: 180_000 }, async () => {
    const opened = await throughLibreOffice(soffice ?? '', bytes)
    expect(opened.worksheets.map((sheet) => sheet.name)).toEqual(allSheets)
    for (const [name, first] of [
      ['表决结论', '议题'],
      ['表决统计', '议题'],
      ['参与情况', '分期'],
      ['表决明细', '房屋'],
      ['票权清册', '房屋'],
    ] as const) {
      expect(tableIn(sheetNamed(opened, name), first)).toEqual(table(name, first))
    }
    // It computes the results itself if the file has none.
    const reckoned = await throughLibreOffice(soffice ?? '', await withoutResults(bytes))
    for (const { sheet, address, result } of formulasOf(workbook))
      expect(shown(sheetNamed(reckoned, sheet).getCell(address)), `${sheet} ${address}`).toBe(result)
  })

  interface WireSlot {
    readonly voteSttcsResult: Record<
      'approve' | 'disapprove' | 'abstention' | 'invalid' | 'optionnochoose',
      { count: number; area: number; countrate: number; arearate: number }
    >
    readonly conclusion: {
      approve: { count: number; area: number }
      participants: { count: number; area: number }
      quorummet: boolean
      outcome: string
      strictoutcome: string
      note: string
    }
  }
  async function slotsByApi(activityId: string): Promise<WireSlot[]> {
    const topics = good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })).statisticsResultDatalist
    return topics.flatMap((each: WireSlot & { topictype: number; options: WireSlot[] }) => (each.topictype === 1 ? [each] : each.options))
  }
})

/** A wire rate in percent as a cell value. */
const asRate = (percent: number): number => Math.round(percent * 100) / 10_000

/** Every text in every part of a workbook: what somebody sees who looks inside the file. */
function allTexts(workbook: Uint8Array): string {
  const bytes = Buffer.from(workbook)
  const texts: string[] = []
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry--) {
    const [size, nameLength, extraLength, commentLength] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    texts.push(inflateRawSync(bytes.subarray(start, start + size)).toString('utf8'))
    at += 46 + nameLength + extraLength + commentLength
  }
  return texts.join('\n')
}
