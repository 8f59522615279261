import { describe, expect, it } from 'vitest'
import {
  askMark,
  askTally,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeActivityA,
  makeEstate,
  mergeProperties,
  optionsTopic,
  recordsOf,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { placeInWords } from '../support/http-activities.ts'
import { property } from '../support/properties.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { entriesOf, setClock } from '../support/journal.ts'

/** One topic voted on itself, and one whose two options are: three slots. */
const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'], { votetype: 14 })]
const answer = ({ code, message }: Envelope) => ({ code, message })

/** Owners of several properties: two identifiable by ID number, and namesakes who are not. */
const zhang = { idNumber: '110101196203150012' }
const li = { idNumber: '11010119700101001X' }
const propertiesWithIds: readonly PropertyRow[] = [
  ['1-101', '张三', 100, zhang],
  ['1-201', '张三', 100, zhang],
  ['1-301', '张三', 100, zhang],
  ['1-401', '李四', 80, li],
  ['1-402', '李四', 80, li],
  ['2-101', '王五', 90],
  ['2-102', '王五', 90],
]

whereDatabasesDiffer('voting', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  /** Estate A with its two merges, an activity in 投票中, and its properties by name. */
  async function voteIsOn() {
    const activity = await makeActivityA(server, member, { topics })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const mark = (activity: Activity, name: string, code: string) => askMark(member, activity.activityId, activity.at(name), code)
  const vote = (activity: Activity, names: readonly string[], answers: string) => askVote(member, activity, names.map(activity.at), answers)
  const tally = (activity: Activity, codes: readonly string[], answers: string) => askTally(member, activity, codes, answers)
  const detail = async ({ activityId }: Activity, recordid: string) => good(await member.get('/vote/detail', { voteActivityId: activityId, recordid }))
  const voidVote = ({ activityId }: Activity, recordid: string) => member.get('/vote/disable', { voteActivityId: activityId, recordid })
  const history = async (activity: Activity, name: string) =>
    good(await member.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: activity.at(name).ballotId }))
  const voters = async ({ activityId }: Activity, query: { location?: string; condition?: string }) =>
    good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, ...query }))
  const stateOf = async (activity: Activity, name: string): Promise<number> => {
    const { voters: found } = good(
      await member.get('/vote/queryVotersByPropertyId', { voteactivityid: activity.activityId, propertyid: activity.at(name).propertyId }),
    )
    return found[0].ballotstatus
  }
  const lastEntry = async (action: string) => (await entriesOf(member, { action, pageSize: 1 }))[0]

  describe('a mark', () => {
    it('is on record with its code, for all properties of the ballot', async () => {
      const activity = await voteIsOn()
      const { data } = await mark(activity, '1-201', ' A-1 ')
      expect(data).toEqual({ recordid: expect.any(String), recordstatus: 0 })
      const byCode = good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activity.activityId, markedcode: 'A-1' }))
      expect(byCode).toEqual([
        {
          activitypropertyid: activity.at('1-201').rosterPropertyId,
          votercode: activity.at('1-201').propertyId,
          votername: '一期-1栋-1单元-201',
          v1: '张三',
          v2: activity.at('1-201').phone,
          v3: '',
          areasize: 100,
          markedcode: 'A-1',
          ballotid: activity.at('1-101').ballotId,
          ballotstatus: 0,
          paperstatus: -1,
          paperreceivedat: '',
          entrusted: false,
          category: 1,
          areasource: null,
          voided: false,
          recordid: data.recordid,
          recordsource: 'mark',
          voteactivityid: activity.activityId,
          modifytime: '2026-05-01 09:00:00',
          relaPropertyInfos: [
            {
              activitypropertyid: activity.at('1-101').rosterPropertyId,
              votercode: activity.at('1-101').propertyId,
              relapropertyname: '一期-1栋-1单元-101',
              relaareasize: 100,
            },
          ],
        },
      ])
      expect(await stateOf(activity, '1-101')).toBe(0)
      expect(await detail(activity, data.recordid)).toEqual({
        recordid: data.recordid,
        voterecordid: data.recordid,
        recordstatus: 0,
        recordsource: 'mark',
        recordpaper: '',
        ballotid: activity.at('1-101').ballotId,
        ballotcode: 'A-1',
        votepropertyid: activity.at('1-201').propertyId,
        votername: '张三',
        votermobileno: activity.at('1-201').phone,
        voteridno: '',
        creater: 'admin_1',
        createdate: '2026-05-01 09:00:00',
        operator: 'admin_1',
        operatedate: '2026-05-01 09:00:00',
        desk: '',
        voider: '',
        voiddate: '',
        voidreason: '',
        channel: 3,
        receivedat: '',
        handedinby: '',
        late: false,
        proxyid: '',
        readingid: '',
        agentname: '',
        records: [],
      })
      expect(await lastEntry('voting.mark')).toMatchObject({ subject: data.recordid, before: null, after: { markedCode: 'A-1', status: 0 } })
    })

    it('may get another code, and its record stays the same', async () => {
      const activity = await voteIsOn()
      const first = good(await mark(activity, '1-102', 'B-1'))
      const second = good(await mark(activity, '1-102', 'B-2'))
      expect(second).toEqual(first)
      expect(good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activity.activityId, markedcode: 'B-1' }))).toEqual([])
      expect(await history(activity, '1-102')).toMatchObject([{ recordid: first.recordid, ballotcode: 'B-2' }])
      expect(await lastEntry('voting.mark')).toMatchObject({ subject: first.recordid, before: { markedCode: 'B-1' }, after: { markedCode: 'B-2' } })
    })

    it('has one mark, whatever letters and digits it is typed with', async () => {
      const activity = await voteIsOn()
      good(await mark(activity, '1-102', '１'))
      good(await mark(activity, '1-301', 'a1'))
      for (const [name, code] of [
        ['1-401', '1'],
        ['1-401', 'A1'],
        ['1-401', 'Ａ１'],
        ['1-401', ' ａ1 '],
      ] as const)
        expect(answer(await mark(activity, '2-101', code)), name + code).toEqual({ code: 409, message: '该标记码已被使用' })
      good(await mark(activity, '1-301', 'A1'))
      const found = async (markedcode: string) =>
        good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activity.activityId, markedcode })).map(
          (voter: { votername: string }) => voter.votername,
        )
      for (const code of ['1', '１']) expect(await found(code)).toEqual(['一期-1栋-1单元-102'])
      for (const code of ['a1', 'A1', 'ａ１']) expect(await found(code)).toEqual(['一期-1栋-1单元-301'])
      const byCode = await member.post('/vote/do', { voteactivityid: activity.activityId, records: recordsOf(activity.topics, '111'), markedcodes: '１' })
      expect(good(byCode).recordids).toHaveLength(1)
      await takeSteps(member, activity.activityId, 'startTally')
      expect(good(await tally(activity, ['Ａ1', 'a1'], '111')).recordids).toHaveLength(1)
      expect(answer(await tally(activity, ['A1'], '111'))).toMatchObject({ code: 409 })
    })

    it('keeps its code to itself, in its own activity', async () => {
      const [activity, other] = [await voteIsOn(), await voteIsOn()]
      good(await mark(activity, '1-102', 'code'))
      expect(answer(await mark(activity, '1-301', 'code'))).toEqual({ code: 409, message: '该标记码已被使用' })
      good(await mark(activity, '1-301', 'code-2'))
      good(await mark(other, '1-301', 'code'))
    })

    it.each([
      [{ ballorighttid: '' }, 402, '当前没有可用的房屋！'],
      [{ ballorighttid: undefined }, 402, '当前没有可用的房屋！'],
      [{ ballorighttid: 'nothing' }, 404, '票权不存在'],
      [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
      [{ voteactivityid: undefined }, 400, '缺少投票活动编号'],
      [{ markedcode: '' }, 400, '请输入标记码'],
      [{ markedcode: 'x'.repeat(65) }, 400, '标记码不能超过64个字符'],
      [{ votepropertyid: 'nothing' }, 409, '该房产不在此票权中，请刷新后重试'],
    ])('is refused with %j', async (wrong, code, message) => {
      const { activityId, at } = await voteIsOn()
      const right = { ballorighttid: at('1-102').ballotId, voteactivityid: activityId, markedcode: 'C-1', votepropertyid: at('1-102').propertyId }
      expect(answer(await member.post('/vote/sign', { ...right, ...wrong }))).toEqual({ code, message })
      expect(good(await member.post('/vote/sign', right)).recordstatus).toBe(0)
    })

    it('is refused on a ballot that was merged away or has voted', async () => {
      const activity = await makeActivity(
        member,
        (
          await makeEstate(member, [
            ['1-101', '张三', 1],
            ['1-102', '张三', 1],
            ['1-103', '李四', 1],
          ])
        ).estateId,
      )
      const before = await rosterOf(server, activity.activityId)
      await mergeProperties(server, member, activity.activityId, [['1-101', '1-102']])
      await takeSteps(member, activity.activityId, 'start')
      const merged = { ...propertyNamed(before, '1-102'), propertyId: '' }
      expect(answer(await askMark(member, activity.activityId, merged, 'D-1'))).toEqual({ code: 409, message: '该票权已被合并或调整，请刷新后重试' })
      good(await askVote(member, activity, [propertyNamed(before, '1-103')], '1'))
      expect(answer(await askMark(member, activity.activityId, propertyNamed(before, '1-103'), 'D-2'))).toEqual({ code: 409, message: '该票权已投票' })
    })
  })

  describe('a vote at the desk', () => {
    it('is stored with every answer, open ones as 0, for every ballot named', async () => {
      const activity = await voteIsOn()
      const [elevator, company] = activity.topics
      const answered = await member.post('/vote/do', {
        records: [{ votetopicid: company?.votetopicid, voteoptionid: company?.options[1]?.voteoptionid, voteresult: '2' }],
        voteactivityid: activity.activityId,
        votername: '张三之子',
        votermobileno: '13500000001',
        voteridno: '',
        ballotIds: `${activity.at('1-101').ballotId},${activity.at('1-102').ballotId}`,
      })
      const { recordids } = good(answered)
      expect(recordids).toHaveLength(2)
      expect(await detail(activity, recordids[0])).toMatchObject({
        recordstatus: 1,
        ballotid: activity.at('1-101').ballotId,
        ballotcode: '',
        votepropertyid: activity.at('1-101').propertyId,
        votername: '张三之子',
        votermobileno: '13500000001',
        records: [
          { votetopicid: elevator?.votetopicid, voteoptionid: '', voteresult: 0 },
          { votetopicid: company?.votetopicid, voteoptionid: company?.options[0]?.voteoptionid, voteresult: 0 },
          { votetopicid: company?.votetopicid, voteoptionid: company?.options[1]?.voteoptionid, voteresult: 2 },
        ],
      })
      expect([await stateOf(activity, '1-201'), await stateOf(activity, '1-102'), await stateOf(activity, '1-301')]).toEqual([1, 1, -1])
      expect(await lastEntry('voting.complete')).toMatchObject({ subject: recordids[1], before: null, after: { answers: '002', voterName: '张三之子' } })
    })

    it('counts the owner in the roster as the voter where none is named', async () => {
      const activity = await voteIsOn()
      const body = { records: [], voteactivityid: activity.activityId, ballotIds: [activity.at('1-301').ballotId] }
      const { recordids } = good(await member.post('/vote/do', body))
      expect(await detail(activity, recordids[0])).toMatchObject({ votername: '王五', votermobileno: activity.at('1-301').phone })
    })

    it('turns a mark into the vote, and its code stays with it', async () => {
      const activity = await voteIsOn()
      const { recordid } = good(await mark(activity, '1-102', 'E-1'))
      expect(good(await vote(activity, ['1-102'], '122'))).toEqual({ recordids: [recordid] })
      expect(await detail(activity, recordid)).toMatchObject({ recordstatus: 1, ballotcode: 'E-1' })
      expect(await lastEntry('voting.complete')).toMatchObject({
        subject: recordid,
        before: { status: 0, markedCode: 'E-1' },
        after: { status: 1, answers: '122' },
      })
    })

    it('finds its ballots by their codes where none is named', async () => {
      const activity = await voteIsOn()
      const { recordid } = good(await mark(activity, '1-102', 'F-1'))
      const body = { records: recordsOf(activity.topics, '111'), voteactivityid: activity.activityId, markedcodes: ['F-1'] }
      expect(good(await member.post('/vote/do', body))).toEqual({ recordids: [recordid] })
      expect(answer(await member.post('/vote/do', { ...body, markedcodes: ['F-2'] }))).toEqual({ code: 404, message: '未找到该标记码' })
      expect(answer(await member.post('/vote/do', { ...body, markedcodes: '' }))).toEqual({ code: 402, message: '当前没有可用的房屋！' })
    })

    it('is stored for all ballots named or for none', async () => {
      const activity = await voteIsOn()
      good(await vote(activity, ['1-102'], '111'))
      expect(answer(await vote(activity, ['1-101', '1-102', '1-301'], '111'))).toEqual({ code: 409, message: '该票权已投票' })
      const unknown = { ...activity.at('2-101'), ballotId: 'nothing' }
      expect(answer(await askVote(member, activity, [activity.at('1-101'), unknown], '111'))).toEqual({ code: 404, message: '票权不存在' })
      expect([await stateOf(activity, '1-101'), await stateOf(activity, '1-301')]).toEqual([-1, -1])
    })

    it('names a ballot once however often it is named', async () => {
      const activity = await voteIsOn()
      const { ballotId } = activity.at('1-102')
      const body = { records: [], voteactivityid: activity.activityId, ballotIds: [ballotId, ballotId, ` ${ballotId}`] }
      expect(good(await member.post('/vote/do', body)).recordids).toHaveLength(1)
      expect(await history(activity, '1-102')).toHaveLength(1)
    })

    it('refuses a vote with another activity’s ballot', async () => {
      const [activity, other] = [await voteIsOn(), await voteIsOn()]
      expect(answer(await askVote(member, activity, [other.at('1-102')], '111'))).toEqual({ code: 404, message: '票权不存在' })
    })

    it('refuses answers to what the activity does not ask, storing nothing', async () => {
      const [activity, other] = [await voteIsOn(), await voteIsOn()]
      const [own] = recordsOf(activity.topics, '111')
      const company = activity.topics[1]
      const differs = { code: 400, message: '投票内容与活动议题不一致，请刷新后重试' }
      const ask = (records: unknown) =>
        member.post('/vote/do', { records, voteactivityid: activity.activityId, ballotIds: [activity.at('1-102').ballotId] }).then(answer)
      expect(await ask(recordsOf(other.topics, '111'))).toEqual(differs)
      expect(await ask([own, own])).toEqual(differs)
      expect(await ask([{ ...own, voteoptionid: company?.options[0]?.voteoptionid }])).toEqual(differs)
      expect(await ask([{ votetopicid: company?.votetopicid, voteoptionid: null, voteresult: 1 }])).toEqual(differs)
      expect(await ask([{ votetopicid: company?.votetopicid, voteoptionid: company?.options[0]?.voteoptionid, voteresult: 3 }])).toEqual(differs)
      for (const voteresult of [4, -1, 0.5, '1;', 'null', true, []]) expect(await ask([{ ...own, voteresult }])).toEqual(differs)
      expect(await ask('everything')).toEqual({ code: 400, message: '投票内容格式不正确' })
      expect(await stateOf(activity, '1-102')).toBe(-1)
    })
  })

  it.each([
    ['from its first moment', { startdate: '2026-05-01 09:00:00' }, 200],
    ['not a second earlier', { startdate: '2026-05-01 09:00:01' }, 402],
    ['to its last moment', { enddate: '2026-05-01 09:00:00' }, 200],
    ['not a second later', { enddate: '2026-05-01 08:59:59' }, 402],
  ] as const)('is open %s', async (_name, time, code) => {
    const activity = await makeActivityA(server, member, { topics, ...time })
    // No vote can start after its end.
    await setClock(server, server.clock.time - 1_000)
    await takeSteps(member, activity.activityId, 'start')
    server.clock.time += 1_000
    const [marked, voted] = [propertyNamed(activity.roster, '1-101'), propertyNamed(activity.roster, '1-102')]
    const message = code === 200 ? 'success' : '不在投票时间内'
    expect(answer(await askMark(member, activity.activityId, marked, 'Z-1'))).toEqual({ code, message })
    expect(answer(await askVote(member, activity, [voted], '111'))).toEqual({ code, message })
  })

  describe('a tally', () => {
    it('turns marks into votes by their codes, all or none', async () => {
      const activity = await voteIsOn()
      const [first, second] = [good(await mark(activity, '1-101', 'T1')), good(await mark(activity, '1-102', 'T2'))]
      good(await mark(activity, '1-301', 'T3'))
      await takeSteps(member, activity.activityId, 'startTally')
      expect(answer(await tally(activity, ['T1', 'T9'], '111'))).toEqual({ code: 404, message: '未找到该标记码' })
      expect(good(await tally(activity, ['T2', 'T1'], '112'))).toEqual({ recordids: [second.recordid, first.recordid] })
      expect(await detail(activity, first.recordid)).toMatchObject({ recordstatus: 1, ballotcode: 'T1', votername: '张三' })
      expect(answer(await tally(activity, ['T3', 'T1'], '111'))).toEqual({ code: 409, message: '该票权已投票' })
      expect(await stateOf(activity, '1-301')).toBe(0)
      expect(answer(await tally(activity, [], '111'))).toEqual({ code: 400, message: '请输入标记码' })
      expect(await lastEntry('voting.tally')).toMatchObject({ subject: first.recordid, before: { status: 0 }, after: { status: 1, answers: '112' } })
    })
  })

  it('a record says how it came about, for its ballot’s every property and in the list of its records', async () => {
    const activity = await voteIsOn()
    const sourceOf = async (name: string) => {
      const [found] = await voters(activity, { location: placeInWords(name) })
      return [found.ballotstatus, found.recordsource]
    }
    expect(await sourceOf('1-102')).toEqual([-1, ''])
    good(await mark(activity, '1-102', 'S-1'))
    expect(await sourceOf('1-102')).toEqual([0, 'mark'])
    const { recordids } = good(await vote(activity, ['1-102'], '111'))
    expect(await sourceOf('1-102')).toEqual([1, 'desk'])
    good(await voidVote(activity, recordids[0]))
    expect(await sourceOf('1-102')).toEqual([-1, ''])
    good(await mark(activity, '1-102', 'S-2'))
    good(await mark(activity, '1-101', 'S-3'))
    await takeSteps(member, activity.activityId, 'startTally')
    const tallied = good(await tally(activity, ['S-2', 'S-3'], '111')).recordids
    // The ballot's other property returns it too.
    expect([await sourceOf('1-102'), await sourceOf('1-201')]).toEqual([
      [1, 'tally'],
      [1, 'tally'],
    ])
    expect(await detail(activity, tallied[0])).toMatchObject({ recordstatus: 1, recordsource: 'tally' })
    const sources = async () =>
      (await history(activity, '1-102')).map(({ recordstatus, recordsource }: { recordstatus: number; recordsource: string }) => [recordstatus, recordsource])
    expect(await sources()).toEqual([
      [1, 'tally'],
      [2, 'desk'],
    ])
    // Voided, then voted at the desk: no step leads back, so the status is reset in the table.
    good(await voidVote(activity, tallied[0]))
    isTamperedWith(server.database, activity.activityId)
    await server.database.write((tx) => tx.updateTable('activity').set({ status: 1 }).where('public_id', '=', activity.activityId).execute())
    good(await vote(activity, ['1-102'], '222'))
    expect(await sourceOf('1-102')).toEqual([1, 'desk'])
    expect(await sources()).toEqual([
      [1, 'desk'],
      [2, 'tally'],
      [2, 'desk'],
    ])
  })

  describe('a void vote', () => {
    it('stays on record with who and when, and frees the ballot and the code', async () => {
      const activity = await voteIsOn()
      good(await mark(activity, '1-102', 'V-1'))
      const { recordids } = good(await vote(activity, ['1-102'], '121'))
      const other = await server.member('desk_2')
      expect(good(await other.get('/vote/disable', { voteActivityId: activity.activityId, recordid: recordids[0] }))).toBeNull()
      expect(await stateOf(activity, '1-102')).toBe(-1)
      good(await mark(activity, '1-301', 'V-1'))
      const again = good(await vote(activity, ['1-102'], '211'))
      const records = await history(activity, '1-102')
      expect(records.map((each: { recordid: string }) => each.recordid)).toEqual([again.recordids[0], recordids[0]])
      expect(records[1]).toMatchObject({ recordstatus: 2, ballotcode: 'V-1', voider: 'desk_2', voiddate: '2026-05-01 09:00:00' })
      expect(records[1].records.map((each: { voteresult: number }) => each.voteresult)).toEqual([1, 2, 1])
      expect(await lastEntry('voting.void')).toMatchObject({
        subject: recordids[0],
        before: { status: 1, answers: '121' },
        after: { status: 2, answers: '121' },
      })
    })

    it('was a vote: neither a mark, nor one that is void, nor another activity’s', async () => {
      const [activity, other] = [await voteIsOn(), await voteIsOn()]
      const onlyVoted = { code: 409, message: '只有已投票或已唱票的票可以作废' }
      const { recordid } = good(await mark(activity, '1-102', 'W-1'))
      expect(answer(await voidVote(activity, recordid))).toEqual(onlyVoted)
      good(await vote(activity, ['1-102'], '111'))
      expect(answer(await voidVote(other, recordid))).toEqual({ code: 404, message: '投票记录不存在' })
      good(await voidVote(activity, recordid))
      expect(answer(await voidVote(activity, recordid))).toEqual(onlyVoted)
      expect(answer(await member.get('/vote/detail', { voteActivityId: other.activityId, recordid }))).toEqual({ code: 404, message: '投票记录不存在' })
    })
  })

  it('allows in each status what belongs there, and says which status it is', async () => {
    const activity = await makeActivityA(server, member, { topics })
    const at = (name: string) => propertyNamed(activity.roster, name)
    const tries = async () => [
      answer(await askMark(member, activity.activityId, at('1-101'), 'S1')),
      answer(await askVote(member, activity, [at('1-102')], '111')),
      answer(await askTally(member, activity, ['S1'], '111')),
    ]
    const no = (status: string, step: string) => ({ code: 409, message: `当前状态为“${status}”，不能${step}` })
    const yes = { code: 200, message: 'success' }
    expect(await tries()).toEqual([no('未开始', '标记投票'), no('未开始', '投票'), no('未开始', '唱票')])
    await takeSteps(member, activity.activityId, 'start')
    expect(await tries()).toEqual([yes, yes, no('投票中', '唱票')])
    const recordid = good(await member.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: at('1-102').ballotId }))[0].recordid
    await takeSteps(member, activity.activityId, 'startTally')
    expect(await tries()).toEqual([no('唱票中', '标记投票'), no('唱票中', '投票'), yes])
    await takeSteps(member, activity.activityId, 'finish')
    expect(await tries()).toEqual([no('已结束', '标记投票'), no('已结束', '投票'), no('已结束', '唱票')])
    expect(answer(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))).toEqual(no('已结束', '作废投票'))
  })

  it('counts the ballots, those that voted and those that wait to be tallied, and what these weigh', async () => {
    const activity = await voteIsOn()
    const counts = async () => good(await member.get('/vote/counts', { voteActivityId: activity.activityId }))
    expect(await counts()).toMatchObject({ ballotcount: 5, votedcount: 0, markedcount: 0, markedarea: 0, talliedcount: 0 })
    good(await mark(activity, '1-101', 'C-1'))
    good(await mark(activity, '1-102', 'C-2'))
    const { recordids } = good(await vote(activity, ['1-301'], '111'))
    // 张三's two merged properties of 100 and 李四's 80.
    expect(await counts()).toMatchObject({ ballotcount: 5, votedcount: 1, markedcount: 2, markedarea: 280, talliedcount: 0 })
    good(await voidVote(activity, recordids[0]))
    await takeSteps(member, activity.activityId, 'startTally')
    good(await tally(activity, ['C-1'], '111'))
    expect(await counts()).toMatchObject({ ballotcount: 5, votedcount: 1, markedcount: 1, markedarea: 80, talliedcount: 1 })
    expect(answer(await member.get('/vote/counts', { voteActivityId: 'nothing' }))).toEqual({ code: 404, message: '投票活动不存在' })
  })

  it('tells of several activities at once what their next step depends on', async () => {
    const overview = async (...ids: readonly string[]) => good(await member.get('/vote/overview', { voteActivityIds: ids.join(',') }))
    const none = { ballotcount: 0, votedcount: 0, markedcount: 0, unmergedcount: 0 }
    const waiting = await makeActivity(member, (await makeEstate(member, propertiesWithIds, '待合并小区')).estateId)
    // 张三 has three properties, 李四 two, each on separate ballots; owners without ID number cannot be told from namesakes.
    expect(await overview(waiting.activityId)).toMatchObject([{ voteactivityid: waiting.activityId, ...none, ballotcount: 7, unmergedcount: 2 }])
    await mergeProperties(server, member, waiting.activityId, [['1-401', '1-402']])
    expect(await overview(waiting.activityId)).toMatchObject([{ voteactivityid: waiting.activityId, ...none, ballotcount: 6, unmergedcount: 1 }])

    const voting = await voteIsOn()
    good(await mark(voting, '1-101', 'C-1'))
    good(await vote(voting, ['1-301'], '111'))
    const tallying = await voteIsOn()
    await takeSteps(member, tallying.activityId, 'startTally')
    const finished = await voteIsOn()
    await takeSteps(member, finished.activityId, 'finish')
    expect(await overview(finished.activityId, 'nothing', voting.activityId, tallying.activityId)).toMatchObject([
      { voteactivityid: finished.activityId, ...none },
      { voteactivityid: voting.activityId, ...none, ballotcount: 5, votedcount: 1, markedcount: 1 },
      { voteactivityid: tallying.activityId, ...none, ballotcount: 5 },
    ])
    expect(answer(await member.get('/vote/overview', { voteActivityIds: '' }))).toMatchObject({ code: 400 })
  })

  describe('the search for voters', () => {
    it('finds by name, phone, ID number and place, all words, in reading order', async () => {
      const properties: readonly PropertyRow[] = [
        ['10-101', '欧阳明', 80, { phone: '13511112222', idNumber: '11010119900101123X' }],
        ['2-1001', '欧阳明', 80, { phone: '13511112222', idNumber: '11010119900101123X' }],
        ['2-201', '欧阳_', 80, { phone: '13511113333' }],
      ]
      const { estateId } = await makeEstate(member, properties)
      const { activityId } = await makeActivity(member, estateId)
      const find = async (query: { location?: string; condition?: string }): Promise<string[]> =>
        good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, ...query })).map((each: { votername: string }) => each.votername)
      const [tenth, thousand, second] = ['一期-10栋-1单元-101', '一期-2栋-1单元-1001', '一期-2栋-1单元-201']
      expect(await find({ condition: '欧阳' })).toEqual([second, thousand, tenth])
      expect(await find({ condition: '2222' })).toEqual([thousand, tenth])
      expect(await find({ condition: '2222 2栋' })).toEqual([])
      expect(await find({ condition: '13511112222 2栋' })).toEqual([thousand])
      expect(await find({ condition: '123x' })).toEqual([thousand, tenth])
      expect(await find({ condition: '_' })).toEqual([second])
      expect(await find({ location: ' 10栋 ', condition: '欧阳' })).toEqual([tenth])
      expect(await find({ location: '欧阳' })).toEqual([])
      expect(await find({ location: '1单元 1001' })).toEqual([thousand])
      expect(await find({})).toEqual([])
      expect(await find({ location: ' ', condition: '' })).toEqual([])
      expect(answer(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: 'x'.repeat(101) }))).toEqual({
        code: 400,
        message: '查询条件不能超过100个字符',
      })
    })

    it('the voter search returns at most fifty', async () => {
      const { estateId } = await makeEstate(
        member,
        Array.from({ length: 53 }, (_, index): PropertyRow => [`1-${101 + index}`, '众人', 10]),
      )
      const { activityId } = await makeActivity(member, estateId)
      const found = good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: '众人' }))
      expect(found).toHaveLength(50)
      expect(found[0].votername).toBe('一期-1栋-1单元-101')
    })

    it('gives a property’s own entry first, then one for each other ballot of the same owner', async () => {
      const idNumber = '330106199001011234'
      const { estateId } = await makeEstate(member, [
        ['1-101', '张三', 1, { idNumber }],
        ['1-102', '张三', 1, { idNumber }],
        ['1-103', '张三', 1, { idNumber }],
        ['1-104', '张三', 1],
        ['1-105', '张三', 1],
        ['1-106', '李四', 1, { idNumber }],
      ])
      const activity = await makeActivity(member, estateId)
      await mergeProperties(server, member, activity.activityId, [['1-101', '1-102']])
      const roster = await rosterOf(server, activity.activityId)
      const of = async (name: string) => {
        const query = { voteactivityid: activity.activityId, propertyid: propertyNamed(roster, name).propertyId }
        return good(await member.get('/vote/queryVotersByPropertyId', query)).voters.map((each: { votername: string }) => each.votername.slice(-3))
      }
      expect(await of('1-102')).toEqual(['102', '103'])
      expect(await of('1-103')).toEqual(['103', '101'])
      expect(await of('1-104')).toEqual(['104'])
      expect(answer(await member.get('/vote/queryVotersByPropertyId', { voteactivityid: activity.activityId, propertyid: 'nothing' }))).toEqual({
        code: 404,
        message: '房产不存在',
      })
    })

    it('says which activity it does not know', async () => {
      const unknown = { code: 404, message: '投票活动不存在' }
      expect(answer(await member.get('/vote/queryvotersbycondition', { voteactivityid: 'nothing', condition: '1' }))).toEqual(unknown)
      expect(answer(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: 'nothing', markedcode: '1' }))).toEqual(unknown)
      expect(answer(await member.get('/vote/getvoteactivityxpaths', { voteactivityid: 'nothing' }))).toEqual(unknown)
      expect(answer(await member.get('/votedef/getrepeatvote', { voteActivityId: 'nothing', ballotId: '1' }))).toEqual(unknown)
      expect(await voters(await voteIsOn(), { condition: '没有这个人' })).toEqual([])
    })
  })

  describe('the building grid', () => {
    it('shows units and their floors from the top, rooms in natural order, each with its ballot’s state', async () => {
      const { estateid } = good(await member.post('/vtestate/save', { name: '楼栋图', addr: '路' }))
      const places = [
        ['1单元', '', '101'],
        ['1单元', '', '1002'],
        ['1单元', '', '1001'],
        ['1单元', '-1', 'B2'],
        ['10单元', '', '201'],
        ['2单元', '2', '甲'],
      ] as const
      for (const [unit, floor, room] of places) good(await member.post('/vtpropertyinfo/save', property(estateid, { building: '3栋', unit, floor, room })))
      for (const more of [{ building: '30栋' }, { building: '3栋', zone: '东区' }]) good(await member.post('/vtpropertyinfo/save', property(estateid, more)))
      const activity = await makeActivity(member, estateid)
      await takeSteps(member, activity.activityId, 'start')
      const roster = await rosterOf(server, activity.activityId)
      good(await askMark(member, activity.activityId, propertyNamed(roster, '3-1001'), 'G-1'))
      good(await askVote(member, activity, [propertyNamed(roster, '3-甲')], '1'))

      expect(good(await member.get('/vote/getvoteactivityxpaths', { voteactivityid: activity.activityId }))).toEqual([
        '一期▶▶3栋▶1单元',
        '一期▶▶3栋▶2单元',
        '一期▶▶3栋▶10单元',
        '一期▶▶30栋▶1单元',
        '一期▶东区▶3栋▶1单元',
      ])
      const grid = async (xPath: string) => good(await member.get('/vote/getpropertydata', { voteActivityId: activity.activityId, xPath }))
      const { units } = await grid('一期▶▶3栋')
      const drawn = units.map((unit: { unitname: string; floors: { floorno: string; elements: { baseinfo: { room: string }; votestatus: number }[] }[] }) => [
        unit.unitname,
        ...unit.floors.map(({ floorno, elements }) => `${floorno}: ${elements.map((each) => `${each.baseinfo.room} ${each.votestatus}`).join(', ')}`),
      ])
      expect(drawn).toEqual([
        ['1单元', '10: 1001 0, 1002 -1', '1: 101 -1', '-1: B2 -1'],
        ['2单元', '2: 甲 1'],
        ['10单元', '2: 201 -1'],
      ])
      expect(units[1].floors[0].elements[0].baseinfo).toEqual({
        voteactivityid: activity.activityId,
        propertyid: propertyNamed(roster, '3-甲').propertyId,
        room: '甲',
      })
      // A mark is no vote.
      expect(good(await member.get('/vote/getplaceprogress', { voteActivityId: activity.activityId }))).toEqual([
        { path: '一期▶▶3栋▶1单元', total: 4, voted: 0 },
        { path: '一期▶▶3栋▶2单元', total: 1, voted: 1 },
        { path: '一期▶▶3栋▶10单元', total: 1, voted: 0 },
        { path: '一期▶▶30栋▶1单元', total: 1, voted: 0 },
        { path: '一期▶东区▶3栋▶1单元', total: 1, voted: 0 },
      ])
      expect((await grid('一期▶▶3栋▶10单元')).units).toHaveLength(1)
      expect(await grid('一期▶▶4栋')).toEqual({ units: [] })
      for (const xPath of ['一期', '一期▶'])
        expect(answer(await member.get('/vote/getpropertydata', { voteActivityId: activity.activityId, xPath }))).toEqual({
          code: 400,
          message: '请选择楼栋或单元',
        })
    })
  })

  describe('the progress of places', () => {
    it('counts every property of a merged ballot, and not a void vote', async () => {
      const activity = await voteIsOn()
      const progress = async () => good(await member.get('/vote/getplaceprogress', { voteActivityId: activity.activityId }))
      const { recordids } = good(await vote(activity, ['1-101'], '111'))
      expect(await progress()).toEqual([
        { path: '一期▶▶1栋▶1单元', total: 4, voted: 2 },
        { path: '一期▶▶2栋▶1单元', total: 3, voted: 0 },
      ])
      good(await voidVote(activity, recordids[0]))
      expect(await progress()).toEqual([
        { path: '一期▶▶1栋▶1单元', total: 4, voted: 0 },
        { path: '一期▶▶2栋▶1单元', total: 3, voted: 0 },
      ])
      expect(answer(await member.get('/vote/getplaceprogress', { voteActivityId: 'nothing' }))).toEqual({ code: 404, message: '投票活动不存在' })
    })
  })

  describe('at the same time', () => {
    const count = (answers: readonly Envelope[]) => {
      const codes = Map.groupBy(answers, ({ code, message }) => (code === 200 ? 'done' : message))
      return Object.fromEntries([...codes].map(([name, each]) => [name, each.length]))
    }

    it('exactly one of forty desks votes with a ballot', async () => {
      const activity = await voteIsOn()
      const answers = await Promise.all(Array.from({ length: 40 }, () => vote(activity, ['1-101'], '111')))
      expect(count(answers)).toEqual({ done: 1, 该票权已投票: 39 })
      expect(await history(activity, '1-101')).toHaveLength(1)
    })

    it('exactly one of five ballots gets a code', async () => {
      const activity = await voteIsOn()
      const names = ['1-101', '1-102', '1-301', '2-101', '2-102'] as const
      const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => mark(activity, names[index % 5] ?? '', 'one-code')))
      // The winner may mark again with its own code; four ballots are refused, five times each.
      expect(count(answers)).toEqual({ done: 5, 该标记码已被使用: 20 })
    })

    it('votes for overlapping ballots are whole or nothing', async () => {
      const activity = await voteIsOn()
      const pairs = [
        ['1-101', '1-102'],
        ['1-102', '1-301'],
        ['1-301', '2-101'],
        ['2-101', '1-101'],
      ] as const
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => vote(activity, pairs[index % 4] ?? [], '111')))
      const done = answers.filter(({ code }) => code === 200)
      expect(done).toHaveLength(2)
      const records = await Promise.all(['1-101', '1-102', '1-301', '2-101'].map((name) => history(activity, name)))
      expect(records.map((each) => each.length)).toEqual([1, 1, 1, 1])
    })

    it('marks, votes and voids leave no ballot with two live records and no code on two of them', async () => {
      const activity = await voteIsOn()
      const names = ['1-101', '1-102', '1-301', '2-101', '2-102'] as const
      const work = Array.from({ length: 120 }, async (_, index) => {
        const name = names[index % 5] ?? ''
        if (index % 3 === 0) return mark(activity, name, `code-${index % 4}`)
        if (index % 3 === 1) return vote(activity, [name], '111')
        const [newest] = await history(activity, name)
        return newest ? voidVote(activity, newest.recordid) : member.get('/health')
      })
      const answers = await Promise.all(work)
      expect(answers.filter(({ code }) => ![200, 409].includes(code))).toEqual([])
      const live = await server.database.read.selectFrom('vote_record').select(['ballot_id', 'activity_id', 'marked_code']).where('status', '<>', 2).execute()
      expect(new Set(live.map((record) => record.ballot_id)).size).toBe(live.length)
      const codes = live.filter((record) => record.marked_code !== '').map((record) => `${record.activity_id} ${record.marked_code}`)
      expect(new Set(codes).size).toBe(codes.length)
      expect(good(await member.get('/audit/verify'))).toMatchObject({ intact: true })
    })
  })
})
