import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { firstFormHash } from '../../src/server/features/audit/chain.ts'
import {
  askDeliver,
  askMark,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  mergeProperties,
  propertiesOfEstateA,
  propertyNamed,
  rosterOf,
  takeSteps,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { asBefore, FIRST_FORM } from '../support/firstForm.ts'
import { makeOldDatabase, type OldRows } from '../support/oldDatabase.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { confirm, logIn, startServer, type Client, type TestServer } from '../support/server.ts'

onBothDatabases('an upgrade from the journal’s first form', (engine) => {
  let server: TestServer
  let admin: Client
  let activityId: string
  afterEach(() => server.close())

  async function upgraded(change: (rows: OldRows) => void = () => undefined): Promise<void> {
    const old = await startServer('sqlite')
    const member = await old.member('admin_1')
    const { estateId } = await makeEstate(member, propertiesOfEstateA, '示范小区甲')
    const made = await makeActivity(member, estateId, {})
    activityId = made.activityId
    await takeSteps(member, activityId, 'start')
    await mergeProperties(old, member, activityId, [['1-101', '1-201']])
    const roster = await rosterOf(old, activityId)
    const at = (name: string) => propertyNamed(roster, name)
    good(await askMark(member, activityId, at('2-101'), 'B-7'))
    good(await askMark(member, activityId, at('2-201'), 'B-8'))
    good(await askVote(member, made, [at('1-102')], '1'))
    const [voided] = good(await askVote(member, made, [at('1-301')], '2')).recordids
    good(await member.get('/vote/disable', { voteActivityId: activityId, recordid: voided }))
    good(await askDeliver(member, at('1-301')))
    await takeSteps(member, activityId, 'startTally')
    good(await askTally(member, made, ['B-7'], '1'))
    const rows = await asBefore(old)
    await old.close()
    change(rows)
    server = await startServer(engine, {}, { prepare: (location) => makeOldDatabase(location, FIRST_FORM, rows) })
    admin = server.client(await logIn(server.client(), 'admin_1'))
  }
  const verify = async () => good(await admin.get('/audit/verify'))

  it('binds the old chain, and takes what the tables hold as its baseline', async () => {
    await upgraded()
    const { intact, replay } = await verify()
    expect({ intact, differences: replay.differences }).toEqual({ intact: true, differences: [] })
    expect(replay.checked).toBeGreaterThan(20)
    const { datas } = good(await admin.get('/audit/list', { action: 'audit.baseline' }))
    expect(datas.length).toBeGreaterThan(0)
    expect(datas[0]).toMatchObject({ voteactivityid: activityId, activitytitle: '业主大会表决' })
    expect((await admin.raw(`/vote/report?voteActivityId=${activityId}`)).headers['content-type']).toContain('sheet')
  })

  it('is erased with the rest when its time is over: hashes stand for the old entries, and the check says so', async () => {
    await upgraded()
    good(await admin.post('/retention/setyears', { years: 1 }))
    await takeSteps(admin, activityId, 'finish')
    server.clock.time += 400 * 24 * 3_600_000
    admin = server.client(await logIn(server.client(), 'admin_1'))
    await confirm(admin)
    const { firstformcount } = good(await admin.get('/retention/preview', { voteactivityid: activityId }))
    expect(firstformcount).toBeGreaterThan(5)
    good(await admin.post('/retention/erase', { voteactivityid: activityId, final: true }))
    const { intact, replay, erasedfirstformcount, erasedcount } = await verify()
    expect({ intact, differences: replay.differences, erasedfirstformcount }).toEqual({ intact: true, differences: [], erasedfirstformcount: firstformcount })
    expect(erasedcount).toBeGreaterThan(firstformcount)
    expect(good(await admin.get('/vote/verify', { voteactivityid: activityId })).differencecount).toBe(0)
    const old = await server.database.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'voting.complete')
      .orderBy('number')
      .executeTakeFirstOrThrow()
    expect(old).toMatchObject({ content_hash: '', before_data: '', after_data: '' })
    expect(good(await admin.get('/audit/get', { number: old.number }))).toMatchObject({ erased: true, before: null, after: null, subjectname: '' })
  })

  const record = (rows: OldRows, status: number) => rows['vote_record']?.find((row) => row['status'] === status) as Record<string, unknown>
  describe('keeps as a difference what the old entries tell otherwise:', () => {
    it.each([
      ['a vote’s answer', (rows: OldRows) => Object.assign(record(rows, 1), { answers: '3' }), { kind: 'record', field: 'answers', expected: '1', found: '3' }],
      ['a mark’s code', (rows: OldRows) => Object.assign(record(rows, 0), { marked_code: 'X' }), { kind: 'record', field: 'markedCode', found: 'X' }],
      [
        'a void that was taken back',
        (rows: OldRows) => Object.assign(record(rows, 2), { status: 1 }),
        { kind: 'record', field: 'status', expected: 2, found: 1 },
      ],
      [
        'a vote that no entry tells of',
        (rows: OldRows) => (rows['vote_record'] as Record<string, unknown>[]).push({ ...record(rows, 2), id: 999, public_id: 'forged' }),
        { kind: 'record', id: 'forged', field: '', expected: null },
      ],
      [
        'a vote that is gone',
        (rows: OldRows) => (rows['vote_record'] as unknown[]).splice(rows['vote_record']?.indexOf(record(rows, 1)) ?? 0, 1),
        { kind: 'record', field: '', found: null },
      ],
      [
        'the rule',
        (rows: OldRows) => Object.assign(rows['activity']?.[0] as object, { counting_rule: 2 }),
        { kind: 'activity', field: 'countingRule', found: 2 },
      ],
    ])('%s', async (_what, change, expected) => {
      await upgraded(change)
      isTamperedWith(server.database)
      const { intact, replay } = await verify()
      expect(intact).toBe(true)
      expect(replay.differences).toMatchObject([expected])
    })
  })
})

