import { OVERVOTE_WORDS } from '../../src/shared/features/activity/elections.ts'
import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { DocumentMaker } from '../../src/server/features/document/maker.ts'
import { documentWords, type DocumentKind } from '../../src/shared/features/document/kinds.ts'
import { good, makeActivity, makeEstate, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, documentedVote, textOfDocx, usualDocuments } from '../support/documents.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport } from '../support/reports.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { confirm, serverForAll, startServer, type Client } from '../support/server.ts'

const DRAFT = '过程稿，不作为表决结论'
const GAP = '【待填】'

onBothDatabases('documents', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  let activityId: string
  beforeAll(async () => {
    admin = await server.member('admin_1')
    ;({ activityId } = await documentedVote(server, admin))
  })

  const textOf = async (kind: DocumentKind, of = activityId): Promise<string> => {
    const { rawPayload, headers } = await askDocument(admin, of, kind)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    return textOfDocx(rawPayload)
  }
  const refusalOf = async (query: string, client = admin) => (await client.raw(`/document/make?${query}`)).json()

  it.each([
    ['', { code: 400 }],
    ['kind=notice', { code: 400 }],
    [() => `voteactivityid=${activityId}`, { code: 400, data: [{ field: 'kind', message: '文书种类不正确' }] }],
    [() => `voteactivityid=${activityId}&kind=letter`, { code: 400, data: [{ field: 'kind', message: '文书种类不正确' }] }],
    ['voteactivityid=nothing&kind=notice', { code: 404, message: '投票活动不存在' }],
  ])('are refused for the query “%s”', async (query, refusal) => {
    expect(await refusalOf(typeof query === 'string' ? query : query())).toMatchObject(refusal)
  })

  it('documents and workbooks contain no characters that XML forbids, even from stored data', async () => {
    const { estateId } = await makeEstate(admin, [['1-101', '赵\ufffe六', 80]], '翠\uffff湖')
    const made = await makeActivity(admin, estateId, { title: '更\ufffe新\u{1ffff}电梯' })
    expect(good(await admin.get('/votedef/get', { id: made.activityId }))).toMatchObject({ title: '更新电梯', subtitle: '翠湖' })
    await server.database.write(async (tx) => {
      await tx.updateTable('activity').set({ title: '更\ufffe新\u0008电\ufdd0梯' }).where('public_id', '=', made.activityId).execute()
      await tx.updateTable('roster_property').set({ owner_name: '赵\uffff六' }).where('owner_name', '=', '赵六').execute()
    })
    await takeSteps(admin, made.activityId, 'start')
    expect(await textOf('notice', made.activityId)).toContain('更新电梯')
    const sheets = await readReport((await admin.raw(`/vote/report?voteActivityId=${made.activityId}`)).rawPayload)
    const texts = sheets.worksheets.flatMap((sheet) => sheet.getSheetValues()).map((values) => JSON.stringify(values))
    expect(texts.some((text) => text.includes('更新电梯'))).toBe(true)
    expect(texts.some((text) => text.includes('赵六'))).toBe(true)
    expect(texts.some((text) => ['\ufffe', '\uffff', '\ufdd0', '\u0008'].some((sign) => text.includes(sign)))).toBe(false)
  })

  it('documents are available to managers only', async () => {
    const [clerk, manager] = [await server.member('clerk_1', 'clerk'), await server.member('manager_1', 'manager')]
    expect(await refusalOf(`voteactivityid=${activityId}&kind=notice`, clerk)).toMatchObject({ code: 403 })
    expect((await askDocument(manager, activityId, 'notice')).statusCode).toBe(200)
  })

  it.each<[DocumentKind, readonly string[]]>([
    [
      'notice',
      [
        '关于召开示范小区甲业主大会会议的公告',
        '2026年4月30日12时至2026年7月15日18时。',
        '双四分之三（未反馈计弃权）',
        '选举业主委员会委员（1）赵敏（2）钱强（3）孙丽',
        '同意、反对、弃权',
        '召集人：【待填】（盖章）',
        '2026年5月1日',
      ],
    ],
    ['roster', ['示范小区甲业主大会会议业主名册公示', '一期-1栋-1单元-101', '张*', '赵*/钱*', '住宅', '100.00', '7 套', '600.00', '5 票']],
    ['proxy', ['授权委托书', '□同意　□反对　□弃权　□由受托人决定', '选举业主委员会委员：赵敏']],
    [
      'extension',
      [
        '关于延长示范小区甲业主大会会议表决时间的公告',
        '原定截止时间为2026年6月30日12时。因收回的表决票不足三分之二，现决定延长表决时间',
        '至2026年7月15日18时',
      ],
    ],
    ['deliveries', ['应送达房屋 7 套，已送达 3 套，未送达 4 套；共送达 3 次', '李*', '2026年5月1日8时30分']],
    ['minutes', [DRAFT, '核验码：【待填】', '唱票人：', '计票人：', '监票人：', '收回表决票 5 人（100.00%）、600.00 平方米（100.00%）']],
    ['result', [DRAFT, '表决截止时间由2026年6月30日12时延至2026年7月15日18时，原因：收回的表决票不足三分之二。']],
    ['authority', [DRAFT, '【待填】街道办事处（乡镇人民政府）']],
  ])('before the end: %s', async (kind, parts) => {
    const text = await textOf(kind)
    expect(parts.filter((part) => !text.includes(part))).toEqual([])
    // No personal data but the surname, and no unfilled template values.
    for (const forbidden of ['张三', '李四', '139', 'undefined', 'NaN', 'null', '户']) expect(text).not.toContain(forbidden)
  })

  it('documents describe an election as the ballot does: seats, meaning of too many approvals, order', async () => {
    const { layout } = good(await admin.get('/paper/layout', { voteactivityid: activityId }))
    const lines = (layout.pages as { texts: { text: string }[] }[]).flatMap(({ texts }) => texts.map(({ text }) => text))
    const [notice, ballot] = [await textOf('notice'), lines.join('')]
    for (const words of [
      '应选 2 名，最多同意 2 名；超过的，对全部候选人无效',
      '当选次序：先按同意人数，再按同意面积（依据业主大会议事规则第十二条）',
      OVERVOTE_WORDS,
    ]) {
      expect(notice).toContain(words)
      expect(ballot).toContain(words)
    }
  })

  it('documents are journalled with their digest, and have a Chinese file name', async () => {
    const { rawPayload, headers } = await askDocument(admin, activityId, 'notice')
    expect(decodeURIComponent(headers['content-disposition']?.toString() ?? '')).toContain('示范小区甲_2026年第一次会议_会议公告_202605010900.docx')
    const [entry] = await entriesOf(admin, { action: 'document.make', kind: 'access', pageSize: 1 })
    expect(entry).toMatchObject({
      username: 'admin_1',
      after: { activityTitle: '2026年第一次会议', documentName: '会议公告', sha256: createHash('sha256').update(rawPayload).digest('hex') },
    })
  })

  it('offers no extension notice for an activity without an extension', async () => {
    const { estateId } = await makeEstate(admin, [['1-101', '张三', 100]], '<甲>&乙小区')
    const { activityId: other } = await makeActivity(admin, estateId, { votetype: 6 })
    expect(await refusalOf(`voteactivityid=${other}&kind=extension`)).toMatchObject({ code: 402, message: '该活动没有延期，无需延期公告' })
    const notice = await textOf('notice', other)
    expect(notice).toContain('关于召开<甲>&乙小区业主大会会议的公告')
    expect(notice).toContain('本次只作统计，不作表决结论。')
    for (const kind of usualDocuments.filter((each) => each !== 'extension')) expect(await textOf(kind, other)).not.toMatch(/undefined|NaN/)
  })

  it('documents after the end contain the result, the elected, and the code that the paper bears', async () => {
    await takeSteps(admin, activityId, 'finish')
    const { code } = good(await admin.get('/votedef/satisticsvote', { id: activityId }))
    expect(code).not.toBe('')
    const [minutes, result, authority] = [await textOf('minutes'), await textOf('result'), await textOf('authority')]
    for (const text of [minutes, result, authority]) {
      expect(text).not.toContain(DRAFT)
      expect(text).toContain('通过的候选人先按同意人数，再按同意面积排序（依据：业主大会议事规则第十二条）。')
      for (const sentence of ['应选 2 名，当选 1 名：赵敏。', '钱强、孙丽并列，须再次表决。', '空缺 1 名（含并列待定的席位）。'])
        expect(text).toContain(sentence)
    }
    expect(minutes).toContain(`核验码：${code}`)
    expect(result).not.toContain(code)
    expect(result).toContain('表决结果：')
    expect(authority).toContain(`请予备案。特此报告。`)
    expect(authority).toContain(GAP)
  })

  it('refuses result documents if data differ from the journal; others are made', async () => {
    await server.database.write((tx) => tx.updateTable('activity').set({ rule_basis: '改过' }).where('public_id', '=', activityId).execute())
    isTamperedWith(server.database, activityId)
    for (const kind of ['minutes', 'result', 'authority']) {
      expect(await refusalOf(`voteactivityid=${activityId}&kind=${kind}`)).toMatchObject({ code: 402 })
    }
    expect(await textOf('proxy')).toContain('授权委托书')
  })

  it('list no owners once personal data are erased', async () => {
    await confirm(admin)
    await server.database.write((tx) => tx.updateTable('activity').set({ erased_at: 1 }).where('public_id', '=', activityId).execute())
    for (const kind of ['roster', 'deliveries'] as const) {
      const message = `该表决的个人信息已按数据保留清除，不能生成${documentWords[kind].name}`
      expect(await refusalOf(`voteactivityid=${activityId}&kind=${kind}`)).toMatchObject({ code: 409, message })
    }
  })
})

it('stops a slow document when its job is cancelled, without an entry', async () => {
  const endless: DocumentMaker = {
    make: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })),
  }
  const server = await startServer('sqlite', { documents: endless })
  const admin = await server.member('admin_1')
  const { estateId } = await makeEstate(admin, [['1-101', '张三', 100]])
  const { activityId } = await makeActivity(admin, estateId)
  const asked = admin.raw(`/document/make?voteactivityid=${activityId}&kind=notice&jobid=job-1`)
  await expect.poll(async () => (await admin.get('/job/progress', { jobid: 'job-1' })).code).toBe(200)
  good(await admin.post('/job/cancel', { jobid: 'job-1' }))
  expect((await asked).json()).toMatchObject({ code: 402 })
  expect(await entriesOf(admin, { action: 'document.make' })).toEqual([])
  await server.close()
})
