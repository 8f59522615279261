import ExcelJS from 'exceljs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { idKinds, type IdKind } from '../../src/shared/contract/ids.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { activityBody, askDeliver, good, makeEstate, propertyNamed, recordsOf, rosterOf, topic } from '../support/activities.ts'
import { rulesDraft } from '../support/estateRules.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { makeEstateWorld, type EstateWorld } from '../support/estateWorlds.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { APP_HEADERS, confirm, madeBefore, serverForAll, startServer, type Client, type Envelope } from '../support/server.ts'
import { propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'

const idOf = async (client: Client): Promise<string> => good(await client.get('/unifiedUser/get')).userid
const setEstates = async (admin: Client, userid: string, estateids: readonly string[] | null) =>
  good(await admin.post('/account/setestates', { userid, estateids }))

/** The fields of a part of an endpoint, as [name in the code, name on the wire, schema]. */
function fieldsOf(schema: unknown): (readonly [string, string, unknown])[] {
  const { fields, shape } = Object(schema) as { fields?: Record<string, readonly [string, unknown]>; shape?: Record<string, unknown> }
  return fields
    ? Object.entries(fields).map(([name, [wire, inner]]) => [name, wire, inner])
    : Object.entries(shape ?? {}).map(([name, inner]) => [name, name, inner])
}
/** The names of all fields of a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (schema === undefined) return []
  const { fields, def } = schema as { readonly fields?: object; readonly def: Readonly<Record<string, unknown>> }
  const inner = fields ? [] : ['element', 'innerType', 'in', 'out'].flatMap((part) => namesIn(def[part]))
  return [...inner, ...fieldsOf(schema).flatMap(([name, , of]) => [name, ...namesIn(of)])]
}

const confinable = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { access }]) => access !== 'admin' && access !== 'public')
const kindsOf = ({ params, query, body, scope = 'own' }: Endpoint): Readonly<Record<string, IdKind>> => {
  const known: Readonly<Record<string, IdKind>> = scope === 'own' || scope === 'listed' ? idKinds : { ...idKinds, id: scope, ids: scope }
  return Object.fromEntries([params, query, body].flatMap(namesIn).flatMap((name) => (known[name] ? [[name, known[name]]] : [])))
}

whereDatabasesDiffer('an account that is confined to estates', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let own: EstateWorld
  let foreign: EstateWorld
  let confined: Client
  let confinedId: string
  beforeAll(async () => {
    await confirm(admin)
    own = await makeEstateWorld(server, admin, '甲苑')
    foreign = await makeEstateWorld(server, admin, '乙苑')
    confined = await server.member('manager_1')
    confinedId = await idOf(confined)
    await confirm(confined)
    await setEstates(admin, confinedId, [own.ids.estate])
  }, 120_000)
  afterEach(() => void vi.restoreAllMocks())

  /** A valid value for every other field, by its wire name. */
  const values = (): Readonly<Record<string, unknown>> => ({
    ...activityBody(own.ids.estate, { topics: [topic('丙')] }),
    name: '改名',
    addr: '文三路2号',
    provincecode: '',
    period: '一期',
    building: '1栋',
    unit: '1单元',
    room: '301',
    zone: '',
    floor: '',
    areasize: 90,
    personname: '王五',
    mobileno: '13700005678',
    idno: '',
    modifytime: '',
    reason: '更正',
    approvalcomment: '同意',
    creater: '王五',
    afterdata: { areasize: 91, personname: '王五', mobileno: '13700005678', idno: '' },
    personidpics: [],
    propertyidpics: [],
    pics: [],
    pageNo: 1,
    pageSize: 10,
    condition: '',
    location: '',
    status: '',
    sort: '',
    counts: '',
    category: '',
    votesource: 2,
    notifytime: '2026-05-01 08:00:00',
    notifystatus: 'all',
    xpath: '',
    xPath: '一期▶▶1栋',
    expectedcount: 1,
    paperstates: [1],
    deliverer: '张',
    markedcode: 'Z-1',
    markedcodes: [],
    codes: own.papers,
    code: own.papers[0],
    records: recordsOf(own.topics, '1'),
    votername: '王五',
    agentname: '孙八',
    agentphone: '13700005678',
    agentidno: '',
    votetopicids: [],
    validuntil: null,
    kind: 'property',
    findingid: 'x',
    findingids: ['x'],
    mapping: '',
    number: 1,
    decision: 1,
    digits: '35264113526441623514',
    answer: 1,
    way: 1,
    mode: 2,
    risk: 5,
    items: [{ votetopicid: own.topics[0]?.votetopicid }],
    batchid: 'b',
    source: 'a.pdf',
    sourcepage: '1',
    page: 1,
    part: 'page',
    replacedcode: '',
    enddate: '2026-06-30 12:00:00',
    secondentry: 1,
    state: 1,
    from: '2026-05-01 08:00:00',
    to: '2026-05-01 09:00:00',
    margin: 10,
    by: '',
    plan: 'votes',
    jobid: '',
    edition: '',
    purpose: '',
    only: 'unvoted',
    dryrun: '',
    title: '标题',
    remark: '',
    voted: 'refuse',
    stub: 2,
    receipt: 2,
    recordstatus: '',
  })
  /** Additional input of individual endpoints. */
  const more: Partial<Record<EndpointName, Readonly<Record<string, unknown>>>> = {
    'evidence.bundle': { edition: 'owners' },
    'reading.settle': { records: [] },
    'reading.pages': { waiting: '' },
    'reading.papers': { state: '' },
    'result.notVoted': { state: '', sort: 'place' },
    'result.notVotedSheet': { state: '', sort: 'place' },
    'result.receipt': { identity: 1 },
    'document.make': { kind: 'notice' },
    'todo.settle': { kind: 'notice', state: 1 },
    'ballot.unmergedOwners': { kind: 'same' },
    'ballot.exportUnmerged': { kind: 'same' },
    'reading.enter': { kind: 1 },
    'paper.takeBack': { status: 1 },
    'paper.list': { status: 'all' },
    'contact.save': { way: 2, result: 3 },
    'publication.save': { kind: 2, datefrom: '2026-05-01', dateto: '2026-05-08', places: '公告栏' },
    'objection.save': { kind: 2, name: '张三', text: '我投的是反对' },
    'objection.decide': { decision: 1 },
    'estateRules.save': rulesDraft(''),
    'contact.remind': { purpose: '提醒投票' },
    'route.get': { by: 'units' },
    'route.print': { by: 'units' },
    'route.sheet': { by: 'units' },
  }
  const uploads: Partial<Record<EndpointName, () => Promise<Uint8Array>>> = {
    'property.import': () => propertyWorkbook(2),
    'reading.page': () => Promise.resolve(pngBytes),
  }

  /** Calls an endpoint with `ids` in its declared fields. */
  async function call(client: Client, name: EndpointName, ids: (field: string, kind: IdKind) => string): Promise<Envelope> {
    const { method, path, params, query, body, file }: Endpoint = endpoints[name]
    const kinds = kindsOf(endpoints[name])
    const valueOf = (field: string, wire: string): unknown => {
      const kind = kinds[field]
      if (kind !== undefined) return /ids$/i.test(field) && method === 'POST' ? [ids(field, kind)] : ids(field, kind)
      if (wire === 'owners') return [{ mainrightballotid: ids('ballotId', 'ballot'), ballotids: [ids('mergedIds', 'ballot')] }]
      if (wire === 'papers') return [{ code: own.papers[0], readingid: ids('readingId', 'reading') }]
      if (name === 'objection.decide' && wire === 'corrections') return [{ ballotid: ids('ballotId', 'ballot'), kind: 'void' }]
      if (wire === 'merges') return [{ mainrightballotid: ids('ballotId', 'ballot'), activitypropertyids: [ids('rosterPropertyIds', 'rosterProperty')] }]
      return more[name]?.[wire] ?? values()[wire]
    }
    const part = (schema: unknown) =>
      Object.fromEntries(fieldsOf(schema).flatMap(([field, wire]) => (valueOf(field, wire) === undefined ? [] : [[wire, valueOf(field, wire)]])))
    const url = Object.entries(part(params)).reduce((text, [key, value]) => text.replace(`:${key}`, String(value)), path as string)
    if (file) {
      const bytes = await (uploads[name]?.() ?? workbookOf([['楼栋'], ['1栋']]))
      return client.upload(url, { field: file.field, name: file.field === 'file' ? 'a.png' : 'a.xlsx', bytes }, part(body) as Record<string, string>)
    }
    const asked = Object.fromEntries(Object.entries(part(query)).map(([key, value]) => [key, String(value)]))
    const response = await server.app.inject({
      method,
      url: `/api${url}`,
      query: asked,
      headers: { ...APP_HEADERS, 'x-auth-id': client.token },
      ...(method === 'POST' ? { payload: part(body) as Record<string, unknown> } : {}),
    })
    return String(response.headers['content-type']).startsWith('application/json')
      ? response.json()
      : { code: 200, message: 'success', data: response.rawPayload.length }
  }

  it('gets the same answer for ids of hidden estates as for unknown ids, from every endpoint', async () => {
    const others: string[] = []
    for (const [name, endpoint] of confinable) {
      for (const [field, kind] of Object.entries(kindsOf(endpoint))) {
        const isSubject = name.startsWith('checkup.')
        const idsBeside = (chosen: string) => (each: string, of: IdKind) =>
          each === field ? chosen : isSubject ? '' : own.ids[of === 'revealed' ? 'property' : of]
        const foreignId = foreign.ids[kind === 'revealed' ? 'property' : kind]
        const [met, unknown] = [await call(confined, name, idsBeside(foreignId)), await call(confined, name, idsBeside(newId()))]
        expect({ name, field, ...met }).toEqual({ name, field, ...unknown })
        if (met.code !== 404) others.push(`${name} ${field} ${met.code}`)
      }
    }
    // These skip missing ids or check something else first, alike for foreign and unknown ids.
    expect(others).toEqual([
      'activity.update estateId 403',
      'activity.update rulesId 403',
      'todo.list activityIds 200',
      'ballot.undoMerge rosterPropertyIds 409',
      'proxy.list ballotId 200',
      'publication.standing activityIds 200',
      'voting.mark voteActivityId 409',
      'voting.mark propertyId 409',
      'voting.cast voteActivityId 402',
      'voting.tally voteActivityId 409',
      'voting.tally proxyId 409',
      'voting.tally ballotIds 409',
      'voting.unmark voteActivityId 409',
      'voting.overview activityIds 200',
      'reading.confirm readingId 409',
      'objection.decide ballotId 409',
      'audit.checkpoints activityId 200',
    ])
  }, 120_000)

  /** Replaces random ids, codes and journal numbers, so that answers can be compared. */
  function plain(data: unknown): unknown {
    const seen = new Map<string, string>()
    const text = JSON.stringify(data, (key, value: unknown) => (key === 'number' ? 0 : value))
    return JSON.parse(
      text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => seen.get(id) ?? (seen.set(id, `id ${seen.size}`), `id ${seen.size - 1}`)),
    )
  }
  async function cellsOf(client: Client, path: string): Promise<string[]> {
    const book = new ExcelJS.Workbook()
    const { rawPayload } = await client.raw(path)
    await book.xlsx.load(rawPayload as unknown as ExcelJS.Buffer)
    const cells: string[] = []
    book.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell.text))))
    return cells
  }

  it('sees in every list what a server with only its estates would show', async () => {
    const alone = await startServer(engine)
    try {
      const only = await alone.member('admin_1')
      await confirm(only)
      const world = await makeEstateWorld(alone, only, '甲苑')
      const all = await alone.member('manager_1')
      const listed = confinable.filter(([, { scope }]) => scope === 'listed').map(([name]) => name)
      const exported = listed.filter((name) => endpoints[name].response === 'binary')
      expect(exported).toEqual(['estate.export', 'activity.export', 'propertyChange.export'])
      for (const name of listed) {
        if (exported.includes(name)) {
          expect(await cellsOf(confined, endpoints[name].path)).toEqual(await cellsOf(all, endpoints[name].path))
          continue
        }
        const [met, there] = [await confined.get(endpoints[name].path), await all.get(endpoints[name].path)]
        expect({ name, met: plain(good(met)) }).toEqual({ name, met: plain(good(there)) })
      }
      expect(good(await confined.get('/vtestate/list')).totalCount).toBe(1)
      expect(good(await admin.get('/vtestate/list')).totalCount).toBeGreaterThan(1)
      expect(good(await confined.get('/votedef/list', { name: '电梯' })).totalCount).toBe(1)
      // Lists of ids skip unknown ones.
      const voteActivityIds = [own.ids.activity, foreign.ids.activity].join(',')
      expect(good(await confined.get('/vote/overview', { voteActivityIds })).map((each: { voteactivityid: string }) => each.voteactivityid)).toEqual([
        own.ids.activity,
      ])
      expect(good(await all.get('/vote/overview', { voteActivityIds: world.ids.activity }))).toHaveLength(1)
    } finally {
      await alone.close()
    }
  }, 120_000)

  it('is refused a whole batch that names one hidden id, and the files of a hidden estate', async () => {
    expect(await confined.get('/vtpropertyinfo/delete', { ids: [own.ids.property, foreign.ids.property].join(',') })).toMatchObject({ code: 404 })
    expect(good(await confined.get('/vtpropertyinfo/list', { estateId: own.ids.estate })).totalCount).toBe(7)
    const roster = await rosterOf(server, own.ids.activity)
    const { rosterPropertyId } = propertyNamed(roster, '1-202')
    const deliver = (path: string) =>
      confined.post('/vote/savenotify', {
        activitypropertyid: rosterPropertyId,
        votesource: 2,
        notifytime: '2026-05-01 08:00:00',
        pics: [{ resourcepath: path }],
      })
    expect(await deliver(`/file/${foreign.ids.file}`)).toMatchObject({ code: 400, message: '图片不存在，请重新上传' })
    expect([(await confined.raw(`/file/${own.ids.file}`)).statusCode, (await confined.get(`/file/${foreign.ids.page}`)).code]).toEqual([200, 404])
    const path: string = good(await confined.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes }))
    expect(await deliver(path)).toMatchObject({ code: 200 })
  })

  describe('scope administration', () => {
    const accountOf = async (userid: string) =>
      good(await admin.get('/account/list', { pageSize: 100 })).datas.find((each: { userid: string }) => each.userid === userid)

    it('confines an account to existing estates, after the password', async () => {
      const client = await server.member('clerk_1', 'clerk')
      const userid = await idOf(client)
      expect(await accountOf(userid)).toMatchObject({ estateids: null })
      const other = await server.member('admin_2', 'admin')
      expect(await other.post('/account/setestates', { userid, estateids: [] })).toMatchObject({ code: 445 })
      expect(await confined.post('/account/setestates', { userid, estateids: null })).toMatchObject({ code: 403 })
      expect(await admin.post('/account/setestates', { userid, estateids: [own.ids.estate, 'nothing'] })).toMatchObject({ code: 404, message: '小区不存在' })
      expect(await admin.post('/account/setestates', { userid: 'nobody', estateids: [] })).toMatchObject({ code: 404, message: '用户不存在' })
      expect(await admin.post('/account/setestates', { userid, estateids: 'x' })).toMatchObject({ code: 400 })
      await setEstates(admin, userid, [])
      expect(await accountOf(userid)).toMatchObject({ estateids: [] })
      expect(good(await client.get('/vtestate/getallestates'))).toEqual([])
      expect(await client.get('/votedef/get', { id: own.ids.activity })).toMatchObject({ code: 404, message: '投票活动不存在' })
      await setEstates(admin, userid, null)
      expect(await client.get('/votedef/get', { id: own.ids.activity })).toMatchObject({ code: 200 })
      const entries = await entriesOf(admin, { action: 'account.setEstates', subject: userid })
      expect(entries.map(({ before, after }) => [before.estateScope, after.estateScope])).toEqual([
        ['无', '全部小区'],
        ['全部小区', '无'],
      ])
      expect(entries[1]).toMatchObject({ kind: 'change', after: { estateIds: [], username: 'clerk_1' } })
    })

    it('keeps one of two simultaneous scope changes, with an entry of each', async () => {
      const userid = await idOf(await server.member('clerk_at_once', 'clerk'))
      const other = await server.member('admin_at_once', 'admin')
      await confirm(other)
      await Promise.all([setEstates(admin, userid, [own.ids.estate]), setEstates(other, userid, [])])
      const entries = await entriesOf(admin, { action: 'account.setEstates', subject: userid })
      expect(entries).toHaveLength(2)
      expect((await accountOf(userid)).estateids).toEqual(entries[0]?.after.estateIds)
    })

    it('an administrator is never confined; a scope can be set on creation and on approval', async () => {
      const adminId = await idOf(admin)
      await setEstates(admin, adminId, [own.ids.estate])
      expect(await accountOf(adminId)).toMatchObject({ estateids: null })
      expect(await admin.get('/votedef/get', { id: foreign.ids.activity })).toMatchObject({ code: 200 })
      const draft = { username: 'made_1', nickName: '', phone: '13812345678', role: 'clerk', password: PASSWORD, estateids: [own.ids.estate] }
      const { userid } = good(await admin.post('/account/create', draft))
      expect(await accountOf(userid)).toMatchObject({ estateids: [own.ids.estate] })
      expect(await admin.post('/account/create', { ...draft, username: 'made_2', estateids: ['nothing'] })).toMatchObject({ code: 404 })
      const raised = await admin.post('/account/setrole', { userid, role: 'admin' })
      expect([raised.code, (await accountOf(userid)).estateids]).toEqual([200, null])
    })

    it('detects an account’s scope that the journal does not have', async () => {
      await server.database.write((tx) => tx.updateTable('user').set({ estate_ids: null }).where('username', '=', 'manager_1').execute())
      const { replay } = good(await admin.get('/audit/verify'))
      expect(JSON.stringify(replay)).toContain('estateScope')
      await server.database.write((tx) =>
        tx
          .updateTable('user')
          .set({ estate_ids: JSON.stringify([own.ids.estate]) })
          .where('username', '=', 'manager_1')
          .execute(),
      )
      expect(JSON.stringify(good(await admin.get('/audit/verify')).replay)).not.toContain('estateScope')
    })
  })

  it('includes an estate that the account creates, and drops a deleted one without becoming unlimited', async () => {
    const { estateid } = good(await confined.post('/vtestate/save', { name: '丙苑', addr: '文三路3号' }))
    const estateIds = async () => good(await admin.get('/account/list', { name: 'manager_1' })).datas[0].estateids
    expect(await estateIds()).toEqual([own.ids.estate, estateid])
    expect(good(await confined.get('/vtestate/list')).totalCount).toBe(2)
    expect(await confined.get('/vtestate/delete', { ids: `${estateid},${foreign.ids.estate}` })).toMatchObject({ code: 404 })
    good(await confined.get('/vtestate/delete', { ids: estateid }))
    expect(await estateIds()).toEqual([own.ids.estate])
    const { estateId } = await makeEstate(admin, [], '丁苑')
    const client = await server.member('viewer_1', 'viewer')
    const userid = await idOf(client)
    await setEstates(admin, userid, [estateId])
    good(await admin.get('/vtestate/delete', { ids: estateId }))
    expect(good(await admin.get('/account/list', { name: 'viewer_1' })).datas[0].estateids).toEqual([])
    expect(good(await client.get('/vtestate/getallestates'))).toEqual([])
  })

  it('is checked again at the time of writing', async () => {
    const client = await server.member('clerk_2', 'clerk')
    const userid = await idOf(client)
    const confineFirst = (estateids: readonly string[] | null) => {
      const { write } = server.database
      vi.spyOn(server.database, 'write').mockImplementationOnce(async (job, options) => {
        await setEstates(admin, userid, estateids)
        return write(job, options)
      })
    }
    const row = propertyNamed(await rosterOf(server, foreign.ids.activity), '1-202')
    const deliveries = async () => good(await admin.get('/vote/getnofityrecords', { activitypropertyid: row.rosterPropertyId })).length
    const before = await deliveries()
    confineFirst([own.ids.estate])
    expect(await askDeliver(client, row)).toMatchObject({ code: 404 })
    expect(await deliveries()).toBe(before)
    await setEstates(admin, userid, null)
    confineFirst([own.ids.estate])
    expect(await client.get('/vtestate/export')).toMatchObject({ code: 409, message: '你的小区范围刚被管理员修改，请刷新后重试' })
    await setEstates(admin, userid, null)
    confineFirst([foreign.ids.estate])
    expect(await askDeliver(client, row)).toMatchObject({ code: 200 })
  })

  it('hides the account’s own jobs and refused files of an estate that it has lost', async () => {
    const manager = await server.member('manager_2')
    const userid = await idOf(manager)
    const file = { field: 'uploadfile', name: '房产.xlsx', bytes: await propertyWorkbook(3) }
    await manager.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId: foreign.ids.estate, jobid: 'job-1', dryrun: '1' })
    const stage = async () => good(await manager.get('/job/progress', { jobid: 'job-1' })).stage
    expect(await stage()).not.toBe('waiting')
    await setEstates(admin, userid, [own.ids.estate])
    expect(await stage()).toBe('waiting')
    expect(await manager.get('/job/markedworkbook', { jobid: 'job-1' })).toMatchObject({ code: 404 })
    await setEstates(admin, userid, null)
    expect(await stage()).not.toBe('waiting')
  })

  it('does not count as another approver of hidden estates, and takes over nothing that it cannot see', async () => {
    const clerkOfBoth = await server.member('manager_3')
    const property = foreign.ids.property
    const afterdata = { areasize: 95, personname: '王五', mobileno: '13700005678', idno: '' }
    const handIn = async (propertyid: string) =>
      good(await clerkOfBoth.post('/votedef/savepropertychange', { propertyid, creater: '王五', afterdata })).id as string
    const { datas } = good(await admin.get('/account/list', { pageSize: 100 }))
    const others = (datas as { userid: string; username: string }[]).filter(({ username }) => username !== 'manager_3' && username !== 'manager_1')
    // All other possible approvers are disabled, except the administrator, who can see it.
    for (const { userid, username } of others) if (username !== 'admin_1') await admin.post('/account/setdisabled', { userid, disabled: true })
    const id = await handIn(property)
    expect(await clerkOfBoth.post('/votedef/approvechangeproperty', { id, approvalcomment: '' })).toMatchObject({ code: 409 })
    await server.database.write((tx) => tx.updateTable('user').set({ status: 2 }).where('username', '=', 'admin_1').execute())
    expect(await clerkOfBoth.post('/votedef/approvechangeproperty', { id, approvalcomment: '' })).toMatchObject({ code: 200 })
    const seen = await handIn(own.ids.property)
    expect(await clerkOfBoth.post('/votedef/approvechangeproperty', { id: seen, approvalcomment: '' })).toMatchObject({ code: 409 })
    await server.database.write((tx) => tx.updateTable('user').set({ status: 1 }).where('username', '=', 'admin_1').execute())
    await confirm(admin)
    expect(await admin.post('/votedef/handover', { id: foreign.ids.activity, userid: confinedId })).toMatchObject({ code: 402 })
    expect(await admin.post('/votedef/handover', { id: own.ids.activity, userid: confinedId })).toMatchObject({ code: 200 })
  })
})