/** Ballots that a large journal of the first form tells of, with three entries each. */
const BALLOTS = 33_334

/** Repeats the ballot of a voided vote, with its property, its record and all entries of it, until the journal has 100,000 entries. */
function grow(rows: Record<string, Record<string, unknown>[]>): void {
  const list = (table: string): Record<string, unknown>[] => rows[table] ?? []
  const record = list('vote_record').find(({ status }) => status === 2)
  const ballot = list('ballot').find(({ id }) => id === record?.['ballot_id'])
  const property = list('roster_property').find(({ ballot_id: id }) => id === ballot?.['id'])
  if (!record || !ballot || !property) throw new Error('no voided vote')
  const entries = list('audit_entry').filter((entry) => JSON.stringify(entry).includes(String(record['public_id'])))
  const last = list('audit_entry').at(-1)
  let [number, previous] = [Number(last?.['number']), String(last?.['hash'])]
  for (let copy = 1; number < 3 * BALLOTS; copy++) {
    const anew = (row: Record<string, unknown>): Record<string, unknown> => ({ ...row, id: 1_000 + copy, public_id: `${String(row['public_id'])}-${copy}` })
    list('ballot').push({ ...anew(ballot), number: 1_000 + copy })
    list('roster_property').push({
      ...anew(property),
      property_public_id: `${String(property['property_public_id'])}-${copy}`,
      room: `新${copy}`,
      ballot_id: 1_000 + copy,
    })
    list('vote_record').push({ ...anew(record), ballot_id: 1_000 + copy })
    for (const entry of entries) {
      const renamed = [record, ballot, property].reduce(
        (text, { public_id: id }) => text.replaceAll(String(id), `${String(id)}-${copy}`),
        JSON.stringify(entry),
      )
      const placed = { ...(JSON.parse(renamed) as Parameters<typeof firstFormHash>[0]), number: ++number, previous_hash: previous }
      previous = firstFormHash(placed)
      list('audit_entry').push({ ...placed, hash: previous })
      const summary = list('audit_summary').find(({ number: of }) => of === entry['number'])
      list('audit_summary').push({ ...summary, number, hash: previous })
    }
  }
}

onBothDatabases('an upgrade of 100,000 entries', (engine) => {
  it('binds them, verifies and finds the one vote that differs', async () => {
    const old = await startServer('sqlite')
    const member = await old.member('admin_1')
    const { estateId } = await makeEstate(member, propertiesOfEstateA, '示范小区甲')
    const made = await makeActivity(member, estateId, {})
    await takeSteps(member, made.activityId, 'start')
    const roster = await rosterOf(old, made.activityId)
    const [voided] = good(await askVote(member, made, [propertyNamed(roster, '1-301')], '2')).recordids
    good(await member.get('/vote/disable', { voteActivityId: made.activityId, recordid: voided }))
    const rows = (await asBefore(old)) as Record<string, Record<string, unknown>[]> // made here, and to be made larger
    await old.close()
    grow(rows)
    expect(rows['audit_entry']?.length).toBeGreaterThanOrEqual(100_000)
    Object.assign(rows['vote_record']?.[20_000] ?? {}, { answers: '1' })
    const server = await startServer(engine, {}, { prepare: (location) => makeOldDatabase(location, FIRST_FORM, rows) })
    isTamperedWith(server.database)
    const admin = server.client(await logIn(server.client(), 'admin_1'))
    const { intact, entrycount, replay } = good(await admin.get('/audit/verify'))
    expect(intact).toBe(true)
    expect(entrycount).toBeGreaterThan(100_000)
    expect(replay.differences).toMatchObject([
      { kind: 'record', id: rows['vote_record']?.[20_000]?.['public_id'], field: 'answers', expected: '2', found: '1' },
    ])
    await server.close()
  }, 300_000)
})

it('hashes the first form as it always was', () => {
  const entry = {
    number: 1,
    at: 5,
    user_id: 2,
    username: 'a',
    nick_name: '王',
    address: '',
    action: 'estate.save',
    subject: 's',
    before_data: 'null',
    after_data: '{}',
  }
  const previous_hash = '0'.repeat(64)
  const expected = createHash('sha256')
    .update(JSON.stringify([previous_hash, ...Object.values(entry)]))
    .digest('hex')
  expect(firstFormHash({ ...entry, previous_hash, row_count: 0, parts_hash: '' })).toBe(expected)
})
