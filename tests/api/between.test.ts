import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import {
  askDeliver,
  askMark,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  propertiesOfEstateA,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  type MadeActivity,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll, type TestServer } from '../support/server.ts'

const NAMES = ['1-101', '1-201', '1-102', '1-301', '2-101', '2-102', '2-201']
const MINUTE = 60_000
/** A deterministic random source, so that failures are reproducible. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

interface Bar {
  readonly hour: string
  readonly count: number
  readonly late: number
  readonly enteredlate: number
}

/** When an activity's papers arrived and were entered, read from its tables: by record and printed paper (`proof.md` section 8). */
async function receiptsOf(server: TestServer, activityId: string): Promise<Map<string, { at: number; enteredAt: number | null }>> {
  const db = server.database.read
  const { id } = await db.selectFrom('activity').select('id').where('public_id', '=', activityId).executeTakeFirstOrThrow()
  const records = await db.selectFrom('vote_record').selectAll().where('activity_id', '=', id).orderBy('id').execute()
  const papers = await db.selectFrom('ballot_paper').selectAll().where('activity_id', '=', id).execute()
  const keyOf = (ballot: number, code: string, record: number) => (code === '' ? `record ${record}` : `${ballot} ${code}`)
  const keys = new Set([
    ...records.map((record) => keyOf(record.ballot_id, record.marked_code, record.id)),
    ...papers.map((paper) => keyOf(paper.ballot_id, paper.code, 0)),
  ])
  const found = new Map<string, { at: number; enteredAt: number | null }>()
  for (const key of keys) {
    const paper = papers.find((each) => keyOf(each.ballot_id, each.code, 0) === key)
    if (paper?.status === 3) continue
    const own = records.filter((record) => keyOf(record.ballot_id, record.marked_code, record.id) === key)
    const vote = own.findLast(({ voted_at: at }) => at !== null)
    const byHand = own.find(({ created_at: at }) => !paper || at < paper.issued_at)
    const at = vote?.received_at ?? paper?.received_at ?? byHand?.created_at ?? null
    if (at !== null) found.set(key, { at, enteredAt: vote?.voted_at ?? null })
  }
  return found
}

interface Counted {
  readonly at: number
  readonly number: number
  readonly counts: Readonly<Record<string, number>>
}

