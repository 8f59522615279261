import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/server/database/dialect.ts'
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
import { inFirstForm } from '../support/journal.ts'
import { makeOldDatabase, type OldRows } from '../support/oldDatabase.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { logIn, startServer, type Client, type TestServer } from '../support/server.ts'

/** The version before the journal's second form. */
const FIRST_FORM = 13
/** Its tables, each behind those that it refers to. */
const tables = [
  'user',
  'estate',
  'property',
  'property_search',
  'activity',
  'topic',
  'topic_option',
  'ballot',
  'roster_property',
  'roster_search',
  'vote_record',
  'notification',
]
/** What no program of that version wrote. */
const newActions = new Set(['audit.key', 'activity.roster', 'notification.rows'])

/** All that a server holds, as the version before the second form would have left it. */
async function asBefore(server: TestServer): Promise<OldRows> {
  const read = server.database.read
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const table of tables)
    rows[table] = (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read)).rows.map((row) => ({ ...row }))
  for (const house of rows['roster_property'] ?? []) delete house['owner_salt']
  const entries = (await read.selectFrom('audit_entry').selectAll().orderBy('number').execute()).filter(({ action }) => !newActions.has(action))
  const summaries = new Map((await read.selectFrom('audit_summary').selectAll().execute()).map((summary) => [summary.number, summary]))
  let previous = '0'.repeat(64)
  rows['audit_entry'] = []
  rows['audit_summary'] = []
  for (const [index, entry] of entries.entries()) {
    const { content_hash: _hash, salt: _salt, content: _content, ...columns } = inFirstForm(entry)
    const placed = { ...columns, number: index + 1, previous_hash: previous }
    previous = firstFormHash(placed)
    rows['audit_entry'].push({ ...placed, hash: previous })
    rows['audit_summary'].push({ ...summaries.get(entry.number), number: index + 1, hash: previous })
  }
  return rows
}

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
    server = await startServer(engine as Engine, {}, { prepare: (location) => makeOldDatabase(location, FIRST_FORM, rows) })
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
