import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { chained, contentHash, NO_ENTRY } from '../../src/server/features/journal/chain.ts'
import { journalStore } from '../../src/server/features/journal/store.ts'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, filed, forged, removeJournalGuards } from '../support/journal.ts'
import { serverForAll, startServer, type Client, type TestServer } from '../support/server.ts'
import { property, propertyWorkbook } from '../support/workbooks/make.ts'

onBothDatabases('an entry of the journal', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
  })

  it('records who, when, from where, and the values before and after', async () => {
    const { estateid } = good(await admin.post('/vtestate/save', { name: '空', addr: '路' }))
    good(await admin.post('/vtestate/update', { estateid, name: '空二', addr: '路' }))
    const named = { subjectname: '空', summary: '名称：空 → 空二', activitytitle: '', voteactivityid: '' }
    const [row] = good(await admin.get('/audit/list', { subject: estateid, action: 'estate.update' })).datas
    expect(row).toMatchObject(named)
    expect(Object.keys(row)).not.toContain('before')
    expect(Object.keys(row)).not.toContain('after')
    expect(await entriesOf(admin, { subject: estateid, action: 'estate.update' })).toMatchObject([
      {
        ...named,
        hash: row.hash,
        part: 1,
        partcount: 1,
        rowcount: 0,
        username: 'admin_1',
        nickName: 'admin_1',
        address: '127.0.0.1',
        time: '2026-05-01 09:00:00',
        before: { name: '空', address: '路' },
        after: { name: '空二' },
      },
    ])
  })

  it('writes no entry for a refused change, and no change without its entry', async () => {
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

/** An estate whose properties' areas an import changes, and the entry's number. */
async function changedByImport(admin: Client, properties: number): Promise<{ estateId: string; number: number }> {
  const estateId: string = good(await admin.post('/vtestate/save', { name: '大苑', addr: '路' })).estateid
  const rows = (round: number) => Array.from({ length: properties }, (_, index) => property(index).with(6, 60 + round))
  for (const round of [0, 1]) {
    const bytes = await propertyWorkbook(rows(round))
    good(await admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId }))
  }
  const [{ number }] = good(await admin.get('/audit/list', { action: 'property.import', pageSize: 1 })).datas
  return { estateId, number }
}

