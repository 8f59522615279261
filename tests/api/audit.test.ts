import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMany } from '../../src/server/database/dialect.ts'
import { entryHash } from '../../src/server/features/audit/chain.ts'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

onBothDatabases('an entry of the journal', (engine) => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
  })
  afterAll(() => server.close())

  it('says who, when, from where, what before and what after', async () => {
    const { estateid } = good(await admin.post('/vtestate/save', { name: '空', addr: '路' }))
    good(await admin.post('/vtestate/update', { estateid, name: '空二', addr: '路' }))
    expect(good(await admin.get('/audit/list', { subject: estateid, action: 'estate.update' })).datas).toMatchObject([
      {
        username: 'admin_1',
        nickName: 'admin_1',
        address: '127.0.0.1',
        time: '2026-05-01 09:00:00',
        before: { name: '空', address: '路' },
        after: { name: '空二' },
      },
    ])
  })

  it('leaves no entry of what was refused, and none without its change', async () => {
    const count = async (): Promise<number> => good(await admin.get('/audit/list')).totalCount
    const before = await count()
    const answers = await Promise.all([
      admin.post('/vtestate/save', { name: '', addr: '' }),
      admin.get('/vtestate/delete', { ids: 'nothing' }),
      admin.post('/vtestate/save', { name: '成', addr: '路' }),
      admin.post('/vtpropertyinfo/update', { propertyid: 'nothing', room: '1' }),
    ])
    expect(answers.map(({ code }) => code)).toEqual([400, 404, 200, 404])
    expect(await count()).toBe(before + 1)
  })
})

describe('a change of the journal behind the program’s back', () => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer('sqlite')
    admin = await server.member('admin_1')
    for (let number = 0; number < 8; number++) await admin.post('/vtestate/save', { name: `小区${number}`, addr: '路' })
  })
  afterAll(() => server.close())

  const verify = async () => good(await admin.get('/audit/verify'))
  const fields = [
    'number',
    'at',
    'user_id',
    'username',
    'nick_name',
    'address',
    'action',
    'subject',
    'before_data',
    'after_data',
    'previous_hash',
    'hash',
  ] as const

  it('is not there at first', async () => expect(await verify()).toMatchObject({ intact: true, brokenat: null }))

  it.each(fields)('is found in the field %s', async (field) => {
    const { [field]: kept } = await server.database.read.selectFrom('audit_entry').select(field).where('number', '=', 5).executeTakeFirstOrThrow()
    const other = typeof kept === 'number' ? kept + 1_000 : `${kept} `
    await server.database.write((tx) => sql`update audit_entry set ${sql.ref(field)} = ${other} where number = 5`.execute(tx))
    expect(await verify()).toMatchObject({ intact: false, brokenat: 5 })
    const number = field === 'number' ? 1_005 : 5
    await server.database.write((tx) => sql`update audit_entry set ${sql.ref(field)} = ${kept} where number = ${number}`.execute(tx))
    expect(await verify()).toMatchObject({ intact: true })
  })

  it('is found where an entry is missing', async () => {
    await server.database.write((tx) => tx.deleteFrom('audit_entry').where('number', '=', 4).execute())
    expect(await verify()).toMatchObject({ intact: false, brokenat: 4 })
  })
})

onBothDatabases('a long journal', (engine) => {
  const ENTRIES = 4_500
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    await server.database.write(async (tx) => {
      const columns = [
        'number',
        'at',
        'user_id',
        'username',
        'nick_name',
        'address',
        'action',
        'subject',
        'before_data',
        'after_data',
        'previous_hash',
        'hash',
      ] as const
      const first = await tx.selectFrom('audit_entry').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
      const entries = [first]
      for (let number = first.number + 1; number <= ENTRIES; number++) {
        const entry = { ...first, number, subject: `s${number}`, previous_hash: entries.at(-1)?.hash ?? '' }
        entries.push({ ...entry, hash: entryHash(entry) })
      }
      await insertMany(
        tx,
        'audit_entry',
        columns,
        entries.slice(1).map((entry) => columns.map((column) => entry[column])),
      )
    })
  })
  afterAll(() => server.close())
  const verify = async () => good(await admin.get('/audit/verify'))

  it('is checked to its end, and says where it breaks first: at its beginning, between two steps, at its last entry', async () => {
    expect(await verify()).toMatchObject({ entrycount: ENTRIES, intact: true, brokenat: null, lastnumber: ENTRIES, printed: 'none' })
    for (const number of [ENTRIES, 4_000, 2_001, 2_000, 1_999, 2, 1]) {
      await server.database.write((tx) => tx.updateTable('audit_entry').set({ after_data: '"another"' }).where('number', '=', number).execute())
      expect(await verify(), `entry ${number}`).toMatchObject({ intact: false, brokenat: number })
    }
  })
})

onBothDatabases('what a report printed of the journal', (engine) => {
  let server: TestServer
  let admin: Client
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    for (let number = 0; number < 4; number++) good(await admin.post('/vtestate/save', { name: `小区${number}`, addr: '路' }))
  })
  afterEach(() => server.close())
  const verify = async (printed: Record<string, string | number> = {}) => good(await admin.get('/audit/verify', printed))
  const head = async () => {
    const { lastnumber: number, lasthash: hash } = await verify()
    return { number, hash }
  }

  it('is the newest entry’s number and hash, and is found as long as that entry stands, typed in either case', async () => {
    const printed = await head()
    const [entry] = good(await admin.get('/audit/list', { pageSize: 1 })).datas
    expect(printed).toEqual({ number: entry.number, hash: entry.hash })
    good(await admin.post('/vtestate/save', { name: '后来', addr: '路' }))
    expect(await verify({ number: String(printed.number), hash: ` ${printed.hash.toUpperCase()} ` })).toMatchObject({
      intact: true,
      printed: 'found',
      lastnumber: printed.number + 1,
    })
    expect(await verify({ number: printed.number - 1, hash: printed.hash })).toMatchObject({ printed: 'differs' })
    expect(await verify({ number: 0, hash: '0'.repeat(64) })).toMatchObject({ printed: 'found' })
  })

  it('shows an end that was cut off, and one that was written anew with right hashes, where the chain alone is whole', async () => {
    const printed = await head()
    const [last] = await server.database.read.selectFrom('audit_entry').selectAll().where('number', '=', printed.number).execute()
    if (!last) throw new Error('no last entry')
    const forged = { ...last, after_data: '{"name":"伪造"}' }
    await server.database.write((tx) =>
      tx
        .updateTable('audit_entry')
        .set({ ...forged, hash: entryHash(forged) })
        .where('number', '=', last.number)
        .execute(),
    )
    expect(await verify(printed)).toMatchObject({ intact: true, printed: 'differs' })
    await server.database.write((tx) => tx.deleteFrom('audit_entry').where('number', '=', printed.number).execute())
    expect(await verify(printed)).toMatchObject({ entrycount: printed.number - 1, lastnumber: printed.number - 1, intact: true, printed: 'missing' })
  })

  it.each([
    [{ number: 3 }, '请输入报告上的校验值'],
    [{ hash: 'a'.repeat(64) }, '请输入报告上的编号'],
    [{ number: 3, hash: 'abc' }, '校验值应为报告上印的64位字母和数字'],
    [{ number: 'x', hash: 'a'.repeat(64) }, '编号格式不正确'],
    [{ number: -1, hash: 'a'.repeat(64) }, '编号不能小于0'],
  ])('is refused as %j', async (printed, message) => expect(await admin.get('/audit/verify', printed)).toMatchObject({ code: 400, message }))
})
