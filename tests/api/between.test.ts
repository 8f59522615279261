import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import {
  askDeliver,
  askMark,
  askVote,
  good,
  makeActivity,
  makeEstate,
  propertiesOfEstateA,
  propertyNamed,
  rosterOf,
  takeSteps,
  type MadeActivity,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

const NAMES = ['1-101', '1-201', '1-102', '1-301', '2-101', '2-102', '2-201']
const MINUTE = 60_000
/** Always the same chance, so that a failure can be seen again. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

interface Counted {
  readonly at: number
  readonly number: number
  readonly counts: Readonly<Record<string, number>>
}

onBothDatabases('two moments of an activity', (engine) => {
  let server: TestServer
  let admin: Client
  let activity: MadeActivity
  let roster: Awaited<ReturnType<typeof rosterOf>>
  const counted: Counted[] = []
  const at = (name: string): RosterProperty => propertyNamed(roster, name)

  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    const { estateId } = await makeEstate(admin, propertiesOfEstateA, '示范小区甲')
    activity = await makeActivity(admin, estateId, { startdate: '2026-05-01 00:00:00', enddate: '2026-05-01 20:00:00' })
    await takeSteps(admin, activity.activityId, 'start')
    roster = await rosterOf(server, activity.activityId)
    await count()
    const random = chance(7)
    for (let turn = 0; turn < 60; turn++) {
      server.clock.time += MINUTE
      await act(random)
      await count()
    }
  })
  afterAll(() => server.close())

  /** What a copy of the tables taken now would tell. */
  async function count(): Promise<void> {
    const { rows } = await sql<Record<string, number>>`
      select
        (select count(*) from ballot where is_ended = 0) as totalcount,
        (select sum(area_hundredths) from ballot where is_ended = 0) as totalarea,
        (select count(*) from vote_record where status = 1) as votedcount,
        (select coalesce(sum(area_hundredths), 0) from vote_record where status = 1) as votedarea,
        (select count(*) from vote_record where status = 0) as markedcount,
        (select count(distinct ballot_id) from notification join roster_property on roster_property.id = roster_property_id) as deliveredcount,
        (select count(*) from vote_record where status = 2) as voidcount,
        (select max(number) from audit_entry) as number
    `.execute(server.database.read)
    const { number = 0, ...counts } = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, value]))
    for (const name of ['totalarea', 'votedarea']) counts[name] = (counts[name] ?? 0) / 100
    counted.push({ at: server.clock.time, number, counts })
  }

  /** Some act, which may be refused. */
  async function act(random: () => number): Promise<void> {
    const name = NAMES[Math.floor(random() * NAMES.length)] ?? '1-101'
    const { activityId } = activity
    const { ballotId, propertyId } = at(name)
    const live = await server.database.read.selectFrom('vote_record').select('public_id').where('status', '=', 1).limit(1).executeTakeFirst()
    const acts: (() => Promise<unknown>)[] = [
      () => askMark(admin, activityId, at(name), `C-${Math.floor(random() * 1_000)}`),
      () => askVote(admin, activity, [at(name)], '1'),
      () => admin.get('/vote/disable', { voteActivityId: activityId, recordid: live?.public_id ?? 'none', reason: '录入错误' }),
      () => askDeliver(admin, at(name)),
      () =>
        admin.get('/votedef/mergeactivityproperty', {
          voteactivityid: activityId,
          mainrightballotid: at('1-101').ballotId,
          needmergepropertyid: at('1-201').propertyId,
        }),
      () =>
        admin.get('/votedef/splitactivityproperty', { voteactivityid: activityId, mainrightballotid: at('1-101').ballotId, needsplipropertyid: propertyId }),
      () =>
        admin.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: ballotId, needmergepropertyid: at('2-201').propertyId }),
    ]
    await acts[Math.floor(random() * acts.length)]?.()
  }

  const between = (from: string, to: string) => admin.get('/vote/between', { voteactivityid: activity.activityId, from, to })

  it('count what a copy taken then would tell, by time and by number', async () => {
    expect(new Set(counted.map(({ counts }) => JSON.stringify(counts))).size).toBeGreaterThan(15)
    const random = chance(11)
    for (let pair = 0; pair < 40; pair++) {
      const [one, other] = [0, 1].map(() => Math.floor(random() * counted.length)).toSorted((a, b) => a - b) as [number, number]
      const [from, to] = [counted[one], counted[other]] as [Counted, Counted]
      const byTime = good(await between(formatTime(from.at), formatTime(to.at)))
      expect(byTime).toMatchObject({ from: { time: formatTime(from.at), ...from.counts }, to: { time: formatTime(to.at), ...to.counts } })
      expect(good(await between(`#${from.number}`, `#${to.number}`))).toMatchObject({ from: from.counts, to: to.counts, acts: byTime.acts })
    }
  })

  it('tell each act between them by name', async () => {
    const { acts, actcount } = good(await between('2026-05-01 00:00:00', '2026-05-02 00:00:00'))
    expect(acts).toHaveLength(actcount)
    const all = good(await admin.get('/audit/list', { voteactivityid: activity.activityId, pageSize: 200 })).datas as { number: number; action: string }[]
    const isAct = ({ action }: { action: string }) => /^(voting|ballot|notification)\./.test(action)
    expect(acts.map((act: { number: number }) => act.number)).toEqual(
      all
        .filter(isAct)
        .map(({ number }) => number)
        .toSorted((one, other) => one - other),
    )
    expect(new Set(acts.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['mark', 'vote', 'void', 'delivery', 'merge', 'split']))
    for (const one of acts) expect(one).toMatchObject({ operator: expect.stringMatching(/./), place: expect.stringMatching(/^一期-\d栋-1单元-\d+$/) })
    expect(acts.find(({ kind }: { kind: string }) => kind === 'void')).toMatchObject({ reason: '录入错误' })
    expect(good(await between('2026-05-02 00:00:00', '2026-05-03 00:00:00'))).toMatchObject({ acts: [], actcount: 0, curve: [] })
  })

  it('tell when papers came in, hour by hour, and which after the deadline', async () => {
    const { curve } = good(await between('2026-05-01 00:00:00', '2026-05-02 00:00:00'))
    const made = (await server.database.read.selectFrom('vote_record').select('created_at').execute()).map(({ created_at: at }) => formatTime(at).slice(0, 13))
    expect(curve.map(({ hour, count }: { hour: string; count: number }) => [hour.slice(0, 13), count])).toEqual(
      [...new Set(made)].toSorted().map((hour) => [hour, made.filter((each) => each === hour).length]),
    )
    expect(curve.every(({ hour, late }: { hour: string; late: number }) => hour.endsWith(':00:00') && late === 0)).toBe(true)
    await server.database.write((tx) =>
      tx
        .updateTable('activity')
        .set({ ends_at: counted[10]?.at ?? 0 })
        .execute(),
    )
    const late = good(await between('2026-05-01 00:00:00', '2026-05-02 00:00:00')).curve.reduce((sum: number, each: { late: number }) => sum + each.late, 0)
    const stored = await server.database.read
      .selectFrom('vote_record')
      .select('created_at')
      .where('created_at', '>', counted[10]?.at ?? 0)
      .execute()
    expect(late).toBe(stored.length)
    expect(late).toBeGreaterThan(0)
    await server.database.write((tx) =>
      tx
        .updateTable('activity')
        .set({ ends_at: Date.parse('2026-05-01T12:00:00Z') })
        .execute(),
    )
  })

  describe('are refused', () => {
    it.each([
      ['2026-05-02 00:00:00', '2026-05-01 00:00:00', '起始时刻不能晚于截止时刻'],
      ['#9', '#3', '起始时刻不能晚于截止时刻'],
      ['gestern', '#3', '起始时刻格式不正确，应为 2026-05-01 09:30:00 或 #128'],
      ['#3', '', '截止时刻格式不正确，应为 2026-05-01 09:30:00 或 #128'],
    ])('from %s to %s', async (from, to, message) => expect(await between(from, to)).toMatchObject({ code: 400, message }))

    it('of an activity that is not there', async () =>
      expect(await admin.get('/vote/between', { voteactivityid: 'none', from: '#1', to: '#2' })).toMatchObject({ code: 404, message: '投票活动不存在' }))
  })
})
