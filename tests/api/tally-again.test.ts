import { describe, expect, it } from 'vitest'
import { askMark, askTally, askVote, good, propertyNamed, makeActivityA, recordsOf, takeSteps, topic, type RosterProperty } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })

/** `wire.md` section 6: a misread paper can be tallied again in 唱票中. */
onBothDatabases('tallying again', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function voteIsOn() {
    const activity = await makeActivityA(server, member, { topics: [topic('更新电梯')] })
    await takeSteps(member, activity.activityId, 'start')
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(activity.roster, name) }
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  const mark = async (activity: Activity, name: string, code: string) => good(await askMark(member, activity.activityId, activity.at(name), code)).recordid
  const tally = (activity: Activity, codes: readonly string[], answers: string) => askTally(member, activity, codes, answers)
  const tallyBallots = (activity: Activity, ballotIds: readonly string[], answers: string, markedcodes: readonly string[] = []) =>
    member.post('/vote/call', { records: recordsOf(activity.topics, answers), voteactivityid: activity.activityId, markedcodes, ballotIds })
  const voidVote = async ({ activityId }: Activity, recordid: string) => good(await member.get('/vote/disable', { voteActivityId: activityId, recordid }))
  const byCode = async ({ activityId }: Activity, markedcode: string) =>
    good(await member.get('/vote/queryvotersbymarkedcode', { voteactivityid: activityId, markedcode }))
  const history = async ({ activityId, at }: Activity, name: string) =>
    good(await member.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId: at(name).ballotId }))
  const voter = async ({ at }: Activity, name: string) =>
    good(await member.get('/votedef/getactivityproperty', { activitypropertyid: at(name).rosterPropertyId }))
  const classes = async ({ activityId }: Activity) => {
    const { statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
    const { approve, disapprove, invalid, optionnochoose } = statisticsResultDatalist[0].voteSttcsResult
    return [approve, disapprove, invalid, optionnochoose].map(({ count }) => count)
  }

  it('creates a new record with the code of the voided one', async () => {
    const activity = await voteIsOn()
    await mark(activity, '1-201', 'R-1')
    await takeSteps(member, activity.activityId, 'startTally')
    const [wrong] = good(await tally(activity, ['R-1'], '1')).recordids
    await voidVote(activity, wrong)
    expect(await classes(activity)).toEqual([0, 0, 1, 4])
    expect(await byCode(activity, 'R-1')).toMatchObject([
      {
        ballotid: activity.at('1-101').ballotId,
        votername: '一期-1栋-1单元-201',
        ballotstatus: -1,
        recordid: '',
        markedcode: 'R-1',
        voided: true,
      },
    ])
    const [right] = good(await tally(activity, ['R-1'], '2')).recordids
    expect(right).not.toBe(wrong)
    const records = await history(activity, '1-101')
    expect(records.map((each: { recordid: string; recordstatus: number; ballotcode: string }) => [each.recordid, each.recordstatus, each.ballotcode])).toEqual([
      [right, 1, 'R-1'],
      [wrong, 2, 'R-1'],
    ])
    expect(records[0]).toMatchObject({ votepropertyid: activity.at('1-201').propertyId, votername: '张三', recordsource: 'tally' })
    expect(await classes(activity)).toEqual([0, 1, 0, 4])
    expect((await entriesOf(member, { action: 'voting.tally', pageSize: 1 }))[0]).toMatchObject({
      subject: right,
      before: null,
      after: { ballotId: activity.at('1-101').ballotId, status: 1, markedCode: 'R-1', answers: '2' },
    })
    // It can be voided and tallied again any number of times.
    expect(answer(await tally(activity, ['R-1'], '1'))).toEqual({ code: 409, message: '该票权已投票' })
    await voidVote(activity, right)
    good(await tally(activity, ['R-1'], '1'))
    expect(await classes(activity)).toEqual([1, 0, 0, 4])
    expect(await breaches(server.database)).toEqual([])
  })

  it('re-tallies what was voided while voting was open', async () => {
    const activity = await voteIsOn()
    const recordid = await mark(activity, '1-102', 'S-1')
    good(await askVote(member, activity, [activity.at('1-102')], '1'))
    await voidVote(activity, recordid)
    // The code is free, and the ballot can be marked, so the code finds nothing.
    expect(await byCode(activity, 'S-1')).toEqual([])
    expect(await voter(activity, '1-102')).toMatchObject({ markedcode: '', voided: true })
    await takeSteps(member, activity.activityId, 'startTally')
    expect(await byCode(activity, 'S-1')).toMatchObject([{ ballotid: activity.at('1-102').ballotId }])
    good(await tally(activity, ['S-1'], '2'))
    expect(await history(activity, '1-102')).toMatchObject([
      { recordstatus: 1, ballotcode: 'S-1' },
      { recordstatus: 2, ballotcode: 'S-1' },
    ])
  })

  it('re-tallies several papers in one call, each for the property that it was marked for', async () => {
    const activity = await voteIsOn()
    await mark(activity, '1-201', 'S-1')
    await mark(activity, '2-201', 'S-2')
    await takeSteps(member, activity.activityId, 'startTally')
    for (const recordid of good(await tally(activity, ['S-1', 'S-2'], '1')).recordids) await voidVote(activity, recordid)
    const { recordids } = good(await tally(activity, ['S-2', 'S-1'], '2'))
    const properties = recordids.map(async (recordid: string) => {
      const { ballotcode, votepropertyid } = good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))
      return [ballotcode, votepropertyid]
    })
    expect(await Promise.all(properties)).toEqual([
      ['S-2', activity.at('2-201').propertyId],
      ['S-1', activity.at('1-201').propertyId],
    ])
  })

  it('assigns a code to its live mark, else to the newest void record', async () => {
    const activity = await voteIsOn()
    const first = await mark(activity, '1-102', 'T-1')
    good(await askVote(member, activity, [activity.at('1-102')], '1'))
    await voidVote(activity, first)
    await mark(activity, '1-301', 'T-1')
    await takeSteps(member, activity.activityId, 'startTally')
    expect(await byCode(activity, 'T-1')).toMatchObject([{ ballotid: activity.at('1-301').ballotId }])
    // Its code belongs to another ballot now.
    expect(await voter(activity, '1-102')).toMatchObject({ markedcode: '', voided: true })
    const [second] = good(await tally(activity, ['T-1'], '1')).recordids
    expect((await history(activity, '1-301'))[0].recordid).toBe(second)
    // A live record still has it, though it is no mark any more.
    expect(answer(await tally(activity, ['T-1'], '1'))).toEqual({ code: 409, message: '该票权已投票' })
    await voidVote(activity, second)
    expect(await byCode(activity, 'T-1')).toMatchObject([{ ballotid: activity.at('1-301').ballotId }])
    good(await tally(activity, ['T-1'], '2'))
    expect(await history(activity, '1-301')).toHaveLength(2)
    expect(await history(activity, '1-102')).toHaveLength(1)
    // The other paper is tallied by its ballot, and gets no code of another.
    good(await tallyBallots(activity, [activity.at('1-102').ballotId], '2'))
    expect(await history(activity, '1-102')).toMatchObject([
      { recordstatus: 1, ballotcode: '' },
      { recordstatus: 2, ballotcode: 'T-1' },
    ])
    expect(await breaches(server.database)).toEqual([])
  })

  it('does not find the code of an older record or of a ballot that was merged away', async () => {
    const activity = await voteIsOn()
    const first = await mark(activity, '1-102', 'U-1')
    good(await askVote(member, activity, [activity.at('1-102')], '1'))
    await voidVote(activity, first)
    await mark(activity, '1-102', 'U-2')
    await takeSteps(member, activity.activityId, 'startTally')
    const unknown = { code: 404, message: '未找到该标记码' }
    expect(answer(await tally(activity, ['U-1'], '1'))).toEqual(unknown)
    expect(await byCode(activity, 'U-1')).toEqual([])
    good(await tally(activity, ['U-2'], '1'))
    expect(answer(await tally(activity, ['U-1'], '1'))).toEqual(unknown)
    expect(answer(await tally(activity, ['nothing'], '1'))).toEqual(unknown)
  })

  it('re-enters a vote without a code by its ballot, and only a voided one', async () => {
    const activity = await voteIsOn()
    const [voted] = good(await askVote(member, activity, [activity.at('1-102')], '1')).recordids
    good(await askVote(member, activity, [activity.at('1-301')], '1'))
    await mark(activity, '2-101', 'V-1')
    await takeSteps(member, activity.activityId, 'startTally')
    const onlyVoided = { code: 409, message: '只有已作废的票才能不凭标记码重新唱票' }
    expect(answer(await tallyBallots(activity, [activity.at('1-102').ballotId], '2'))).toEqual({ code: 409, message: '该票权已投票' })
    await voidVote(activity, voted)
    expect(answer(await tallyBallots(activity, [activity.at('1-102').ballotId, activity.at('2-101').ballotId], '2'))).toEqual(onlyVoided)
    expect(answer(await tallyBallots(activity, [activity.at('1-101').ballotId], '2'))).toEqual(onlyVoided)
    expect(answer(await tallyBallots(activity, ['nothing'], '2'))).toEqual({ code: 404, message: '票权不存在' })
    expect(answer(await tallyBallots(activity, [], '2'))).toEqual({ code: 400, message: '请输入标记码' })
    expect(await voter(activity, '1-102')).toMatchObject({ markedcode: '', voided: true, ballotstatus: -1 })
    // Together with a mark, all or none; results in the order of the request.
    const { recordids } = good(await tallyBallots(activity, [activity.at('1-102').ballotId], '2', ['V-1']))
    const records = [(await history(activity, '2-101'))[0], (await history(activity, '1-102'))[0]]
    expect(records.map(({ recordid }) => recordid)).toEqual(recordids)
    expect(records[1]).toMatchObject({ recordstatus: 1, recordsource: 'tally', ballotcode: '', votername: '李四' })
    expect(await classes(activity)).toEqual([1, 2, 0, 2])
  })

  it('is possible in the tally only; while voting is open a voided paper is voted or marked again', async () => {
    const activity = await voteIsOn()
    const recordid = await mark(activity, '1-102', 'W-1')
    good(await askVote(member, activity, [activity.at('1-102')], '1'))
    await voidVote(activity, recordid)
    const notNow = { code: 409, message: '当前状态为“投票中”，不能唱票' }
    expect(answer(await tally(activity, ['W-1'], '1'))).toEqual(notNow)
    expect(answer(await tallyBallots(activity, [activity.at('1-102').ballotId], '1'))).toEqual(notNow)
  })

  it('is done by exactly one of many desks', async () => {
    const activity = await voteIsOn()
    await mark(activity, '1-102', 'X-1')
    await takeSteps(member, activity.activityId, 'startTally')
    await voidVote(activity, good(await tally(activity, ['X-1'], '1')).recordids[0])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? tally(activity, ['X-1'], '2') : tallyBallots(activity, [activity.at('1-102').ballotId], '2'),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code !== 200).every(({ code, message }) => code === 409 && message === '该票权已投票')).toBe(true)
    expect(await history(activity, '1-102')).toHaveLength(2)
  })

  describe('a ballot whose vote was voided', () => {
    const frozen = { code: 409, message: '该票权已标记或已投票，不能调整' }

    it('stays frozen in the tally', async () => {
      const activity = await voteIsOn()
      const [voted] = good(await askVote(member, activity, [activity.at('1-101')], '1')).recordids
      await voidVote(activity, voted)
      const { activityId, at } = activity
      const ballotId = at('1-101').ballotId
      await takeSteps(member, activityId, 'startTally')
      const whole = { code: 409, message: '唱票开始后不能调整票权清册' }
      const names = { voteactivityid: activityId, mainrightballotid: ballotId }
      const owner = { personname: '新业主', mobileno: '13800000009', idno: '' }
      expect(answer(await member.get('/votedef/splitactivityproperty', { ...names, needsplipropertyid: at('1-201').propertyId }))).toEqual(whole)
      expect(answer(await member.get('/votedef/mergeactivityproperty', { ...names, needmergepropertyid: at('1-102').propertyId }))).toEqual(whole)
      const into = { voteactivityid: activityId, mainrightballotid: at('1-102').ballotId, needmergepropertyid: at('1-201').propertyId }
      expect(answer(await member.get('/votedef/mergeactivityproperty', into))).toEqual(whole)
      expect(answer(await member.post('/votedef/ballotseparateout', { voteactivityid: activityId, propertyid: at('1-201').propertyId, ...owner }))).toEqual(
        whole,
      )
      expect(answer(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: at('1-101').rosterPropertyId, ...owner }))).toEqual(frozen)
      expect(answer(await member.get('/votedef/delactivityproperty', { activitypropertyid: at('1-201').rosterPropertyId }))).toEqual(whole)
      const synced = good(await member.get('/vtpropertyinfo/synproperties', { ids: at('1-101').propertyId, voteactivityid: activityId }))
      expect(synced).toMatchObject({ updated: 0, skipped: [{ propertyid: at('1-101').propertyId, reason: frozen.message }] })
      good(await tallyBallots(activity, [ballotId], '2'))
      expect(await breaches(server.database)).toEqual([])
    })

    it('is editable while voting is open', async () => {
      const activity = await voteIsOn()
      const [voted] = good(await askVote(member, activity, [activity.at('1-101')], '1')).recordids
      await voidVote(activity, voted)
      const { activityId, at } = activity
      const query = { voteactivityid: activityId, mainrightballotid: at('1-101').ballotId, needsplipropertyid: at('1-201').propertyId }
      good(await member.get('/votedef/splitactivityproperty', query))
    })
  })
})
