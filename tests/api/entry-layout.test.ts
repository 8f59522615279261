import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

/** Equivalent to `printf %s%s%s` piped into `sha256sum`. */
const sha256 = (...texts: readonly (string | number)[]): string => createHash('sha256').update(texts.join('')).digest('hex')
const FIELDS = ['action', 'address', 'after', 'at', 'before', 'kind', 'nickName', 'subject', 'userid', 'username', 'voteactivityid']

onBothDatabases('an entry of the journal', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    good(await admin.post('/vtestate/save', { name: '甲苑\u{20bb7}', addr: '路\ud800"\\1' }))
  })
  const stored = () => server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()

  it('links to the previous entry by text alone, from the first entry of a new database on', async () => {
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
  })

  it('stores everything that it says in one canonical text', async () => {
    const last = (await stored()).at(-1)
    const content = JSON.parse(last?.content ?? '') as Record<string, unknown>
    expect(Object.keys(content)).toEqual(FIELDS)
    expect(content).toMatchObject({ action: 'estate.save', before: null, kind: 'change', username: 'admin_1', voteactivityid: '', at: last?.at })
    expect(content['after']).toMatchObject({ name: '甲苑𠮷', address: '路\ufffd"\\1' })
    expect(content['userid']).toBe(good(await admin.get('/unifiedUser/get')).userid)
    // No blanks, and only the escapes that JSON requires.
    expect(last?.content).toBe(JSON.stringify(content))
  })
})
