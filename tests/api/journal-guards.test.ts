import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { systemCaller } from '../../src/server/http/context.ts'
import { good } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf, journaled } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { serverForAll, tryLogIn, type Client } from '../support/server.ts'
import { property, propertyWorkbook } from '../support/workbooks/make.ts'

whereDatabasesDiffer('the journal’s tables', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
    const { estateid } = good(await admin.post('/vtestate/save', { name: '甲', addr: '路' }))
    for (const area of [60, 61]) {
      const bytes = await propertyWorkbook([property(1).with(6, area)])
      good(await admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId: estateid }))
    }
  })

  const columns = { audit_entry: 'action', audit_part: 'before_data', audit_summary: 'summary' }
  const copies = {
    audit_entry: 'select * from audit_entry where number = 2',
    audit_part: 'select * from audit_part',
    audit_summary: 'select * from audit_summary where number = 2',
  }
  const rows = async (table: string) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(server.database.read)).rows

  it.each(Object.keys(columns) as (keyof typeof columns)[])('%s accepts inserts only', async (table) => {
    const before = await rows(table)
    expect(before.length).toBeGreaterThan(0)
    const statements = [
      `update ${table} set ${columns[table]} = 'x'`,
      `update ${table} set number = number + 1000`,
      ...(table === 'audit_entry'
        ? [
            `update audit_entry set salt = null`,
            `update audit_entry set content = null`,
            `update audit_entry set content = null, salt = null, username = 'x'`,
            `update audit_entry set content = content || ' '`,
          ]
        : []),
      `delete from ${table}`,
      `delete from ${table} where number = (select max(number) from ${table})`,
      `insert into ${table} ${copies[table]}`,
      ...(engine === 'sqlite'
        ? [`replace into ${table} ${copies[table]}`, `update or replace ${table} set number = 1`]
        : [
            `truncate ${table}`,
            `insert into ${table} ${copies[table]} on conflict (number${table === 'audit_part' ? ', part' : ''}) do update set number = 0`,
          ]),
    ]
    for (const statement of statements)
      await expect(
        server.database.write((tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toThrow('the journal is append-only')
    expect(await rows(table)).toEqual(before)
  })

  it.each([
    ['a gap', 2],
    ['a number before all others', -1_000],
  ])('audit_entry refuses an entry that leaves %s', async (_what, offset) => {
    const last = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
    const entry = { ...last, number: last.number + offset }
    await expect(server.database.write((tx) => tx.insertInto('audit_entry').values(entry).execute())).rejects.toThrow('the journal is append-only')
  })

  it('lets a content be erased once with its salt; the chain verifies only if a later entry records it', async () => {
    const erase = () => server.database.write((tx) => sql`update audit_entry set content = null, salt = null where number = 2`.execute(tx))
    await erase()
    expect(good(await admin.get('/audit/get', { number: 2 }))).toMatchObject({ before: null, after: null })
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: false, brokenat: 2, entrycount: 1 })
    const tell = (numbers: number[]) =>
      journaled(server).write(async ({ journal }) =>
        journal.record({ caller: systemCaller, action: 'privacy.erase', subject: '', before: null, after: { numbers } }),
      )
    await tell([3])
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: false, brokenat: 2 })
    await tell([2])
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true })
    await expect(erase()).rejects.toThrow('the journal is append-only')
    await expect(server.database.write((tx) => sql`update audit_entry set content = '{}', salt = '' where number = 2`.execute(tx))).rejects.toThrow(
      'the journal is append-only',
    )
  })

  it('lets parts and summary of an erased entry be deleted, and of no other', async () => {
    const { number } = await server.database.read.selectFrom('audit_part').select('number').executeTakeFirstOrThrow()
    const run = (statement: string) => server.database.write((tx) => sql.raw(statement).execute(tx))
    const blank = `update audit_summary set subject_name = '', summary = '', import_data = null where number = ${number}`
    const parts = `delete from audit_part where number = ${number}`
    for (const statement of [blank, parts]) await expect(run(statement), statement).rejects.toThrow('the journal is append-only')
    await run(`update audit_entry set content = null, salt = null where number = ${number}`)
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: false, brokenat: number })
    for (const statement of [
      blank.replace(`import_data = null`, `import_data = null, activity_id = 'x'`),
      blank.replace(`summary = ''`, `summary = 'x'`),
      blank.replace(`, import_data = null`, ''),
      `update audit_part set before_data = '[]' where number = ${number}`,
    ])
      await expect(run(statement), statement).rejects.toThrow('the journal is append-only')
    await run(blank)
    await run(parts)
    await journaled(server).write(async ({ journal }) =>
      journal.record({ caller: systemCaller, action: 'privacy.erase', subject: '', before: null, after: { numbers: [number] } }),
    )
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, erasedcount: 2 })
    expect(good(await admin.get('/audit/get', { number }))).toMatchObject({ erased: true, before: null, after: null, summary: '', rowcount: 0 })
    const csv = (await admin.raw('/audit/export')).body
    expect(csv.split('内容已按数据保留清除')).toHaveLength(3)
  })

  it('accepts an entry with a hundred thousand numbers', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index)
    await journaled(server).write(async ({ journal }) =>
      journal.record({ caller: systemCaller, action: 'privacy.erase', subject: '', before: null, after: { numbers } }),
    )
    const { intact, lastnumber } = good(await admin.get('/audit/verify'))
    expect(intact).toBe(true)
    expect(good(await admin.get('/audit/get', { number: lastnumber })).after.numbers).toHaveLength(100_000)
  })

  it('the journal still works and verifies after refused changes', async () => {
    good(await admin.post('/vtestate/save', { name: '乙', addr: '路' }))
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true })
  })
})

