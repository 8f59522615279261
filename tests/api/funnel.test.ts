import { beforeEach, describe, expect, it } from 'vitest'
import { askDeliver, askMark, askTally, askVote, good, makeActivityA, propertyNamed, recordsOf, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { setClock } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

type Share = { readonly count: number; readonly area: number }
type Funnel = Readonly<Record<string, Share>>
const stages = ['notmade', 'notsent', 'withowner', 'toenter', 'entered', 'handmarked'] as const
const MINUTE = 60_000
/** A deterministic random source, so that failures are reproducible. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

onBothDatabases('the funnel of papers', (engine) => {
  const life = 365 * 86_400_000
  const server = serverForAll(engine, { sessionLife: { idle: life, total: life } })
  const manager = madeBefore(() => server.member('admin_1'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  const start = Date.UTC(2026, 4, 1, 1)
  beforeEach(() => setClock(server, start))

  const voteIsOn = async (more: Record<string, unknown> = {}) => {
    activity = await makeActivityA(server, manager, more)
    await takeSteps(manager, activity.activityId, 'start')
  }
  const at = (name: string): RosterProperty => propertyNamed(activity.roster, name)
  const post = (act: string, more: object) => manager.post(`/paper/${act}`, { voteactivityid: activity.activityId, ...more })
  const issued = async (...names: readonly string[]): Promise<string[]> => {
    const { papers } = good(await post('issue', { ballotids: names.map((name) => at(name).ballotId) }))
    return names.map((name) => papers.find(({ ballotid }: { ballotid: string }) => ballotid === at(name).ballotId)?.code ?? '')
  }
  const voteByCode = (...markedcodes: readonly string[]) =>
    manager.post('/vote/do', { records: recordsOf(activity.topics, '1'), voteactivityid: activity.activityId, votername: '', markedcodes, ballotIds: [] })
  const funnel = async (): Promise<Funnel> => good(await manager.get('/vote/counts', { voteActivityId: activity.activityId })).funnel
  const counts = async () => Object.fromEntries(Object.entries(await funnel()).map(([stage, { count }]) => [stage, count]))
  const none = { notmade: 0, notsent: 0, withowner: 0, toenter: 0, entered: 0, handmarked: 0, late: 0, enterabledelivered: 0 }

  it('places each ballot in one stage, a merged one once, in heads and area', async () => {
    await voteIsOn()
    expect(await counts()).toEqual({ ...none, notmade: 5 })
    const [merged = '', one = '', two = ''] = await issued('1-101', '1-102', '1-301')
    expect(await counts()).toEqual({ ...none, notmade: 2, notsent: 3 })
    good(await post('out', { codes: [merged, one, two] }))
    good(await post('receive', { codes: [merged, one] }))
    good(await askMark(manager, activity.activityId, at('2-101'), 'H-1'))
    expect(await counts()).toEqual({ ...none, notmade: 1, withowner: 1, toenter: 2, handmarked: 1 })
    // 张三's two properties of 100 and 李四's 80.
    expect((await funnel())['toenter']).toEqual({ count: 2, area: 280 })
    const [recordid] = good(await voteByCode(merged)).recordids
    good(await askVote(manager, activity, [at('2-102')], '1'))
    expect(await counts()).toEqual({ ...none, withowner: 1, toenter: 1, entered: 2, handmarked: 1 })
    // A voided vote waits to be entered again, as its paper is there.
    good(await manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }))
    expect(await counts()).toEqual({ ...none, withowner: 1, toenter: 2, entered: 1, handmarked: 1 })
    good(await post('spoil', { codes: [one], reason: '选票损坏' }))
    expect(await counts()).toEqual({ ...none, notmade: 1, withowner: 1, toenter: 1, entered: 1, handmarked: 1 })
    const [overview] = good(await manager.get('/vote/overview', { voteActivityIds: activity.activityId }))
    expect(overview.funnel).toEqual(await funnel())
  })

  it('counts papers outside the voting period as not enterable until the vote is extended', async () => {
    await voteIsOn()
    const codes = await issued('1-102', '1-301', '2-101')
    good(await post('receive', { codes: codes.slice(0, 1) }))
    server.clock.time = Date.UTC(2026, 6, 1, 1)
    good(await post('receive', { codes: codes.slice(1, 2) }))
    expect(await counts()).toEqual({ ...none, notmade: 2, notsent: 1, toenter: 2, late: 1 })
    good(await manager.post('/votedef/extend', { id: activity.activityId, enddate: '2026-07-05 12:00:00', reason: '未达三分之二' }))
    expect(await counts()).toEqual({ ...none, notmade: 2, notsent: 1, toenter: 2 })
  })

  it('counts which enterable papers already take part by their delivery, if the rule counts it', async () => {
    for (const [more, delivered] of [
      [{}, 0],
      [{ votetype: 5, rulebasis: '议事规则第二十条' }, 2],
    ] as const) {
      await setClock(server, start)
      await voteIsOn(more)
      const [merged = '', one = '', two = ''] = await issued('1-101', '1-102', '1-301')
      good(await post('receive', { codes: [merged, one] }))
      good(await askMark(manager, activity.activityId, at('2-101'), 'H-1'))
      for (const name of ['1-201', '1-301', '2-101', '2-102']) good(await askDeliver(manager, at(name)))
      expect(await counts()).toMatchObject({ toenter: 2, handmarked: 1, late: 0, enterabledelivered: delivered })
      server.clock.time = Date.UTC(2026, 6, 1, 1)
      good(await post('receive', { codes: [two] }))
      expect(await counts()).toMatchObject({ toenter: 3, late: 1, enterabledelivered: delivered })
    }
  })

  it('is left out of the activity list for finished activities', async () => {
    await voteIsOn()
    await takeSteps(manager, activity.activityId, 'finish')
    expect(good(await manager.get('/vote/overview', { voteActivityIds: activity.activityId }))[0].funnel).toBeNull()
    expect(await counts()).toEqual({ ...none, notmade: 5 })
  })

  describe('under random actions', () => {
    /** The funnel computed from the activity's rows, ballot by ballot. */
    async function told(): Promise<Funnel> {
      const db = server.database.read
      const { id, starts_at, ends_at } = await db.selectFrom('activity').selectAll().where('public_id', '=', activity.activityId).executeTakeFirstOrThrow()
      const [ballots, records, papers] = await Promise.all([
        db.selectFrom('ballot').selectAll().where('activity_id', '=', id).where('is_ended', '=', 0).execute(),
        db.selectFrom('vote_record').selectAll().where('activity_id', '=', id).execute(),
        db.selectFrom('ballot_paper').selectAll().where('activity_id', '=', id).execute(),
      ])
      const sums: Record<string, { count: number; area: number }> = Object.fromEntries(Object.keys(none).map((stage) => [stage, { count: 0, area: 0 }]))
      const add = (stage: string, area: number) => {
        const sum = (sums[stage] ??= { count: 0, area: 0 })
        sum.count += 1
        sum.area = Math.round(sum.area * 100 + area) / 100
      }
      for (const ballot of ballots) {
        const live = records.find((record) => record.ballot_id === ballot.id && record.status !== 2)
        const paper = papers.find((each) => each.ballot_id === ballot.id && each.status !== 3)
        if (live?.status === 1) add('entered', ballot.area_hundredths)
        else if (paper) add(['notsent', 'withowner', 'toenter'][paper.status] ?? '', ballot.area_hundredths)
        else add(live ? 'handmarked' : 'notmade', ballot.area_hundredths)
        const receivedAt = paper?.received_at ?? null
        if (live?.status !== 1 && receivedAt !== null && (receivedAt < starts_at || receivedAt > ends_at)) add('late', ballot.area_hundredths)
      }
      return sums
    }

    const seen = new Set<string>()
    it.each([3, 19, 61])('adds up to the whole roster (seed %i)', async (seed) => {
      await voteIsOn({ enddate: '2026-05-01 10:00:00' })
      const whole = await funnel()
      const random = chance(seed)
      const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
      for (let turn = 0; turn < 70; turn++) {
        server.clock.time += MINUTE
        if (turn === 50) await takeSteps(manager, activity.activityId, 'startTally')
        const name = oneOf(['1-101', '1-102', '1-301', '2-101', '2-102']) ?? ''
        const { datas } = good(await manager.get('/paper/list', { voteactivityid: activity.activityId, pageSize: 100 }))
        const code = oneOf<{ code: string }>(datas)?.code ?? 'none'
        const records = await server.database.read.selectFrom('vote_record').select('public_id').where('status', '<>', 2).orderBy('id').execute()
        const recordid = oneOf(records.slice(-5))?.public_id ?? 'none'
        const acts: (() => Promise<unknown>)[] = [
          () => post('issue', { ballotids: [at(name).ballotId] }),
          () => post('out', { codes: [code] }),
          () => post('out', { codes: [code] }),
          () => post('receive', { codes: [code] }),
          () => post('receive', { codes: [code], receivedat: random() < 0.3 ? '2026-04-30 12:00:00' : '2026-05-01 09:00:00' }),
          () => post('spoil', { codes: [code], reason: '选票损坏' }),
          () => post('replace', { code, reason: '选票遗失' }),
          () => askMark(manager, activity.activityId, at(name), `H-${turn}`),
          () => manager.post('/vote/unmark', { recordid, reason: '标记错业主' }),
          () => voteByCode(code),
          () => askVote(manager, activity, [at(name)], '1'),
          () => askTally(manager, activity, [code], '1'),
          () => manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }),
          () => manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' }),
        ]
        await oneOf(acts)?.()
        const now = await funnel()
        expect(now).toMatchObject(await told())
        const sum = stages.reduce((total, stage) => ({ count: total.count + (now[stage]?.count ?? 0), area: total.area + (now[stage]?.area ?? 0) }), {
          count: 0,
          area: 0,
        })
        expect(sum).toEqual(whole['notmade'])
        for (const stage of stages) if ((now[stage]?.count ?? 0) > 0) seen.add(stage)
      }
    })

    it('reaches each stage at least once', () => expect([...seen].toSorted()).toEqual([...stages].toSorted()))
  })
})
