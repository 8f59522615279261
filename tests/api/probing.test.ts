import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { retryPolicyOf, type Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../src/shared/contract/index.ts'
import { askEntrust, good, makeActivity, makeEstate, propertyNamed, rosterOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases, whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport } from '../support/reports.ts'
import { serverForAll, type Client, type Envelope } from '../support/server.ts'

const phone = '13912340063'
const idNumber = '11010119900101123X'
const TOO_MANY = /^按完整号码查找未找到的次数过多，请\d+分钟后再试；可按房号、姓名或号码后四位查找$/

/** Searches of which the first word matches somebody and the second nobody; telling them apart reveals part of the number. */
const pairs = {
  parts: [
    ['2340', '2349'],
    ['13912340', '13912349'],
    ['9123400', '9123409'],
    ['1391234006', '1391234009'],
    ['01123X', '011239'],
    ['11010119900101123', '11010119900101129'],
    ['0101199001', '0101199009'],
  ],
  wholes: [
    [phone, '13912340069'],
    ['139 1234 0063', '139 1234 0069'],
    [idNumber, '110101199001011239'],
    [`${phone} 张三`, '13912340069 张三'],
  ],
} as const

/** The wire names of an object's fields, behind codecs. */
function fieldsOf(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return fieldsOf(def.in)
  return def.type === 'object' ? Object.keys(def.shape) : []
}

onBothDatabases('a masked number', (engine) => {
  const server = serverForAll(engine)
  const people = {} as Record<'viewer' | 'clerk' | 'manager', Client>
  let base: Record<string, string | number>
  beforeAll(async () => {
    const admin = await server.member('admin_1')
    for (const role of ['viewer', 'clerk', 'manager'] as const) people[role] = await server.member(`${role}_1`, role)
    const { estateId } = await makeEstate(admin, [
      ['1-101', '张三', 100, { phone, idNumber }],
      ['1-201', '李四', 90, { phone: '13700001111' }],
    ])
    const { activityId } = await makeActivity(admin, estateId)
    const at = propertyNamed(await rosterOf(server, activityId), '1-101')
    await takeSteps(admin, activityId, 'start')
    good(await admin.post('/paper/issue', { voteactivityid: activityId, ballotids: [at.ballotId] }))
    good(await askEntrust(admin, activityId, at, { agentname: '张三', agentphone: phone, agentidno: idNumber }))
    const afterdata = { areasize: 101, personname: '张三', mobileno: phone, idno: idNumber }
    good(await admin.post('/votedef/savepropertychange', { propertyid: at.propertyId, creater: '张三', afterdata, personidpics: [], propertyidpics: [] }))
    const ofActivity = { voteactivityid: activityId, voteActivityId: activityId, activityid: activityId }
    const delivery = { expectedcount: 99, votesource: 2, notifytime: '2026-05-01 08:30:00' }
    base = { ...ofActivity, ...delivery, estateId, estateid: estateId, xpath: '', xPath: '', activitypropertyid: at.rosterPropertyId, pageSize: 10 }
  })

  /** Every field of every read call, and of calls that act on what they find. */
  const asked = (Object.entries(endpoints) as [string, Endpoint][])
    .filter(([name, { access, response }]) => (access === 'viewer' || access === 'clerk') && response !== 'stream' && !/^(?:account|job|file)\./.test(name))
    .filter(([name, endpoint]) => retryPolicyOf(endpoint) === 'ask' || name === 'notification.saveMany')
    .flatMap(([name, endpoint]) => {
      const fields = [...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body)]
      return fields.map((field) => ({ name, field, endpoint, fields }))
    })
    .filter(({ field }) => !/^(?:pageNo|pageSize|sort|purpose|jobid|expectedcount)$/.test(field))

  /** What a caller sees of a search: the answer, or for a workbook its number of matches. */
  async function seen(client: Client, { field, endpoint, fields }: (typeof asked)[number], word: string): Promise<string> {
    const known = Object.fromEntries(Object.entries(base).filter(([name]) => fields.includes(name)))
    if (endpoint.response === 'binary') {
      const query = new URLSearchParams({ ...(known as Record<string, string>), [field]: word })
      const { rawPayload, headers, body } = await client.raw(`${endpoint.path}?${query.toString()}`)
      if (String(headers['content-type']).includes('json')) return body
      return (await readReport(rawPayload)).worksheets[0]?.getCell('A2').text.replaceAll(word, '') ?? ''
    }
    const answer: Envelope =
      endpoint.method === 'GET' ? await client.get(endpoint.path, { ...known, [field]: word }) : await client.post(endpoint.path, { ...known, [field]: word })
    return JSON.stringify(answer)
  }
  const tellsApart = async (client: Client, call: (typeof asked)[number], [right, wrong]: readonly string[]) =>
    (await seen(client, call, right ?? '')) !== (await seen(client, call, wrong ?? ''))

  it('is searchable by managers in these fields, and cannot be guessed by parts by anyone below', async () => {
    const searching: string[] = []
    for (const call of asked) {
      // What reveals nothing to a manager reveals nothing to anybody.
      if (!(await tellsApart(people.manager, call, pairs.parts[0]))) continue
      searching.push(`${call.name} ${call.field}`)
      for (const role of ['viewer', 'clerk'] as const) {
        for (const pair of pairs.parts.slice(call.endpoint.response === 'binary' ? -1 : 0)) {
          expect([role, call.name, call.field, pair, await tellsApart(people[role], call, pair)]).toEqual([role, call.name, call.field, pair, false])
        }
      }
    }
    expect(searching.toSorted()).toEqual(
      [
        'notification.counts name',
        'notification.export name',
        'notification.list name',
        'notification.saveMany name',
        'paper.list condition',
        'property.export condition',
        'property.list condition',
        'property.totals condition',
        'propertyChange.export condition',
        'propertyChange.list condition',
        'proxy.list condition',
        'voting.findVoters condition',
      ].toSorted(),
    )
  }, 120_000)

  it('is found by clerks by the whole number, and by viewers by its last four only', async () => {
    const ofList = asked.filter(({ name, field }) =>
      ['property.list condition', 'propertyChange.list condition', 'proxy.list condition'].includes(`${name} ${field}`),
    )
    expect(ofList).toHaveLength(3)
    for (const call of ofList) {
      for (const pair of pairs.wholes) {
        expect([call.name, pair, await tellsApart(people.viewer, call, pair)]).toEqual([call.name, pair, false])
        if (call.name === 'property.list') expect([pair, await tellsApart(people.clerk, call, pair)]).toEqual([pair, true])
      }
      for (const role of ['viewer', 'clerk'] as const) {
        for (const pair of [
          ['0063', '0069'],
          ['123X', '1239'],
        ])
          expect([role, call.name, pair, await tellsApart(people[role], call, pair)]).toEqual([role, call.name, pair, true])
      }
    }
  })

  it('cannot be reconstructed by a viewer digit by digit from either end', async () => {
    const finds = async (condition: string): Promise<boolean> =>
      good(await people.viewer.get('/vtpropertyinfo/list', { estateId: base.estateId ?? '', condition })).totalCount > 0
    for (const number of [phone, idNumber]) {
      for (let length = 4; length <= number.length; length++) {
        const known = [number.slice(0, length), number.slice(-length)]
        for (const word of known) expect([word, await finds(word)]).toEqual([word, length === 4 && word === number.slice(-4)])
      }
    }
  })
})