onBothDatabases('a big change', (engine) => {
  const PROPERTIES = 1_203
  const server = serverForAll(engine)
  let admin: Client
  let number: number
  let estateId: string
  beforeAll(async () => {
    admin = await server.member('admin_1')
    ;({ number, estateId } = await changedByImport(admin, PROPERTIES))
    await removeJournalGuards(server.database)
    good(await admin.post('/vtestate/save', { name: '后来', addr: '路' }))
  })
  const get = (part: number) => admin.get('/audit/get', { number, part })
  const verify = async () => good(await admin.get('/audit/verify'))

  it('stores its rows in parts of 500, one of them with the entry', async () => {
    const parts = [good(await get(1)), good(await get(2)), good(await get(3))]
    expect(parts[0]).toEqual(good(await admin.get('/audit/get', { number })))
    for (const [index, part] of parts.entries()) {
      expect(part).toMatchObject({ number, part: index + 1, partcount: 3, rowcount: PROPERTIES, subject: estateId, subjectname: '大苑' })
      expect(part.after).toMatchObject({ total: PROPERTIES, inserted: 0, updated: PROPERTIES, fileName: '房产.xlsx' })
    }
    expect(parts.map(({ before, after }) => [before.changed.length, after.changed.length])).toEqual([
      [500, 500],
      [500, 500],
      [203, 203],
    ])
    const [was, is] = [parts.flatMap(({ before }) => before.changed), parts.flatMap(({ after }) => after.changed)]
    expect(new Set(is.map(({ id }) => id)).size).toBe(PROPERTIES)
    for (const [index, row] of is.entries()) {
      expect(row.areaHundredths).toBe(6_100)
      expect(was[index]).toEqual({ ...row, areaHundredths: 6_000 })
    }
    for (const part of [4, 1_000_000]) expect(await get(part)).toMatchObject({ code: 404, message: '这条日志没有这一部分' })
    expect(await get(0)).toMatchObject({ code: 400, message: '部分不能小于1' })
    expect(await admin.get('/audit/get', { number: 999_999 })).toMatchObject({ code: 404, message: '没有这条日志' })
    expect(await admin.get('/audit/get')).toMatchObject({ code: 400, message: '请输入编号' })
  })

  it('does not slow down the journal list', async () => {
    const response = await admin.raw('/audit/list?pageSize=500')
    expect(response.body.length).toBeLessThan(5_000)
    const entry = await server.database.read.selectFrom('audit_entry').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
    expect(entry.content?.length).toBeLessThan(800)
  })

  it('verifies completely, including its rows', async () => expect(await verify()).toMatchObject({ intact: true, lastnumber: number + 1 }))

  it.each([
    ['a row was changed', "update audit_part set after_data = replace(after_data, '6100', '6101') where number = N and part = 2"],
    ['what was before was changed', "update audit_part set before_data = replace(before_data, '6000', '6001') where number = N and part = 3"],
    ['a part was removed', 'delete from audit_part where number = N and part = 3'],
    ['two parts changed places', 'update audit_part set part = case part when 1 then -2 else -1 end where number = N and part in (1, 2)'],
    ['a part was added', 'insert into audit_part select number, 4, before_data, after_data from audit_part where number = N and part = 3'],
    ['the entry says that it has no rows', "update audit_entry set row_count = 0, parts_hash = '' where number = N"],
    ['the entry says that it has fewer rows', 'update audit_entry set row_count = 1000 where number = N'],
  ])('is reported as broken if %s', async (_what, statement) => {
    const [parts, entry] = [
      await server.database.read.selectFrom('audit_part').selectAll().where('number', '=', number).execute(),
      await server.database.read.selectFrom('audit_entry').select(['row_count', 'parts_hash']).where('number', '=', number).executeTakeFirstOrThrow(),
    ]
    await server.database.write(async (tx) => {
      await sql.raw(statement.replaceAll('N', String(number))).execute(tx)
      await sql`update audit_part set part = -part where part < 0`.execute(tx)
    })
    expect(await verify()).toMatchObject({ intact: false, brokenat: number, entrycount: number - 1 })
    await server.database.write(async (tx) => {
      await tx.deleteFrom('audit_part').where('number', '=', number).execute()
      for (const part of parts) await tx.insertInto('audit_part').values(part).execute()
      await tx.updateTable('audit_entry').set(entry).where('number', '=', number).execute()
    })
    expect(await verify()).toMatchObject({ intact: true })
  })

  it.each([
    ['of an entry that has none', 1],
    ['behind the last entry', 9_999],
  ])('is found where there are rows %s', async (_whose, stranger) => {
    await server.database.write((tx) => tx.insertInto('audit_part').values({ number: stranger, part: 1, before_data: '[]', after_data: '[]' }).execute())
    expect(await verify()).toMatchObject({ intact: false, brokenat: stranger })
    await server.database.write((tx) => tx.deleteFrom('audit_part').where('number', '=', stranger).execute())
    expect(await verify()).toMatchObject({ intact: true })
  })

  it('leaves neither entry nor rows when cancelled or failed', async () => {
    const rows = async () => (await sql<{ count: number }>`select count(*) as count from audit_part`.execute(server.database.read)).rows[0]?.count
    const before = [await rows(), (await verify()).lastnumber]
    const bytes = await propertyWorkbook(Array.from({ length: 10 }, (_, index) => property(index).with(6, index === 9 ? 'x' : 99)))
    const refused = await admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId })
    expect(refused.code).toBe(402)
    expect([await rows(), (await verify()).lastnumber]).toEqual(before)
  })
})

onBothDatabases('a long journal', (engine) => {
  const ENTRIES = 4_500
  const server = serverForAll(engine)
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
    await server.database.write(async (tx) => {
      const store = journalStore(tx)
      const last = await store.find(((await store.last()) ?? NO_ENTRY).number)
      if (!last) throw new Error('no entry')
      const drafts = Array.from({ length: ENTRIES - last.number }, (_, index) => {
        const content = (last.content ?? '').replace(/"subject":"[^"]*"/, `"subject":"t${index}"`)
        return { ...last, subject: `t${index}`, content, content_hash: contentHash(last.salt ?? '', content) }
      })
      const entries = chained(last, drafts)
      await store.insertAll(entries)
      await store.insertSummaries(entries.map(filed))
    })
    await removeJournalGuards(server.database)
  })
  const verify = async () => good(await admin.get('/audit/verify'))

  it('is verified to its end, naming the first break: at the beginning, in the middle or at the last entry', async () => {
    expect(await verify()).toMatchObject({ entrycount: ENTRIES, intact: true, brokenat: null, lastnumber: ENTRIES, printed: 'none' })
    for (const number of [ENTRIES, 4_000, 2_001, 2_000, 1_999, 2, 1]) {
      await server.database.write((tx) => tx.updateTable('audit_entry').set({ content: '"another"' }).where('number', '=', number).execute())
      expect(await verify(), `entry ${number}`).toMatchObject({ intact: false, brokenat: number })
    }
  })
})

onBothDatabases('checking a report’s printed journal entry', (engine) => {
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

  it('identifies the newest entry by number and hash, and matches it in either case while it exists', async () => {
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

  it('detects a truncated end, and an end rewritten with valid hashes, where the chain alone verifies', async () => {
    const printed = await head()
    await removeJournalGuards(server.database)
    const [last] = await server.database.read.selectFrom('audit_entry').selectAll().where('number', '=', printed.number).execute()
    if (!last) throw new Error('no last entry')
    const another = forged(last, (content) => content.replace('小区3', '伪造'))
    await server.database.write((tx) => tx.updateTable('audit_entry').set(another).where('number', '=', last.number).execute())
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
