import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnTypes, insertMany } from '../../src/server/database/dialect.ts'
import { journalKinds } from '../../src/server/database/migrations/010-journal-kinds.ts'
import { journal } from '../../src/server/database/migrations/008-journal.ts'
import { askDeliver, askMark, askVote, good, propertyNamed, makeActivityA, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf, inFirstForm, removeJournalGuards, storedContent } from '../support/journal.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { confirm, startServer, type Client, type TestServer } from '../support/server.ts'

type Old = Readonly<Record<string, unknown>>

/** What an older program did not write into its entries. */
const newNames = ['activityId', 'activityTitle', 'estateName', 'place', 'ownerName', 'username', 'nickName', 'ballotAreaHundredths', 'applicant']
const withoutNames = (content: unknown): unknown =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? Object.fromEntries(Object.entries(content).filter(([name]) => !newNames.includes(name)))
    : content

/** Properties that an older program's import changed; it kept them all in its one entry. */
const changedProperties = (count: number, areaHundredths: number): Old[] =>
  Array.from({ length: count }, (_, index) => ({ id: `h${index}`, period: '一期', zone: '', building: '1栋', unit: '', room: String(index), areaHundredths }))

whereDatabasesDiffer('a journal of an older program', (engine) => {
  let server: TestServer
  let admin: Client
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  let last: number

  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    const staff = good(await (await server.member('staff_1')).get('/unifiedUser/get'))
    activity = await makeActivityA(server, admin, { title: '更换电梯' })
    await confirm(admin)
    good(await admin.post('/account/setrole', { userid: staff.userid, role: 'admin' }))
    const at = (name: string) => propertyNamed(activity.roster, name)
    good(await admin.post('/vtpropertyinfo/update', { propertyid: at('1-102').propertyId, room: '102', areasize: 81 }))
    await takeSteps(admin, activity.activityId, 'start')
    good(await askMark(admin, activity.activityId, at('1-102'), 'C-7'))
    const [recordid] = good(await askVote(admin, activity, [at('1-301')], '1')).recordids
    good(await admin.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
    good(await askDeliver(admin, at('1-301')))
    const afterdata = { areasize: 90, personname: '赵六/钱七', mobileno: '13800138003/13800138004', idno: '' }
    const { id } = good(await admin.post('/votedef/savepropertychange', { propertyid: at('2-101').propertyId, creater: '赵六', afterdata }))
    good(await admin.post('/votedef/rejectchangeproperty', { id, approvalcomment: '' }))
    const gone = await makeActivityA(server, admin, { title: '删去的活动' })
    good(await admin.get('/votedef/delete', { ids: gone.activityId }))
    await asOfAnOlderProgram()
    await server.database.write(async (tx) => {
      for (const step of [...journal(columnTypes[engine]), ...journalKinds(columnTypes[engine])]) {
        if (typeof step === 'string') await sql.raw(step).execute(tx)
        else await step(tx as never)
      }
    })
    server = await server.restart()
    // Nothing tells of the activity any more: the journal was not brought up to date from the beginning.
    isTamperedWith(server.database)
    admin = server.client(admin.token)
  })
  afterAll(() => server.close())

  /** Puts the journal back to what it was before parts and summaries: the same chain, without the names, with a large entry at its end. */
  async function asOfAnOlderProgram(): Promise<void> {
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    const merge = [
      { ballotId: 'b', houses: [{ place: '一期-1栋-1单元-101', ownerName: '张三' }] },
      { ballotId: 'c', houses: [{ place: '一期-1栋-1单元-201', ownerName: '张三' }] },
    ]
    const { estateId } = activity
    const sheet = { total: 1_200, inserted: 0, updated: 1_200, fileName: '旧.xlsx', sha256: 'x' }
    const imported = {
      action: 'property.import',
      subject: estateId,
      before: { changed: changedProperties(1_200, 6_000) },
      after: { ...sheet, changed: changedProperties(1_200, 6_100) },
    }
    const contents = entries.map((entry) => ({
      ...inFirstForm(entry),
      before: entry.action === 'ballot.merge' ? merge : withoutNames(storedContent(entry).before),
      after: entry.action === 'ballot.merge' ? merge : withoutNames(storedContent(entry).after),
    }))
    const template = contents.at(-1)
    if (!template) throw new Error('no entries')
    let [number, hash] = [0, '0'.repeat(64)]
    const rows = [...contents, { ...template, ...imported }].map(({ before, after, row_count: _count, parts_hash: _hash, ...entry }) => {
      const row = { ...entry, number: ++number, previous_hash: hash, before_data: JSON.stringify(before), after_data: JSON.stringify(after) }
      const covered = [hash, number, row.at, row.user_id, row.username, row.nick_name, row.address, row.action, row.subject, row.before_data, row.after_data]
      hash = createHash('sha256').update(JSON.stringify(covered)).digest('hex')
      return { ...row, hash }
    })
    last = number
    await removeJournalGuards(server.database)
    await server.database.write(async (tx) => {
      for (const table of ['audit_part', 'audit_summary']) await sql`drop table ${sql.table(table)}`.execute(tx)
      for (const index of ['audit_person', 'audit_action', 'audit_time']) await sql`drop index ${sql.table(index)}`.execute(tx)
      for (const column of ['row_count', 'parts_hash']) await sql`alter table audit_entry drop column ${sql.ref(column)}`.execute(tx)
      await sql`create index audit_import on audit_entry (number) where action in ('property.import', 'notification.import')`.execute(tx)
      await tx.deleteFrom('audit_entry').execute()
      const columns = Object.keys(rows[0] ?? {})
      await insertMany(
        tx,
        'audit_entry',
        columns,
        rows.map((row) => Object.values(row)),
      )
    })
  }

  it('is whole after the upgrade, and goes on', async () => {
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, entrycount: last, lastnumber: last })
    good(await admin.post('/vtestate/save', { name: '新', addr: '路' }))
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, entrycount: last + 1 })
  })

  it('names in its list the subjects as they are known today', async () => {
    const { datas } = good(await admin.get('/audit/list', { pageSize: 200 }))
    const named = (action: string) => {
      const found = datas.find((row: { action: string }) => row.action === action)
      return [found.subjectname, found.activitytitle]
    }
    expect(named('voting.mark')).toEqual(['一期-1栋-1单元-102 李四', '更换电梯'])
    expect(named('voting.void')).toEqual(['一期-1栋-1单元-301 王五', '更换电梯'])
    expect(named('notification.save')).toEqual(['一期-1栋-1单元-301 王五', '更换电梯'])
    expect(named('activity.start')).toEqual(['更换电梯', '更换电梯'])
    expect(named('activity.delete')).toEqual(['删去的活动', '删去的活动'])
    expect(named('ballot.merge')).toEqual(['一期-1栋-1单元-101 张三', ''])
    expect(named('account.setRole')).toEqual(['staff_1', ''])
    expect(named('property.update')).toEqual(['一期-1栋-1单元-102 李四（示范小区甲）', ''])
    expect(named('propertyChange.reject')).toEqual(['一期-2栋-1单元-101 赵六/钱七（示范小区甲）', ''])
    expect(named('property.import')).toEqual(['示范小区甲', ''])
    const mine = good(await admin.get('/audit/list', { voteactivityid: activity.activityId, condition: '301', pageSize: 50 })).datas
    expect(mine.map(({ action }: { action: string }) => action)).toEqual(['notification.save', 'voting.void', 'voting.complete'])
    const { datas: rows, totalCount } = good(await admin.get('/audit/list', { pageSize: 500 }))
    expect(rows).toHaveLength(totalCount)
    expect(rows.every(({ hash }: { hash: string }) => /^[\da-f]{64}$/.test(hash))).toBe(true)
  })

  it('answers a large entry in parts, and its import to the home page', async () => {
    const [entry] = await entriesOf(admin, { action: 'property.import' })
    expect([entry.partcount, entry.rowcount, entry.before.changed.length, entry.after.fileName]).toEqual([3, 1_200, 500, '旧.xlsx'])
    expect(good(await admin.get('/audit/lastimports'))).toMatchObject([
      { filename: '旧.xlsx', total: 1_200, inserted: 0, updated: 1_200, estatename: '示范小区甲' },
    ])
  })
})