whereDatabasesDiffer('a clerk who looks for whole numbers', (engine) => {
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  let estateId: string
  const owners = Array.from({ length: 300 }, (_, index) => `1390000${String(index).padStart(4, '0')}`)
  beforeAll(async () => {
    admin = await server.member('admin_1')
    estateId = (
      await makeEstate(
        admin,
        owners.map((each, index) => [`1-${String(index + 1).padStart(4, '0')}`, `业主${index}`, 100, { phone: each }] as const),
      )
    ).estateId
  })

  const search = (client: Client, condition: string) => client.get('/vtpropertyinfo/list', { estateId, condition })
  const missed = (index: number): string => `1391111${String(index).padStart(4, '0')}`
  async function miss(client: Client, count: number, from = 0): Promise<void> {
    for (let index = from; index < from + count; index++) expect(good(await search(client, missed(index))).totalCount).toBe(0)
  }
  const probing = async (username: string) => entriesOf(admin, { action: 'privacy.probing', kind: 'security', username })

  it('allows searches for 300 owners an hour with some misses', async () => {
    const clerk = await server.member('clerk_1', 'clerk')
    for (const [index, owner] of owners.entries()) {
      expect(good(await search(clerk, owner)).totalCount).toBe(1)
      if (index % 6 === 0) await miss(clerk, 1, index)
    }
    expect(await search(clerk, `${owners[0] ?? ''} 业主0`)).toMatchObject({ code: 200 })
  })

  it('blocks number searches after 60 misses an hour, across a restart and in every list, and no others', async () => {
    const clerk = await server.member('clerk_2', 'clerk')
    await miss(clerk, 59)
    await miss(clerk, 3) // the same words are the same misses
    expect(good(await search(clerk, owners[7] ?? '')).totalCount).toBe(1)
    await miss(clerk, 1, 59)
    const stopped = async (client: Client) => {
      for (const word of [owners[7] ?? '', missed(60), '110101199001011234', '01011990010112345X', `业主7 ${owners[7] ?? ''}`]) {
        expect(await search(client, word)).toMatchObject({ code: 429, message: expect.stringMatching(TOO_MANY) })
      }
      expect(await client.get('/votedef/getpropertychangelist', { condition: missed(1) })).toMatchObject({ code: 429 })
      expect((await client.raw(`/vtpropertyinfo/export?estateId=${estateId}&condition=${missed(1)}`)).json()).toMatchObject({ code: 429 })
      for (const word of ['1-0008', '业主7', '0007']) expect(good(await search(client, word)).totalCount).toBeGreaterThan(0)
    }
    await stopped(clerk)
    await server.restart()
    admin = server.client(admin.token)
    await stopped(server.client(clerk.token))
    expect(await search(await server.member('clerk_3', 'clerk'), missed(60))).toMatchObject({ code: 200 })

    server.clock.time += 60 * 60_000
    await miss(server.client(clerk.token), 60)
    server.clock.time += 60 * 60_000
    await miss(server.client(clerk.token), 60)
    server.clock.time += 60 * 60_000
    await miss(server.client(clerk.token), 20)
    server.clock.time += 60 * 60_000
    const answer = await search(server.client(clerk.token), missed(0))
    expect(answer).toMatchObject({ code: 429, message: expect.stringMatching(TOO_MANY) })
    expect(Number(/请(\d+)分钟/.exec(answer.message)?.[1])).toBe(20 * 60)
  })

  it('journals twenty misses within ten minutes, without the numbers', async () => {
    const clerk = await server.member('clerk_4', 'clerk')
    await miss(clerk, 10)
    server.clock.time += 10 * 60_000
    await miss(clerk, 19, 10)
    expect(await probing('clerk_4')).toEqual([])
    await miss(clerk, 1, 29)
    const entries = await probing('clerk_4')
    expect(entries).toMatchObject([{ username: 'clerk_4', after: { username: 'clerk_4', count: 20 } }])
    expect(JSON.stringify(entries)).not.toContain('1391111')
    server.clock.time += 60_000
    await miss(clerk, 19, 30)
    expect(await probing('clerk_4')).toHaveLength(1)
    await miss(clerk, 1, 49)
    expect(await probing('clerk_4')).toHaveLength(2)
  })

  it('allows no more misses with many concurrent searches', async () => {
    const clerk = await server.member('clerk_5', 'clerk')
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => search(clerk, missed(index))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(60)
  })

  it('counts misses of exports and pickers too, and none of managers', async () => {
    const clerk = await server.member('clerk_6', 'clerk')
    for (let index = 0; index < 60; index++) {
      const path = index % 2 === 0 ? `/vtpropertyinfo/totals?estateId=${estateId}` : '/votedef/getpropertychangelist?'
      expect((await clerk.raw(`${path}&condition=${missed(index)}`)).json()).toMatchObject({ code: 200 })
    }
    expect(await search(clerk, missed(60))).toMatchObject({ code: 429 })
    const manager = await server.member('manager_1')
    await miss(manager, 61)
  })
})
