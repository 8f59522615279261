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
import { entriesOf, setClock } from '../support/journal.ts'
import { lampFaults, NO_FAULTS } from '../support/openedBundle.ts'
import { confirm, madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const columns = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
const answer = ({ code, message }: Envelope) => ({ code, message })

onBothDatabases('undoing deliveries', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function started() {
    const activity = await makeActivityA(server, manager)
    await takeSteps(manager, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Started = Awaited<ReturnType<typeof started>>
  const load = async (activityid: string, rows: readonly (readonly [room: string, by: string, remark: string])[], client = clerk) => {
    const sheet = rows.map(([room, by, remark]) => ['一期', '', `${room[0] ?? ''}栋`, '1单元', room.slice(2), '上门', '2026-05-01 08:00', by, remark])
    const file = { field: 'uploadfile', name: '送达.xlsx', bytes: await workbookOf([columns, ...sheet]) }
    return good(await client.upload('/vote/importnotifyinfo', file, { activityid }))
  }
  const last = async (voteactivityid: string, client = clerk) => good(await client.get('/vote/lastnotifyimport', { voteactivityid }))
  const undo = (voteactivityid: string, number: number, client = clerk) => client.post('/vote/undonotifyimport', { voteactivityid, number })
  const records = async ({ rosterPropertyId: activitypropertyid }: RosterProperty) =>
    good(await manager.get('/vote/getnofityrecords', { activitypropertyid })) as Record<string, unknown>[]
  const batchOf = (activity: Started, names: readonly string[], client = clerk, more: object = {}) =>
    client.post('/vote/savenotifies', {
      voteactivityid: activity.activityId,
      activitypropertyids: names.map((name) => activity.at(name).rosterPropertyId),
      expectedcount: names.length,
      votesource: 2,
      notifytime: '2026-05-01 08:30:00',
      ...more,
    })
  const undoBatch = (voteactivityid: string, batchid: string, expectedcount: number, client = clerk) =>
    client.post('/vote/undonotifies', { voteactivityid, batchid, expectedcount })
  const facts = async (property: RosterProperty) => (await records(property)).map(({ notifier, remark, voidreason }) => [notifier, remark, voidreason])
  const verified = async (voteactivityid: string) => good(await manager.get('/vote/verify', { voteactivityid })).differencecount
  /** The court's bundle, whose page compares deliveries with the journal's contents. */
  const bundleOf = async ({ activityId: voteactivityid, at, ...activity }: Started) => {
    good(await askVote(manager, { activityId: voteactivityid, ...activity }, [at('2-102')], '1'))
    await takeSteps(manager, voteactivityid, 'startTally', 'finish')
    await confirm(manager)
    const query = new URLSearchParams({ voteactivityid, edition: 'court', purpose: '应诉' })
    return (await manager.raw(`/evidence/bundle?${query.toString()}`)).rawPayload
  }
  const delivered = async (voteactivityid: string) => good(await manager.post('/vote/getnofitycounts', { voteactivityid })).delivered.count

  describe('undoing an import of deliveries', () => {
    it('voids new records and restores changed ones; replay and bundle follow', async () => {
      const activity = await started()
      const { activityId, at } = activity
      await load(activityId, [['1-102', '王五', '门口']])
      server.clock.time += 1_000
      await load(activityId, [
        ['1-102', '赵六', '改了'],
        ['1-301', '赵六', ''],
        ['2-101', '赵六', '新的'],
      ])
      expect(await facts(at('1-102'))).toEqual([['赵六', '改了', '']])
      const told = await last(activityId)
      expect(told).toMatchObject({ username: 'clerk_1', filename: '送达.xlsx', voided: 2, restored: 1, refusal: '' })
      expect(await delivered(activityId)).toBe(3)
      expect(good(await undo(activityId, told.number))).toEqual({ voided: 2, restored: 1 })
      expect(await facts(at('1-102'))).toEqual([['王五', '门口', '']])
      expect(await facts(at('1-301'))).toEqual([['赵六', '', '撤销导入']])
      expect(await facts(at('2-101'))).toEqual([['赵六', '新的', '撤销导入']])
      expect(await delivered(activityId)).toBe(1)

      const [entry] = await entriesOf(manager, { action: 'notification.undoImport', pageSize: 1 })
      expect(entry).toMatchObject({ subject: activityId, after: { fileName: '送达.xlsx', importNumber: told.number, voided: 2, restored: 1 } })
      expect(entry.before.changed).toMatchObject([{ place: '一期-1栋-1单元-102', deliveredBy: '赵六', remark: '改了' }])
      expect(entry.after.changed).toMatchObject([{ place: '一期-1栋-1单元-102', deliveredBy: '王五', remark: '门口' }])
      expect(await verified(activityId)).toBe(0)
      const now = '2026-05-01 20:00:00'
      const { acts, to } = good(await manager.get('/vote/between', { voteactivityid: activityId, from: '2026-05-01 00:00:00', to: now }))
      expect(to.deliveredcount).toBe(1)
      expect(acts.filter(({ reason }: { reason: string }) => reason === '作废：撤销导入')).toHaveLength(3)
      // Only once: neither again nor the previous import. The corrected file can be imported again.
      expect(await last(activityId)).toBeNull()
      expect(answer(await undo(activityId, told.number))).toEqual({ code: 404, message: '没有可以撤销的送达导入：已经撤销，或之后又导入过，请刷新后再看' })
      expect(await load(activityId, [['2-101', '赵六', '对的']])).toEqual({ total: 1, inserted: 1, updated: 0 })
      expect(await lampFaults(await bundleOf(activity))).toEqual(NO_FAULTS)
    })

    /** What may have happened since, with the resulting refusal. */
    const sinces: readonly [what: string, happens: (activity: Started) => Promise<unknown>, code: number, sentence: string][] = [
      [
        'a new delivery was voided',
        async ({ at }) => {
          const [record] = await records(at('1-301'))
          good(await manager.post('/vote/voidnotify', { notifyid: record?.['notifyid'], reason: '登记错房屋' }))
        },
        409,
        '导入之后有1条送达已修改或作废，不能撤销，请在“查看”里逐条作废',
      ],
      [
        'a changed one was changed again, and a new one too',
        async (activity) => good(await batchOf(activity, ['1-102', '1-301'], manager, { notifytime: '2026-05-01 08:00:00', remark: '再说明' })),
        409,
        '导入之后有2条送达已修改或作废，不能撤销，请在“查看”里逐条作废',
      ],
      [
        'an owner voted, even one with another of the ballot’s properties',
        async (activity) => good(await askVote(manager, activity, [activity.at('1-301')], '1')),
        409,
        '导入之后有1票已投票，不能撤销，请在“查看”里逐条作废',
      ],
    ]
    it.each(sinces)('is refused once %s, and changes nothing', async (_, happens, code, sentence) => {
      const activity = await started()
      const { activityId, at } = activity
      await load(activityId, [['1-102', '王五', '门口']])
      await load(activityId, [
        ['1-102', '赵六', '改了'],
        ['1-301', '赵六', ''],
      ])
      await happens(activity)
      const before = [await facts(at('1-102')), await facts(at('1-301'))]
      const told = await last(activityId)
      expect(told.refusal).toBe(sentence)
      expect(answer(await undo(activityId, told.number))).toEqual({ code, message: sentence })
      expect([await facts(at('1-102')), await facts(at('1-301'))]).toEqual(before)
    })

    it('undoes exactly the given import, only the activity’s last, and none of a finished activity', async () => {
      const [one, other] = [await started(), await started()]
      await load(one.activityId, [['1-102', '王五', '']])
      const first = await last(one.activityId)
      await load(one.activityId, [['1-301', '王五', '']])
      expect((await undo(one.activityId, first.number)).code).toBe(404)
      expect((await undo(other.activityId, (await last(one.activityId)).number)).code).toBe(404)
      expect((await undo('nothing', 1)).code).toBe(404)
      expect((await clerk.get('/vote/lastnotifyimport', { voteactivityid: 'nothing' })).code).toBe(404)
      const { number } = await last(one.activityId)
      await takeSteps(manager, one.activityId, 'startTally', 'finish')
      expect(await last(one.activityId)).toBeNull()
      expect(answer(await undo(one.activityId, number))).toEqual({ code: 409, message: '当前状态为“已结束”，不能作废送达' })
      expect(await facts(one.at('1-301'))).toEqual([['王五', '', '']])
    })

    it('is not blocked by unrelated changes or by earlier votes', async () => {
      const activity = await started()
      const { activityId, at } = activity
      good(await askVote(manager, activity, [at('1-102')], '1'))
      server.clock.time += 60_000
      await load(activityId, [
        ['1-102', '王五', ''],
        ['1-301', '王五', ''],
      ])
      server.clock.time += 60_000
      good(await askDeliver(manager, at('1-301')))
      good(await askVote(manager, activity, [at('2-101')], '1'))
      good(await undo(activityId, (await last(activityId)).number))
      expect((await records(at('1-301'))).map(({ voidreason }) => voidreason)).toEqual(['', '撤销导入'])
    })

    it('is allowed to clerks for their own of today, to managers for any', async () => {
      const { activityId, at } = await started()
      await load(activityId, [['1-102', '王五', '']], manager)
      const told = await last(activityId)
      const sentence = '只能作废自己当天登记的送达，其他的请管理员作废'
      expect(told.refusal).toBe(sentence)
      expect(answer(await undo(activityId, told.number))).toEqual({ code: 403, message: sentence })
      expect((await undo(activityId, told.number, await server.member('viewer_1', 'viewer'))).code).toBe(403)
      expect((await last(activityId, manager)).refusal).toBe('')
      good(await undo(activityId, told.number, manager))
      expect(await facts(at('1-102'))).toEqual([['王五', '', '撤销导入']])
    })

    it('is allowed to a clerk if it only changed records, whoever registered those', async () => {
      const { activityId, at } = await started()
      await load(activityId, [['1-102', '王五', '一']])
      await load(activityId, [['1-102', '赵六', '二']], manager)
      const told = await last(activityId)
      const sentence = '只能作废自己当天登记的送达，其他的请管理员作废'
      expect(told).toMatchObject({ voided: 0, restored: 1, refusal: sentence })
      expect(answer(await undo(activityId, told.number))).toEqual({ code: 403, message: sentence })
      expect(await facts(at('1-102'))).toEqual([['赵六', '二', '']])
      good(await undo(activityId, told.number, manager))
      expect(await facts(at('1-102'))).toEqual([['王五', '一', '']])
    })

    it('succeeds once when two undo the same import at the same time', async () => {
      const { activityId, at } = await started()
      await load(activityId, [['1-102', '王五', '']])
      const { number } = await last(activityId)
      const codes = (await Promise.all([undo(activityId, number), undo(activityId, number, manager)])).map(({ code }) => code)
      expect(codes.toSorted((one, other) => one - other)).toEqual([200, 404])
      expect(await records(at('1-102'))).toHaveLength(1)
    })

    it('undoes 1,200 new and 1,200 changed deliveries in one entry, even if the clock went back', async () => {
      const { estateId } = await makeEstate(manager, [], '大小区')
      await registerMany(server, estateId, 2_400)
      const { activityId } = await makeActivity(manager, estateId)
      const all: string[] = []
      for (let pageNo = 1; all.length < 2_400; pageNo++)
        for (const { xpathname } of good(await manager.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo, pageSize: 500 })).datas)
          all.push(xpathname)
      const send = async (names: readonly string[], by: string) => {
        const rows = names.map((name) => {
          const parts = name.split('-')
          return [parts[0], '', parts[1], parts.length > 3 ? parts[2] : '', parts.at(-1), '上门', '2026-05-01 08:00', by, '']
        })
        const file = { field: 'uploadfile', name: '送达.xlsx', bytes: await workbookOf([columns, ...rows]) }
        return good(await manager.upload('/vote/importnotifyinfo', file, { activityid: activityId }))
      }
      const time = server.clock.time
      try {
        expect(await send(all.slice(0, 1_200), '先')).toMatchObject({ inserted: 1_200 })
        await setClock(server, time - 10_000)
        expect(await send(all, '后')).toMatchObject({ inserted: 1_200, updated: 1_200 })
        const told = await last(activityId, manager)
        expect(told).toMatchObject({ voided: 1_200, restored: 1_200, refusal: '' })
        expect(good(await undo(activityId, told.number, manager))).toEqual({ voided: 1_200, restored: 1_200 })
        expect(await delivered(activityId)).toBe(1_200)
        expect(await verified(activityId)).toBe(0)
      } finally {
        await setClock(server, time)
      }
    }, 90_000)
  })

  describe('undoing a batch of deliveries', () => {
    it('voids the whole batch in one verifiable entry, and lets it be registered again', async () => {
      const activity = await started()
      const { activityId, at } = activity
      good(await askDeliver(manager, at('1-102')))
      const { batchid } = good(await batchOf(activity, ['1-102', '1-301', '2-101'], clerk, { notifytime: '2026-05-01 08:40:00' }))
      expect(good(await undoBatch(activityId, batchid, 3))).toEqual({ voided: 3, restored: 0 })
      for (const name of ['1-301', '2-101']) expect(await facts(at(name))).toEqual([['', '', '登记后立即撤销']])
      expect((await records(at('1-102'))).map(({ voidreason }) => voidreason)).toEqual(['登记后立即撤销', ''])
      const [entry] = await entriesOf(manager, { action: 'notification.undoMany', pageSize: 1 })
      expect(entry).toMatchObject({ subject: activityId, after: { voided: 3, reason: '登记后立即撤销' } })
      expect(await verified(activityId)).toBe(0)
      expect(good(await batchOf(activity, ['1-301'], clerk, { notifytime: '2026-05-01 08:40:00' })).inserted).toBe(1)
      expect(await lampFaults(await bundleOf(activity))).toEqual(NO_FAULTS)
    })

    it('restores what it changed, with or without new registrations; replay and bundle follow', async () => {
      const activity = await started()
      const { activityId, at } = activity
      good(await batchOf(activity, ['1-102', '1-301'], clerk, { notifier: '王五', remark: '门口' }))
      const mixed = good(await batchOf(activity, ['1-102', '2-101'], clerk, { notifier: '赵六', remark: '改了', trackingno: 'EA1' }))
      expect(mixed).toMatchObject({ inserted: 1, updated: 1 })
      expect(await facts(at('1-102'))).toEqual([['赵六', '改了', '']])
      const [told] = await entriesOf(manager, { action: 'notification.saveMany', pageSize: 1 })
      expect(told.subjectname).toMatch(/^一期-2栋-1单元-101 \S+ 等 2 套$/)
      expect(good(await undoBatch(activityId, mixed.batchid, 1))).toEqual({ voided: 1, restored: 1 })
      expect(await facts(at('1-102'))).toEqual([['王五', '门口', '']])
      expect((await records(at('1-102')))[0]).toMatchObject({ trackingno: '' })
      expect(await facts(at('2-101'))).toEqual([['赵六', '改了', '登记后立即撤销']])
      const [entry] = await entriesOf(manager, { action: 'notification.undoMany', pageSize: 1 })
      expect(entry).toMatchObject({ after: { voided: 1, restored: 1 } })
      expect(entry.before.changed).toMatchObject([{ place: '一期-1栋-1单元-102', deliveredBy: '赵六', remark: '改了' }])
      expect(entry.after.changed).toMatchObject([{ place: '一期-1栋-1单元-102', deliveredBy: '王五', remark: '门口' }])

      // By a filter, changing only existing deliveries: two batches of one moment are distinguished.
      const all = { voteactivityid: activityId, name: '', notifystatus: '0', xpath: '', expectedcount: 2, votesource: 2, notifytime: '2026-05-01 08:30:00' }
      const [one, other] = [
        good(await clerk.post('/vote/savenotifies', { ...all, remark: '一' })),
        good(await clerk.post('/vote/savenotifies', { ...all, remark: '二' })),
      ]
      expect([one, other]).toMatchObject([
        { inserted: 0, updated: 2 },
        { inserted: 0, updated: 2 },
      ])
      expect((await entriesOf(manager, { action: 'notification.saveMany', pageSize: 1 }))[0].subjectname).not.toContain('等 2 套')
      expect(answer(await undoBatch(activityId, one.batchid, 0))).toEqual({
        code: 409,
        message: '登记之后有2条送达已修改或作废，不能撤销，请在“查看”里逐条作废',
      })
      expect(good(await undoBatch(activityId, other.batchid, 0))).toEqual({ voided: 0, restored: 2 })
      expect(good(await undoBatch(activityId, one.batchid, 0))).toEqual({ voided: 0, restored: 2 })
      expect((await undoBatch(activityId, one.batchid, 0)).code).toBe(409)
      expect([await facts(at('1-102')), await facts(at('1-301'))]).toEqual([[['王五', '门口', '']], [['王五', '门口', '']]])
      expect(await verified(activityId)).toBe(0)
      expect(await lampFaults(await bundleOf(activity))).toEqual(NO_FAULTS)
    })

    it('refuses a clerk another’s batch, and a batch after which an owner has voted', async () => {
      const activity = await started()
      const { activityId, at } = activity
      good(await batchOf(activity, ['1-102', '1-301'], clerk, { remark: '一' }))
      const { batchid } = good(await batchOf(activity, ['1-102'], manager, { remark: '二' }))
      expect((await undoBatch(activityId, batchid, 0)).code).toBe(403)
      const later = good(await batchOf(activity, ['1-301', '2-101'], clerk, { remark: '三' }))
      good(await askVote(manager, activity, [at('2-101')], '1'))
      expect(answer(await undoBatch(activityId, later.batchid, 1))).toEqual({ code: 409, message: '登记之后有1票已投票，不能撤销，请在“查看”里逐条作废' })
      expect(await facts(at('1-301'))).toEqual([['', '三', '']])
      good(await undoBatch(activityId, batchid, 0, manager))
      expect(await facts(at('1-102'))).toEqual([['', '一', '']])
    })

    it('undoes a batch by papers likewise, though its deliveries have the papers’ times', async () => {
      const { activityId: voteactivityid, at } = await started()
      const ballotids = [at('2-101').ballotId, at('1-301').ballotId]
      const codes = good(await manager.post('/paper/issue', { voteactivityid, ballotids })).papers.map(({ code }: { code: string }) => code)
      good(await manager.post('/paper/out', { voteactivityid, codes: [codes[0]] }))
      server.clock.time += 60_000
      good(await manager.post('/paper/receive', { voteactivityid, codes: [codes[1]] }))
      const register = () => clerk.post('/vote/savenotifybypapers', { voteactivityid, paperstates: [1, 2], expectedcount: 2, votesource: 3 })
      const { batchid } = good(await register())
      expect(good(await undoBatch(voteactivityid, batchid, 2))).toEqual({ voided: 2, restored: 0 })
      expect(await delivered(voteactivityid)).toBe(0)
      expect(good(await register()).houses).toBe(2)
      expect(await verified(voteactivityid)).toBe(0)
    })

    it('leaves another batch and a single delivery of the same moment alone', async () => {
      const activity = await started()
      const { activityId, at } = activity
      const [one, other] = [good(await batchOf(activity, ['1-301'])), good(await batchOf(activity, ['2-101']))]
      good(await askDeliver(clerk, at('2-102')))
      expect(one.batchid).not.toBe(other.batchid)
      expect(good(await undoBatch(activityId, one.batchid, 1))).toEqual({ voided: 1, restored: 0 })
      expect(await delivered(activityId)).toBe(2)
    })

    it('refuses if one delivery was voided, changed, foreign, missing or incomplete, changing nothing', async () => {
      const activity = await started()
      const { activityId, at } = activity
      const { batchid } = good(await batchOf(activity, ['1-301', '2-101'], manager))
      const changed = (count: number) => ({ code: 409, message: `登记之后有${count}条送达已修改或作废，不能撤销，请在“查看”里逐条作废` })
      expect(answer(await undoBatch(activityId, batchid, 2))).toEqual({ code: 403, message: '只能作废自己当天登记的送达，其他的请管理员作废' })
      for (const wrong of ['nothing', '-1', '0', '99999999999999999999', '1 or 1=1'])
        expect(answer(await undoBatch(activityId, wrong, 2, manager))).toEqual({ code: 404, message: '这批送达已不存在，请刷新后查看' })
      expect((await undoBatch(activityId, '', 2, manager)).code).toBe(400)
      expect((await undoBatch('nothing', batchid, 2, manager)).code).toBe(404)
      expect(answer(await undoBatch(activityId, batchid, 3, manager))).toEqual(changed(1))
      good(await batchOf(activity, ['1-301'], manager, { remark: '补充' }))
      expect(answer(await undoBatch(activityId, batchid, 2, manager))).toEqual(changed(1))
      const [record] = await records(at('2-101'))
      good(await manager.post('/vote/voidnotify', { notifyid: record?.['notifyid'], reason: '登记错房屋' }))
      expect(answer(await undoBatch(activityId, batchid, 2, manager))).toEqual(changed(2))
      expect(await facts(at('1-301'))).toEqual([['', '补充', '']])
    })

    it('succeeds once when two undo the same batch, and never after the activity has ended', async () => {
      const activity = await started()
      const { activityId, at } = activity
      const { batchid } = good(await batchOf(activity, ['1-301', '2-101']))
      const codes = (await Promise.all([undoBatch(activityId, batchid, 2), undoBatch(activityId, batchid, 2, manager)])).map(({ code }) => code)
      expect(codes.toSorted((one, other) => one - other)).toEqual([200, 409])
      const later = good(await batchOf(activity, ['1-301']))
      await takeSteps(manager, activityId, 'startTally', 'finish')
      expect(answer(await undoBatch(activityId, later.batchid, 1))).toEqual({ code: 409, message: '当前状态为“已结束”，不能作废送达' })
      expect((await records(at('1-301'))).map(({ voidreason }) => voidreason)).toContain('')
    })
  })
})
