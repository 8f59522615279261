import { beforeAll, describe, expect, it } from 'vitest'
import {
  activityBody,
  askVote,
  good,
  makeActivity,
  makeActivityA,
  makeEstate,
  mergeProperties,
  optionsTopic,
  propertyNamed,
  rosterOf,
  takeSteps,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })
const policy = [
  { method: 1, clause: '第十二条第一款', evidence: ['receipt'], days: 0 },
  { method: 4, clause: '', evidence: ['trackingno'], days: 0 },
  { method: 6, clause: '第十三条', evidence: ['notice'], days: 7 },
]
const rule5 = { votetype: 5, rulebasis: '第十条' }

onBothDatabases('the evidence of deliveries', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let photo: string
  beforeAll(async () => {
    photo = good(await member.upload('/file/image_upload', { field: 'file', name: 'receipt.png', bytes: pngBytes }))
  })

  const deliver = ({ rosterPropertyId }: RosterProperty, more: object = {}) =>
    member.post('/vote/savenotify', { activitypropertyid: rosterPropertyId, votesource: 2, notifytime: '2026-05-01 08:30:00', ...more })
  const records = async ({ rosterPropertyId }: RosterProperty) => good(await member.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId }))
  const judged = async (property: RosterProperty) =>
    (await records(property)).map(({ accepted, missing, lacks }: { accepted: boolean; missing: string[]; lacks: string[] }) => [accepted, missing, lacks])
  const get = async (activityId: string) => good(await member.get('/votedef/get', { id: activityId }))
  const lastEntry = async (action: string) => (await entriesOf(member, { action, pageSize: 1 }))[0]
  const started = async (more: Record<string, unknown> = {}) => {
    const activity = await makeActivityA(server, member, more)
    return { ...activity, property: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }

  describe('the delivery policy of an activity', () => {
    it('is stored, returned, copied, changed and removed, and is journalled in words', async () => {
      const { activityId, estateId } = await started({ deliverypolicy: policy })
      expect((await get(activityId)).deliverypolicy).toEqual(policy)
      expect((await lastEntry('activity.save'))?.after).toMatchObject({ deliveryPolicy: policy })
      const copied = good(await member.post('/votedef/copy', { id: activityId })).voteactivityid
      expect((await get(copied)).deliverypolicy).toEqual(policy)
      const change = async (deliverypolicy: unknown) => {
        const { modifytime, topics } = await get(copied)
        good(await member.post('/votedef/update', activityBody(estateId, { voteactivityid: copied, modifytime, topics, deliverypolicy })))
        return (await get(copied)).deliverypolicy
      }
      expect(await change([{ method: '3' }])).toEqual([{ method: 3, clause: '', evidence: [], days: 0 }])
      expect(await change(undefined)).toEqual([])
    })

    it('can be omitted by any other client', async () => {
      const { activityId } = await started()
      expect((await get(activityId)).deliverypolicy).toEqual([])
    })

    it.each([
      [[{ method: 7 }], '送达方式不正确', 'deliverypolicy.0.method'],
      [[{ method: 1, evidence: ['video'] }], '送达凭证不正确', 'deliverypolicy.0.evidence.0'],
      [[{ method: 1, days: 366 }], '送达天数不能大于365', 'deliverypolicy.0.days'],
      [[{ method: 1, clause: 'x'.repeat(101) }], '依据条款不能超过100个字符', 'deliverypolicy.0.clause'],
      [[{ method: 1 }, { method: 1 }], '送达方式“当面签收”重复', 'deliverypolicy.1.method'],
      [[{ method: 6 }], '请填写公告须满的天数', 'deliverypolicy.0.days'],
      ['当面', '认可的送达方式格式不正确', 'deliverypolicy'],
    ])('is refused as %j', async (deliverypolicy, message, field) => {
      const { estateId } = await makeEstate(member, [['1-101', '张三', 100]])
      const said = await member.post('/votedef/save', activityBody(estateId, { deliverypolicy }))
      expect(answer(said)).toEqual({ code: 400, message })
      expect(said.data).toEqual([{ field, message }])
    })
  })

  describe('evidence of one delivery', () => {
    const signed = { method: 1, receiver: '张三', relation: 1, seconddeliverer: '赵六', trackingno: 'EMS1' }

    it('is stored, returned and journalled', async () => {
      const activity = await started({ deliverypolicy: policy })
      good(await deliver(activity.property('1-102'), { ...signed, noticefrom: '2026-05-01 00:00:00', noticeto: '2026-05-08 00:00:00', pics: [photo] }))
      expect(await records(activity.property('1-102'))).toMatchObject([
        { ...signed, noticefrom: '2026-05-01 00:00:00', noticeto: '2026-05-08 00:00:00', accepted: true, missing: [], lacks: [] },
      ])
      const made = await askDocument(member, activity.activityId, 'deliveries')
      expect(textOfDocx(made.rawPayload)).toContain('上门（当面签收）')
      expect((await lastEntry('notification.save'))?.after).toMatchObject({ method: 1, receiver: '张三', relation: 1, secondDeliverer: '赵六' })
    })

    it.each([
      [{ method: 7 }, '认可方式不正确'],
      [{ relation: 5 }, '签收人与业主的关系不正确'],
      [{ receiver: 'x'.repeat(31) }, '签收人不能超过30个字符'],
      [{ seconddeliverer: 'x'.repeat(31) }, '第二送达人不能超过30个字符'],
      [{ trackingno: 'x'.repeat(41) }, '邮寄单号不能超过40个字符'],
      [{ noticefrom: '五月' }, '公告起格式不正确，应为 2026-05-01 09:30:00'],
      [{ noticefrom: '2026-05-08 00:00:00', noticeto: '2026-05-01 00:00:00' }, '公告止不能早于公告起'],
    ])('is refused as %j', async (wrong, message) => {
      const activity = await started()
      expect(answer(await deliver(activity.property('1-102'), wrong))).toEqual({ code: 400, message })
      const batch = { voteactivityid: activity.activityId, votesource: 2, notifytime: '2026-05-01 08:30:00', expectedcount: 7, ...wrong }
      expect(answer(await member.post('/vote/savenotifies', batch))).toEqual({ code: 400, message })
    })

    it('is judged wherever it is shown: each record by itself, a roster row by its ballot’s best', async () => {
      const activity = await started({ deliverypolicy: policy })
      const property = activity.property('1-101')
      good(await deliver(property, { ...signed, relation: 3 }))
      good(await deliver(activity.property('1-201'), { method: 4, trackingno: 'EMS1', notifytime: '2026-04-30 10:00:00' }))
      good(await deliver(property, { notifytime: '2026-04-29 10:00:00' }))
      expect(await judged(property)).toEqual([
        [true, ['evidence', 'relation'], ['receipt', 'relation']],
        [true, [], []],
        [false, [], ['method']],
      ])
      const { datas } = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activity.activityId, pageSize: 50 }))
      const shown = datas.map((row: { xpathname: string; accepted: boolean | null; lacks: string[] }) => [row.xpathname.slice(-3), row.accepted, row.lacks])
      expect(shown.slice(0, 3)).toEqual([
        ['101', true, []],
        ['102', null, []],
        ['201', true, []],
      ])
    })

    it('is not judged if the activity has no delivery policy', async () => {
      const activity = await started()
      good(await deliver(activity.property('1-102'), signed))
      expect(await judged(activity.property('1-102'))).toEqual([[null, [], []]])
    })

    it('a notice counts after another attempt, once its period has run by the end of the vote', async () => {
      const activity = await started({ deliverypolicy: policy })
      const property = activity.property('1-102')
      const notice = (noticefrom: string) => ({
        method: 6,
        notifytime: `${noticefrom} 10:00:00`,
        noticefrom: `${noticefrom} 10:00:00`,
        noticeto: '2026-05-20 00:00:00',
      })
      good(await deliver(property, notice('2026-04-24')))
      expect(await judged(property)).toEqual([[false, ['attempt', 'days'], ['attempt', 'days']]])
      good(await deliver(property, { notifytime: '2026-04-20 10:00:00' }))
      expect((await judged(property))[0]).toEqual([false, ['days'], ['days']])
      good(await deliver(property, notice('2026-04-23')))
      expect((await judged(property))[1]).toEqual([true, [], []])
      // Judged by the end of the vote, not by now.
      const ended = await started({ deliverypolicy: policy, startdate: '2026-04-01 12:00:00', enddate: '2026-04-30 23:59:59' })
      good(await deliver(ended.property('1-102'), { notifytime: '2026-04-20 10:00:00' }))
      good(await deliver(ended.property('1-102'), notice('2026-04-23')))
      expect((await judged(ended.property('1-102')))[0]).toEqual([false, ['days'], ['days']])
      good(await deliver(ended.property('1-301'), { method: 4, trackingno: 'EMS1' }))
      expect(await judged(ended.property('1-301'))).toEqual([[false, [], ['late']]])
    })

    it('a notice counts after an unsuccessful visit, as long as the visit is not withdrawn', async () => {
      const made = await started({ ...rule5, deliverypolicy: policy })
      const property = made.property('1-102')
      good(await deliver(property, { method: 6, notifytime: '2026-04-23 10:00:00', noticefrom: '2026-04-23 10:00:00', noticeto: '2026-05-20 00:00:00' }))
      const accepted = async () => {
        const [[isAccepted] = []] = await judged(property)
        const { datas } = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: made.activityId, pageSize: 50 }))
        const row = datas.find((each: { activitypropertyid: string }) => each.activitypropertyid === property.rosterPropertyId)
        const { statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: made.activityId }))
        return [isAccepted, row.accepted, statisticsResultDatalist[0].conclusion.deliveries.accepted.count]
      }
      const visit = async (more: object): Promise<string> =>
        good(await member.post('/contact/save', { voteactivityid: made.activityId, ballotids: [property.ballotId], way: 2, ...more })).contactids[0]
      for (const more of [
        { result: 1, at: '2026-04-20 10:00:00' },
        { result: 5, at: '2026-04-20 10:00:00' },
        { result: 3, at: '2026-04-23 10:00:00' },
      ])
        await visit(more)
      expect(await accepted()).toEqual([false, false, 0])
      for (const result of [3, 4]) {
        const contactid = await visit({ result, at: '2026-04-23 09:59:59' })
        expect(await accepted()).toEqual([true, true, 1])
        good(await member.post('/contact/withdraw', { contactid, reason: '登记错了' }))
        expect(await accepted()).toEqual([false, false, 0])
      }
    })
  })

  describe('evidence of a batch', () => {
    it('is recorded for each delivery; a repeated registration adds to it', async () => {
      const activity = await started({ deliverypolicy: policy })
      const send = (more: object) =>
        member.post('/vote/savenotifies', { voteactivityid: activity.activityId, votesource: 2, notifytime: '2026-05-01 08:30:00', expectedcount: 7, ...more })
      expect(good(await send({ method: 1, relation: 1 }))).toMatchObject({ total: 7, inserted: 7, updated: 0 })
      expect(good(await send({ receiver: '张三' }))).toMatchObject({ total: 7, inserted: 0, updated: 7 })
      expect(await records(activity.property('2-101'))).toMatchObject([{ method: 1, receiver: '张三', relation: 1, accepted: true, missing: ['evidence'] }])
    })

    it('is imported from a workbook with or without its columns', async () => {
      const activity = await started({ deliverypolicy: policy })
      const columns = ['分期', '楼栋', '单元', '房号', '送达方式', '送达时间']
      const row = ['一期', '1栋', '1单元', '102', '上门', '2026-04-28 09:30']
      const load = async (rows: readonly (readonly unknown[])[], fields: Record<string, string> = {}) =>
        member.upload(
          '/vote/importnotifyinfo',
          { field: 'uploadfile', name: '送达.xlsx', bytes: await workbookOf(rows) },
          { activityid: activity.activityId, ...fields },
        )
      const evidence = ['认可方式', '签收人', '关系', '第二送达人', '单号', '公告起', '公告止']
      const told = ['登记地址邮寄', '李四', '代收', '赵六', 'EMS 1', '2026-05-01', new Date('2026-05-08T00:00:00Z')]
      const kept = { method: 4, receiver: '李四', relation: 3, seconddeliverer: '赵六', trackingno: 'EMS 1' }
      const rows = [
        [...columns, ...evidence],
        [...row, ...told],
      ]
      const { preview } = good(await load(rows, { dryrun: '1' }))
      expect(JSON.stringify(preview)).toContain('登记地址邮寄')
      expect(good(await load(rows))).toEqual({ total: 1, inserted: 1, updated: 0 })
      expect(await records(activity.property('1-102'))).toMatchObject([
        { ...kept, noticefrom: '2026-05-01 00:00:00', noticeto: '2026-05-08 00:00:00', accepted: true, missing: [] },
      ])
      expect(good(await load([columns, row]))).toEqual({ total: 1, inserted: 0, updated: 1 })
      expect(await records(activity.property('1-102'))).toMatchObject([kept])
      expect(
        good(
          await load([
            [...columns, '签收人'],
            [...row, '王五'],
          ]),
        ),
      ).toEqual({ total: 1, inserted: 0, updated: 1 })
      expect(await records(activity.property('1-102'))).toMatchObject([{ ...kept, receiver: '王五' }])
      const wrong = await load([
        [...columns, ...evidence],
        [...row, '快递', '', '邻居', '', '', '2026-05-08', '2026-05-01'],
      ])
      expect(wrong.data.errors.map(({ column }: { column: string }) => column)).toEqual(['认可方式', '关系', '公告止'])
    })
  })

  describe('evidence in the result', () => {
    const properties: PropertyRow[] = ['1-101', '1-102', '1-103', '1-104', '1-105', '1-106'].map((name, index) => [name, `业主${index}`, 100])
    async function voted(more: Record<string, unknown>) {
      const { estateId } = await makeEstate(member, properties)
      const made = await makeActivity(member, estateId, more)
      await takeSteps(member, made.activityId, 'start')
      const roster = await rosterOf(server, made.activityId)
      const property = (name: string) => propertyNamed(roster, name)
      return { made, property }
    }
    const conclusions = async (activityId: string) => {
      const { statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
      return statisticsResultDatalist.flatMap((each: { conclusion: unknown; options: { conclusion: unknown }[] }) => [
        ...(each.conclusion ? [each.conclusion] : []),
        ...each.options.map(({ conclusion }) => conclusion),
      ])
    }

    it('shows three outcomes; the official one counts all registered deliveries', async () => {
      const { made, property } = await voted({
        ...rule5,
        deliverypolicy: policy,
        topics: [{ title: '电梯', topictype: 1, votetype: 15 }, optionsTopic('选聘', ['甲', '乙'])],
      })
      for (const name of ['1-101', '1-102']) good(await askVote(member, made, [property(name)], '110'))
      good(await deliver(property('1-103'), { method: 1, relation: 1, pics: [photo] }))
      good(await deliver(property('1-104'), { method: 1, relation: 1 }))
      good(await deliver(property('1-105')))
      // Voted, so its delivery no longer counts.
      good(await deliver(property('1-101'), { method: 1, relation: 1, pics: [photo] }))
      const [topic, first, second] = await conclusions(made.activityId)
      expect(topic).toMatchObject({
        outcome: '不通过',
        deliveries: {
          registered: { count: 3, area: 300, outcome: '不通过' },
          accepted: { count: 2, area: 200, outcome: '不通过' },
          complete: { count: 1, area: 100, outcome: '未成立' },
        },
      })
      expect(first.deliveries).toEqual(topic.deliveries)
      expect(second.deliveries.registered).toEqual({ count: 3, area: 300, outcome: second.outcome })
    })

    it('shows none without deliveries, and equal ones if delivered ballots do not count', async () => {
      const { made, property } = await voted({ votetype: 1, deliverypolicy: policy })
      const none = { count: 0, area: 0, outcome: '未成立' }
      expect((await conclusions(made.activityId))[0].deliveries).toEqual({ registered: none, accepted: none, complete: none })
      good(await deliver(property('1-103'), { method: 1, relation: 1, pics: [photo] }))
      const one = { count: 1, area: 100, outcome: '未成立' }
      expect((await conclusions(made.activityId))[0].deliveries).toEqual({ registered: one, accepted: one, complete: one })
    })

    it('shows none if the activity has no delivery policy', async () => {
      const { made, property } = await voted(rule5)
      good(await deliver(property('1-103'), { method: 1, relation: 1, pics: [photo] }))
      expect((await conclusions(made.activityId))[0].deliveries).toBeNull()
    })

    it('counts a ballot of several properties once, by any of them', async () => {
      const { estateId } = await makeEstate(member, [
        ['1-101', '张三', 100],
        ['1-102', '张三', 50],
        ['1-103', '李四', 100],
      ])
      const made = await makeActivity(member, estateId, { ...rule5, deliverypolicy: policy })
      await mergeProperties(server, member, made.activityId, [['1-101', '1-102']])
      await takeSteps(member, made.activityId, 'start')
      const roster = await rosterOf(server, made.activityId)
      good(await deliver(propertyNamed(roster, '1-101')))
      good(await deliver(propertyNamed(roster, '1-102'), { method: 4, trackingno: 'EMS1' }))
      const [{ deliveries }] = await conclusions(made.activityId)
      expect(deliveries).toMatchObject({ registered: { count: 1, area: 150 }, accepted: { count: 1, area: 150 }, complete: { count: 1, area: 150 } })
    })
  })
})
