import { beforeAll, expect, it } from 'vitest'
import {
  askMark,
  askStep,
  askTally,
  askVote,
  good,
  makeActivityA,
  optionsTopic,
  propertyNamed,
  recordsOf,
  takeSteps,
  topic,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { entriesOf } from '../support/journal.ts'
import { linesIn, unzipped } from '../support/openedBundle.ts'
import { readReport } from '../support/reports.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { workbookOf } from '../support/workbooks/make.ts'
import { confirm, madeBefore, serverForAll, startServer, type Client, type Envelope } from '../support/server.ts'

/** A topic of its own, followed by two slots of a topic with options. */
const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲', '乙'])]

onBothDatabases('second entries', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  const second = madeBefore(() => server.member('clerk_2', 'clerk'))
  let third: Client
  beforeAll(async () => {
    third = await server.member('manager_3', 'manager')
  })

  const refusal = ({ code, message }: Envelope) => [code, message] as const

  async function voteIsOn(more: object = {}) {
    const made = await makeActivityA(server, manager, { topics, ...more })
    await takeSteps(manager, made.activityId, 'start')
    const { activityId } = made
    return {
      ...made,
      at: (name: string): RosterProperty => propertyNamed(made.roster, name),
      /** Marks a ballot by hand and votes with it. */
      async voted(name: string, code: string, answers: string, by = clerk) {
        good(await askMark(by, activityId, this.at(name), code))
        return good(await askVote(by, made, [this.at(name)], answers, { markedcodes: code })).recordids[0] as string
      },
      enter: (code: string, answers: string, by = second, body: object = {}) =>
        by.post('/reading/enter', { voteactivityid: activityId, code, kind: 1, records: recordsOf(made.topics, answers), ...body }),
      differences: async (by = third) => good(await by.get('/reading/differences', { voteactivityid: activityId })) as Record<string, any>[], // oxlint-disable-line typescript/no-explicit-any -- the wire
      summary: async () => good(await manager.get('/reading/summary', { voteactivityid: activityId })).second as object,
      settle: (readingid: string, decision: number, more: object = {}, by = third) =>
        by.post('/reading/settle', { readingid, decision, reason: '复录看错', ...more }),
      records: (answers: string) => recordsOf(made.topics, answers),
      due: async (by = second) => good(await by.get('/reading/due', { voteactivityid: activityId })),
      finish: () => askStep(manager, activityId, 'finish'),
    }
  }
  type Scene = Awaited<ReturnType<typeof voteIsOn>>
  const detail = async ({ activityId }: Scene, recordid: string) => good(await manager.get('/vote/detail', { voteActivityId: activityId, recordid }))
  const liveOf = async ({ activityId, at }: Scene, name: string) =>
    good(await manager.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId: at(name).ballotId }))[0]
  const answersIn = ({ records }: { records: { voteresult: number }[] }): string => records.map(({ voteresult }) => voteresult).join('')

  it('are enabled per activity, which stores, returns and copies the setting', async () => {
    const plain = await makeActivityA(server, manager)
    const get = async (id: string) => good(await manager.get('/votedef/get', { id }))
    expect(await get(plain.activityId)).toMatchObject({ secondentry: 0 })
    const asked = await makeActivityA(server, manager, { secondentry: 1 })
    expect(await get(asked.activityId)).toMatchObject({ secondentry: 1 })
    const { datas } = good(await manager.get('/votedef/list', { pageSize: 2 }))
    expect(datas.map(({ secondentry }: { secondentry: number }) => secondentry)).toEqual([1, 0])
    const { voteactivityid } = good(await manager.post('/votedef/copy', { id: asked.activityId }))
    expect(await get(voteactivityid)).toMatchObject({ secondentry: 1 })
    const { modifytime: _version, ...body } = await get(voteactivityid)
    good(await manager.post('/votedef/update', { ...body, secondentry: 0 }))
    expect(await get(voteactivityid)).toMatchObject({ secondentry: 0 })
    expect(refusal(await manager.post('/votedef/update', { ...body, secondentry: 2 }))).toEqual([400, '双人复录不正确'])
  })

  it('are switched by the creator even with issued papers; disabling needs a reason', async () => {
    const { activityId } = await makeActivityA(server, manager)
    const set = (secondentry: unknown, reason = '', by = manager) => by.post('/votedef/secondentry', { id: activityId, secondentry, reason })
    good(await manager.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    good(await set(1))
    expect(refusal(await set(0))).toEqual([400, '请输入取消双人复录的原因'])
    expect(refusal(await set(0, 'x'.repeat(201)))).toEqual([400, '取消双人复录的原因不能超过200个字符'])
    expect(refusal(await set(7))[0]).toBe(400)
    expect(refusal(await set(1, '', third))).toEqual([403, '只有活动创建人可以执行此操作'])
    await takeSteps(manager, activityId, 'start')
    good(await set(0, '人手不足'))
    good(await set(0, '人手不足'))
    good(await set(1))
    await takeSteps(manager, activityId, 'startTally')
    good(await set(0, '人手不足'))
    const entries = await entriesOf(manager, { action: 'activity.secondEntry', voteactivityid: activityId })
    expect(entries.map(({ before, after }) => [before.secondEntry, after.secondEntry, after.reason])).toEqual([
      [1, 0, '人手不足'],
      [0, 1, undefined],
      [1, 0, '人手不足'],
      [0, 1, undefined],
    ])
    await takeSteps(manager, activityId, 'finish')
    expect(refusal(await set(1))).toEqual([409, '当前状态为“已结束”，不能设置双人复录'])
  })

  it('return whether they match and where they differ, and nothing of the other entry', async () => {
    const vote = await voteIsOn()
    await vote.voted('1-102', 'A-1', '123')
    const entered = good(await vote.enter('a-1', '113'))
    const [, option] = vote.topics
    expect(entered).toEqual({
      readingid: expect.any(String) as string,
      same: false,
      differs: [{ votetopicid: option?.votetopicid, voteoptionid: option?.options[0]?.voteoptionid }],
    })
    expect(good(await vote.enter('A-1', '123'))).toMatchObject({ same: true, differs: [] })
    // A slip is corrected, not settled.
    expect(await vote.differences()).toEqual([])
    good(await vote.enter('A-1', '133'))
    good(await vote.enter('A-1', '123', third))
    expect(await vote.differences()).toMatchObject([
      { code: 'A-1', kind: 1, record: { answers: '123', by: 'clerk_1' }, reading: { answers: '133', by: 'clerk_2' } },
    ])
    const [entry] = await entriesOf(manager, { action: 'reading.enter', voteactivityid: vote.activityId })
    expect(entry).toMatchObject({ before: null, after: { markedCode: 'A-1', answers: '123', isSame: true, activityId: vote.activityId } })
  })

  it('are read from printed papers too; a missing slot counts as empty', async () => {
    const vote = await voteIsOn()
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: vote.activityId, ballotids: [vote.at('1-301').ballotId] }))
    const [{ code = '' } = {}] = papers as { code?: string }[]
    expect(refusal(await vote.enter(code, '100'))).toEqual([404, '该选票尚未录入'])
    good(await askVote(clerk, vote, [vote.at('1-301')], '100', { markedcodes: code }))
    expect(good(await vote.enter(code, '100', second, { records: vote.records('100').slice(0, 1) }))).toMatchObject({ same: true })
    expect(good(await vote.enter(code, '100', second, { records: [] }))).toMatchObject({ same: false })
  })

  it('are refused in this order: answers, state, code, no vote, own record', async () => {
    const vote = await voteIsOn()
    const recordid = await vote.voted('1-102', 'A-1', '123')
    const wrong = { records: [{ votetopicid: vote.topics[0]?.votetopicid, voteresult: 7 }] }
    const prepared = await makeActivityA(server, manager, { topics })
    const early = (records: unknown) => second.post('/reading/enter', { voteactivityid: prepared.activityId, code: 'none', kind: 1, records })
    expect(refusal(await vote.enter('A-1', '123', second, { voteactivityid: 'nowhere' }))).toEqual([404, '投票活动不存在'])
    expect(refusal(await early([{ votetopicid: 'other', voteresult: 1 }]))).toEqual([400, '投票内容与活动议题不一致，请刷新后重试'])
    expect(refusal(await early(recordsOf(prepared.topics, '123')))).toEqual([409, '当前状态为“未开始”，不能复录'])
    expect(refusal(await vote.enter('none', '123', clerk, wrong))[0]).toBe(400)
    expect(refusal(await vote.enter('none', '123', clerk))).toEqual([404, '未找到该标记码'])
    expect(refusal(await vote.enter('', '123'))).toEqual([400, '请输入标记码'])
    expect(refusal(await vote.enter('A-1', '123', second, { kind: 2 }))[0]).toBe(400)
    good(await askMark(clerk, vote.activityId, vote.at('1-301'), 'B-1'))
    expect(refusal(await vote.enter('B-1', '123', clerk))).toEqual([404, '该选票尚未录入'])
    expect(refusal(await vote.enter('A-1', '123', clerk))).toEqual([409, '复录须由另一人完成'])
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: vote.activityId, ballotids: [vote.at('2-101').ballotId] }))
    const [{ code = '' } = {}] = papers as { code?: string }[]
    const replaced = good(await manager.post('/paper/replace', { voteactivityid: vote.activityId, code, reason: '破损' })).code as string
    expect(refusal(await vote.enter(code, '123'))).toMatchObject([409, expect.stringContaining(`该选票已换发，新编号${replaced}`)])
    good(await manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid, reason: '录错选择' }))
    expect(refusal(await vote.enter('A-1', '123'))).toEqual([404, '该选票尚未录入'])
    await takeSteps(manager, vote.activityId, 'finish')
    expect(refusal(await vote.enter('A-1', '123'))).toEqual([409, '当前状态为“已结束”，不能复录'])
  })

  it('block the end of the vote: differences first, then missing entries', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    await vote.voted('1-102', 'A-1', '123')
    await vote.voted('1-301', 'A-2', '111')
    // No paper: nothing is due.
    good(await askVote(clerk, vote, [vote.at('2-101')], '111'))
    expect(await vote.summary()).toEqual({ due: 2, read: 0, same: 0, different: 0 })
    expect(await vote.due()).toEqual({
      datas: [
        { code: 'A-1', place: '一期-1栋-1单元-102' },
        { code: 'A-2', place: '一期-1栋-1单元-301' },
      ],
      totalCount: 2,
    })
    expect(await vote.due(clerk)).toEqual({ datas: [], totalCount: 0 })
    expect(await vote.finish()).toMatchObject({ code: 402, message: '还有2张选票未复录', data: { message: '还有2张选票未复录', count: 2 } })
    const { readingid } = good(await vote.enter('A-1', '121'))
    expect(await vote.finish()).toMatchObject({ code: 402, data: { message: '还有1张选票的读数不一致，请先裁定', count: 1 } })
    expect(await vote.summary()).toEqual({ due: 2, read: 1, same: 0, different: 1 })
    good(await vote.settle(readingid, 1))
    expect(refusal(await vote.finish())).toEqual([402, '还有1张选票未复录'])
    good(await vote.enter('A-2', '111'))
    expect(await vote.summary()).toEqual({ due: 2, read: 2, same: 2, different: 0 })
    good(await vote.finish())
  })

  it('second entries that are not required block the end only by a difference', async () => {
    const vote = await voteIsOn()
    await vote.voted('1-102', 'A-1', '123')
    await vote.voted('1-301', 'A-2', '111')
    expect(await vote.summary()).toEqual({ due: 0, read: 0, same: 0, different: 0 })
    expect(await vote.due()).toEqual({ datas: [], totalCount: 0 })
    good(await vote.enter('A-2', '112'))
    expect(refusal(await vote.finish())).toEqual([402, '还有1张选票的读数不一致，请先裁定'])
    good(await vote.enter('A-2', '111'))
    good(await vote.finish())
  })

  it('are discarded with a void: the next vote needs a new one', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    const recordid = await vote.voted('1-102', 'A-1', '123')
    const { readingid } = good(await vote.enter('A-1', '121'))
    good(await manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid, reason: '录错选择' }))
    expect(await vote.differences()).toEqual([])
    expect(refusal(await vote.settle(readingid, 1))).toEqual([409, '该差异已裁定'])
    await vote.voted('1-102', 'A-1', '121')
    expect(await vote.summary()).toEqual({ due: 1, read: 0, same: 0, different: 0 })
    good(await vote.enter('A-1', '121'))
    good(await vote.finish())
  })

  it('are settled by a third person in favour of the record', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    await vote.voted('1-102', 'A-1', '123', manager)
    const { readingid } = good(await vote.enter('A-1', '121'))
    expect(await vote.differences(manager)).toMatchObject([{ readingid, needsother: true }])
    expect(await vote.differences()).toMatchObject([{ readingid, needsother: false, pageids: [] }])
    expect(refusal(await vote.settle('nothing', 1))).toEqual([404, '读数不存在'])
    expect(refusal(await vote.settle(readingid, 3))[0]).toBe(400)
    expect(refusal(await vote.settle(readingid, 1, { reason: ' ' }))).toEqual([400, '请输入裁定原因'])
    expect(refusal(await vote.settle(readingid, 1, { records: vote.records('123') }))[0]).toBe(400)
    expect(refusal(await vote.settle(readingid, 1, {}, manager))).toEqual([409, '裁定须由第三人作出'])
    good(await vote.settle(readingid, 1))
    expect(refusal(await vote.settle(readingid, 1))).toEqual([409, '该差异已裁定'])
    const [entry] = await entriesOf(manager, { action: 'reading.settle', voteactivityid: vote.activityId })
    expect(entry.after).toMatchObject({ decision: '记录无误', reason: '复录看错', answers: '121' })
    expect(entry.after).not.toHaveProperty('selfsettled')
    expect(answersIn(await liveOf(vote, '1-102'))).toBe('123')
  })

  it.each(['voting', 'tallying'] as const)('can be settled by a correction while %s: voids and re-enters at once, changing nothing else', async (state) => {
    const vote = await voteIsOn({ secondentry: 1 })
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: vote.activityId, ballotids: [vote.at('1-301').ballotId] }))
    const [{ code = '' } = {}] = papers as { code?: string }[]
    const receipt = { channel: 2, receivedat: '2026-05-01 08:30:00', handedinby: '李四妻' }
    const recordid = good(await askVote(clerk, vote, [vote.at('1-301')], '123', { markedcodes: code, ...receipt })).recordids[0] as string
    const byHand = await vote.voted('1-102', 'A-1', '111')
    if (state === 'tallying') await takeSteps(manager, vote.activityId, 'startTally')
    for (const [name, marked, old, more] of [
      ['1-301', code, recordid, receipt],
      ['1-102', 'A-1', byHand, {}],
    ] as const) {
      const { readingid } = good(await vote.enter(marked, '333'))
      expect(refusal(await vote.settle(readingid, 2, { records: [{ votetopicid: 'other', voteresult: 1 }] }))[0]).toBe(400)
      good(await vote.settle(readingid, 2, { records: vote.records('331'), reason: '录入看错' }))
      const voided = await detail(vote, old)
      expect(voided).toMatchObject({ recordstatus: 2, voidreason: '录入看错', voider: 'manager_3' })
      const live = await liveOf(vote, name)
      expect(live).toMatchObject({ recordstatus: 1, ballotcode: marked, operator: 'manager_3', late: false, ...more })
      expect(live).toMatchObject({ votername: voided.votername, receivedat: voided.receivedat, channel: voided.channel })
      expect(answersIn(live)).toBe('331')
    }
    // Due again, by somebody else than the corrector.
    expect(await vote.summary()).toEqual({ due: 2, read: 0, same: 0, different: 0 })
    expect(refusal(await vote.enter('A-1', '331', third))).toEqual([409, '复录须由另一人完成'])
    good(await vote.enter('A-1', '331'))
    good(await vote.enter(code, '331', clerk))
    good(await vote.finish())
  })

  it('are settled by one of the two only if nobody else may, which the entry says', async () => {
    const alone = await startServer(engine)
    try {
      const only = await alone.member('admin_1')
      const other = await alone.member('clerk_1', 'clerk')
      const made = await makeActivityA(alone, only)
      await takeSteps(only, made.activityId, 'start')
      good(await askMark(only, made.activityId, propertyNamed(made.roster, '1-102'), 'A-1'))
      good(await askVote(only, made, [propertyNamed(made.roster, '1-102')], '1', { markedcodes: 'A-1' }))
      const enter = (answers: string) =>
        other.post('/reading/enter', { voteactivityid: made.activityId, code: 'A-1', kind: 1, records: recordsOf(made.topics, answers) })
      const { readingid } = good(await enter('2'))
      good(await only.post('/reading/settle', { readingid, decision: 1, reason: '复录看错' }))
      const [entry] = await entriesOf(only, { action: 'reading.settle' })
      expect(entry.after).toMatchObject({ selfsettled: true })
      // Another manager exists: it is theirs now; a disabled one may not.
      const third = await alone.member('manager_3', 'manager')
      const again = good(await enter('3')).readingid as string
      const settle = () => only.post('/reading/settle', { readingid: again, decision: 1, reason: '复录看错' })
      expect(refusal(await settle())).toEqual([409, '裁定须由第三人作出'])
      await confirm(only)
      const { userid } = good(await third.get('/unifiedUser/get'))
      good(await only.post('/account/setdisabled', { userid, disabled: true }))
      good(await settle())
    } finally {
      await alone.close()
    }
  })

  it('are not settled in a finished activity, nor by clerks', async () => {
    const vote = await voteIsOn()
    await vote.voted('1-102', 'A-1', '123')
    const { readingid } = good(await vote.enter('A-1', '121'))
    expect(refusal(await vote.settle(readingid, 1, {}, clerk))[0]).toBe(403)
    good(await vote.enter('A-1', '123'))
    expect(refusal(await vote.settle(readingid, 1))).toEqual([409, '该差异已裁定'])
    await takeSteps(manager, vote.activityId, 'finish')
    expect(refusal(await vote.settle(readingid, 1))).toEqual([409, '当前状态为“已结束”，不能裁定差异'])
  })

  it('corrections in the tally stay late only if they were, and keep the arrival time', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    good(await askMark(clerk, vote.activityId, vote.at('1-102'), 'A-1'))
    await takeSteps(manager, vote.activityId, 'startTally')
    const [recordid] = good(await askTally(clerk, vote, ['A-1'], '111')).recordids as string[]
    const { receivedat } = await detail(vote, recordid ?? '')
    const { readingid } = good(await vote.enter('A-1', '222'))
    good(await vote.settle(readingid, 2, { records: vote.records('222') }))
    expect(await liveOf(vote, '1-102')).toMatchObject({ receivedat, late: false, ballotcode: 'A-1', recordsource: 'tally' })
  })

  it('second entries by two people at once are both stored; one is enough if they match', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    await vote.voted('1-102', 'A-1', '123')
    const answers = await Promise.all([vote.enter('A-1', '123'), vote.enter('A-1', '123', third), vote.enter('A-1', '113', manager)])
    expect(answers.map(({ code, data }) => [code, data.same])).toEqual([
      [200, true],
      [200, true],
      [200, false],
    ])
    expect(await vote.differences()).toMatchObject([{ reading: { answers: '113' } }])
    expect(await vote.summary()).toEqual({ due: 1, read: 1, same: 0, different: 1 })
  })

  it('racing with a void end with the vote, or find none', async () => {
    for (let round = 0; round < 5; round++) {
      const vote = await voteIsOn({ secondentry: 1 })
      const recordid = await vote.voted('1-102', 'A-1', '123')
      const voiding = () => manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid, reason: '录错选择' })
      const [entered, voided] = await Promise.all(round % 2 === 0 ? [vote.enter('A-1', '113'), voiding()] : [voiding(), vote.enter('A-1', '113')].toReversed())
      expect(voided?.code).toBe(200)
      expect([200, 404]).toContain(entered?.code)
      expect(await vote.differences()).toEqual([])
      expect(await vote.summary()).toEqual({ due: 0, read: 0, same: 0, different: 0 })
    }
  })

  it('are settled once under concurrency, also with a void: at most one vote remains', async () => {
    const fourth = await server.member('manager_4', 'manager')
    for (let round = 0; round < 5; round++) {
      const vote = await voteIsOn({ secondentry: 1 })
      const recordid = await vote.voted('1-102', 'A-1', '123')
      const { readingid } = good(await vote.enter('A-1', '113'))
      const correction = { records: vote.records('113'), reason: '录入看错' }
      const asked = await Promise.all([vote.settle(readingid, 1), vote.settle(readingid, 2, correction, fourth), vote.settle(readingid, 1, {}, fourth)])
      expect(asked.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
      expect(asked.filter(({ code }) => code === 409).map(({ message }) => message)).toEqual(['该差异已裁定', '该差异已裁定'])
      const history = good(await manager.get('/votedef/getrepeatvote', { voteActivityId: vote.activityId, ballotId: vote.at('1-102').ballotId }))
      expect(history.filter(({ recordstatus }: { recordstatus: number }) => recordstatus === 1)).toHaveLength(1)
      const corrected = asked[1]?.code === 200
      expect(answersIn(history[0])).toBe(corrected ? '113' : '123')
      if (corrected) continue
      // Read again and voided at once: one of them comes first.
      const again = good(await vote.enter('A-1', '113')).readingid as string
      const [settled, voided] = await Promise.all([
        vote.settle(again, 2, correction),
        manager.get('/vote/disable', { voteActivityId: vote.activityId, recordid, reason: '录错选择' }),
      ])
      expect([settled.code, voided.code].toSorted((one, other) => one - other)).toEqual([200, 409])
    }
  })

  it('are required for imported votes with a code, by somebody else than the importer', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: vote.activityId, ballotids: [vote.at('1-102').ballotId] }))
    const [{ code = '' } = {}] = papers as { code?: string }[]
    good(await askMark(clerk, vote.activityId, vote.at('1-301'), 'H-7'))
    const header = ['标记码', '房屋坐落', '1 更新电梯', '2.1 甲', '2.2 乙']
    const row = (name: string, marked: string | null) => [marked, `一期-${name.replace('-', '栋-1单元-')}`, '同意', '反对', '弃权']
    const bytes = await workbookOf([header, row('1-102', code), row('1-301', 'H-7'), row('2-101', null)])
    const file = { field: 'uploadfile', name: '录入表.xlsx', bytes }
    good(await third.upload('/vote/importvotes', file, { voteactivityid: vote.activityId }))
    // Without a code there is no paper to read again.
    expect(await vote.summary()).toEqual({ due: 2, read: 0, same: 0, different: 0 })
    expect((await vote.due()).datas.map((each: { code: string }) => each.code).toSorted()).toEqual([code, 'H-7'].toSorted())
    expect(await vote.due(third)).toEqual({ datas: [], totalCount: 0 })
    expect(refusal(await vote.enter(code, '123', third))).toEqual([409, '复录须由另一人完成'])
    expect(good(await vote.enter(code, '123'))).toMatchObject({ same: true })
    const { readingid } = good(await vote.enter('H-7', '113'))
    expect(refusal(await vote.finish())).toEqual([402, '还有1张选票的读数不一致，请先裁定'])
    expect(refusal(await vote.settle(readingid, 1, {}, second))[0]).toBe(403)
    expect(refusal(await vote.settle(readingid, 1))).toEqual([409, '裁定须由第三人作出'])
    good(await vote.settle(readingid, 2, { records: vote.records('113') }, manager))
    expect(await liveOf(vote, '1-301')).toMatchObject({ ballotcode: 'H-7', recordstatus: 1 })
    expect(refusal(await vote.finish())).toEqual([402, '还有1张选票未复录'])
    good(await vote.enter('H-7', '113', clerk))
    await takeSteps(manager, vote.activityId, 'startTally')
    good(await vote.finish())
  })

  it('racing with the end: it ends before a difference, or waits for it', async () => {
    for (let round = 0; round < 3; round++) {
      const vote = await voteIsOn()
      await vote.voted('1-102', 'A-1', '123')
      const [entered, finished] = await Promise.all([vote.enter('A-1', '113'), vote.finish()])
      expect([
        [200, 402],
        [409, 200],
      ]).toContainEqual([entered.code, finished.code])
    }
  })

  it('are in the report per vote, and in report and minutes with a summary line', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    await vote.voted('1-102', 'A-1', '123')
    await vote.voted('1-301', 'A-2', '111')
    await vote.voted('2-101', 'A-3', '111')
    good(await askVote(clerk, vote, [vote.at('1-101')], '111'))
    good(await vote.settle(good(await vote.enter('A-1', '121')).readingid, 1))
    good(await vote.enter('A-2', '111'))
    const workbook = await readReport((await manager.raw(`/vote/report?voteActivityId=${vote.activityId}`)).rawPayload)
    const lines = (workbook.getWorksheet('表决结论')?.getColumn(1).values ?? []).filter((text) => typeof text === 'string')
    expect(lines).toContain('复录：有选票的投票共 3 票，一致 1 票，已裁定 1 票，不一致待裁定 0 票，未复录 1 票')
    const minutes = textOfDocx((await askDocument(manager, vote.activityId, 'minutes')).rawPayload)
    expect(minutes).toContain('一致 1 票，已裁定 1 票，不一致待裁定 0 票，未复录 1 票。')
    const sheet = workbook.getWorksheet('表决明细')
    const found = new Map<string, unknown[]>()
    sheet?.eachRow((row) => {
      const values = row.values as unknown[]
      found.set(String(values[1]), values.slice(-3))
    })
    expect(found.get('一期-1栋-1单元-102')).toEqual(['录入', '已裁定', 'clerk_2'])
    expect(found.get('一期-1栋-1单元-301')).toEqual(['录入', '一致', 'clerk_2'])
    expect(found.get('房屋')).toEqual(['录入方式', '复录', '复看人'])
    const texts = JSON.stringify(found.get('一期-2栋-1单元-101'))
    expect(texts).toContain('未复录')
  })

  it('are in the bundle; the owners’ edition has no names and reasons', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    const recordid = await vote.voted('1-102', 'A-1', '123')
    const { readingid } = good(await vote.enter('A-1', '121'))
    good(await vote.settle(readingid, 1))
    good(await vote.finish())
    await confirm(manager)
    const bundled = async (query: string) => {
      const files = unzipped((await manager.raw(`/evidence/bundle?voteactivityid=${vote.activityId}&${query}`)).rawPayload)
      return { rules: JSON.parse(files.get('rules.json')?.toString('utf8') ?? '{}') as object, lines: linesIn(files, 'data/readings.jsonl') }
    }
    const line = { readingid, kind: 1, code: 'A-1', answers: '121', at: expect.any(String) as string, pages: [], recordid }
    const court = await bundled('edition=court&purpose=核对')
    expect(court.rules).toMatchObject({ secondentry: 1 })
    expect(court.lines).toEqual([{ ...line, by: 'clerk_2', settled: { decision: 1, at: expect.any(String) as string, by: 'manager_3', reason: '复录看错' } }])
    expect((await bundled('edition=owners')).lines).toEqual([{ ...line, settled: { decision: 1, at: expect.any(String) as string } }])
  })

  it('detects second entries changed behind the program’s back', async () => {
    const vote = await voteIsOn({ secondentry: 1 })
    await vote.voted('1-102', 'A-1', '123')
    await vote.voted('1-301', 'A-2', '123')
    const { readingid } = good(await vote.enter('A-1', '121'))
    const { readingid: other } = good(await vote.enter('A-2', '123'))
    good(await vote.settle(readingid, 1))
    const verify = async () => good(await manager.get('/vote/verify', { voteactivityid: vote.activityId })).differences as { kind: string; field: string }[]
    expect(await verify()).toEqual([])
    isTamperedWith(server.database, vote.activityId)
    await server.database.write(async (tx) => {
      await tx.updateTable('reading').set({ answers: '123', settle_reason: '另一原因' }).where('public_id', '=', readingid).execute()
      await tx.deleteFrom('reading').where('public_id', '=', other).execute()
      await tx.updateTable('activity').set({ second_entry: null }).where('public_id', '=', vote.activityId).execute()
    })
    expect((await verify()).map(({ kind, field }) => [kind, field])).toEqual(
      expect.arrayContaining([
        ['activity', 'secondEntry'],
        ['reading', ''],
        ['reading', 'answers'],
        ['reading', 'settleReason'],
      ]),
    )
  })
})
