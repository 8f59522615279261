import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, isDownload, type EndpointName } from '../../src/shared/contract/index.ts'
import { propertiesOfEstateA, makeActivity, makeEstate, optionsTopic, rosterOf, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { APP_HEADERS, madeBefore, serverForAll } from '../support/server.ts'
import { atScale } from '../support/scale.ts'

const CALLS = { sqlite: atScale(20_000, 3_000), postgres: 5_000 } as const
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9))

/** mulberry32: the same seed makes the same calls. */
function createRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  return { chance: (probability: number) => next() < probability, of, below: (limit: number) => Math.floor(next() * limit) }
}

/** The wire names of a part of an endpoint, read from the contract. */
function wireNames(schema: unknown): string[] {
  const { fields, shape } = Object(schema) as { fields?: Record<string, readonly [string, unknown]>; shape?: Record<string, unknown> }
  return fields ? Object.values(fields).map(([name]) => name) : Object.keys(shape ?? {})
}

const hostile: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\u0000',
  '𠮷㼆',
  '\u202e',
  '=HYPERLINK("x")',
  'x'.repeat(101),
  'x'.repeat(70_000),
  '../../etc',
  '1,,2',
  ',',
  '一期▶▶1栋',
  '2026-02-30 00:00:00',
  '9999-01-01 00:00:00',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  4,
  [],
  {},
  [[]],
  ['a'],
  [null],
  { toString: 1 },
  [{}],
]

