import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { makeOldDatabase } from '../support/oldDatabase.ts'
import { oldRows } from '../support/oldRows.ts'
import { logIn, startServer, type Client, type TestServer } from '../support/server.ts'

/** What `printf %s%s%s` and `sha256sum` come to. */
const sha256 = (...texts: readonly (string | number)[]): string => createHash('sha256').update(texts.join('')).digest('hex')
const FIELDS = ['action', 'address', 'after', 'at', 'before', 'kind', 'nickName', 'subject', 'userid', 'username', 'voteactivityid']

onBothDatabases('the journal’s second form', (engine) => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    good(await admin.post('/vtestate/save', { name: '甲苑\u{20bb7}', addr: '路\ud800"\\1' }))
  })
  afterAll(() => server.close())
  const stored = () => server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()

  it('begins with the first entry of a new database, and links by text alone', async () => {
    let previous = '0'.repeat(64)
    const entries = await stored()
    expect(entries.length).toBeGreaterThan(1)
    for (const [index, { number, salt, content, ...entry }] of entries.entries()) {
      expect(number).toBe(index + 1)
      expect(salt).toMatch(/^[\da-f]{32}$/)
      expect(entry.content_hash).toBe(sha256(salt ?? '', content ?? ''))
      expect(entry.hash).toBe(sha256(previous, number, entry.content_hash))
      previous = entry.hash
    }
    expect(new Set(entries.map(({ salt }) => salt)).size).toBe(entries.length)
    expect(entries.map(({ action }) => action)).not.toContain('audit.secondForm')
  })

  it('keeps all that an entry says in one canonical text', async () => {
    const last = (await stored()).at(-1)
    const content = JSON.parse(last?.content ?? '') as Record<string, unknown>
    expect(Object.keys(content)).toEqual(FIELDS)
    expect(content).toMatchObject({ action: 'estate.save', before: null, kind: 'change', username: 'admin_1', voteactivityid: '', at: last?.at })
    expect(content['after']).toMatchObject({ name: '甲苑𠮷', address: '路\ufffd"\\1' })
    expect(content['userid']).toBe(good(await admin.get('/unifiedUser/get')).userid)
    // No blank, no escape that JSON does not ask for.
    expect(last?.content).toBe(JSON.stringify(content))
  })
})

onBothDatabases('a journal that an older program began', (engine) => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine, {}, { prepare: async (location) => makeOldDatabase(location, 4, await oldRows()) })
    admin = server.client(await logIn(server.client(), 'admin_1'))
  })
  afterAll(() => server.close())

  it('is bound by one entry of the second form, and both verify in one run', async () => {
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    const at = entries.findIndex(({ action }) => action === 'audit.secondForm')
    const [last, binding] = [entries[at - 1], entries[at]]
    expect(JSON.parse(binding?.content ?? '')).toMatchObject({ after: { firstform: { number: last?.number, hash: last?.hash } } })
    expect(binding?.hash).toBe(sha256(last?.hash ?? '', binding?.number ?? '', sha256(binding?.salt ?? '', binding?.content ?? '')))
    expect(entries.map(({ content_hash }) => content_hash !== '')).toEqual(entries.map((_, index) => index >= at))
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, entrycount: entries.length })
    const [row] = good(await admin.get('/audit/list', { action: 'audit.secondForm' })).datas
    expect(row).toMatchObject({ number: at + 1, kind: 'change' })
  })
})
