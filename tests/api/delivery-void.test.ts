import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { askDeliver, askVote, good, makeActivityA, propertyNamed, takeSteps, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

const REASON = '登记错房屋'
const answer = ({ code, message }: Envelope) => ({ code, message })

onBothDatabases('voiding a delivery', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))

  async function started(more: Record<string, unknown> = {}) {
    const activity = await makeActivityA(server, manager, { votetype: 5, rulebasis: '第十条', ...more })
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  const records = async (property: RosterProperty, client = manager) =>
    good(await client.get('/vote/getnofityrecords', { activitypropertyid: property.rosterPropertyId }))
  const idOf = async (property: RosterProperty): Promise<string> => (await records(property))[0].notifyid
  const voidIt = (client: Client, notifyid: string, reason: unknown = REASON) => client.post('/vote/voidnotify', { notifyid, reason })
  const rowOf = async ({ activityId }: { activityId: string }, property: RosterProperty) => {
    const { datas } = good(await manager.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageSize: 50 }))
    return datas.find((each: { activitypropertyid: string }) => each.activitypropertyid === property.rosterPropertyId)
  }
  /** Registered and immediately voided by the clerk. */
  async function voided(property: RosterProperty, notifytime?: string): Promise<string> {
    good(await askDeliver(clerk, property, notifytime))
    const id: string = (await records(property, clerk)).find(({ mayvoid }: { mayvoid: boolean }) => mayvoid).notifyid
    good(await voidIt(clerk, id))
    return id
  }

  it('keeps a voided delivery listed with who, when and why, and allows a new registration', async () => {
    const activity = await started()
    const property = activity.at('1-301')
    const id = await voided(property)
    const [record] = await records(property)
    expect(record).toMatchObject({ notifyid: id, voider: 'clerk_1', voiddate: '2026-05-01 09:00:00', voidreason: REASON, mayvoid: false })
    expect(record).toMatchObject({ notifystatus: null, status: null, votesource: 2, notifier: '王五' })
    const row = await rowOf(activity, property)
    expect(row).toMatchObject({ notifystatus: null, status: null, votesource: null, notifytime: '', notifyid: '' })
    expect(row.lastvoided).toEqual({
      votesource: 2,
      notifytime: '2026-05-01 08:30:00',
      notifier: '王五',
      voider: 'clerk_1',
      voiddate: '2026-05-01 09:00:00',
      voidreason: REASON,
    })
    const [entry] = await entriesOf(manager, { action: 'notification.void', pageSize: 1 })
    expect(entry).toMatchObject({ subject: id, before: { place: '一期-1栋-1单元-301', voteSource: 2 }, after: { reason: REASON } })
    // Repeating it registers a new delivery.
    const batch = { voteactivityid: activity.activityId, activitypropertyids: [property.rosterPropertyId], expectedcount: 1, votesource: 2 }
    const again = await clerk.post('/vote/savenotifies', { ...batch, notifytime: '2026-05-01 08:30:00', notifier: '王五' })
    expect(good(again)).toMatchObject({ total: 1, inserted: 1, updated: 0 })
    expect(await rowOf(activity, property)).toMatchObject({ notifystatus: 0, votesource: 2, lastvoided: null })
    expect((await records(property)).map(({ voidreason }: { voidreason: string }) => voidreason)).toEqual(['', REASON])
  })

  it('refuses voiding without a reason, twice, of an unknown delivery, and after the end', async () => {
    const activity = await started()
    const property = activity.at('1-301')
    good(await askDeliver(manager, property))
    const id = await idOf(property)
    expect(answer(await manager.post('/vote/voidnotify', { notifyid: id }))).toEqual({ code: 400, message: '请填写作废原因' })
    for (const missing of [null, '', '  ']) expect(answer(await voidIt(manager, id, missing))).toEqual({ code: 400, message: '请填写作废原因' })
    expect(answer(await voidIt(manager, id, 'x'.repeat(201)))).toEqual({ code: 400, message: '作废原因不能超过200个字符' })
    expect((await voidIt(manager, 'nothing')).code).toBe(404)
    expect((await voidIt(manager, id, 'x'.repeat(200))).code).toBe(200)
    expect(answer(await voidIt(manager, id))).toEqual({ code: 409, message: '该送达已作废，请刷新后查看' })
    good(await askDeliver(manager, property))
    const other = await idOf(property)
    await takeSteps(manager, activity.activityId, 'start', 'startTally', 'finish')
    expect(answer(await voidIt(manager, other))).toEqual({ code: 409, message: '当前状态为“已结束”，不能作废送达' })
    expect((await records(property)).map(({ mayvoid }: { mayvoid: boolean }) => mayvoid)).toEqual([false, false])
  })

  it('allows clerks to void their own of today (Chinese time, even with a set-back clock), managers any', async () => {
    const { at } = await started()
    const property = at('2-102')
    const time = server.clock.time
    const midnight = Date.parse('2026-05-01T16:00:00Z') // in China
    try {
      server.clock.time = midnight - 120_000
      const [boss, own] = [await server.member('manager_2'), await server.member('clerk_2', 'clerk')]
      const mine = async () => (await records(property, own))[0].mayvoid
      const newest = async (): Promise<string> => (await records(property, own))[0].notifyid
      good(await askDeliver(boss, property))
      const [others] = [await newest(), expect(await mine()).toBe(false)]
      expect(answer(await voidIt(own, others))).toEqual({ code: 403, message: '只能作废自己当天登记的送达，其他的请管理员作废' })
      good(await askDeliver(own, property, '2026-05-01 08:40:00'))
      const late = await newest()
      expect(await mine()).toBe(true)
      server.clock.time = midnight
      expect(await mine()).toBe(false)
      expect((await voidIt(own, late)).code).toBe(403)
      good(await askDeliver(own, property, '2026-05-01 08:50:00'))
      await setClock(server, midnight - 60_000)
      expect(await mine()).toBe(true)
      expect((await voidIt(own, await newest())).code).toBe(200)
      expect((await voidIt(boss, late)).code).toBe(200)
    } finally {
      await setClock(server, time)
    }
  })

  it('happens once when two void the same delivery at the same time', async () => {
    const { at } = await started()
    good(await askDeliver(clerk, at('1-301')))
    const id = await idOf(at('1-301'))
    const [one, other] = await Promise.all([voidIt(clerk, id, '甲'), voidIt(manager, id, '乙')])
    expect(new Set([one.code, other.code])).toEqual(new Set([200, 409]))
    expect((await records(at('1-301')))[0].voidreason).toBe(one.code === 200 ? '甲' : '乙')
    expect(await entriesOf(manager, { action: 'notification.void', pageSize: 5 })).toSatisfy(
      (entries: { subject: string }[]) => entries.filter(({ subject }) => subject === id).length === 1,
    )
  })

  describe('a voided delivery counts nowhere', () => {
    const policy = [
      { method: 1, clause: '', evidence: [], days: 0 },
      { method: 6, clause: '', evidence: [], days: 3 },
    ]
    const sheets = async (bytes: Buffer): Promise<Record<string, unknown[][]>> => {
      const book = await new ExcelJS.Workbook().xlsx.load(bytes as never)
      return Object.fromEntries(
        book.worksheets.map((each) => [each.name, Array.from(each.getSheetValues(), (row) => (Array.isArray(row) ? row.slice(1) : []))]),
      )
    }
    /** The output of every reader of deliveries. */
    async function told(activityId: string, property: RosterProperty) {
      const query = { voteactivityid: activityId }
      const route = good(await manager.get('/vote/route', { ...query, plan: 'deliveries', margin: 0 }))
      const report = await sheets((await manager.raw(`/vote/report?voteActivityId=${activityId}`)).rawPayload)
      const now = '2026-05-01 20:00:00'
      const list = async (notifystatus: string) => {
        const { datas } = good(await manager.post('/vote/getnofitypropertieslist', { ...query, notifystatus, sort: '-time', pageSize: 50 }))
        return datas.map(({ xpathname, accepted, lacks, notifytime }: Record<string, unknown>) => [xpathname, accepted, lacks, notifytime])
      }
      return {
        statistics: good(await manager.get('/votedef/satisticsvote', { id: activityId })),
        progress: good(await manager.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })),
        counts: good(await manager.post('/vote/getnofitycounts', query)),
        lists: [await list('all'), await list('-1'), await list('0')],
        notVoted: good(await manager.get('/vote/notvotedlist', { voteActivityId: activityId, sort: 'delivered' })),
        route: { plan: route.units, delivery: route.delivery },
        shortage: good(await manager.get('/vote/routeshortage', query)),
        checkup: good(await manager.get('/vote/checkup', query)),
        document: textOfDocx((await askDocument(manager, activityId, 'deliveries')).rawPayload),
        report,
        between: good(await manager.get('/vote/between', { ...query, from: now, to: now })).to.deliveredcount,
        judged: (await records(property))
          .filter(({ voiddate }: { voiddate: string }) => voiddate === '')
          .map(({ accepted, missing }: Record<string, unknown>) => [accepted, missing]),
      }
    }

    it('is absent from every answer, list, paper, report and moment', async () => {
      const activity = await started({ deliverypolicy: policy })
      const { activityId, at } = activity
      await takeSteps(manager, activityId, 'start')
      good(await askVote(manager, activity, [at('1-102')], '1'))
      good(await askDeliver(manager, at('2-102')))
      // A notice, which is accepted only after another attempt.
      const notice = { votesource: 5, notifytime: '2026-05-01 08:50:00', method: 6, noticefrom: '2026-05-01 08:45:00', noticeto: '2026-05-20 00:00:00' }
      good(await manager.post('/vote/savenotify', { activitypropertyid: at('1-301').rosterPropertyId, ...notice }))
      const before = await told(activityId, at('1-301'))
      expect(before.judged).toEqual([[false, ['attempt', 'days']]])
      // Voided deliveries: to a ballot of two properties, before the notice, beside another, and to a voted ballot.
      for (const name of ['1-201', '1-301', '2-102', '1-102']) await voided(at(name), '2026-05-01 08:40:00')
      const after = await told(activityId, at('1-301'))
      /** Without the note on voided deliveries and the journal position. */
      const strip = ({ report, ...rest }: typeof before): unknown => {
        const all = { ...rest, report: { ...report, 未表决名单: report['未表决名单']?.map((row) => row.slice(0, 5)) } }
        const text = JSON.stringify(all).replaceAll(/[0-9a-f]{4}( [0-9a-f]{4}){7}/g, 'code')
        return JSON.parse(text.replaceAll(/第 \d+ 条，校验值 [0-9a-f]{64}/g, 'entry'))
      }
      expect(strip(after)).toEqual(strip(before))
      const remarks = after.report['未表决名单']?.map((row) => row[5]).filter((text) => String(text).includes('作废：'))
      expect(remarks).toEqual(Array(3).fill('2026-05-01 08:40 上门，clerk_1 2026-05-01 09:00 作废：登记错房屋'))
    })

    it('counts at a moment before it was voided and not at later ones', async () => {
      const { activityId, at } = await started()
      const time = server.clock.time
      await takeSteps(manager, activityId, 'start')
      try {
        good(await askDeliver(clerk, at('1-301')))
        server.clock.time += 60_000
        good(await voidIt(clerk, await idOf(at('1-301'))))
        const compared = good(await manager.get('/vote/between', { voteactivityid: activityId, from: '2026-05-01 09:00:00', to: '2026-05-01 09:01:00' }))
        expect([compared.from.deliveredcount, compared.to.deliveredcount]).toEqual([1, 0])
        expect(compared.acts.at(-1)).toMatchObject({ kind: 'delivery', place: '一期-1栋-1单元-301', operator: 'clerk_1', reason: `作废：${REASON}` })
      } finally {
        await setClock(server, time)
      }
    })
  })

  it('exports a voided delivery beside the one that counts', async () => {
    const { activityId, at } = await started()
    await voided(at('1-301'))
    const response = await manager.raw(`/vote/exportnotify?voteactivityid=${activityId}&notifystatus=&xpath=&name=`)
    const book = await new ExcelJS.Workbook().xlsx.load(response.rawPayload as never)
    const rows = Array.from(book.worksheets[0]?.getSheetValues() ?? [], (row) => (Array.isArray(row) ? row.slice(1) : []))
    const row = rows.find(([place]) => place === '一期-1栋-1单元-301')
    expect(row).toContain('未送达')
    expect(row?.at(-1)).toBe('2026-05-01 08:30 上门，clerk_1 2026-05-01 09:00 作废：登记错房屋')
  })
})