onBothDatabases('two moments of an activity', (engine) => {
  const life = 365 * 86_400_000
  const server = serverForAll(engine, { sessionLife: { idle: life, total: life } })
  const admin = madeBefore(() => server.member('admin_1'))
  let activity: MadeActivity
  let roster: Awaited<ReturnType<typeof rosterOf>>
  const counted: Counted[] = []
  const at = (name: string): RosterProperty => propertyNamed(roster, name)

  beforeAll(async () => {
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

  /** Records what a copy of the tables would show at this moment. */
  async function count(): Promise<void> {
    const { rows } = await sql<Record<string, number>>`
      select
        (select count(*) from ballot where is_ended = 0) as totalcount,
        (select sum(area_hundredths) from ballot where is_ended = 0) as totalarea,
        (select count(*) from vote_record where status = 1) as votedcount,
        (select coalesce(sum(area_hundredths), 0) from vote_record where status = 1) as votedarea,
        (select count(*) from vote_record where status = 0) as markedcount,
        (select count(distinct ballot_id) from notification join roster_property on roster_property.id = roster_property_id
          where voided_at is null) as deliveredcount,
        (select count(*) from vote_record where status = 2) as voidcount,
        (select max(number) from audit_entry) as number
    `.execute(server.database.read)
    const { number = 0, ...counts } = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, value]))
    for (const name of ['totalarea', 'votedarea']) counts[name] = (counts[name] ?? 0) / 100
    counted.push({ at: server.clock.time, number, counts })
  }

  /** Performs a random action, which may be refused. */
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
      async () => {
        const delivery = await server.database.read.selectFrom('notification').select('public_id').where('voided_at', 'is', null).limit(1).executeTakeFirst()
        return admin.post('/vote/voidnotify', { notifyid: delivery?.public_id ?? 'none', reason: '登记错误' })
      },
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

  it('have the counts of a backup taken at that moment, by time and by number', async () => {
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

  it('name each action between them', async () => {
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

  it('show paper arrivals by hour, and which came after the deadline', async () => {
    const { curve } = good(await between('2026-05-01 00:00:00', '2026-05-02 00:00:00'))
    const made = [...(await receiptsOf(server, activity.activityId)).values()].map(({ at: moment }) => formatTime(moment).slice(0, 13))
    expect(curve.map(({ hour, count }: { hour: string; count: number }) => [hour.slice(0, 13), count])).toEqual(
      [...new Set(made)].toSorted().map((hour) => [hour, made.filter((each) => each === hour).length]),
    )
    expect(curve.every(({ hour, late, enteredlate }: Bar) => hour.endsWith(':00:00') && late === 0 && enteredlate === 0)).toBe(true)
    await server.database.write((tx) =>
      tx
        .updateTable('activity')
        .set({ ends_at: counted[10]?.at ?? 0 })
        .execute(),
    )
    const deadline = counted[10]?.at ?? 0
    const late = good(await between('2026-05-01 00:00:00', '2026-05-02 00:00:00')).curve.reduce((sum: number, each: Bar) => sum + each.late, 0)
    const stored = [...(await receiptsOf(server, activity.activityId)).values()].filter(({ at: moment }) => moment > deadline)
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

    it('for an unknown activity, with 404', async () =>
      expect(await admin.get('/vote/between', { voteactivityid: 'none', from: '#1', to: '#2' })).toMatchObject({ code: 404, message: '投票活动不存在' }))
  })

  describe('with printed papers', () => {
    let papers: MadeActivity
    const ask = (act: string, more: object) => admin.post(`/paper/${act}`, { voteactivityid: papers.activityId, ...more })
    const curveOf = async (from: string, to: string): Promise<Bar[]> =>
      good(await admin.get('/vote/between', { voteactivityid: papers.activityId, from, to })).curve
    const byCode = (codes: readonly string[], more: object = {}) =>
      admin.post('/vote/do', {
        records: recordsOf(papers.topics, '1'),
        voteactivityid: papers.activityId,
        votername: '',
        markedcodes: codes,
        ballotIds: [],
        ...more,
      })
    const begin = async (day: string) => {
      now(`${day} 08:00:00`)
      const { estateId } = await makeEstate(admin, propertiesOfEstateA, `印选票小区${day}`)
      papers = await makeActivity(admin, estateId, { startdate: `${day} 00:00:00`, enddate: `${day} 20:00:00` })
      await takeSteps(admin, papers.activityId, 'start')
      roster = await rosterOf(server, papers.activityId)
    }
    const now = (time: string) => void (server.clock.time = Date.parse(`${time.replace(' ', 'T')}+08:00`))

    it('count a paper when it arrived, not when printed: red after the end, hatched if entered later', async () => {
      await begin('2026-06-01')
      const codes: string[] = good(await ask('issue', { xpath: '' })).papers.map(({ code }: { code: string }) => code)
      expect(codes.length).toBeGreaterThan(5)
      good(await ask('out', { codes: codes.slice(0, 5) }))
      expect(await curveOf('2026-06-01 00:00:00', '2026-06-02 00:00:00')).toEqual([])
      now('2026-06-01 10:30:00')
      good(await ask('receive', { codes: codes.slice(0, 2) }))
      now('2026-06-01 11:00:00')
      // By its code it is received with the vote; the other paper's earlier arrival is given.
      good(await byCode(codes.slice(2, 3)))
      good(await byCode(codes.slice(3, 4), { receivedat: '2026-06-01 09:15:00' }))
      const none = { late: 0, enteredlate: 0 }
      const soFar = [
        { hour: '2026-06-01 09:00:00', count: 1, ...none },
        { hour: '2026-06-01 10:00:00', count: 2, ...none },
        { hour: '2026-06-01 11:00:00', count: 1, ...none },
      ]
      expect(await curveOf('2026-06-01 00:00:00', '2026-06-02 00:00:00')).toEqual(soFar)
      expect(await curveOf('2026-06-01 10:00:00', '2026-06-02 00:00:00')).toEqual(soFar.slice(1))
      // What was registered later was unknown at that moment.
      expect(await curveOf('2026-06-01 00:00:00', '2026-06-01 10:59:59')).toEqual(soFar.slice(1, 2))
      now('2026-06-01 21:10:00')
      good(await ask('receive', { codes: codes.slice(4, 5) }))
      await takeSteps(admin, papers.activityId, 'startTally')
      good(await askTally(admin, papers, codes.slice(0, 1), '1'))
      expect(await curveOf('2026-06-01 00:00:00', '2026-06-02 00:00:00')).toEqual([
        soFar[0],
        { ...soFar[1], enteredlate: 1 },
        soFar[2],
        { hour: '2026-06-01 21:00:00', count: 1, late: 1, enteredlate: 0 },
      ])
    })

    it.each([5, 23])('give the tables’ state at each moment after random actions (seed %i)', async (seed) => {
      const day = `2026-07-${String(seed).padStart(2, '0')}`
      await begin(day)
      const random = chance(seed)
      const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
      const told: { readonly time: string; readonly curve: Bar[] }[] = []
      for (let turn = 0; turn < 60; turn++) {
        server.clock.time += 20 * MINUTE
        if (turn === 40) await takeSteps(admin, papers.activityId, 'startTally')
        const { ballotId } = at(oneOf(NAMES) ?? '')
        const property = at(oneOf(NAMES) ?? '')
        const { datas } = good(await admin.get('/paper/list', { voteactivityid: papers.activityId, pageSize: 100 }))
        const code = oneOf<{ code: string }>(datas)?.code ?? 'none'
        const records = await server.database.read.selectFrom('vote_record').select('public_id').where('status', '<>', 2).orderBy('id').execute()
        const recordid = oneOf(records.slice(-5))?.public_id ?? 'none'
        const acts: (() => Promise<unknown>)[] = [
          () => ask('issue', { ballotids: [ballotId] }),
          () => ask('issue', { ballotids: [ballotId] }),
          () => ask('receive', { codes: [code] }),
          () => ask('receive', { codes: [code], receivedat: `${day} 08:10:00` }),
          () => ask('spoil', { codes: [code], reason: '选票损坏' }),
          () => ask('replace', { code, reason: '选票遗失' }),
          () => askMark(admin, papers.activityId, property, `H-${turn}`),
          () => admin.post('/vote/unmark', { recordid, reason: '标记错业主' }),
          () => byCode([code]),
          () => askVote(admin, papers, [property], '1'),
          () => askTally(admin, papers, [code], '1'),
          () => admin.get('/vote/disable', { voteActivityId: papers.activityId, recordid, reason: '录错选择' }),
        ]
        await oneOf(acts)?.()
        const hours = new Map<string, { count: number; late: number; enteredlate: number }>()
        const end = Date.parse(`${day}T20:00:00+08:00`)
        for (const { at: moment, enteredAt } of (await receiptsOf(server, papers.activityId)).values()) {
          const hour = `${formatTime(moment).slice(0, 13)}:00:00`
          const bar = hours.get(hour) ?? { count: 0, late: 0, enteredlate: 0 }
          bar.count += 1
          if (moment > end) bar.late += 1
          else if (enteredAt !== null && enteredAt > end) bar.enteredlate += 1
          hours.set(hour, bar)
        }
        told.push({
          time: formatTime(server.clock.time),
          curve: [...hours].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([hour, bar]) => ({ hour, ...bar })),
        })
      }
      for (const { time, curve } of told) expect(await curveOf('2026-05-01 00:00:00', time), time).toEqual(curve)
      expect(new Set(told.map(({ curve }) => JSON.stringify(curve))).size).toBeGreaterThan(6)
    })
  })
})
