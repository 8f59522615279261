import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activityBody, askDeliver, askMark, askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** `proof.md` section 8: what was sent is what was stored. */
whereDatabasesDiffer('what was sent', (engine) => {
  let server: TestServer
  let admin: Client
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    activity = await makeActivityA(server, admin)
    await takeSteps(admin, activity.activityId, 'start')
  })
  afterEach(() => server.close())

  /** Makes every insert or update of a table change a column, as the database's owner could. */
  async function flip(table: string, act: 'insert' | 'update', column: string, value: string, { isDeferred = false } = {}): Promise<void> {
    const statements =
      engine === 'sqlite'
        ? [`create trigger flip after ${act} on ${table} begin update ${table} set ${column} = ${value} where id = new.id; end`]
        : [
            `create function flip() returns trigger language plpgsql as $$ begin
              if pg_trigger_depth() < 2 then update ${table} set ${column} = ${value} where id = new.id; end if; return null; end $$`,
            isDeferred
              ? `create constraint trigger flip after ${act} on ${table} deferrable initially deferred for each row execute function flip()`
              : `create trigger flip after ${act} on ${table} for each row execute function flip()`,
          ]
    for (const statement of statements) await server.database.write((tx) => sql.raw(statement).execute(tx))
  }
  const mend = () => server.database.write((tx) => sql.raw(engine === 'sqlite' ? 'drop trigger flip' : 'drop function flip() cascade').execute(tx))
  const vote = (name: string, answers = '1') => askVote(admin, activity, [propertyNamed(activity.roster, name)], answers)
  const refused = (table: string, field: string) => ({
    code: 500,
    data: null,
    message: `数据库存入的内容与提交的不同（${table} 表的 ${field}），没有保存，请停止使用并联系技术人员`,
  })
  const recordCount = async () =>
    (
      await server.database.read
        .selectFrom('vote_record')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  it('is compared before commit: a vote flipped by a trigger is refused with an entry', async () => {
    await flip('vote_record', 'insert', 'answers', "'2'")
    expect(await vote('1-102')).toMatchObject(refused('vote_record', 'answers'))
    expect(await recordCount()).toBe(0)
    expect(await entriesOf(admin, { action: 'voting.complete' })).toEqual([])
    const [entry] = await entriesOf(admin, { action: 'audit.storedOtherwise' })
    expect(entry).toMatchObject({ kind: 'security', after: { refusal: refused('vote_record', 'answers').message } })
    // A trigger write that changes nothing is no difference.
    good(await vote('1-102', '2'))
    await mend()
    good(await vote('1-301', '1'))
  })

  it.runIf(engine === 'postgres')('is compared behind triggers that are put off to the commit', async () => {
    await flip('vote_record', 'insert', 'answers', "'2'", { isDeferred: true })
    expect(await vote('1-102')).toMatchObject(refused('vote_record', 'answers'))
    expect(await recordCount()).toBe(0)
    await mend()
  })

  it.each([
    ['a void', 'vote_record', 'answers', "'2'"],
    ['a roster’s correction', 'roster_property', 'owner_name', "'别人'"],
    ['a step of the activity', 'activity', 'ends_at', 'ends_at + 1'],
  ] as const)('is compared for %s', async (what, table, column, value) => {
    good(await vote('1-102'))
    const { public_id: recordid } = await server.database.read.selectFrom('vote_record').select('public_id').executeTakeFirstOrThrow()
    const { rosterPropertyId: activitypropertyid } = propertyNamed(activity.roster, '1-301')
    await flip(table, 'update', column, value)
    const answer = await {
      'a void': () => admin.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }),
      'a roster’s correction': () => admin.post('/votedef/modifyactivityproperty', { activitypropertyid, mobileno: '13733334444' }),
      'a step of the activity': () => admin.get('/votedef/callvote', { id: activity.activityId }),
    }[what]()
    await mend()
    expect(answer).toMatchObject(refused(table, column))
  })

  it('is compared for deliveries and marks too, and not for rolled-back jobs', async () => {
    await flip('notification', 'insert', 'remark', "'改了'")
    expect(await askDeliver(admin, propertyNamed(activity.roster, '1-102'))).toMatchObject(refused('notification', 'remark'))
    await mend()
    good(await askDeliver(admin, propertyNamed(activity.roster, '1-102')))
    // Two desks at once, one refused: the other's vote is kept.
    const both = await Promise.all([vote('1-102'), vote('1-102'), askMark(admin, activity.activityId, propertyNamed(activity.roster, '1-301'), 'M-1')])
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 200, 409])
  })

  it('is compared when the database itself copies a roster’s first properties', async () => {
    const draft = activityBody(activity.estateId, { title: '另一次表决' })
    for (const [table, column, value] of [
      ['roster_property', 'owner_name', "'别人'"],
      ['ballot', 'area_hundredths', '1'],
    ] as const) {
      await flip(table, 'insert', column, value)
      expect(await admin.post('/votedef/save', draft)).toMatchObject(refused('roster_property', 'property_public_id'))
      await mend()
    }
    good(await admin.post('/votedef/save', draft))
  })

  it('is compared for a new paper', async () => {
    const issue = () => admin.post('/paper/issue', { voteactivityid: activity.activityId, xpath: '' })
    for (const [column, value] of [
      ['status', '2'],
      ['code', "'X' || id"],
    ] as const) {
      await flip('ballot_paper', 'insert', column, value)
      expect(await issue()).toMatchObject(refused('ballot_paper', column))
      await mend()
    }
    good(await issue())
  })
})
