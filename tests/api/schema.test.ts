import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf, removeJournalGuards } from '../support/journal.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { readReport, sheetNamed } from '../support/reports.ts'
import { confirm, startServer, type Client, type TestServer } from '../support/server.ts'

/** `proof.md` section 8: the schema must be the program's. */
whereDatabasesDiffer('the schema', (engine) => {
  let server: TestServer
  let admin: Client
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
  })
  afterEach(() => server.close())

  const restart = async (): Promise<void> => {
    const { token } = admin
    server = await server.restart()
    admin = server.client(token)
  }
  const run = async (...statements: readonly string[]): Promise<void> => {
    isTamperedWith(server.database)
    await server.database.write(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
  }
  const faults = async (): Promise<string[]> =>
    good(await admin.get('/audit/verify')).schema.map(
      ({ object, fault, blocks }: { object: string; fault: string; blocks: boolean }) => `${fault} ${object}${blocks ? '' : ' (harmless)'}`,
    )
  const flip =
    engine === 'sqlite'
      ? ['create trigger flip after update on vote_record begin update vote_record set remark = 1; end']
      : [
          'create function flip() returns trigger language plpgsql as $$ begin return new; end $$',
          'create trigger flip before update on vote_record for each row execute function flip()',
        ]

  it('verifies as the program created it, also after a restart', async () => {
    expect(await faults()).toEqual([])
    await restart()
    expect(await faults()).toEqual([])
    await confirm(admin)
    expect(await admin.post('/audit/verify/known', { reason: '无' })).toMatchObject({ code: 409, message: '数据库的结构没有被改动，没有需要说明的差异' })
  })

  it('a foreign trigger blocks results until an administrator acknowledges it once for all activities', async () => {
    const activity = await makeActivityA(server, admin)
    await takeSteps(admin, activity.activityId, 'start')
    good(await askVote(admin, activity, [propertyNamed(activity.roster, '1-102')], '1'))
    await run(...flip)
    expect(await faults()).toEqual(['foreign trigger vote_record.flip'])
    const refusal = { code: 402, message: '数据库的结构被改动过，共1处，不能结束投票和生成报告，请系统管理员在“操作日志”中点“校验”查看' }
    const finish = () => admin.get('/votedef/finishVote', { id: activity.activityId })
    const report = () => admin.raw(`/vote/report?voteActivityId=${activity.activityId}`)
    expect(await finish()).toMatchObject(refusal)
    expect((await report()).json()).toMatchObject(refusal)
    expect((await admin.post('/audit/verify/known', { reason: '无' })).code).toBe(445)
    await confirm(admin)
    const known = async () => [good(await admin.get('/audit/verify')).schemaknown, good(await admin.get('/system/safety')).schemaknown]
    expect(await known()).toEqual([null, null])
    good(await admin.post('/audit/verify/known', { reason: '由技术人员维护数据库所致' }))
    for (const word of await known()) expect(word).toMatchObject({ reason: '由技术人员维护数据库所致' })
    good(await finish())
    const conclusion = sheetNamed(await readReport((await report()).rawPayload), '表决结论')
    const texts = JSON.stringify(conclusion.getSheetValues())
    expect(texts).toContain('数据库的结构被改动过，共 1 处')
    expect(texts).toContain('触发器 vote_record.flip：不是本程序建立的')
    await run('create unique index of_nobody on estate (id)')
    expect((await report()).json()).toMatchObject({ code: 402 })
    expect(await known()).toEqual([null, null])
    expect((await entriesOf(admin, { action: 'audit.acceptSchema' }))[0]).toMatchObject({ kind: 'security', after: { differenceCount: 1 } })
  })

  it('restores its guards and indexes at the start, with an entry', async () => {
    await removeJournalGuards(server.database)
    await run('drop index session_of_user')
    expect(await faults()).toContain('missing index session.session_of_user (harmless)')
    expect((await faults()).filter((fault) => fault.startsWith('missing trigger audit_entry.')).length).toBe(engine === 'sqlite' ? 3 : 4)
    await restart()
    expect(await faults()).toEqual([])
    const [entry] = await entriesOf(admin, { action: 'audit.schemaMended' })
    expect(entry).toMatchObject({ kind: 'security', username: '' })
    expect(entry.after.mended).toContain('index session.session_of_user')
    await expect(server.database.write((tx) => sql.raw('delete from audit_entry').execute(tx))).rejects.toThrow('append-only')
  })

  it('reports other changes, but not objects outside the program’s tables', async () => {
    await run('create table theirs (id integer)', 'create view of_theirs as select id from theirs', 'create index more on estate (created_at)')
    expect(await faults()).toEqual(['foreign index estate.more (harmless)'])
    await run('drop index property_place', 'alter table estate add column note text')
    expect((await faults()).toSorted()).toEqual(
      [
        'foreign index estate.more (harmless)',
        'missing index property.property_place',
        engine === 'sqlite' ? 'altered table estate' : 'foreign column estate.note',
      ].toSorted(),
    )
    await run('alter table estate drop column note')
    expect((await faults()).toSorted()).toEqual(['foreign index estate.more (harmless)', 'missing index property.property_place'])
  })

  it.runIf(engine === 'postgres')('has no disabled trigger, rule, policy, heir or altered constraint or function', async () => {
    await run(
      'alter table audit_entry disable trigger audit_entry_update',
      'create or replace function checkpoint_update_guard() returns trigger language plpgsql as $$ begin return new; end $$',
      'alter table property disable trigger all',
      'create rule nothing as on update to vote_record do instead nothing',
      'create policy theirs on estate',
      'create table heir () inherits (estate)',
      'alter table property drop constraint property_area_hundredths_check',
      'alter table property alter column category drop not null',
    )
    expect((await faults()).filter((fault) => !fault.includes('trigger property.property_')).toSorted()).toEqual(
      [
        'altered trigger audit_entry.audit_entry_update',
        'altered trigger checkpoint.checkpoint_update',
        'altered trigger property.foreign keys',
        'foreign rule vote_record.nothing',
        'foreign policy estate.theirs',
        'foreign inheritance estate.heir',
        'missing constraint property.property_area_hundredths_check',
        'altered column property.category',
      ].toSorted(),
    )
  })
})