whereDatabasesDiffer('who comes and goes', (engine) => {
  const MINUTE = 60_000
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
    await server.member('staff_1')
  })
  const newest = async (action: string) => entriesOf(admin, { action, kind: 'security' })
  const fail = (name: string) => tryLogIn(server.client(), name, 'wrong1234')

  it('journals logins and logouts under the user’s name', async () => {
    const answer = await tryLogIn(server.client(), 'STAFF_1', PASSWORD)
    const [entry] = await newest('account.logIn')
    expect(entry).toMatchObject({ username: 'staff_1', subject: answer.data.unifieduser.userid, address: '127.0.0.1', kind: 'security', before: null })
    const client = server.client(answer.data.authId)
    good(await client.get('/logout'))
    expect((await client.get('/logout')).code).toBe(443)
    const entries = await newest('account.logOut')
    expect(entries).toMatchObject([{ username: 'staff_1', subject: answer.data.unifieduser.userid }])
  })

  it('journals a name’s first failed login at once, and later ones within a minute in one entry', async () => {
    await fail('staff_1')
    expect(await newest('account.loginFailed')).toMatchObject([{ username: '', subjectname: 'staff_1', after: { username: 'staff_1', count: 1 } }])
    for (const seconds of [10, 20]) {
      server.clock.time += seconds * 1_000
      await fail('Staff_1')
    }
    expect(await newest('account.loginFailed')).toHaveLength(1)
    server.clock.time += MINUTE
    await fail('staff_1')
    expect((await newest('account.loginFailed')).map(({ after }) => after.count)).toEqual([3, 1])
    server.clock.time += 20 * MINUTE
    await fail('staff_1')
    expect((await newest('account.loginFailed')).map(({ after }) => after.count)).toEqual([1, 3, 1])
  })

  it('never stores an unknown username from a failed login: it may be a password', async () => {
    await fail('geheim4711')
    const [entry] = await newest('account.loginFailed')
    expect(entry).toMatchObject({ username: '', subject: '', subjectname: '', after: { count: 1 } })
    expect(JSON.stringify(entry)).not.toContain('geheim')
    server.clock.time += MINUTE
    await fail('andere4711')
    expect((await newest('account.loginFailed'))[0].after).toEqual({ count: 1 })
  })

  it('counts a wrong old password as a failed login', async () => {
    const before = (await newest('account.loginFailed')).length
    expect((await admin.post('/account/changepassword', { oldpassword: 'wrong1234', newpassword: 'other1234' })).code).toBe(400)
    expect(await newest('account.loginFailed')).toHaveLength(before + 1)
    expect((await newest('account.loginFailed'))[0]).toMatchObject({ username: 'admin_1', subjectname: 'admin_1' })
  })
})
