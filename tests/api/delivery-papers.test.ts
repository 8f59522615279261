import { describe, expect, it } from 'vitest'
import {
  askDeliver,
  askVote,
  good,
  makeActivity,
  makeActivityA,
  makeEstate,
  propertyNamed,
  registerMany,
  takeSteps,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })
const delivery = { votesource: 3, notifier: '王五', remark: '按选票登记' }

onBothDatabases('deliveries by papers', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function issued() {
    const activity = await makeActivityA(server, manager)
    const { activityId: voteactivityid } = activity
    await takeSteps(manager, voteactivityid, 'start')
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid, xpath: '' }))
    const at = (name: string): RosterProperty => propertyNamed(activity.roster, name)
    const codeOf = (name: string): string => papers.find(({ ballotid }: { ballotid: string }) => ballotid === at(name).ballotId).code
    const paper = async (act: 'out' | 'receive', ...names: string[]) => good(await manager.post(`/paper/${act}`, { voteactivityid, codes: names.map(codeOf) }))
    return { ...activity, at, paper }
  }
  const counts = async (voteactivityid: string) => good(await clerk.get('/vote/papernotifycounts', { voteactivityid }))
  const save = (voteactivityid: string, paperstates: unknown, expectedcount: number, more: object = {}, client = clerk) =>
    client.post('/vote/savenotifybypapers', { voteactivityid, paperstates, expectedcount, ...delivery, ...more })
  const records = async ({ rosterPropertyId: activitypropertyid }: RosterProperty) => good(await manager.get('/vote/getnofityrecords', { activitypropertyid }))

  it('previews and registers each property of a ballot at its paper’s time; delivered and voted ones are skipped', async () => {
    const activity = await issued()
    const { activityId, at, paper } = activity
    const time = server.clock.time
    try {
      // 1-101 and 1-201 share a ballot.
      await paper('out', '1-101', '1-102', '1-301', '2-101')
      server.clock.time += 60_000
      await paper('receive', '1-101', '1-102')
      good(await askDeliver(manager, at('1-301')))
      good(await askVote(manager, activity, [at('1-102')], '1'))
      const none = { ballots: 0, houses: 0, delivered: 0, voted: 0 }
      expect(await counts(activityId)).toEqual({
        received: { ...none, ballots: 1, houses: 2, voted: 1 },
        out: { ...none, ballots: 1, houses: 1, delivered: 1 },
      })
      expect(good(await save(activityId, [2, 1], 3))).toMatchObject({ ballots: 2, houses: 3, delivered: 1, voted: 1 })
      const facts = async (name: string) => {
        const [record] = (await records(at(name))).filter((each: { activitypropertyid: string }) => each.activitypropertyid === at(name).rosterPropertyId)
        return [record?.notifytime, record?.notifier, record?.votesource]
      }
      expect(await facts('1-201')).toEqual(['2026-05-01 09:01:00', '王五', 3])
      expect(await facts('1-101')).toEqual(['2026-05-01 09:01:00', '王五', 3])
      expect(await facts('2-101')).toEqual(['2026-05-01 09:00:00', '王五', 3])
      expect(await records(at('1-301'))).toHaveLength(1)
      expect(await records(at('1-102'))).toEqual([])
      expect(await records(at('2-102'))).toEqual([])
      const [entry] = await entriesOf(manager, { action: 'notification.saveByPapers', pageSize: 1 })
      expect(entry).toMatchObject({ subject: activityId, after: { scope: '已收回、已发出的选票', inserted: 3, deliveredBy: '王五' } })
      const to = '2026-05-01 09:01:00'
      const compared = good(await manager.get('/vote/between', { voteactivityid: activityId, from: to, to }))
      expect(compared.to.deliveredcount).toBe(3)
      expect(await counts(activityId)).toEqual({ received: { ...none, delivered: 1, voted: 1 }, out: { ...none, delivered: 2 } })
    } finally {
      server.clock.time = time
    }
  })

  it('can be registered again after the delivery was voided', async () => {
    const { activityId, at, paper } = await issued()
    await paper('out', '2-101')
    good(await save(activityId, [1], 1))
    const [{ notifyid }] = await records(at('2-101'))
    good(await clerk.post('/vote/voidnotify', { notifyid, reason: '登记错时间或方式' }))
    expect((await counts(activityId)).out).toEqual({ ballots: 1, houses: 1, delivered: 0, voted: 0 })
    expect(good(await save(activityId, [1], 1)).houses).toBe(1)
  })

  describe('are refused', () => {
    it('refuses a missing state, a changed count, a missing picture and a finished activity, writing nothing', async () => {
      const { activityId, at, paper } = await issued()
      await paper('out', '2-101')
      const noState = { code: 400, message: '请选择按已收回还是已发出的选票登记' }
      for (const states of [undefined, null, [], 'all']) expect(answer(await save(activityId, states, 1))).toEqual(noState)
      for (const states of [[0], [3], [1, 'x']]) expect((await save(activityId, states, 1)).code).toBe(400)
      expect((await save(activityId, [1], 1, { votesource: undefined })).code).toBe(400)
      expect((await save(activityId, [1], 1, { pics: ['/file/nothing'] })).code).toBe(400)
      expect((await save('nothing', [1], 1)).code).toBe(404)
      expect(answer(await save(activityId, [1], 2))).toEqual({ code: 409, message: '房屋数有变化（原为 2 套，现在是 1 套），请刷新后重新登记' })
      expect((await save(activityId, [1], 1, {}, await server.member('viewer_1', 'viewer'))).code).toBe(403)
      expect(await records(at('2-101'))).toEqual([])
      await takeSteps(manager, activityId, 'startTally', 'finish')
      expect(answer(await save(activityId, [1], 1))).toEqual({ code: 409, message: '当前状态为“已结束”，不能登记送达' })
      expect(await records(at('2-101'))).toEqual([])
    })

    it('refuses the second of two simultaneous registrations', async () => {
      const { activityId, at, paper } = await issued()
      await paper('out', '2-101', '1-301')
      const both = await Promise.all([save(activityId, [1], 2), save(activityId, [1], 2)])
      expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 409]))
      expect(await records(at('1-301'))).toHaveLength(1)
    })
  })

  it('registers 1,200 ballots in one journal entry that verifies', async () => {
    const { estateId } = await makeEstate(manager, [], '大小区')
    await registerMany(server, estateId, 1_200)
    const { activityId } = await makeActivity(manager, estateId)
    await takeSteps(manager, activityId, 'start')
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const codes = papers.map(({ code }: { code: string }) => code)
    good(await manager.post('/paper/out', { voteactivityid: activityId, codes }))
    expect(good(await save(activityId, [1, 2], 1_200))).toMatchObject({ ballots: 1_200, houses: 1_200, delivered: 0, voted: 0 })
    const told = good(await manager.post('/vote/getnofitycounts', { voteactivityid: activityId }))
    expect([told.delivered.count, told.undelivered.count]).toEqual([1_200, 0])
    expect(good(await manager.get('/vote/verify', { voteactivityid: activityId })).differencecount).toBe(0)
  }, 60_000)
})
