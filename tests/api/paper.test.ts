import { beforeEach, describe, expect, it } from 'vitest'
import { isPaperCode } from '../../src/shared/features/paper/code.ts'
import {
  askMark,
  askTally,
  askVote,
  good,
  makeActivity,
  makeActivityA,
  makeEstate,
  mergeProperties,
  propertyNamed,
  recordsOf,
  registerMany,
  takeSteps,
  type RosterProperty,
} from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

interface Paper {
  readonly code: string
  readonly ballotid: string
  readonly place: string
  readonly ownername: string
}
const answer = ({ code, message }: Envelope) => ({ code, message })

/** `paper.md` section 4: ballot papers from issue to return. */
whereDatabasesDiffer('ballot papers', (engine) => {
  const life = 365 * 86_400_000
  const server = serverForAll(engine, { sessionLife: { idle: life, total: life } })
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_2', 'clerk'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  const start = Date.UTC(2026, 4, 1, 1)
  beforeEach(async () => {
    await setClock(server, start)
    activity = await makeActivityA(server, manager)
    await takeSteps(manager, activity.activityId, 'start')
  })

  const at = (name: string): RosterProperty => propertyNamed(activity.roster, name)
  const body = (more: object) => ({ voteactivityid: activity.activityId, ...more })
  const issue = (more: object) => manager.post('/paper/issue', body(more))
  /** The papers of some properties, by short name. */
  const issued = async (...names: readonly string[]): Promise<string[]> => {
    const { papers } = good(await issue({ ballotids: names.map((name) => at(name).ballotId) })) as { papers: Paper[] }
    return names.map((name) => papers.find(({ ballotid }) => ballotid === at(name).ballotId)?.code ?? '')
  }
  const out = (...codes: readonly string[]) => clerk.post('/paper/out', body({ codes }))
  const receive = (codes: readonly string[], more: object = {}) => clerk.post('/paper/receive', body({ codes, ...more }))
  const spoil = (codes: readonly string[], reason: unknown = '选票损坏') => clerk.post('/paper/spoil', body({ codes, reason }))
  const replace = (code: string, reason: unknown = '选票遗失') => clerk.post('/paper/replace', body({ code, reason }))
  const balance = async () => good(await clerk.get('/paper/balance', { voteactivityid: activity.activityId }))
  const listed = async (query: Record<string, string | number> = {}) => good(await clerk.get('/paper/list', { voteactivityid: activity.activityId, ...query }))
  const states = async () => Object.fromEntries((await listed()).datas.map((row: { code: string; status: number }) => [row.code, row.status]))
  const byCode = (markedcode: string) => clerk.get('/vote/queryvotersbymarkedcode', { voteactivityid: activity.activityId, markedcode })
  const mark = (name: string, code: string) => askMark(clerk, activity.activityId, at(name), code)
  const voteByCode = (...markedcodes: readonly string[]) =>
    clerk.post('/vote/do', { records: recordsOf(activity.topics, '1'), voteactivityid: activity.activityId, votername: '', markedcodes, ballotIds: [] })
  const voidVote = (recordid: string) => manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录错选择' })
  const voter = async (name: string) =>
    good(await clerk.get('/vote/queryVotersByPropertyId', { voteactivityid: activity.activityId, propertyid: at(name).propertyId })).voters[0]
  const now = (time: string) => {
    server.clock.time = Date.parse(`${time.replace(' ', 'T')}+08:00`)
  }

  describe('issuing papers', () => {
    it('issues one per ballot, whose code becomes the ballot’s mark', async () => {
      const { papers, issued: count, skipped } = good(await issue({ xpath: '' })) as { papers: Paper[]; issued: number; skipped: number }
      expect({ count, skipped }).toEqual({ count: 5, skipped: 0 })
      expect(papers.map(({ place, ownername }) => `${place} ${ownername}`)).toEqual([
        '一期-1栋-1单元-101 张三',
        '一期-1栋-1单元-102 李四',
        '一期-1栋-1单元-301 王五',
        '一期-2栋-1单元-101 赵六/钱七',
        '一期-2栋-1单元-102 开发商',
      ])
      expect(papers.filter(({ code }) => !isPaperCode(code))).toEqual([])
      expect(new Set(papers.map(({ code }) => code)).size).toBe(5)
      // This does not count as an entry by anybody.
      expect(good(await manager.get('/vote/deskcounts', { voteActivityId: activity.activityId })).todaycount).toBe(0)
      expect(await voter('1-201')).toMatchObject({ markedcode: papers[0]?.code, ballotstatus: 0, paperstatus: 0 })
      expect(good(await byCode(papers[1]?.code ?? ''))).toMatchObject([{ v1: '李四' }])
      const [entry] = await entriesOf(manager, { action: 'paper.issue', pageSize: 1 })
      expect(entry).toMatchObject({ subject: activity.activityId, after: { issued: 5, skipped: 0 } })
      expect(entry.after.changed[0]).toMatchObject({ place: '一期-1栋-1单元-101', ownerName: '张三', paperCode: papers[0]?.code })
      expect(await breaches(server.database)).toEqual([])
    })

    it('issues as many as previewed', async () => {
      good(await askVote(clerk, activity, [at('1-102')], '1'))
      await issued('1-301')
      const issuable = async (more: object) => good(await clerk.post('/paper/issuable', body(more)))
      expect(await issuable({ xpath: '' })).toEqual({ toissue: 3, withpaper: 1, withvote: 1 })
      expect(await issuable({ xpath: ['一期▶▶1栋', '二期'] })).toEqual({ toissue: 1, withpaper: 1, withvote: 1 })
      expect(await issuable({ ballotids: [at('2-101').ballotId] })).toEqual({ toissue: 1, withpaper: 0, withvote: 0 })
      expect(await issuable({})).toEqual({ toissue: 0, withpaper: 0, withvote: 0 })
      expect(good(await issue({ xpath: '' }))).toMatchObject({ issued: 3, skipped: 2 })
    })

    it('issues for a branch, several branches or named ballots, never twice nor for a ballot with a vote', async () => {
      good(await askVote(clerk, activity, [at('1-102')], '1'))
      expect(good(await issue({ xpath: '一期▶▶1栋' }))).toMatchObject({ issued: 2, skipped: 1 })
      expect(good(await issue({ xpath: ['一期▶▶1栋▶1单元', '一期▶▶2栋▶1单元'] }))).toMatchObject({ issued: 2, skipped: 3 })
      expect(good(await issue({ ballotids: [at('2-101').ballotId, at('1-102').ballotId] }))).toMatchObject({ issued: 0, skipped: 2, papers: [] })
      expect(good(await issue({ xpath: '二期' }))).toMatchObject({ issued: 0, skipped: 0 })
      // A call that changed nothing leaves no entry.
      expect((await entriesOf(manager, { action: 'paper.issue' })).filter((entry) => entry.subject === activity.activityId)).toHaveLength(2)
    })

    it('reuses the code that the ballot was marked with by hand', async () => {
      good(await mark('1-102', 'H-7'))
      expect(await issued('1-102')).toEqual(['H-7'])
      expect(await states()).toEqual({ 'H-7': 0 })
    })

    it('is possible before voting begins, but not after its last moment or in the tally', async () => {
      activity = await makeActivityA(server, manager, { startdate: '2026-05-02 08:00:00' })
      await takeSteps(manager, activity.activityId, 'start')
      expect(await issued('1-102')).toHaveLength(1)
      expect(answer(await voteByCode(...Object.keys(await states())))).toEqual({ code: 402, message: '不在投票时间内' })
      now('2026-06-30 12:00:01')
      expect(answer(await issue({ xpath: '' }))).toEqual({ code: 402, message: '不在投票时间内' })
      await takeSteps(manager, activity.activityId, 'startTally')
      expect((await issue({ xpath: '' })).code).toBe(409)
    })

    it('freezes the ballots as a mark does', async () => {
      await issued('1-102', '1-101')
      const frozen = { code: 409, message: '该票权已标记或已投票，不能调整' }
      const merge = { voteactivityid: activity.activityId, mainrightballotid: at('1-102').ballotId, needmergepropertyid: at('1-301').propertyId }
      expect(answer(await manager.get('/votedef/mergeactivityproperty', merge))).toEqual(frozen)
      expect(
        answer(
          await manager.get('/votedef/splitactivityproperty', {
            voteactivityid: activity.activityId,
            mainrightballotid: at('1-101').ballotId,
            needsplipropertyid: at('1-201').propertyId,
          }),
        ),
      ).toEqual(frozen)
      const sync = good(await manager.get('/vtpropertyinfo/synproperties', { ids: at('1-102').propertyId, voteactivityid: activity.activityId }))
      expect(sync).toMatchObject({ updated: 0, skipped: [{ reason: frozen.message }] })
    })
  })

  describe('handing out and receiving papers', () => {
    it('moves through the states one by one, with an entry each that names the property', async () => {
      const [one = '', two = ''] = await issued('1-102', '1-301')
      expect(good(await out(one, two)).papers).toMatchObject([
        { code: one, place: '一期-1栋-1单元-102', ownername: '李四' },
        { code: two, place: '一期-1栋-1单元-301', ownername: '王五' },
      ])
      now('2026-05-01 10:00:00')
      good(await receive([one.toLowerCase()]))
      good(await receive([two], { receivedat: '2026-05-01 09:30:00' }))
      expect((await listed()).datas).toMatchObject([
        { code: one, status: 2, outby: 'clerk_2', outdate: '2026-05-01 09:00:00', receiver: 'clerk_2', receivedat: '2026-05-01 10:00:00', late: false },
        { code: two, status: 2, receivedat: '2026-05-01 09:30:00' },
      ])
      expect(await voter('1-301')).toMatchObject({ paperstatus: 2, paperreceivedat: '2026-05-01 09:30:00' })
      const [entry] = await entriesOf(manager, { action: 'paper.receive', pageSize: 1 })
      expect(entry).toMatchObject({
        before: { paperCode: two, status: 1 },
        after: { place: '一期-1栋-1单元-301', ownerName: '王五', paperCode: two, status: 2 },
      })
      // A paper never scanned out can still come back.
      const [third = ''] = await issued('2-101')
      good(await receive([third]))
      expect(await balance()).toMatchObject({ printed: 3, inoffice: 0, out: 0, received: 3, spoiled: 0, voted: 0 })
    })

    it('is possible after the end and during the tally; a late arrival is kept', async () => {
      const [one = '', two = ''] = await issued('1-102', '1-301')
      now('2026-07-01 08:00:00')
      expect(good(await receive([one])).papers).toMatchObject([{ code: one, late: true }])
      await takeSteps(manager, activity.activityId, 'startTally')
      expect(good(await receive([two], { receivedat: '2026-06-30 12:00:00' })).papers).toMatchObject([{ code: two, late: false }])
      expect((await listed()).datas).toMatchObject([
        { code: one, late: true, status: 2 },
        { code: two, late: false, status: 2 },
      ])
      expect(await balance()).toMatchObject({ received: 2, late: 1, voted: 0 })
    })

    it('handing out and receiving several papers is all or nothing', async () => {
      const [one = '', two = ''] = await issued('1-102', '1-301')
      const unknown = { code: 404, message: '未找到编号为A7K2Q9XC的选票' }
      good(await out(two))
      const refused: readonly (readonly [Envelope, { readonly code: number; readonly message: string }])[] = [
        [await out(one, 'A7K2Q9XC'), unknown],
        [await out(one, two), { code: 409, message: `选票${two}已发出，不能登记发出` }],
        [await receive([one, 'A7K2Q9XC']), unknown],
        [await spoil([one, 'A7K2Q9XC']), unknown],
        [await replace('A7K2Q9XC'), unknown],
        [await out(), { code: 400, message: '请扫描或输入选票编号' }],
        [await receive([one], { receivedat: '2026-01-01 12:00:00' }), { code: 402, message: '该选票不在投票时间内收到' }],
        [await receive([one], { receivedat: '2026-05-01 09:00:01' }), { code: 400, message: '收回时间不能晚于现在' }],
        [await spoil([one], ' '), { code: 400, message: '请填写原因' }],
        [await replace(one, null), { code: 400, message: '请填写原因' }],
        [await issue({}), { code: 400, message: '请选择要生成选票的楼栋、单元或票权' }],
        [await issue({ ballotids: [at('1-301').ballotId, 'nobody'] }), { code: 404, message: '票权不存在' }],
        [await issue({ xpath: '', voteactivityid: 'none' }), { code: 404, message: '投票活动不存在' }],
        [await out(...Array.from({ length: 2_001 }, (_, index) => `X${index}`)), { code: 400, message: '选票编号一次最多2000个' }],
      ]
      expect(refused.map(([given]) => answer(given))).toEqual(refused.map(([, wanted]) => wanted))
      expect(await states()).toEqual({ [one]: 0, [two]: 1 })
      good(await receive([one]))
      expect(answer(await receive([one]))).toEqual({ code: 409, message: `选票${one}已收回，不能登记收回` })
      expect((await receive([one])).data).toEqual({ code: one, place: '一期-1栋-1单元-102', ownername: '李四', status: 2 })
      expect(answer(await out(one))).toEqual({ code: 409, message: `选票${one}已收回，不能登记发出` })
    })
  })

  it('papers are issued until the tally, received from the start on, and spoiled until the end', async () => {
    const words = {
      issue: '生成选票',
      out: '发出选票',
      receive: '收回选票',
      spoil: '作废选票',
      replace: '换发选票',
      spoilAll: '作废全部选票',
    } as const
    const names = ['未开始', '投票中', '唱票中', '已结束'] as const
    const done = { issue: [0, 1], out: [0, 1], receive: [1, 2], spoil: [0, 1, 2], replace: [0, 1], spoilAll: [0] } as const
    const ways = [[], [], ['startTally'], ['startTally', 'finish']] as const
    for (const [status, way] of ways.entries()) {
      activity = await makeActivityA(server, manager)
      if (status > 0) await takeSteps(manager, activity.activityId, 'start')
      const codes = await issued('1-102', '1-301', '2-101', '2-102')
      await takeSteps(manager, activity.activityId, ...way)
      const [one = '', two = '', three = '', four = ''] = codes
      const asked = {
        issue: () => issue({ xpath: '' }),
        out: () => out(one),
        receive: () => receive([two]),
        spoil: () => spoil([three]),
        replace: () => replace(four),
        spoilAll: () => manager.post('/paper/spoilall', body({ reason: '印刷有误' })),
      }
      for (const act of ['issue', 'out', 'receive', 'spoil', 'replace', 'spoilAll'] as const) {
        const wanted = (done[act] as readonly number[]).includes(status)
          ? { code: 200, message: 'success' }
          : { code: 409, message: `当前状态为“${names[status] ?? ''}”，不能${words[act]}` }
        expect(answer(await asked[act]()), `${act} in ${status}`).toEqual(wanted)
      }
    }
  })

  it('handed-out papers are not deliveries and do not count as such', async () => {
    activity = await makeActivityA(server, manager, { votetype: 5, rulebasis: '议事规则第二十条' })
    await takeSteps(manager, activity.activityId, 'start')
    const [one = '', two = ''] = await issued('1-102', '1-301')
    good(await out(one, two))
    good(await receive([one]))
    const { statisticsResultDatalist } = good(await manager.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
    expect(statisticsResultDatalist[0].conclusion.participants).toEqual({ count: 0, area: 0 })
    expect(good(await manager.post('/vote/getnofitypropertieslist', body({ notifystatus: '0' }))).totalCount).toBe(0)
  })

  describe('spoiling and replacing papers', () => {
    it('spoiling removes the mark, frees the ballot and retires the code for good', async () => {
      const [one = ''] = await issued('1-102')
      good(await spoil([one]))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: -1, markedcode: '', paperstatus: -1 })
      const merge = { voteactivityid: activity.activityId, mainrightballotid: at('1-301').ballotId, needmergepropertyid: at('1-102').propertyId }
      expect((await manager.get('/votedef/mergeactivityproperty', merge)).code).toBe(402)
      const dead = { code: 409, message: '该选票已作废' }
      const refused = [
        await out(one),
        await receive([one]),
        await spoil([one]),
        await replace(one),
        await byCode(one),
        await voteByCode(one),
        await mark('1-301', one),
      ]
      expect(refused.map(answer)).toEqual(refused.map(() => dead))
      const [again = ''] = await issued('1-102')
      expect(again).not.toBe(one)
      expect(await states()).toEqual({ [one]: 3, [again]: 0 })
      await takeSteps(manager, activity.activityId, 'startTally')
      expect(answer(await askTally(clerk, activity, [one], '1'))).toEqual(dead)
      expect(await breaches(server.database)).toEqual([])
    })

    it('a replacement has its own code, and the old one refers to it everywhere', async () => {
      const [one = ''] = await issued('1-102')
      good(await out(one))
      const { code: two } = good(await replace(one))
      const { code: three } = good(await replace(two))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: 0, markedcode: three, paperstatus: 0 })
      expect((await listed({ status: 3 })).datas).toMatchObject([
        { code: one, newcode: two, reason: '选票遗失' },
        { code: two, newcode: three },
      ])
      const told = { code: 409, message: `该选票已换发，新编号${three}` }
      const refused = [
        await out(one),
        await receive([one]),
        await spoil([one]),
        await replace(one),
        await byCode(one),
        await voteByCode(one),
        await mark('1-102', three),
        await mark('1-301', one),
      ]
      expect(refused.filter((each) => each.code !== 200).map(answer)).toEqual(Array.from({ length: 7 }, () => told))
      // This check comes first, before those of the list, the ballot and the time.
      const [another = '', spoilt = ''] = await issued('1-301', '2-101')
      good(await out(another))
      good(await spoil([spoilt]))
      for (const list of [
        [another, one],
        ['A7K2Q9XC', one],
        [spoilt, one],
      ])
        expect(answer(await out(...list)), list.join()).toEqual(told)
      expect(answer(await mark('1-301', one))).toEqual(told)
      await takeSteps(manager, activity.activityId, 'startTally')
      expect(answer(await askTally(clerk, activity, [one], '1'))).toEqual(told)
      const [entry] = await entriesOf(manager, { action: 'paper.replace', pageSize: 1 })
      expect(entry.after).toMatchObject({ paperCode: two, newCode: three, reason: '选票遗失' })
    })

    it('refuses to spoil a voted paper, and to replace one when no more papers are issued', async () => {
      const [one = '', two = ''] = await issued('1-102', '1-301')
      const [recordid] = good(await voteByCode(one)).recordids
      const voted = { code: 409, message: `选票${one}已录入投票，请先作废该投票` }
      expect([answer(await spoil([two, one])), answer(await replace(one))]).toEqual([voted, voted])
      expect(await states()).toEqual({ [one]: 2, [two]: 0 })
      good(await voidVote(recordid))
      good(await spoil([one]))
      now('2026-07-01 08:00:00')
      expect(answer(await replace(two))).toEqual({ code: 402, message: '不在投票时间内' })
    })
  })

  describe('papers and votes', () => {
    it('voting by code receives the paper, voting by ballot does not', async () => {
      const [one = '', two = ''] = await issued('1-102', '1-301')
      good(await out(one, two))
      now('2026-05-01 10:00:00')
      good(await voteByCode(one))
      good(await askVote(clerk, activity, [at('1-301')], '1'))
      expect((await listed()).datas).toMatchObject([
        { code: one, status: 2, receivedat: '2026-05-01 10:00:00', ballotstatus: 1 },
        { code: two, status: 1, ballotstatus: 1 },
      ])
      expect(await balance()).toMatchObject({ printed: 2, out: 1, received: 1, voted: 1, votedotherwise: 1 })
    })

    it('voiding keeps paper, code and freeze: only the same paper can be voted again', async () => {
      const [one = ''] = await issued('1-102')
      const [recordid] = good(await voteByCode(one)).recordids
      good(await voidVote(recordid))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: -1, voided: true, markedcode: one, paperstatus: 2 })
      expect(good(await byCode(one))).toMatchObject([{ v1: '李四' }])
      const merge = { voteactivityid: activity.activityId, mainrightballotid: at('1-102').ballotId, needmergepropertyid: at('1-301').propertyId }
      expect(answer(await manager.get('/votedef/mergeactivityproperty', merge))).toEqual({ code: 409, message: '该票权已标记或已投票，不能调整' })
      expect(answer(await mark('1-102', 'H-1'))).toEqual({ code: 409, message: `该票权已生成选票，编号${one}，不能使用其他标记码` })
      expect(answer(await mark('1-301', one))).toEqual({ code: 409, message: '该标记码已被使用' })
      const [again] = good(await voteByCode(one)).recordids
      expect(again).not.toBe(recordid)
      good(await voidVote(again))
      await takeSteps(manager, activity.activityId, 'startTally')
      const [last] = good(await askTally(clerk, activity, [one], '1')).recordids
      good(await voidVote(last))
      // Entered again by its ballot, it gets its paper's code.
      const request = { records: recordsOf(activity.topics, '2'), voteactivityid: activity.activityId, markedcodes: [], ballotIds: [at('1-102').ballotId] }
      good(await clerk.post('/vote/call', request))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: 1, markedcode: one })
      expect(await states()).toEqual({ [one]: 2 })
      expect(await breaches(server.database)).toEqual([])
    })

    it('papers received in time are tallied later as of that time; late ones are not, whatever is typed', async () => {
      const [one = '', two = '', three = ''] = await issued('1-102', '1-301', '2-101')
      good(await receive([one]))
      now('2026-07-01 08:00:00')
      good(await receive([two]))
      await takeSteps(manager, activity.activityId, 'startTally')
      const request = { records: recordsOf(activity.topics, '1'), voteactivityid: activity.activityId, ballotIds: [] }
      const tally = (code: string, more: object = {}) => clerk.post('/vote/call', { ...request, markedcodes: [code], ...more })
      const [recordid] = good(await tally(one)).recordids
      expect(good(await clerk.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))).toMatchObject({ receivedat: '2026-05-01 09:00:00' })
      const late = { code: 402, message: '该选票不在投票时间内收到' }
      expect([await tally(two), await tally(two, { receivedat: '2026-06-01 09:00:00' }), await tally(three)].map(answer)).toEqual([late, late, late])
      good(await tally(three, { receivedat: '2026-06-01 09:00:00' }))
      expect((await listed()).datas).toMatchObject([
        { code: one, ballotstatus: 1, late: false },
        { code: two, ballotstatus: 0, status: 2, late: true },
        { code: three, ballotstatus: 1, status: 2, receivedat: '2026-06-01 09:00:00' },
      ])
      expect(await balance()).toMatchObject({ received: 3, voted: 2, late: 1 })
    })

    it('refuses to change or remove a paper’s mark by hand', async () => {
      const [one = ''] = await issued('1-102')
      expect(answer(await mark('1-102', 'H-2'))).toEqual({ code: 409, message: `该票权已生成选票，编号${one}，不能使用其他标记码` })
      const { recordid } = await voter('1-102')
      expect(answer(await clerk.post('/vote/unmark', { recordid, reason: '标记错业主' }))).toEqual({
        code: 409,
        message: `该标记属于选票${one}，请在选票管理中作废该选票`,
      })
      good(await mark('1-102', one))
    })

    it('a record says whether only the paper made it, or somebody marked or voted', async () => {
      good(await mark('1-301', 'H-1'))
      good(await mark('2-101', 'H-2'))
      now('2026-05-01 10:00:00')
      const [one = ''] = await issued('1-102', '1-301')
      const told = async (name: string) => {
        const query = { voteActivityId: activity.activityId, ballotId: at(name).ballotId }
        const records = good(await clerk.get('/votedef/getrepeatvote', query)) as { recordstatus: number; recordpaper: string }[]
        return records.map(({ recordstatus, recordpaper }) => [recordstatus, recordpaper])
      }
      expect([await told('1-102'), await told('1-301'), await told('2-101')]).toEqual([[[0, 'issued']], [[0, 'kept']], [[0, '']]])
      expect((await mark('2-102', one)).data).toMatchObject([{ markedcode: one, recordpaper: 'issued' }])
      expect((await mark('2-102', 'H-1')).data).toMatchObject([{ markedcode: 'H-1', recordpaper: 'kept' }])
      now('2026-05-01 11:00:00')
      const { code } = good(await replace(one))
      expect(await told('1-102')).toEqual([[0, 'issued']])
      const [recordid] = good(await voteByCode(code)).recordids
      expect(await told('1-102')).toEqual([[1, 'kept']])
      good(await voidVote(recordid))
      expect(await told('1-102')).toEqual([[2, 'kept']])
      expect(good(await clerk.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))).toMatchObject({ recordpaper: 'kept' })
    })

    it('re-enters a voided vote of a spoiled paper without the retired code', async () => {
      const [one = ''] = await issued('1-102')
      const [recordid] = good(await voteByCode(one)).recordids
      await takeSteps(manager, activity.activityId, 'startTally')
      good(await voidVote(recordid))
      good(await spoil([one]))
      expect(await voter('1-102')).toMatchObject({ markedcode: '', voided: true })
      const request = { records: recordsOf(activity.topics, '1'), voteactivityid: activity.activityId, markedcodes: [], ballotIds: [at('1-102').ballotId] }
      good(await clerk.post('/vote/call', request))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: 1, markedcode: '' })
      expect(await breaches(server.database)).toEqual([])
    })
  })

  it('lists papers by place, filtered by state, branch, owner, room or part of a code', async () => {
    good(await issue({ xpath: '' }))
    const { datas, totalCount } = await listed({ pageSize: 2, pageNo: 2 })
    expect({ totalCount, places: datas.map(({ place }: Paper) => place) }).toEqual({ totalCount: 5, places: ['一期-1栋-1单元-301', '一期-2栋-1单元-101'] })
    const placesOf = async (query: Record<string, string | number>) => (await listed(query)).datas.map(({ place }: Paper) => place)
    const [first] = (await listed()).datas
    good(await out(first.code))
    expect(await placesOf({ status: 1 })).toEqual(['一期-1栋-1单元-101'])
    expect(await placesOf({ xpath: '一期▶▶2栋' })).toEqual(['一期-2栋-1单元-101', '一期-2栋-1单元-102'])
    expect(await placesOf({ condition: '王五' })).toEqual(['一期-1栋-1单元-301'])
    expect(await placesOf({ condition: '1栋 201' })).toEqual(['一期-1栋-1单元-101'])
    expect(await placesOf({ condition: first.code.slice(1, 7).toLowerCase() })).toEqual(['一期-1栋-1单元-101'])
    expect(await placesOf({ condition: '无此人' })).toEqual([])
    expect(first).toMatchObject({ areasize: 200, housenum: 2, issuer: 'admin_1', issuedate: '2026-05-01 09:00:00' })
    expect((await clerk.get('/paper/list', { voteactivityid: activity.activityId, status: 9 })).code).toBe(400)
  })

  it('lists a paper of a ballot in two buildings under each of them, once', async () => {
    const { estateId } = await makeEstate(manager, [
      ['1-101', '张三', 100],
      ['2-101', '张三', 80],
      ['3-101', '李四', 80],
    ])
    const made = await makeActivity(manager, estateId)
    await mergeProperties(server, manager, made.activityId, [['1-101', '2-101']])
    await takeSteps(manager, made.activityId, 'start')
    good(await manager.post('/paper/issue', { voteactivityid: made.activityId, xpath: '' }))
    const places = async (xpath: string) =>
      good(await clerk.get('/paper/list', { voteactivityid: made.activityId, xpath })).datas.map(({ place }: Paper) => place)
    expect(await places('一期▶▶1栋')).toEqual(['一期-1栋-1单元-101'])
    expect(await places('一期▶▶2栋')).toEqual(['一期-1栋-1单元-101'])
    expect(await places('一期▶▶3栋')).toEqual(['一期-3栋-1单元-101'])
    expect(await places('')).toHaveLength(2)
  })

  it('distinguishes papers from hand-made marks in the balance and on the grid', async () => {
    const [one = ''] = await issued('1-301')
    good(await mark('1-102', 'H-9'))
    good(await out(one))
    expect(await balance()).toMatchObject({ printed: 1, out: 1, handmarked: 1, unissued: 4 })
    const grid = async () => {
      const { units } = good(await clerk.get('/vote/getpropertydata', { voteActivityId: activity.activityId, xPath: '一期▶▶1栋' }))
      return units[0].floors.flatMap(({ elements }: { elements: { baseinfo: { room: string }; votestatus: number; paperstatus: number }[] }) =>
        elements.map(({ baseinfo, votestatus, paperstatus }) => `${baseinfo.room} ${votestatus} ${paperstatus}`),
      )
    }
    expect(await grid()).toEqual(['301 0 1', '201 -1 -1', '101 -1 -1', '102 0 -1'])
    good(await receive([one]))
    expect((await grid())[0]).toBe('301 0 2')
    good(await spoil([one]))
    expect((await grid())[0]).toBe('301 -1 -1')
  })

  describe('papers at two desks at once', () => {
    it('issues one per ballot, and hands out, receives, replaces and spoils each once', async () => {
      const estate = await makeEstate(manager, [])
      await registerMany(server, estate.estateId, 200)
      const large = await makeActivity(manager, estate.estateId)
      await takeSteps(manager, large.activityId, 'start')
      const ask = (client: Client, path: string, more: object) => client.post(`/paper/${path}`, { voteactivityid: large.activityId, ...more })
      const rounds = await Promise.all(Array.from({ length: 4 }, () => ask(manager, 'issue', { xpath: '' })))
      const papers = rounds.flatMap((each) => good(each).papers as Paper[])
      expect(rounds.map((each) => each.data.issued).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 200])
      expect(new Set(papers.map(({ ballotid }) => ballotid)).size).toBe(200)
      const codes = papers.map(({ code }) => code)
      const both = (path: string, more: (code: string) => object) =>
        Promise.all(codes.slice(0, 40).flatMap((code) => [manager, clerk].map((client) => ask(client, path, more(code)))))
      const count = (answers: readonly Envelope[]) => answers.filter(({ code }) => code === 200).length
      expect(count(await both('out', (code) => ({ codes: [code] })))).toBe(40)
      expect(count(await both('receive', (code) => ({ codes: [code] })))).toBe(40)
      expect(count(await both('replace', (code) => ({ code, reason: '选票损坏' })))).toBe(40)
      expect(count(await both('spoil', (code) => ({ codes: [code], reason: '选票损坏' })))).toBe(0)
      // One desk spoils a paper while another receives the whole list: one wins, never half.
      const rest = codes.slice(40, 80)
      const [received, ...spoiled] = await Promise.all([
        ask(clerk, 'receive', { codes: rest }),
        ...rest.slice(20).map((code) => ask(manager, 'spoil', { codes: [code], reason: '选票损坏' })),
      ])
      expect(spoiled.every(({ code }) => code === 200)).toBe(true)
      const told = good(await manager.get('/paper/balance', { voteactivityid: large.activityId }))
      expect(told).toMatchObject({ printed: 240, spoiled: 60, received: received?.code === 200 ? 20 : 0 })
      expect(await breaches(server.database)).toEqual([])
    })
  })
})
