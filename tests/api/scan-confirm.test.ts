import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { paperCode } from '../../src/shared/features/paper/code.ts'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import {
  askEntrust,
  askStep,
  askVote,
  good,
  makeActivity,
  makeEstate,
  optionsTopic,
  placeOf,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
} from '../support/activities.ts'
import { placeInWords } from '../../src/shared/place/place.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { linesIn, unzipped } from '../support/openedBundle.ts'
import { pageUpload } from '../support/scans/pageFiles.ts'
import { scriptedReader } from '../support/scans/scriptedReader.ts'
import { confirm, madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

const rooms = ['1-101', '1-102', '1-201', '1-202', '2-101'] as const
const properties: readonly PropertyRow[] = rooms.map((name, index) => [name, `业主${index + 1}`, 80 + index])
const two = [topic('更新电梯'), topic('修改规约')]

onBothDatabases('scanned papers', (engine) => {
  const script = scriptedReader()
  const server = serverForAll(engine, { pageReader: script.reader })
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  const other = madeBefore(() => server.member('clerk_2', 'clerk'))
  const third = madeBefore(() => server.member('manager_3', 'manager'))
  const viewer = madeBefore(() => server.member('viewer_1', 'viewer'))

  const refusal = ({ code, message }: Envelope) => [code, message] as const

  /** A vote in 投票中 with a paper for each ballot. */
  async function voteIsOn(topics: readonly object[] = two, more: object = {}) {
    const { estateId } = await makeEstate(manager, properties)
    const made = await makeActivity(manager, estateId, { topics, ...more })
    const { activityId } = made
    await takeSteps(manager, activityId, 'start')
    const roster = await rosterOf(server, activityId)
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const { layoutid: layoutId, layout } = good(await manager.get('/paper/layout', { voteactivityid: activityId }))
    const paper = { layoutId, layout: BallotLayout.parse(layout) }
    const inWords = (room: string): string => placeInWords(placeOf(room))
    const codeAt = (room: string): string => (papers as { code: string; place: string }[]).find(({ place }) => place === inWords(room))?.code ?? ''
    const property = (room: string) => propertyNamed(roster, room)
    const scanCode = async (code: string, signs = '12', { page = 1, by = clerk }: { page?: number; by?: Client } = {}) =>
      good(
        await by.upload('/reading/page', pageUpload(script.page({ ...paper, code }, signs, page)), {
          voteactivityid: activityId,
          batchid: 'batch',
          source: '一号楼.pdf',
          sourcepage: '1',
        }),
      ) as { pageid: string; status: number; message: string }
    const list = async (query: Record<string, string | number> = {}, by = viewer) =>
      good(await by.get('/reading/papers', { voteactivityid: activityId, pageSize: 50, ...query }))
    return {
      ...made,
      layout: paper.layout,
      codeAt,
      property,
      list,
      scanCode,
      scan: (room: string, signs: string, more: { page?: number; by?: Client } = {}) => scanCode(codeAt(room), signs, more),
      // oxlint-disable-next-line typescript/no-explicit-any -- the wire
      paperAt: async (room: string): Promise<any> => (await list()).datas.find(({ code }: { code: string }) => code === codeAt(room)),
      async confirm(rooms: readonly string[], { by = clerk, ...body }: { by?: Client; records?: unknown } & Record<string, unknown> = {}) {
        const datas = (await list()).datas as { code: string; readingid: string }[]
        const { records, ...rest } = body
        const asked = rooms.map((room) => {
          const readingid = datas.find(({ code }) => code === codeAt(room))?.readingid ?? 'nothing'
          return { code: codeAt(room), readingid, ...(records === undefined ? {} : { records }) }
        })
        return by.post('/reading/confirm', { voteactivityid: activityId, papers: asked, ...rest })
      },
      records: (answers: string) => recordsOf(made.topics, answers),
      votes: async (room: string) =>
        good(await manager.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId: property(room).ballotId })) as Record<string, unknown>[],
      summary: async () => good(await viewer.get('/reading/summary', { voteactivityid: activityId })),
      differences: async (by = third) => good(await by.get('/reading/differences', { voteactivityid: activityId })) as Record<string, any>[], // oxlint-disable-line typescript/no-explicit-any -- the wire
      settle: (readingid: string, decision: number, more: object = {}, by = third) =>
        by.post('/reading/settle', { readingid, decision, reason: '票面看错', ...more }),
      finish: () => askStep(manager, activityId, 'finish'),
    }
  }
  type Scene = Awaited<ReturnType<typeof voteIsOn>>
  const answersOf = ({ topics }: Scene, record: Record<string, unknown> | undefined): string => {
    const answers = record?.['records'] as { voteresult: number }[]
    expect(answers).toHaveLength(topics.length)
    return answers.map(({ voteresult }) => voteresult).join('')
  }
  const statesOf = (datas: { state: number; code: string }[], { codeAt }: Scene) =>
    Object.fromEntries(rooms.flatMap((room) => datas.filter(({ code }) => code === codeAt(room)).map(({ state }) => [room, state])))

  it('are sorted by answers if confirmable, else by code, with their rows and numbers', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '21')
    await vote.scan('1-102', '12')
    await vote.scan('1-201', '12', { by: other })
    await vote.scan('1-202', '1?')
    const { datas, totalCount, counts } = await vote.list()
    expect([totalCount, counts]).toEqual([4, { 1: 3, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0 }])
    const [first, second] = ['1-102', '1-201'].map(vote.codeAt).toSorted()
    expect(datas.map(({ code }: { code: string }) => code)).toEqual([first, second, vote.codeAt('1-101'), vote.codeAt('1-202')])
    const [topicOne, topicTwo] = vote.topics
    expect(await vote.paperAt('1-202')).toEqual({
      code: vote.codeAt('1-202'),
      ballotid: vote.property('1-202').ballotId,
      place: '一期-1栋-1单元-202',
      ballotno: expect.any(Number) as number,
      areasize: 83,
      paperstatus: 0,
      late: false,
      state: 2,
      readingid: expect.any(String) as string,
      pages: [{ pageid: expect.any(String) as string, page: 1, by: 'clerk_1', at: expect.any(String) as string }],
      missing: [],
      slots: [
        { votetopicid: topicOne?.votetopicid, voteoptionid: '', state: 1, voteresult: 1, why: '', page: 1 },
        { votetopicid: topicTwo?.votetopicid, voteoptionid: '', state: 3, voteresult: null, why: 'faint', page: 1 },
      ],
      record: null,
    })
    const listed = async (query: Record<string, string | number>) => {
      const page = await vote.list(query)
      return [page.totalCount, page.datas.length, page.counts[1]]
    }
    expect(await listed({ state: 1 })).toEqual([3, 3, 3])
    expect(await listed({ state: 1, pageSize: 2, pageNo: 2 })).toEqual([3, 1, 3])
    expect(await listed({ state: 6 })).toEqual([0, 0, 3])
    expect(await listed({ condition: '业主1' })).toEqual([1, 1, 1])
    expect(await listed({ condition: vote.codeAt('1-202').toLowerCase().slice(0, 6) })).toEqual([1, 1, 0])
    expect(await listed({ xpath: '没有这一期' })).toEqual([0, 0, 0])
    expect((await viewer.get('/reading/papers', { voteactivityid: vote.activityId, state: 8 })).code).toBe(400)
    expect(refusal(await viewer.get('/reading/papers', { voteactivityid: 'nobody' }))).toEqual([404, '投票活动不存在'])
  })

  it('count a blank row as read if another option is marked, and leave other rows to a person', async () => {
    const vote = await voteIsOn([topic('更新电梯'), optionsTopic('选聘物业', ['甲', '乙']), optionsTopic('选举委员', ['丙', '丁'], { seats: 1 })])
    const read = async (room: string, signs: string) => {
      await vote.scan(room, signs)
      const { state, slots } = await vote.paperAt(room)
      return [
        state,
        slots
          .map(({ state: of, voteresult, why }: Record<string, unknown>) => `${of as number}${(voteresult as number | null) ?? '-'}${why as string}`)
          .join(' '),
      ]
    }
    expect(await read('1-101', '11_1_')).toEqual([1, '11 11 20 11 20'])
    expect(await read('1-102', '_1_1_')).toEqual([2, '3-blank 11 20 11 20'])
    expect(await read('1-201', '1__1_')).toEqual([2, '11 3-blank 3-blank 11 20'])
    expect(await read('1-202', '11_11')).toEqual([2, '11 11 20 3-over 3-over'])
    expect(await read('2-101', '1_?1_')).toEqual([2, '11 3-blank 3-faint 11 20'])
  })

  it('are confirmed as read, all or none, as votes of the confirming user', async () => {
    const vote = await voteIsOn()
    for (const room of ['1-101', '1-102', '1-201']) await vote.scan(room, '12')
    const readings = await Promise.all(['1-101', '1-102'].map(async (room) => (await vote.paperAt(room)).readingid as string))
    const { recordids } = good(await vote.confirm(['1-101', '1-102'], { by: other, channel: 4 }))
    expect(recordids).toHaveLength(2)
    const [record] = await vote.votes('1-101')
    expect(record).toMatchObject({
      recordid: recordids[0],
      recordstatus: 1,
      recordsource: 'desk',
      operator: 'clerk_2',
      channel: 4,
      votername: '业主1',
      readingid: readings[0],
    })
    expect(answersOf(vote, record)).toBe('12')
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 4, paperstatus: 2, record: { recordid: recordids[0], by: 'clerk_2', differs: [] } })
    const entries = await entriesOf(manager, { action: 'reading.confirm', voteactivityid: vote.activityId })
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(readings))
    const [entry] = entries.filter(({ subject }) => subject === readings[0])
    expect(entry).toMatchObject({
      after: { markedCode: vote.codeAt('1-101'), answers: '12', recordId: recordids[0], scannedPages: [expect.stringMatching(/^1 [\da-f]{64}$/)] },
    })
    expect(await entriesOf(manager, { action: 'voting.complete', voteactivityid: vote.activityId })).toHaveLength(2)
    expect(await vote.summary()).toMatchObject({
      received: 2,
      scanned: 3,
      pages: 3,
      confirmable: 1,
      open: 0,
      incomplete: 0,
      same: 2,
      different: 0,
      settled: 0,
      dead: 0,
    })
    // An existing vote blocks the whole screen, and nothing else of it is written.
    expect(refusal(await vote.confirm(['1-201', '1-102']))).toEqual([409, '该票权已投票'])
    expect(await vote.paperAt('1-201')).toMatchObject({ state: 1, record: null })
    await takeSteps(manager, vote.activityId, 'startTally')
    good(await manager.post('/paper/receive', { voteactivityid: vote.activityId, codes: [vote.codeAt('1-201')] }))
    good(await vote.confirm(['1-201']))
    expect((await vote.votes('1-201'))[0]).toMatchObject({ recordsource: 'tally', channel: 3 })
  })

  it('are refused by role, number and conflicts, with messages', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '12')
    await vote.scan('1-102', '12')
    await vote.scan('1-201', '1?')
    expect((await vote.confirm(['1-101'], { by: viewer })).code).toBe(403)
    const many = Array.from({ length: 25 }, () => ({ code: vote.codeAt('1-101'), readingid: 'x' }))
    const send = (papers: unknown, more: object = {}) => clerk.post('/reading/confirm', { voteactivityid: vote.activityId, papers, ...more })
    expect(refusal(await send(many))).toEqual([400, '一次最多确认24张'])
    expect((await send([])).code).toBe(400)
    expect(refusal(await send(many.slice(0, 2)))).toEqual([400, '同一张选票不能确认两次'])
    expect(refusal(await send([{ code: 'ABCDEFGH', readingid: 'x' }]))).toEqual([404, '未找到该标记码'])
    expect(refusal(await send([{ code: vote.codeAt('1-101'), readingid: 'x' }]))).toEqual([409, '该选票的扫描读数已更新，请重新查看'])
    expect(refusal(await send([{ code: vote.codeAt('2-101'), readingid: 'x' }]))).toEqual([409, '该选票的扫描读数已更新，请重新查看'])
    const wrong = [400, '投票内容与活动议题不一致，请刷新后重试']
    expect(refusal(await vote.confirm(['1-201']))).toEqual(wrong)
    expect(refusal(await vote.confirm(['1-201'], { records: vote.records('12').slice(0, 1) }))).toEqual(wrong)
    expect(refusal(await vote.confirm(['1-201'], { records: [{ votetopicid: 'other', voteresult: 1 }] }))).toEqual(wrong)
    expect(refusal(await vote.confirm(['1-201'], { records: vote.records('17') }))).toEqual(wrong)
    expect(refusal(await vote.confirm(['1-101', '1-201']))).toEqual([400, '待判读的选票请逐张确认'])
    expect(refusal(await vote.confirm(['1-101', '1-102'], { records: vote.records('11') }))).toEqual([400, '待判读的选票请逐张确认'])
    expect(refusal(await vote.confirm(['1-101'], { receivedat: '2026-04-01 09:00:00' }))).toEqual([402, '该选票不在投票时间内收到'])
    expect(refusal(await vote.confirm(['1-101'], { receivedat: '2026-06-01 09:00:00' }))[0]).toBe(400)
    expect(await vote.summary()).toMatchObject({ confirmable: 2, open: 1, same: 0 })
    const unstarted = await makeActivity(manager, (await makeEstate(manager, properties)).estateId)
    expect((await clerk.post('/reading/confirm', { voteactivityid: unstarted.activityId, papers: [{ code: 'ABCDEFGH', readingid: 'x' }] })).code).toBe(409)
  })

  it('doubtful rows are decided by a person row by row; changes of clear rows are stored as differences', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '1?')
    await vote.scan('1-102', '1?')
    const [, doubtful] = vote.records('13')
    good(await vote.confirm(['1-101'], { records: [doubtful] }))
    expect(answersOf(vote, (await vote.votes('1-101'))[0])).toBe('13')
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 4 })
    good(await vote.confirm(['1-102'], { records: vote.records('20') }))
    expect(answersOf(vote, (await vote.votes('1-102'))[0])).toBe('20')
    const [topicOne] = vote.topics
    expect(await vote.paperAt('1-102')).toMatchObject({ state: 5, record: { differs: [{ votetopicid: topicOne?.votetopicid, voteoptionid: '' }] } })
  })

  it('papers with a missing page, or spoiled, late or by an agent, are not confirmed automatically', async () => {
    const long = [
      topic('更新电梯'),
      optionsTopic(
        '选聘物业',
        Array.from({ length: 30 }, (_, index) => `候选${index + 1}`),
      ),
    ]
    const vote = await voteIsOn(long)
    expect(vote.layout.pages.filter(({ kind }) => kind === 'ballot').length).toBeGreaterThan(1)
    await vote.scan('1-101', '1', { page: 1 })
    const paper = await vote.paperAt('1-101')
    expect(paper).toMatchObject({ state: 3, missing: expect.arrayContaining([2]) as number[] })
    expect(paper.slots.every(({ page }: { page: number }) => page === 1)).toBe(true)
    expect(refusal(await vote.confirm(['1-101']))).toEqual([402, `选票缺第${(paper.missing as number[]).join('、')}页`])

    await vote.scan('1-102', '1', { page: 2 })
    const second = await vote.paperAt('1-102')
    expect([second.state, second.missing[0]]).toEqual([3, 1])
    expect((await vote.confirm(['1-102'])).message).toMatch(/^选票缺第1(、\d+)*页$/)
    expect(await vote.summary()).toMatchObject({ incomplete: 2 })

    const short = await voteIsOn()
    expect(await short.scanCode(paperCode([1, 2, 3, 4, 5, 6, 7]))).toMatchObject({ pageid: '', status: 6, message: '该选票不属于本活动' })
    const { code: newer } = good(await manager.post('/paper/replace', { voteactivityid: short.activityId, code: short.codeAt('2-101'), reason: '业主遗失' }))
    expect(await short.scanCode(short.codeAt('2-101'))).toMatchObject({ status: 7, message: `该选票已换发，新编号${String(newer)}` })
    for (const room of ['1-101', '1-102', '1-201']) await short.scan(room, '12')
    good(await manager.post('/paper/spoil', { voteactivityid: short.activityId, codes: [short.codeAt('1-101')], reason: '选票损坏' }))
    expect(await short.paperAt('1-101')).toMatchObject({ state: 7, paperstatus: 3 })
    expect(refusal(await short.confirm(['1-101']))).toEqual([402, '该选票已作废'])
    const { proxyid } = good(await askEntrust(manager, short.activityId, short.property('1-102')))
    expect(await short.paperAt('1-102')).toMatchObject({ state: 2, slots: [{ why: 'proxy', voteresult: null }, { why: 'proxy' }] })
    const entrusted = [402, '该票权登记了委托，请在工作台录入']
    expect(refusal(await short.confirm(['1-102']))).toEqual(entrusted)
    expect(refusal(await short.confirm(['1-102'], { records: short.records('12') }))).toEqual(entrusted)
    good(await manager.post('/proxy/revoke', { proxyid, reason: '委托人撤回委托' }))
    expect(await short.paperAt('1-102')).toMatchObject({ state: 1 })
  })

  it('two pictures of a page: the newer is used if they are equal, else a person decides', async () => {
    const vote = await voteIsOn()
    const first = await vote.scan('1-101', '12')
    const one = await vote.paperAt('1-101')
    const equal = await vote.scan('1-101', '12')
    const again = await vote.paperAt('1-101')
    expect(again).toMatchObject({ state: 1, pages: [{ pageid: first.pageid }, { pageid: equal.pageid }] })
    expect(again.readingid).not.toBe(one.readingid)
    const unequal = await vote.scan('1-101', '11')
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 2, slots: [{ why: 'twice' }, { why: 'twice' }] })
    expect(
      refusal(await clerk.post('/reading/confirm', { voteactivityid: vote.activityId, papers: [{ code: vote.codeAt('1-101'), readingid: again.readingid }] })),
    ).toEqual([409, '该选票的扫描读数已更新，请重新查看'])
    good(await clerk.post('/reading/discard', { pageid: unequal.pageid, reason: '扫错了' }))
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 1, slots: [{ voteresult: 1 }, { voteresult: 2 }] })
    for (const { pageid } of [first, equal]) good(await clerk.post('/reading/discard', { pageid, reason: '扫错了' }))
    expect(await vote.paperAt('1-101')).toBeUndefined()
  })

  it('are kept if a vote is based on them, even if it is voided', async () => {
    const vote = await voteIsOn()
    const { pageid } = await vote.scan('1-101', '12')
    const {
      recordids: [recordid],
    } = good(await vote.confirm(['1-101']))
    const newer = await vote.scan('1-101', '12')
    const discard = (id: string) => clerk.post('/reading/discard', { pageid: id, reason: '扫错了' })
    expect(refusal(await discard(pageid))).toEqual([409, '该扫描页已用于计票'])
    good(await manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid, reason: '录错选择' }))
    expect(refusal(await discard(pageid))).toEqual([409, '该扫描页已用于计票'])
    good(await discard(newer.pageid))
    // Free again: offered once more.
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 1, record: null })
    good(await vote.confirm(['1-101']))
    expect((await vote.votes('1-101')).map(({ recordstatus }) => recordstatus)).toEqual([1, 2])
  })

  it('scans of voted ballots are compared at once; a third person settles differences before the end', async () => {
    const vote = await voteIsOn()
    good(await askVote(clerk, vote, [vote.property('1-101')], '11'))
    good(await askVote(clerk, vote, [vote.property('1-102')], '12'))
    await vote.scan('1-101', '12', { by: other })
    await vote.scan('1-102', '12', { by: other })
    await vote.scan('1-201', '1?', { by: other })
    good(await askVote(clerk, vote, [vote.property('1-201')], '13'))
    expect(statesOf((await vote.list()).datas, vote)).toEqual({ '1-101': 5, '1-102': 4, '1-201': 4 })
    const [difference, ...others] = await vote.differences()
    expect(others).toEqual([])
    const [, topicTwo] = vote.topics
    expect(difference).toMatchObject({
      kind: 2,
      code: vote.codeAt('1-101'),
      record: { answers: '11', by: 'clerk_1' },
      reading: { answers: '12', by: 'clerk_2' },
      differs: [{ votetopicid: topicTwo?.votetopicid, voteoptionid: '' }],
      pageids: [expect.any(String)],
      needsother: false,
    })
    expect(refusal(await vote.finish())).toEqual([402, '还有1张选票的读数不一致，请先裁定'])
    const id = difference?.['readingid'] as string
    expect(refusal(await vote.settle(id, 1, { records: vote.records('11') }))[0]).toBe(400)
    good(await vote.settle(id, 1))
    expect(refusal(await vote.settle(id, 1))).toEqual([409, '该差异已裁定'])
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 6 })
    expect(await vote.differences()).toEqual([])
    // A void discards the decision; the next vote is compared with the same reading again.
    const [{ recordid } = {}] = await vote.votes('1-101')
    good(await manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid: recordid as string, reason: '录错选择' }))
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 1 })
    expect(refusal(await vote.settle(id, 1))).toEqual([409, '该差异已裁定'])
    good(await askVote(clerk, vote, [vote.property('1-101')], '13'))
    const [again] = await vote.differences()
    expect(again).toMatchObject({ kind: 2, readingid: id, record: { answers: '13' } })
    good(await vote.settle(id, 2, { records: vote.records('12') }))
    expect(await vote.paperAt('1-101')).toMatchObject({ state: 4, record: { by: 'manager_3' } })
    expect((await vote.votes('1-101')).map(({ recordstatus }) => recordstatus)).toEqual([1, 2, 2])
    good(await vote.finish())
  })

  it('are not settled by who made record or reading, as long as somebody else can', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '12', { by: third })
    good(await vote.confirm(['1-101'], { by: manager, records: vote.records('22') }))
    const [difference] = await vote.differences(third)
    expect(difference).toMatchObject({ kind: 2, record: { by: 'admin_1' }, reading: { by: 'manager_3' }, needsother: false })
    await vote.scan('1-102', '12')
    good(await vote.confirm(['1-102'], { by: manager, records: vote.records('22') }))
    const own = (await vote.differences(manager)).find(({ code }) => code === vote.codeAt('1-102'))
    expect(own).toMatchObject({ needsother: true })
    expect(refusal(await vote.settle(own?.['readingid'] as string, 1, {}, manager))).toEqual([409, '裁定须由第三人作出'])
    good(await vote.settle(own?.['readingid'] as string, 1))
    // Both possible settlers made one of the two.
    good(await vote.settle(difference?.['readingid'] as string, 1, {}, third))
    const [entry] = await entriesOf(manager, { action: 'reading.settle', voteactivityid: vote.activityId })
    expect(entry).toMatchObject({ after: { selfsettled: true } })
  })

  it('are a second entry if no row was left to a person and the vote was not confirmed from them', async () => {
    const vote = await voteIsOn(two, { secondentry: 1 })
    for (const room of ['1-101', '1-102', '1-201', '1-202']) good(await askVote(clerk, vote, [vote.property(room)], '12'))
    await vote.scan('1-101', '12', { by: other })
    await vote.scan('1-102', '1?', { by: other })
    await vote.scan('1-201', '11', { by: other })
    await vote.scan('2-101', '12', { by: other })
    good(await vote.confirm(['2-101']))
    expect((await vote.summary()).second).toEqual({ due: 5, read: 2, same: 1, different: 1 })
    const [{ readingid } = {}] = await vote.differences()
    good(await vote.settle(readingid as string, 1))
    expect((await vote.summary()).second).toEqual({ due: 5, read: 2, same: 2, different: 0 })
    expect(refusal(await vote.finish())).toEqual([402, '还有3张选票未复录'])
    for (const room of ['1-102', '1-202', '2-101'])
      good(await other.post('/reading/enter', { voteactivityid: vote.activityId, code: vote.codeAt(room), kind: 1, records: vote.records('12') }))
    good(await vote.finish())
    expect(refusal(await vote.confirm(['1-101']))).toEqual([409, '当前状态为“已结束”，不能扫描选票'])
  })

  it('confirmed by two clerks at once become one clerk’s votes only', async () => {
    const vote = await voteIsOn()
    for (const room of rooms) await vote.scan(room, '12')
    const answers = await Promise.all([vote.confirm(['1-101', '1-102', '1-201']), vote.confirm(['1-201', '1-202', '2-101'], { by: other })])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]))
    expect(answers.find(({ code }) => code === 409)).toMatchObject({ message: '该票权已投票' })
    expect((await vote.summary()).same).toBe(3)
  })

  it('detects scanned papers changed behind the program’s back', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '12')
    const { readingid } = await vote.paperAt('1-101')
    good(await vote.confirm(['1-101']))
    const change = (changed: object) =>
      server.database.write((tx) =>
        tx
          .updateTable('reading')
          .set(changed)
          .where('public_id', '=', readingid as string)
          .execute(),
      )
    for (const [changed, back, field] of [
      [{ answers: '22' }, { answers: '12' }, 'answers'],
      [{ states: '13' }, { states: '11' }, 'readStates'],
      [{ doubts: '["faint"]' }, { doubts: '[]' }, 'doubts'],
    ] as const) {
      await change(changed)
      expect(good(await manager.get('/audit/verify')).replay.differences).toMatchObject([{ kind: 'reading', id: readingid, field }])
      await change(back)
    }
    const [{ recordid } = {}] = await vote.votes('1-101')
    const point = (id: string) =>
      server.database.write((tx) =>
        tx
          .updateTable('vote_record')
          .set({ reading_public_id: id })
          .where('public_id', '=', recordid as string)
          .execute(),
      )
    await point('')
    expect(good(await manager.get('/audit/verify')).replay.differences).toMatchObject([{ kind: 'record', id: recordid, field: 'readingId' }])
    await point(readingid as string)
  })

  it('are in report and bundle, with their pages in the court’s edition only', async () => {
    const vote = await voteIsOn()
    await vote.scan('1-101', '12')
    const { pageid } = await vote.scan('1-102', '2?')
    const [confirmed, read] = await Promise.all(['1-101', '1-102'].map(async (room) => (await vote.paperAt(room)).readingid as string))
    const { recordids } = good(await vote.confirm(['1-101']))
    good(await askVote(clerk, vote, [vote.property('1-102')], '12'))
    good(await vote.settle(read ?? '', 1))
    good(await vote.finish())
    await confirm(manager)
    const bundled = async (query: string) => unzipped((await manager.raw(`/evidence/bundle?voteactivityid=${vote.activityId}&${query}`)).rawPayload)
    const court = await bundled('edition=court&purpose=核对')
    const lines = linesIn(court, 'data/readings.jsonl') as Record<string, any>[] // oxlint-disable-line typescript/no-explicit-any -- the file
    expect(lines.map(({ readingid, kind, answers, recordid, settled }) => [readingid, kind, answers, recordid === '', settled?.decision])).toEqual([
      [confirmed, 2, '12', true, undefined],
      [read, 2, '20', false, 1],
    ])
    const { bytes } = await server.database.read.selectFrom('stored_file').select('content as bytes').where('public_id', '=', pageid).executeTakeFirstOrThrow()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [topicOne, topicTwo] = vote.topics
    expect(lines[1]?.['pages']).toEqual([
      {
        page: 1,
        sha256,
        slots: [
          { votetopicid: topicOne?.votetopicid, voteoptionid: '', state: 1, voteresult: 2 },
          { votetopicid: topicTwo?.votetopicid, voteoptionid: '', state: 3, why: 'faint' },
        ],
      },
    ])
    expect(court.has(`images/${sha256}.jpg`)).toBe(true)
    const records = linesIn(court, 'data/records.jsonl') as { recordid: string; readingid?: string }[]
    expect(records.find(({ recordid }) => recordid === recordids[0])).toMatchObject({ readingid: confirmed })
    const owners = await bundled('edition=owners')
    expect([...owners.keys()].filter((path) => path.startsWith('images/'))).toEqual([])
    expect((linesIn(owners, 'data/readings.jsonl') as { pages: unknown[] }[]).flatMap(({ pages }) => pages)).toEqual([])
  })

  it('late scanned papers are not counted; if not received yet, the arrival time must be entered', async () => {
    const vote = await voteIsOn(two, { enddate: '2026-05-01 09:30:00' })
    for (const room of ['1-102', '1-201']) await vote.scan(room, '12')
    server.clock.time += 40 * 60_000
    good(await manager.post('/paper/receive', { voteactivityid: vote.activityId, codes: [vote.codeAt('1-201')] }))
    expect(await vote.paperAt('1-201')).toMatchObject({ state: 7, late: true })
    expect(refusal(await vote.confirm(['1-201']))).toEqual([402, '该选票不在投票时间内收到'])
    expect(refusal(await vote.confirm(['1-102']))[0]).toBe(402)
    good(await vote.confirm(['1-102'], { receivedat: '2026-05-01 09:10:00' }))
    expect((await vote.votes('1-102'))[0]).toMatchObject({ late: true, receivedat: '2026-05-01 09:10:00' })
  })
})
