import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { retryPolicyOf, type Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { answerMask } from '../../src/shared/contract/personal.ts'
import {
  askDeliver,
  askEntrust,
  askMark,
  askObject,
  askVote,
  good,
  makeActivity,
  makeEstate,
  propertyNamed,
  rosterOf,
  takeSteps,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'

/** Whole and masked. */
const phone = ['13912340063', '139****0063'] as const
const idNumber = ['110101199001011234', '110***********1234'] as const
const newPhone = ['13700005678', '137****5678'] as const
const passport = ['E12345678', 'E1*****78'] as const

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: phone[0], idNumber: idNumber[0] }],
  ['1-102', '张三', 80, { phone: phone[0], idNumber: idNumber[0] }],
  ['1-201', '李四', 90, { phone: '11111111111' }],
]

onBothDatabases('personal data', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const people = {} as Record<'viewer' | 'clerk' | 'manager', Client>
  let world: { estateId: string; activityId: string; propertyId: string; rosterPropertyId: string; ballotId: string; recordId: string; sampleId: string }
  beforeAll(async () => {
    for (const role of ['viewer', 'clerk', 'manager'] as const) people[role] = await server.member(`${role}_1`, role)
    const { estateId } = await makeEstate(admin, properties)
    const activity = await makeActivity(admin, estateId)
    const roster = await rosterOf(server, activity.activityId)
    const [first, second] = [propertyNamed(roster, '1-101'), propertyNamed(roster, '1-102')]
    await takeSteps(admin, activity.activityId, 'start')
    good(await askDeliver(admin, first))
    const [recordId] = good(await askVote(admin, activity, [first], '1')).recordids
    good(await askMark(admin, activity.activityId, second, 'A1'))
    const picture: string = good(await admin.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes }))
    const afterdata = { areasize: 100, personname: '张三', mobileno: newPhone[0], idno: passport[0] }
    const pictures = { personidpics: [picture], propertyidpics: [picture] }
    good(await admin.post('/votedef/savepropertychange', { propertyid: first.propertyId, creater: '张三', afterdata, ...pictures }))
    const { activityId } = activity
    good(await askEntrust(admin, activityId, second, { agentphone: phone[0], agentidno: idNumber[0] }))
    good(await askObject(admin, activity, { phone: phone[0] }))
    const sampleId = await drawnSample()
    world = { estateId, activityId, propertyId: first.propertyId, rosterPropertyId: first.rosterPropertyId, ballotId: first.ballotId, recordId, sampleId }
  })

  /** A sample that has drawn votes of the same owners, in another estate. */
  async function drawnSample(): Promise<string> {
    const { estateId } = await makeEstate(admin, properties, '抽样小区')
    const activity = await makeActivity(admin, estateId)
    const roster = await rosterOf(server, activity.activityId)
    await takeSteps(admin, activity.activityId, 'start')
    for (const [name] of properties) good(await askVote(admin, activity, [propertyNamed(roster, name)], '1'))
    await takeSteps(admin, activity.activityId, 'startTally')
    const items = activity.topics.map(({ votetopicid }) => ({ votetopicid }))
    const { sampleid } = good(await admin.post('/sample/open', { voteactivityid: activity.activityId, mode: 2, risk: 5, items }))
    good(await admin.post('/sample/seed', { sampleid, digits: '35264113526441623514' }))
    return sampleid as string
  }

  const inActivity = () => ({ voteactivityid: world.activityId })
  /** How to request each answer with personal data, and what it contains. */
  const asked: Partial<Record<EndpointName, readonly [ask: (client: Client) => ReturnType<Client['get']>, ...shown: (readonly [string, string])[]]>> = {
    'property.list': [(client) => client.get('/vtpropertyinfo/list', { estateId: world.estateId }), phone, idNumber],
    'ballot.property': [(client) => client.get('/votedef/getactivityproperty', { activitypropertyid: world.rosterPropertyId }), phone, idNumber],
    'ballot.unmergedOwners': [(client) => client.get('/votedef/getunmergedowners', inActivity()), phone, idNumber],
    'ballot.ownerWithProperties': [(client) => client.get('/voteperson/getpersonwithproperty', { id: world.propertyId }), phone, idNumber],
    'voting.detail': [(client) => client.get('/vote/detail', { voteActivityId: world.activityId, recordid: world.recordId }), phone],
    'voting.history': [(client) => client.get('/votedef/getrepeatvote', { voteActivityId: world.activityId, ballotId: world.ballotId }), phone],
    'voting.findVoters': [(client) => client.get('/vote/queryvotersbycondition', { ...inActivity(), location: '', condition: '张三' }), phone, idNumber],
    'voting.votersOfProperty': [(client) => client.get('/vote/queryVotersByPropertyId', { ...inActivity(), propertyid: world.propertyId }), phone, idNumber],
    'voting.votersByMarkedCode': [(client) => client.get('/vote/queryvotersbymarkedcode', { ...inActivity(), markedcode: 'A1' }), phone, idNumber],
    'notification.list': [(client) => client.post('/vote/getnofitypropertieslist', inActivity()), phone],
    'notification.records': [(client) => client.get('/vote/getnofityrecords', { activitypropertyid: world.rosterPropertyId }), phone],
    'objection.list': [(client) => client.get('/objection/list', inActivity()), phone],
    'proxy.list': [(client) => client.get('/proxy/list', inActivity()), phone, idNumber],
    'propertyChange.list': [(client) => client.get('/votedef/getpropertychangelist'), phone, newPhone, idNumber, passport],
    'result.notVoted': [(client) => client.get('/vote/notvotedlist', { voteActivityId: world.activityId }), phone],
  }

  it('every answer with personal data is listed below', () => {
    const withPersonalData = Object.entries<Endpoint>(endpoints)
      .filter(([, { response, access }]) => access !== 'admin' && access !== 'manager' && typeof response !== 'string' && answerMask(response) !== null)
      .map(([name]) => name)
    expect(Object.keys(asked).toSorted()).toEqual(withPersonalData.toSorted())
  })

  it.each(Object.entries(asked))('is masked for viewers and clerks and whole for the others: %s', async (name, [ask, ...shown]) => {
    const [whole, masked] = [shown.map(([text]) => text), shown.map(([, mask]) => mask)]
    const textOf = async (client: Client) => JSON.stringify(good(await ask(client)))
    for (const role of ['viewer', 'clerk'] as const) {
      if (role === 'viewer' && endpoints[name as EndpointName].access === 'clerk') continue
      const text = await textOf(people[role])
      expect(masked.filter((each) => !text.includes(each))).toEqual([])
      expect(whole.filter((each) => text.includes(each))).toEqual([])
    }
    for (const client of [people.manager, admin]) {
      const text = await textOf(client)
      expect(whole.filter((each) => !text.includes(each))).toEqual([])
      expect(text).not.toContain('*')
    }
  })

  /** Answers of numbers only: they need a job, an end, an untampered roster, or the activity's creator. */
  const numbersAlone: readonly EndpointName[] = ['job.progress', 'result.between', 'result.statistics', 'result.corrected']
  /** The parameters of all calls combined; each uses its own. */
  const everything = () => ({
    code: 'VoteType',
    voteActivityIds: world.activityId,
    xPath: '一期▶▶1栋▶1单元',
    estateId: world.estateId,
    estateid: world.estateId,
    propertyid: world.propertyId,
    id: world.propertyId,
    voteactivityid: world.activityId,
    voteActivityId: world.activityId,
    activitypropertyid: world.rosterPropertyId,
    ballotId: world.ballotId,
    ballotid: world.ballotId,
    recordid: world.recordId,
    sampleid: world.sampleId,
    markedcode: 'A1',
    condition: '',
    name: '',
    pageNo: 1,
    pageSize: 50,
  })
  const readOpenToClerks = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([name, endpoint]) =>
      retryPolicyOf(endpoint) === 'ask' &&
      typeof endpoint.response !== 'string' &&
      endpoint.access !== 'admin' &&
      endpoint.access !== 'manager' &&
      !numbersAlone.includes(name),
  )

  it.each(readOpenToClerks)('is masked in every answer to viewers and clerks: %s', async (name, { method, path, access }) => {
    const parameters = { ...everything(), ...(name === 'activity.get' ? { id: world.activityId } : {}) }
    const query = Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)])
    for (const role of ['viewer', 'clerk'] as const) {
      if (access === 'clerk' && role === 'viewer') continue
      const answer = await (method === 'GET' ? people[role].get(path, Object.fromEntries(query)) : people[role].post(path, parameters))
      expect(answer.code, answer.message).toBe(200)
      const text = JSON.stringify(answer)
      expect([phone, newPhone, idNumber, passport].filter(([whole]) => text.includes(whole))).toEqual([])
    }
  })

  it('leaves the placeholder phone unmasked', async () => {
    const { datas } = good(await people.viewer.get('/vtpropertyinfo/list', { estateId: world.estateId, condition: '李四' }))
    expect(datas).toMatchObject([{ mobileno: '11111111111', idno: '' }])
  })

  it('hides pictures of papers from viewers and clerks entirely', async () => {
    const list = async (client: Client) => good(await client.get('/votedef/getpropertychangelist')).datas[0]
    for (const role of ['viewer', 'clerk'] as const) expect(await list(people[role])).toMatchObject({ personidpics: [], propertyidpics: [] })
    const picture = [{ resourcepath: expect.stringContaining('/file/') as string }]
    expect(await list(people.manager)).toMatchObject({ personidpics: picture, propertyidpics: picture })
  })

  /** Every export that may contain it, with its number of rows here. */
  const exports: Partial<Record<EndpointName, readonly [path: () => string, rows: number]>> = {
    'property.export': [() => `/vtpropertyinfo/export?estateId=${world.estateId}`, 3],
    'ballot.exportRoster': [() => `/votedef/exportroster?voteactivityid=${world.activityId}`, 3],
    'ballot.exportUnmerged': [() => `/votedef/exportunmergedowners?voteactivityid=${world.activityId}`, 2],
    'checkup.sheet': [() => `/roster/checkupsheet?voteactivityid=${world.activityId}`, 3],
    'notification.export': [() => `/vote/exportnotify?voteactivityid=${world.activityId}`, 3],
    'propertyChange.export': [() => '/votedef/exportpropertychanges?', 1],
    'account.export': [() => '/account/export?', 4],
    'result.notVotedSheet': [() => `/vote/notvotedsheet?voteActivityId=${world.activityId}`, 2],
    'route.sheet': [() => `/vote/routesheet?voteactivityid=${world.activityId}`, 2],
    'audit.export': [() => '/audit/export?', 0],
  }
  it('every export of personal data is listed below', () => {
    const withPurpose = Object.entries<Endpoint>(endpoints)
      .filter(([, { query }]) => query !== undefined && 'fields' in query && Object.hasOwn(query.fields as object, 'purpose'))
      .map(([name]) => name)
    // Estates and activities have no personal data; bundles and printed routes have their own tests (evidence.test.ts, route.test.ts).
    expect([...Object.keys(exports), 'estate.export', 'activity.export', 'evidence.bundle', 'route.print'].toSorted()).toEqual(withPurpose.toSorted())
  })
  it.each(Object.entries(exports))('is exported unmasked only with purpose and password, journalled with rows and SHA-256: %s', async (name, [path, rows]) => {
    const masked = await admin.raw(path())
    expect(masked.headers['content-type']).not.toContain('json')
    server.clock.time += 6 * 60_000
    expect((await admin.raw(`${path()}&purpose=x`)).json()).toMatchObject({ code: 445 })
    await confirm(admin)
    const { rawPayload, headers } = await admin.raw(`${path()}&purpose=${encodeURIComponent('归档备查')}`)
    expect(headers['content-type']).not.toContain('json')
    const [entry] = await entriesOf(admin, { action: name, kind: 'access', pageSize: 1 })
    expect(entry).toMatchObject({ username: 'admin_1', action: name, after: { purpose: '归档备查' } })
    expect(entry.after.sha256).toBe(createHash('sha256').update(rawPayload).digest('hex'))
    if (name === 'audit.export') expect(entry.after.entryCount).toBeGreaterThan(10)
    else expect(entry.after.rowCount).toBe(rows)
    // What a search for the entry shows contains no whole number.
    expect(JSON.stringify(entry)).not.toContain(phone[0])
  })

  describe('a number is searchable for clerks whole or by its last four, for viewers by the last four', () => {
    const searches: Readonly<Record<string, (client: Client, words: string) => Promise<number>>> = {
      'property.list': async (client, condition) => good(await client.get('/vtpropertyinfo/list', { estateId: world.estateId, condition })).totalCount,
      'property.totals': async (client, condition) => good(await client.get('/vtpropertyinfo/totals', { estateId: world.estateId, condition })).housecount,
      'voting.findVoters': async (client, condition) => good(await client.get('/vote/queryvotersbycondition', { ...inActivity(), condition })).length,
      'notification.list': async (client, name) => good(await client.post('/vote/getnofitypropertieslist', { ...inActivity(), name })).totalCount,
      'notification.counts': async (client, name) => good(await client.post('/vote/getnofitycounts', { ...inActivity(), name })).all.count,
      'propertyChange.list': async (client, condition) => good(await client.get('/votedef/getpropertychangelist', { condition })).totalCount,
    }
    it.each(Object.entries(searches))('in %s', async (name, count) => {
      const isOfChanges = name === 'propertyChange.list'
      const all = isOfChanges ? 1 : 2
      // The property's number and the owner's name, as usual and beside a whole phone.
      const open = [phone[0], '0063', idNumber[0], '1234', '张三', '一期 张三', `张三 ${phone[0]}`, ...(isOfChanges ? [newPhone[0], '5678', passport[0]] : [])]
      const guarded = ['2340', '13912340', '9123400', '40063', '139123400', '11010119900101123', ...(isOfChanges ? ['4567', 'e1234', '1370000567'] : [])]
      for (const role of ['viewer', 'clerk'] as const) {
        for (const words of open) {
          const isWhole = role === 'viewer' && words.split(' ').some((word) => word.length > 8)
          expect([role, words, await count(people[role], words)]).toEqual([role, words, isWhole ? 0 : all])
        }
        for (const words of guarded) expect([words, await count(people[role], words)]).toEqual([words, 0])
      }
      for (const words of [...open, ...guarded]) expect([words, await count(people.manager, words)]).toEqual([words, all])
    })

    it('the list search, across pages in either order', async () => {
      const page = async (query: Record<string, string | number>) =>
        good(await people.clerk.get('/votedef/getpropertychangelist', { condition: '0063', pageSize: 1, ...query }))
      expect((await page({ pageNo: 1 })).datas).toHaveLength(1)
      expect(await page({ pageNo: 2 })).toEqual({ datas: [], totalCount: 1 })
    })

    it('a clerk’s batch of deliveries by filter', async () => {
      const deliver = (name: string) =>
        people.clerk.post('/vote/savenotifies', { ...inActivity(), name, expectedcount: 2, votesource: 2, notifytime: '2026-05-01 08:30:00' })
      expect(await deliver('2340')).toMatchObject({ code: 409 })
      expect(good(await deliver('0063')).total).toBe(2)
    })

    it('exports by a clerk', async () => {
      const rowCount = async (client: Client, path: string) => {
        const { rawPayload } = await client.raw(path)
        return Number(/共 (\d+)/.exec((await readReport(rawPayload)).worksheets[0]?.getCell('A2').text ?? '')?.[1])
      }
      for (const path of [
        `/vtpropertyinfo/export?estateId=${world.estateId}&condition=`,
        `/vote/exportnotify?voteactivityid=${world.activityId}&name=`,
        '/votedef/exportpropertychanges?condition=',
      ]) {
        expect(await rowCount(people.clerk, `${path}2340`)).toBe(0)
        expect(await rowCount(people.clerk, `${path}0063`)).toBeGreaterThan(0)
        expect(await rowCount(people.manager, `${path}2340`)).toBeGreaterThan(0)
      }
    })
  })

  it('shows one’s own data unmasked', async () => {
    for (const client of Object.values(people)) expect(good(await client.get('/unifiedUser/get')).phone).toMatch(/^138\d{8}$/)
  })

  it('is whole in a workbook for managers and administrators only', async () => {
    const exported = async (client: Client, query: string) => {
      const { payload, headers } = await client.raw(`/vtpropertyinfo/export?estateId=${world.estateId}${query}`)
      return String(headers['content-type']).startsWith('application/json') ? (JSON.parse(payload) as { code: number; message: string }) : 'a workbook'
    }
    for (const role of ['viewer', 'clerk'] as const) {
      await confirm(people[role])
      expect(await exported(people[role], '&purpose=x')).toMatchObject({ code: 403, message: '没有权限：需要活动负责人' })
      expect(await exported(people[role], '')).toBe('a workbook')
    }
    await confirm(people.manager)
    expect(await exported(people.manager, '&purpose=x')).toBe('a workbook')
  })

  it('reports a changed number even if its mask stays the same', async () => {
    const [is, wanted, mask] = ['13500007788', '13599997788', '135****7788']
    const [property] = good(await admin.get('/vtpropertyinfo/list', { estateId: world.estateId, condition: '李四' })).datas
    const afterdata = { areasize: property.areasize, personname: '李四', mobileno: wanted, idno: '' }
    good(await admin.post('/vtpropertyinfo/update', { ...property, mobileno: is, modifytime: undefined }))
    good(await admin.post('/votedef/savepropertychange', { propertyid: property.propertyid, creater: '李四', afterdata, personidpics: [], propertyidpics: [] }))
    const [request] = good(await people.clerk.get('/votedef/getpropertychangelist')).datas
    expect(request).toMatchObject({ beforedata: { mobileno: mask }, afterdata: { mobileno: mask }, changedfields: ['phone'] })
    good(await people.manager.post('/votedef/rejectchangeproperty', { id: request.id, approvalcomment: '测试' }))
    good(await admin.post('/vtpropertyinfo/update', { ...property, modifytime: undefined }))
  })
})