onBothDatabases('fuzzed calls', (engine) => {
  const server = serverForAll(engine)
  const creator = madeBefore(() => server.member('admin_1'))
  let pool: Record<string, unknown[]>
  beforeAll(async () => {
    const { estateId, propertyIds } = await makeEstate(creator, propertiesOfEstateA)
    const made = [await makeActivity(creator, estateId), await makeActivity(creator, estateId, { topics: [topic('甲'), optionsTopic('乙', ['一', '二'])] })]
    const activityIds = made.map((each) => each.activityId)
    await creator.get('/votedef/startvote', { id: activityIds[1] ?? '' })
    const rosters = [...(await rosterOf(server, activityIds[0] ?? '')).values(), ...(await rosterOf(server, activityIds[1] ?? '')).values()]
    const ballots = rosters.map((each) => each.ballotId)
    const properties = [...propertyIds.values()]
    const records = made.flatMap(({ topics }) =>
      topics.flatMap((each) =>
        each.options.length === 0
          ? [{ votetopicid: each.votetopicid, voteresult: 1 }]
          : each.options.map((option) => ({ votetopicid: each.votetopicid, voteoptionid: option.voteoptionid, voteresult: 2 })),
      ),
    )
    const either = [...properties, ...rosters.map((each) => each.rosterPropertyId)]
    // Valid values by field name, so that many calls pass validation.
    pool = {
      estateid: [estateId],
      estateId: [estateId],
      voteactivityid: activityIds,
      voteActivityId: activityIds,
      activityid: activityIds,
      id: [...activityIds, ...properties],
      ids: [...properties, properties.join(','), ...activityIds],
      propertyid: either,
      votepropertyid: properties,
      needmergepropertyid: either,
      needsplipropertyid: either,
      activitypropertyid: rosters.map((each) => each.rosterPropertyId),
      mainrightballotid: ballots,
      ballorighttid: ballots,
      ballotId: ballots,
      ballotIds: [ballots.slice(0, 2), ...ballots, ballots.join(',')],
      markedcode: ['C1', 'C2', 'C3'],
      markedcodes: ['C1', ['C1', 'C2'], 'C3,C4'],
      records: [records, records.slice(1), records.slice(0, 1), [{ ...records[0], voteresult: 4 }]],
      votetype: [1, 3, 6, '2'],
      rulebasis: ['第十条'],
      startdate: ['2026-04-30 12:00:00'],
      enddate: ['2026-06-30 12:00:00'],
      topics: [[topic('丙')], [optionsTopic('丁', ['一'])]],
      scopeNodes: [[], ['一期▶▶1栋']],
      title: ['活动'],
      name: ['张', '小区', ''],
      addr: ['路1号'],
      period: ['一期', '二期'],
      building: ['1栋', '9栋'],
      room: ['101', '909'],
      unit: ['', '1单元'],
      areasize: [89.5, '100'],
      personname: ['张三', '赵六/钱七'],
      mobileno: ['13800138000', '11111111111'],
      idno: ['', '110101199001011237'],
      xPath: ['一期▶▶1栋', '一期▶▶1栋▶1单元'],
      xpath: ['', '一期▶▶1栋'],
      notifystatus: ['all', 0, -1],
      pageNo: [1, '2'],
      pageSize: [10, '50'],
      condition: ['', '张', '1栋'],
      location: ['1栋', ''],
      votesource: [1, 5],
      notifytime: ['2026-05-01 08:00:00'],
      status: ['', 0],
      creater: ['张三'],
      afterdata: [{ areasize: 80, personname: '张三', mobileno: '13800138000', idno: '' }],
      approvalcomment: ['同意'],
      code: ['VoteType'],
      upcode: ['', '33'],
      userid: ['x'],
      role: ['manager', 'admin'],
      edition: ['', 'public'],
      jobid: ['j1', ''],
      recordid: [],
    }
  })

  it(`never get a 500 and never leave a half-written change (${CALLS[engine]} calls, seed ${SEED})`, async () => {
    const random = createRandom(SEED)
    // Calls that would end this session, or start a worker each time, have their own tests.
    const left: readonly EndpointName[] = [
      'account.logOut',
      'account.cover',
      'account.changePassword',
      'account.setDisabled',
      'account.setRole',
      'account.resetPassword',
      'account.register',
      'account.logIn',
      'property.import',
      'notification.import',
      'voting.import',
    ]
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => !left.includes(name) && (name === 'audit.export' || !isDownload(name)))
    const codes = new Map<number, number>()
    const value = (name: string): unknown => (random.chance(0.8) && (pool[name]?.length ?? 0) > 0 ? random.of(pool[name] ?? []) : random.of(hostile))
    const part = (schema: unknown): Record<string, unknown> =>
      Object.fromEntries(wireNames(schema).flatMap((name) => (random.chance(0.93) ? [[name, value(name)]] : [])))
    for (let call = 0; call < CALLS[engine]; call++) {
      const name = random.of(names)
      const { method, path, query, body, file }: Endpoint = endpoints[name]
      const sentQuery = Object.fromEntries(
        Object.entries(part(query)).map(([key, each]) => [key, typeof each === 'string' ? each : (JSON.stringify(each) ?? '')]),
      )
      const sentBody = random.chance(0.98) ? part(body) : random.of(hostile)
      const headers = { ...APP_HEADERS, 'x-auth-id': creator.token, ...(file ? { 'content-type': 'multipart/form-data; boundary=x' } : {}) }
      const payload = file
        ? `--x\r\nContent-Disposition: form-data; name="${file.field}"; filename="a.png"\r\n\r\n${JSON.stringify(random.of(hostile))}\r\n--x--\r\n`
        : JSON.stringify(sentBody)
      const response = await server.app.inject({
        method,
        url: `/api${path.replace(':id', encodeURIComponent(random.of(['x', '../x', '%00'])))}`,
        query: sentQuery,
        headers: { ...headers, ...(file ? {} : { 'content-type': 'application/json' }) },
        ...(method === 'POST' ? { payload } : {}),
      })
      expect(response.statusCode).toBe(200)
      if (!response.headers['content-type']?.toString().includes('json')) continue
      const answer = response.json<{ code: number; message: string; data: { recordid?: string; recordids?: string[] } | null }>()
      codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
      expect(answer.code, `${name} ${JSON.stringify(sentQuery).slice(0, 300)} ${payload.slice(0, 600)} → ${answer.message}`).not.toBe(500)
      expect(answer.message, name).toMatch(/^(success|[^a-zA-Z]*[\u4e00-\u9fff].*)$/)
      for (const id of [answer.data?.recordid, ...(answer.data?.recordids ?? [])]) if (typeof id === 'string') pool['recordid']?.push(id)
      if (call % 2_000 === 1_999) expect(await breaches(server.database)).toEqual([])
    }
    expect(await breaches(server.database)).toEqual([])
    expect((await creator.get('/audit/verify')).data).toMatchObject({ intact: true })
    // The calls reached the handlers: many succeeded, and every kind of refusal occurred.
    expect(codes.get(200) ?? 0).toBeGreaterThan(CALLS[engine] / 10)
    for (const code of [400, 402, 404, 409]) expect(codes.get(code) ?? 0, `code ${code}`).toBeGreaterThan(0)
  }, 300_000)
})
