import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { checkChain } from '../../src/server/features/journal/verify.ts'
import { tableOwners } from '../../src/server/database/schema.ts'
import { tablesWithPeople } from '../../src/server/features/retention/ofActivity.ts'
import {
  askDeliver,
  askEntrust,
  askMark,
  askVote,
  good,
  makeActivity,
  makeEstate,
  propertyNamed,
  recordsOf,
  registerMany,
  rosterOf,
  takeSteps,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { checkActivities, isTamperedWith } from '../support/replayed.ts'
import { askLogIn, httpClient, startProcess } from '../support/server-process.ts'
import { PASSWORD } from '../support/passwords.ts'
import { entriesOf, passDaysOfUse } from '../support/journal.ts'
import { emptyPage, pageUpload } from '../support/scans/pageFiles.ts'
import { scriptedReader } from '../support/scans/scriptedReader.ts'
import { confirm, logIn, serverForAll, startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'

const YEAR = 366 * 24 * 3_600_000

/** The people in the activity: from the registry, or only in the activity. */
const registered = ['欧阳甲一', '13911110001', '110101195001010011', '司徒乙二', '13911110002', '110101195001010022', '夏侯新主', '13911110009']
const ofActivity = [
  '诸葛代投',
  '13922220001',
  '110101195001010033',
  '公孙送达',
  '尉迟备注',
  '皇甫作废',
  '令狐损坏',
  '签收单-宇文',
  '身份证-长孙',
  '委托书-仲孙',
  '慕容申请',
  '申屠签收',
  '闾丘同送',
  'EMS-宗政',
  '端木受托',
  '13922220002',
  '110101195001010044',
  '赫连撤销',
  '钟离交票',
  '澹台送错',
  '濮阳批语',
  '太叔体检',
  '东方联系',
  '0571-28880001',
  '上官监票',
  '淳于裁定',
  '独孤扫描',
  '单于回访',
  '拓跋不在家',
  '夹谷登记错',
  '公示栏-段干.png',
  '漆雕公示备注',
  '乐正撤回公示',
  '钟异议人',
  '13922220003',
  '我是宰父不服',
  '谷梁裁定理由',
  '拓拔不再坚持',
]
/** In the picture of a scanned page. */
const HANDWRITING = '轩辕的笔迹'
const script = scriptedReader()
const properties: readonly PropertyRow[] = [
  ['1-101', '欧阳甲一', 100, { phone: '13911110001', idNumber: '110101195001010011' }],
  ['1-102', '司徒乙二', 80, { phone: '13911110002', idNumber: '110101195001010022' }],
  ['1-103', '司徒乙二', 70, { phone: '13911110002', idNumber: '110101195001010022' }],
]

interface Scene {
  readonly server: TestServer
  readonly admin: Client
  readonly estateId: string
  readonly activityId: string
  readonly publicationid: string
  readonly objectionid: string
  /** Pictures: a delivery's, two of papers, a publication's, an objection's, and two scanned pages (with and without a code). */
  readonly pictures: readonly string[]
}

/** A finished activity with personal data in every possible place. */
async function finishedActivity(server: TestServer, admin: Client): Promise<Scene> {
  const { estateId, propertyIds } = await makeEstate(admin, properties, '示范小区甲')
  const made = await makeActivity(admin, estateId, {})
  const { activityId } = made
  const picture = async (name: string) => good(await admin.upload('/file/image_upload', { field: 'file', name, bytes: pngBytes })) as string
  const [signed, papers, mandate] = [await picture('签收单-宇文.png'), await picture('身份证-长孙.png'), await picture('委托书-仲孙.png')]
  const clerk = await server.member('clerk_1')
  const change = { areasize: 100, personname: '夏侯新主', mobileno: '13911110009', idno: '' }
  const { id } = good(
    await clerk.post('/votedef/savepropertychange', {
      propertyid: propertyIds.get('1-101'),
      voteactivityid: activityId,
      creater: '慕容申请',
      afterdata: change,
      personidpics: [papers],
    }),
  )
  good(await admin.post('/votedef/approvechangeproperty', { id, approvalcomment: '濮阳批语' }))
  const inRoster = { voteactivityid: activityId }
  const [finding] = good(await admin.get('/roster/checkup', inRoster)).findings
  good(await admin.post('/roster/dismiss', { ...inRoster, findingid: finding.findingid, reason: '太叔体检' }))
  const office = { contactname: '东方联系', contactphone: '0571-28880001', supervisors: '上官监票' }
  good(await admin.post('/document/saveletterhead', { ...inRoster, ...office }))
  await takeSteps(admin, activityId, 'start')
  const at = async (name: string) => propertyNamed(await rosterOf(server, activityId), name)
  const {
    papers: [paper],
  } = good(await admin.post('/paper/issue', { voteactivityid: activityId, ballotids: [(await at('1-103')).ballotId] }))
  good(await admin.post('/paper/spoil', { voteactivityid: activityId, codes: [paper.code], reason: '令狐损坏' }))
  good(await askMark(admin, activityId, await at('1-103'), 'A-1'))
  const agent = { agentname: '端木受托', agentphone: '13922220002', agentidno: '110101195001010044', pics: [mandate] }
  const { proxyid } = good(await askEntrust(admin, activityId, await at('1-101'), agent))
  good(await admin.post('/proxy/revoke', { proxyid, reason: '赫连撤销' }))
  const visit = { voteactivityid: activityId, ballotids: [(await at('1-102')).ballotId], way: 2, result: 3, remark: '拓跋不在家' }
  const { contactids } = good(await admin.post('/contact/save', visit))
  good(await admin.post('/contact/withdraw', { contactid: contactids[0], reason: '夹谷登记错' }))
  const [posted, objected] = [await picture('公示栏-段干.png'), await picture('存根-太史.png')]
  const publication = { kind: 2, datefrom: '2026-05-01', dateto: '2026-05-08', places: '小区公告栏', remark: '漆雕公示备注', pics: [posted] }
  const { publicationid } = good(await admin.post('/publication/save', { voteactivityid: activityId, ...publication }))
  good(await admin.post('/publication/withdraw', { publicationid, reason: '乐正撤回公示' }))
  const voter = { handedinby: '钟离交票', votername: '诸葛代投', votermobileno: '13922220001', voteridno: '110101195001010033' }
  const ballot = await at('1-102')
  const vote = () =>
    admin.post(
      '/vote/do',
      {
        records: [{ votetopicid: made.topics[0]?.votetopicid, voteresult: 1 }],
        voteactivityid: activityId,
        ...voter,
        markedcodes: '',
        ballotIds: [ballot.ballotId],
      },
      { voteActivityId: activityId },
    )
  const [recordid] = good(await vote()).recordids
  good(await admin.get('/vote/disable', { voteActivityId: activityId, recordid, reason: '皇甫作废' }))
  good(await vote())
  good(await askVote(admin, made, [await at('1-101')], '2'))
  good(await askVote(admin, made, [await at('1-103')], '1', { markedcodes: 'A-1' }))
  const read = { voteactivityid: activityId, code: 'A-1', kind: 1, records: recordsOf(made.topics, '2') }
  const { readingid } = good(await clerk.post('/reading/enter', read))
  const other = await server.member('manager_2', 'manager')
  good(await other.post('/reading/settle', { readingid, decision: 1, reason: '淳于裁定' }))
  const scan = { voteactivityid: activityId, batchid: 'b', source: '独孤扫描.pdf', sourcepage: '1' }
  const { pageid } = good(await clerk.upload('/reading/page', pageUpload(emptyPage()), scan))
  const { layoutid: layoutId, layout } = good(await admin.get('/paper/layout', inRoster))
  const filledIn = script.page({ code: paper.code, layoutId, layout: BallotLayout.parse(layout) }, '1', 1, HANDWRITING)
  const handwritten = good(await clerk.upload('/reading/page', pageUpload(filledIn), scan))
  const { rosterPropertyId: activitypropertyid } = ballot
  const delivery = { activitypropertyid, votesource: 2, notifytime: '2026-05-01 08:30:00', notifier: '公孙送达', remark: '尉迟备注', pics: [signed] }
  const evidence = { method: 1, receiver: '申屠签收', relation: 1, seconddeliverer: '闾丘同送', trackingno: 'EMS-宗政' }
  good(await admin.post('/vote/savenotify', { ...delivery, ...evidence }))
  good(await askDeliver(admin, await at('1-101')))
  const [{ notifyid }] = good(await admin.get('/vote/getnofityrecords', { activitypropertyid: (await at('1-101')).rosterPropertyId }))
  good(await admin.post('/vote/voidnotify', { notifyid, reason: '澹台送错' }))
  good(await admin.post('/privacy/reveal', { kind: 'change', id }))
  await takeSteps(admin, activityId, 'startTally', 'finish')
  const objection = { voteactivityid: activityId, kind: 7, name: '钟异议人', phone: '13922220003', text: '我是宰父不服', pics: [objected] }
  const { objectionid } = good(await clerk.post('/objection/save', objection))
  good(await other.post('/objection/decide', { objectionid, decision: 1, reason: '谷梁裁定理由', corrections: [{ ballotid: ballot.ballotId, kind: 'void' }] }))
  const withdrawn = good(await clerk.post('/objection/save', objection))
  good(await clerk.post('/objection/withdraw', { objectionid: withdrawn.objectionid, reason: '拓拔不再坚持' }))
  const items = [{ votetopicid: made.topics[0]?.votetopicid }]
  const { sampleid } = good(await admin.post('/sample/open', { voteactivityid: activityId, mode: 2, risk: 5, items }))
  const { fetch } = good(await admin.post('/sample/seed', { sampleid, digits: '35264113526441623514' }))
  good(await clerk.post('/sample/ask', { sampleid, recordid: fetch[0].recordid, answer: 3, way: 1, remark: '单于回访' }))
  return {
    server,
    admin,
    estateId,
    activityId,
    publicationid,
    objectionid,
    pictures: [signed, papers, mandate, posted, objected, `/file/${pageid}`, `/file/${handwritten.pageid}`],
  }
}

/** The administrator two years later, with a confirmed password. */
async function later(server: TestServer, name = 'admin_1', years = 2): Promise<Client> {
  if (years > 0) await passDaysOfUse(server)
  server.clock.time += years * YEAR
  const client = server.client(await logIn(server.client(), name))
  await confirm(client)
  return client
}
const erase = (client: Client, activityId: string): Promise<Envelope> => client.post('/retention/erase', { voteactivityid: activityId, final: true })
const said = ({ code, message }: Envelope) => ({ code, message })

/** Tables without erased columns. */
const withoutPeople: ReadonlyMap<string, string | null> = new Map(
  Object.entries(tableOwners).flatMap(([table, owner]) => ('people' in owner ? [[table, owner.people.texts]] : [])),
)
/** All their remaining texts. */
const textsThatStay = Object.fromEntries([...withoutPeople].filter(([, texts]) => texts !== null && texts !== ''))

async function textsThatAre({ database }: TestServer): Promise<Record<string, string>> {
  const { rows } =
    database.engine === 'sqlite'
      ? await sql<{ table: string; column: string }>`
          select item.name as "table", info.name as "column" from sqlite_schema as item, pragma_table_info(item.name) as info
          where item.type = 'table' and item.name not like 'sqlite_%' and info.type <> 'INTEGER'`.execute(database.read)
      : await sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = 'public' and data_type not in ('integer', 'bigint')`.execute(database.read)
  const rest = rows.filter(({ table }) => typeof withoutPeople.get(table) === 'string')
  const columns = [...Map.groupBy(rest, ({ table }) => table)].map(([table, some]) => [
    table,
    some
      .map(({ column }) => column)
      .toSorted()
      .join(' '),
  ])
  return Object.fromEntries(columns) as Record<string, string>
}

/** The contents of each erased column, by table and column. */
async function personalTexts({ database }: TestServer): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [table, columns] of tablesWithPeople) {
    const rows: readonly Readonly<Record<string, string | number | null>>[] = await database.read.selectFrom(table).selectAll().execute()
    expect(Object.keys(rows[0] ?? {}).toSorted(), `columns of ${table}`).toEqual(Object.keys(columns).toSorted())
    for (const [column, { kind }] of Object.entries(columns)) {
      if (kind === 'kept') continue
      const texts = rows.map((row) => String(row[column] ?? '')).filter((text) => text !== '' && text !== '[]')
      found.set(`${table}.${column}`, texts)
    }
  }
  return found
}

async function tableNames({ database }: TestServer): Promise<string[]> {
  const { rows } =
    database.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(database.read)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.read)
  return rows.map(({ name }) => name).filter((name) => name !== 'schema_version')
}

/** Tables, and on SQLite files, that contain any of the words. */
async function placesOf(server: TestServer, words: readonly string[]): Promise<string[]> {
  const { database } = server
  const found: string[] = []
  for (const name of await tableNames(server)) {
    const text = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(database.read)).rows)
    for (const word of words) if (text.toLowerCase().includes(JSON.stringify(word).slice(1, -1).toLowerCase())) found.push(`${name}: ${word}`)
  }
  if ('folder' in database.location) {
    const { folder } = database.location
    for (const file of readdirSync(folder).filter((each) => each.startsWith('vote.db'))) {
      const bytes = readFileSync(join(folder, file))
      for (const word of words) if (bytes.includes(Buffer.from(word))) found.push(`${file}: ${word}`)
    }
  }
  return found
}

onBothDatabases('personal data past retention', (engine) => {
  let scene: Scene
  let admin: Client
  let digests: { rosterdigest: string; tallydigest: string }
  let statistics: unknown
  /** All values that were in erased columns. */
  let canaries: string[]
  const server = serverForAll(engine, { pageReader: script.reader })
  beforeAll(async () => {
    scene = await finishedActivity(server, await server.member('admin_1'))
    admin = scene.admin
    const { datas } = good(await admin.get('/audit/checkpoints', { voteactivityid: scene.activityId }))
    digests = datas[0].checkpoint
    statistics = good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: scene.activityId }))
  })

  it('stay until a retention period is set and over', async () => {
    await confirm(admin)
    expect(await placesOf(server, [...ofActivity, ...registered])).not.toEqual([])
    expect((await admin.raw(scene.pictures.at(-1) ?? '')).rawPayload.includes(HANDWRITING)).toBe(true)
    expect(said(await erase(admin, scene.activityId))).toEqual({ code: 409, message: '还没有设置保留年限，请先设置' })
    for (const years of [0, 31, 1.5, '']) expect((await admin.post('/retention/setyears', { years })).code).toBe(400)
    good(await admin.post('/retention/setyears', { years: 2 }))
    expect(said(await erase(admin, scene.activityId))).toEqual({ code: 409, message: '保留期还没有到，2028-05-01 起才能清除' })
    const { years, activities } = good(await admin.get('/retention/overview'))
    expect(years).toBe(2)
    expect(activities).toMatchObject([{ id: scene.activityId, due: false, duetime: '2028-05-01 09:00:00', erasetime: '' }])
    expect(good(await admin.get('/audit/list', { action: 'retention.setYears' })).datas).toHaveLength(1)
  })

  it('are in every column declared to hold them, which are all columns of their tables', async () => {
    const texts = await personalTexts(server)
    expect([...texts].filter(([, found]) => found.length === 0).map(([column]) => column)).toEqual([])
    canaries = [...new Set([...texts.values()].flat())]
    expect(canaries.length).toBeGreaterThan(texts.size)
    const tables = [...tablesWithPeople.map(([table]) => table), ...withoutPeople.keys()]
    expect((await tableNames(server)).toSorted()).toEqual(tables.toSorted())
  })

  it('cannot be in an unreviewed text column of another table', async () => {
    expect(await textsThatAre(server)).toEqual(textsThatStay)
  })

  it('are counted in a preview before erasure', async () => {
    admin = await later(server)
    expect(good(await admin.get('/retention/preview', { voteactivityid: scene.activityId }))).toMatchObject({
      namecount: 16,
      phonecount: 10,
      picturecount: 7,
      changecount: 1,
      deliverycount: 2,
      housecount: 3,
      ballotcount: 3,
      recordcount: 4,
    })
  })

  it('are erased only after a confirmation and the password', async () => {
    expect((await admin.post('/retention/erase', { voteactivityid: scene.activityId })).code).toBe(400)
    const unconfirmed = server.client(await logIn(server.client(), 'admin_1'))
    expect((await erase(unconfirmed, scene.activityId)).code).toBe(445)
  })

  it('are removed from every table and from the file; the registry keeps its own', async () => {
    expect(good(await erase(admin, scene.activityId))).toEqual({ compacted: true })
    expect(await placesOf(server, [...ofActivity, HANDWRITING])).toEqual([])
    const left = await placesOf(server, [...registered, ...canaries])
    expect(new Set(left.map((place) => place.split(':')[0]).filter((place) => !place?.startsWith('vote.db')))).toEqual(
      new Set(['property', 'audit_entry', 'audit_summary']),
    )
    const { rows } = await sql<{ action: string }>`select distinct action from audit_entry where content like '%司徒乙二%'`.execute(server.database.read)
    expect(rows).toEqual([{ action: 'property.save' }])
  })

  it('leave a chain that verifies, and unchanged figures', async () => {
    const verified = good(await admin.get('/audit/verify'))
    expect(verified).toMatchObject({ intact: true, replay: { differencecount: 0 }, files: { differencecount: 0 }, checkpoints: { faultcount: 0 } })
    const [entry] = good(await admin.get('/audit/list', { action: 'privacy.erase' })).datas
    const { after } = good(await admin.get('/audit/get', { number: entry.number }))
    expect(after).toMatchObject({ nameCount: 16, pictureCount: 7, houseCount: 3, entryCount: verified.erasedcount, rosterdigest: digests.rosterdigest })
    expect(after.numbers).toHaveLength(verified.erasedcount)
    expect(good(await admin.get('/vote/verify', { voteactivityid: scene.activityId }))).toMatchObject({ differencecount: 0 })
    expect(good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: scene.activityId }))).toEqual(statistics)
    expect((await admin.raw(`/vote/report?voteActivityId=${scene.activityId}`)).headers['content-type']).toContain('sheet')
    const { datas } = good(await admin.get('/audit/checkpoints', { voteactivityid: scene.activityId }))
    expect(datas[0].checkpoint).toMatchObject({ kind: 'report', rosterdigest: digests.rosterdigest, tallydigest: digests.tallydigest })
  })

  it('are shown as 已清除 wherever they were', async () => {
    const { activityId, pictures } = scene
    for (const path of pictures) expect(said((await admin.raw(path)).json())).toMatchObject({ code: 404, message: expect.stringMatching(/文件|图片/) })
    const strip = `/reading/strip?pageid=${pictures.at(-1)?.split('/').at(-1) ?? ''}&part=page`
    expect(said((await admin.raw(strip)).json())).toEqual({ code: 404, message: '扫描页不存在' })
    const scans = await server.database.read.selectFrom('reading').select(['answers', 'states']).where('kind', '=', 2).execute()
    expect(scans).toEqual([{ answers: '1', states: '1' }])
    const roster = await rosterOf(server, activityId)
    expect([...roster.values()].map(({ ownerName, phone }) => [ownerName, phone])).toEqual(Array.from({ length: 3 }, () => ['已清除', '']))
    expect(said(await admin.get('/vote/between', { voteactivityid: activityId, from: '#1', to: '#9' }))).toEqual({
      code: 409,
      message: '该表决的个人信息已按数据保留清除，不能对比两个时刻',
    })
    expect(said((await admin.raw(`/evidence/bundle?voteactivityid=${activityId}&edition=owners&purpose=&jobid=`)).json())).toEqual({
      code: 409,
      message: '该表决的个人信息已按数据保留清除，不能生成应诉包',
    })
    const { publicationid, objectionid } = scene
    const noPublications = { code: 409, message: '该表决的个人信息已按数据保留清除，不能再登记或撤回公示' }
    const days = { datefrom: '2026-05-01', dateto: '2026-05-08', places: '小区公告栏' }
    for (const kind of [3, 4, 5]) expect(said(await admin.post('/publication/save', { voteactivityid: activityId, kind, ...days }))).toEqual(noPublications)
    expect(said(await admin.post('/publication/withdraw', { publicationid, reason: '登记错日期' }))).toEqual(noPublications)
    const noObjections = { code: 409, message: '该表决的个人信息已按数据保留清除，不能再登记、撤回或裁定异议' }
    const late = { voteactivityid: activityId, kind: 7, name: '吴桂兰', text: '不服' }
    expect(said(await admin.post('/objection/save', late))).toEqual(noObjections)
    expect(said(await admin.post('/objection/withdraw', { objectionid, reason: '不再坚持' }))).toEqual(noObjections)
    expect(said(await admin.post('/objection/decide', { objectionid, decision: 2, reason: '不成立', corrections: [], again: true }))).toEqual(noObjections)
    for (const path of ['/votedef/exportroster', '/vote/exportnotify', '/vote/notvotedsheet', '/audit/export'])
      expect((await admin.raw(`${path}?voteactivityid=${activityId}&voteActivityId=${activityId}`)).statusCode, path).toBeLessThan(500)
    expect(said(await erase(admin, activityId))).toEqual({ code: 409, message: '该表决的个人信息已经清除' })
    expect(good(await admin.get('/retention/overview')).activities).toMatchObject([{ due: false, erasetime: expect.stringMatching(/^2028/) }])
    const vote = await askVote(admin, { activityId, estateId: '', topics: [] }, [propertyNamed(roster, '1-101')], '')
    expect(vote.code).not.toBe(200)
  })

  it('are erased from the registry for properties of no kept activity, leaving nothing of anybody', async () => {
    const { estateId } = scene
    const kept = await makeActivity(admin, estateId, { scopeNodes: [] })
    expect(good(await admin.get('/retention/previewregistry', { estateId }))).toMatchObject({
      housecount: 0,
      keptcount: 3,
      keptfor: [{ title: '业主大会表决', housecount: 3 }],
    })
    const registry = () => admin.post('/retention/eraseregistry', { estateId, final: true })
    await confirm(admin)
    expect(said(await registry())).toEqual({ code: 409, message: '没有可以清除的房产' })
    good(await admin.get('/votedef/delete', { ids: kept.activityId }))
    expect(good(await admin.get('/retention/previewregistry', { estateId }))).toMatchObject({ housecount: 3, keptcount: 0, keptfor: [] })
    expect(good(await registry())).toEqual({ compacted: true })
    expect(await placesOf(server, [...ofActivity, ...registered, ...canaries])).toEqual([])
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, replay: { differencecount: 0 }, files: { differencecount: 0 } })
  })
})

onBothDatabases('an erasure of personal data', (engine) => {
  let server: TestServer
  afterEach(() => server.close())

  it('stay in an unfinished activity, one that differs from the journal, and while a change is pending', async () => {
    server = await startServer(engine)
    const admin = await server.member('admin_1')
    const { estateId, propertyIds } = await makeEstate(admin, properties)
    const { activityId } = await makeActivity(admin, estateId, {})
    good(await admin.post('/retention/setyears', { years: 1 }))
    await confirm(admin)
    expect(said(await erase(admin, activityId))).toEqual({ code: 409, message: '活动还没有结束，不能清除个人信息' })
    expect((await erase(admin, 'none')).code).toBe(404)
    await takeSteps(admin, activityId, 'start', 'finish')
    const change = { areasize: 1, personname: '甲', mobileno: '13911110003', idno: '' }
    const request = { propertyid: propertyIds.get('1-101'), voteactivityid: activityId, creater: '甲', afterdata: change }
    const { id } = good(await admin.post('/votedef/savepropertychange', request))
    const then = await later(server)
    expect(said(await erase(then, activityId))).toEqual({ code: 409, message: '该活动还有1条房产变更等待审批，请先审批或拒绝' })
    good(await then.post('/votedef/rejectchangeproperty', { id, approvalcomment: '' }))
    isTamperedWith(server.database)
    await server.database.write((tx) => sql`update ballot set area_hundredths = area_hundredths + 1`.execute(tx))
    expect(await erase(then, activityId)).toMatchObject({ code: 402, message: expect.stringContaining('校验不通过') })
  })

  it('are erased only after activity on seven days since the end, with an accepted clock', async () => {
    server = await startServer(engine, { pageReader: script.reader })
    const { admin, activityId } = await finishedActivity(server, await server.member('admin_1'))
    good(await admin.post('/retention/setyears', { years: 1 }))
    server.clock.time += 2 * YEAR
    const then = async () => {
      const client = server.client(await logIn(server.client(), 'admin_1'))
      await confirm(client)
      return client
    }
    // The clock was only set ahead: this login counts as the first day.
    expect(said(await erase(await then(), activityId))).toEqual({ code: 402, message: '结束后只有1天有操作记录，满7天后才能清除' })
    for (let day = 0; day < 5; day++) {
      server.clock.time += 24 * 3_600_000
      await server.system.recordDay()
      await server.system.recordDay()
    }
    expect(said(await erase(await then(), activityId))).toEqual({ code: 402, message: '结束后只有6天有操作记录，满7天后才能清除' })
    server.clock.time += 24 * 3_600_000
    const ahead = await then()
    expect((await entriesOf(ahead, { action: 'system.day' })).length).toBe(5)
    server.clock.time -= 24 * 3_600_000
    expect(await erase(await then(), activityId)).toMatchObject({ code: 409, message: expect.stringContaining('服务器时间早于最近一次操作') })
    server.clock.time += 24 * 3_600_000
    good(await erase(await then(), activityId))
  })

  it('are erased once when two administrators ask at once, and in no other activity', async () => {
    server = await startServer(engine, { pageReader: script.reader })
    const one = await finishedActivity(server, await server.member('admin_1'))
    await server.member('admin_2', 'admin')
    const other = await makeActivity(one.admin, one.estateId, { title: '另一次表决' })
    await takeSteps(one.admin, other.activityId, 'start')
    good(await askVote(one.admin, other, [propertyNamed(await rosterOf(server, other.activityId), '1-102')], '1'))
    good(await one.admin.post('/retention/setyears', { years: 1 }))
    const clients = [await later(server, 'admin_1'), await later(server, 'admin_2', 0)]
    const of = async (activityId: string) => {
      const { id } = await server.database.read.selectFrom('activity').select('id').where('public_id', '=', activityId).executeTakeFirstOrThrow()
      const rows = []
      for (const table of ['ballot', 'roster_property', 'vote_record', 'notification'] as const)
        rows.push(await server.database.read.selectFrom(table).selectAll().where('activity_id', '=', id).orderBy('id').execute())
      const entries = server.database.read.selectFrom('audit_entry').innerJoin('audit_summary', 'audit_summary.number', 'audit_entry.number')
      return JSON.stringify([...rows, await entries.selectAll().where('activity_id', '=', activityId).orderBy('audit_entry.number').execute()])
    }
    const before = await of(other.activityId)
    const answers = await Promise.all(clients.map((client) => erase(client, one.activityId)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]))
    expect(good(await (clients[0] as Client).get('/audit/list', { action: 'privacy.erase' })).datas).toHaveLength(1)
    expect(await of(other.activityId)).toBe(before)
    const differencesOf = async (activityId: string) => good(await (clients[0] as Client).get('/vote/verify', { voteactivityid: activityId })).differences
    expect(await differencesOf(other.activityId)).toEqual([])
    expect(await differencesOf(one.activityId)).toEqual([])
    isTamperedWith(server.database)
    await server.database.write((tx) => sql`update roster_property set room = '999' where owner_name = '已清除' and room = '103'`.execute(tx))
    expect(await differencesOf(one.activityId)).toMatchObject([{ kind: 'activity', field: 'rosterdigest' }])
    await server.database.write((tx) => sql`update vote_record set answers = '1' where voter_name = '已清除' and answers = '2'`.execute(tx))
    expect(await differencesOf(one.activityId)).toMatchObject([{ field: 'rosterdigest' }, { kind: 'tally', field: 'tallydigest' }])
  })
})

describe('a server killed during an erasure', () => {
  it('all or nothing is erased', async () => {
    const server = await startServer('sqlite')
    server.clock.time = Date.parse('2024-05-01T01:00:00Z')
    const admin = await server.member('admin_1')
    const { estateId } = await makeEstate(admin, [])
    await registerMany(server, estateId, 3_000)
    const { activityId } = await makeActivity(admin, estateId, { startdate: '2024-04-30 12:00:00', enddate: '2024-06-30 12:00:00' })
    await takeSteps(admin, activityId, 'start', 'finish')
    good(await admin.post('/retention/setyears', { years: 1 }))
    await passDaysOfUse(server)
    const made = mkdtempSync(join(tmpdir(), 'vote-retention-'))
    await server.database.copyTo?.(join(made, 'vote.db'))
    await server.close()
    const outcomes: string[] = []
    for (const delay of [1, 20, 60, 120, 250, 500, 30_000]) {
      const folder = mkdtempSync(join(tmpdir(), 'vote-retention-'))
      cpSync(made, folder, { recursive: true })
      const process = await startProcess(['--data', folder])
      const client = httpClient(process.url, good(await askLogIn(process.url, 'admin_1')).authId)
      good(await client.post('/account/confirm', { password: PASSWORD }))
      const asked = client.post('/retention/erase', { voteactivityid: activityId, final: true }).then(good, () => null)
      await Promise.race([asked, wait(delay)])
      await process.kill()
      expect(existsSync(join(folder, 'vote.db'))).toBe(true)
      const database = await openDatabase({ folder })
      try {
        const { erased_at: erasedAt } = await database.read.selectFrom('activity').select('erased_at').executeTakeFirstOrThrow()
        const owners = await database.read.selectFrom('roster_property').select('owner_name').where('owner_name', '<>', '已清除').execute()
        const gone = await database.read.selectFrom('audit_entry').select('number').where('content', 'is', null).execute()
        const told = await database.read.selectFrom('audit_entry').select('number').where('action', '=', 'privacy.erase').execute()
        expect([owners.length, gone.length > 0, told.length]).toEqual(erasedAt === null ? [3_000, false, 0] : [0, true, 1])
        const { signal } = new AbortController()
        expect((await checkChain(database.read, { signal, onProgress: () => undefined })).isIntact).toBe(true)
        expect((await checkActivities(database.read, signal)).differences).toEqual([])
        outcomes.push(erasedAt === null ? 'nothing' : 'all')
      } finally {
        await database.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }
    expect(outcomes[0]).toBe('nothing')
    expect(outcomes.at(-1)).toBe('all')
  })
})
