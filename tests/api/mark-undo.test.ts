import { expect, it } from 'vitest'
import { askMark, askVote, good, makeActivity, makeEstate, propertyNamed, rosterOf, takeSteps, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
]

onBothDatabases('undoing a mark', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function makeScene() {
    const { estateId } = await makeEstate(member, properties, '翠湖花园')
    const activity = await makeActivity(member, estateId)
    const { activityId } = activity
    const owner = propertyNamed(await rosterOf(server, activityId), '1-101')
    await takeSteps(member, activityId, 'start')
    const again = (markedcode: string, replacedcode: string) =>
      member.post('/vote/sign', { ballorighttid: owner.ballotId, voteactivityid: activityId, markedcode, replacedcode })
    const unmark = (recordid: string, markedcode: string) => member.post('/vote/unmark', { recordid, markedcode, reason: '标记后立即撤销' })
    const code = async () =>
      good(await member.get('/vote/queryVotersByPropertyId', { voteactivityid: activityId, propertyid: owner.propertyId })).voters[0].markedcode
    return { activity, owner, again, unmark, code }
  }

  it('removes the mark if the ballot still has that code, however it is written', async () => {
    const { activity, owner, unmark, code } = await makeScene()
    const { recordid } = good(await askMark(member, activity.activityId, owner, 'A1'))
    good(await unmark(recordid, 'a１'))
    expect(await code()).toBe('')
    expect(await unmark(recordid, 'A1')).toMatchObject({ code: 404 })
  })

  it('is refused if somebody has given another code meanwhile', async () => {
    const { activity, owner, again, unmark, code } = await makeScene()
    const { recordid } = good(await askMark(member, activity.activityId, owner, 'A1'))
    good(await askMark(member, activity.activityId, owner, 'B2'))
    expect(await unmark(recordid, 'A1')).toMatchObject({ code: 409, message: '标记码已改为B2，不能撤销，请刷新后查看', reason: 'voting.markChanged' })
    expect(await again('A0', 'A1')).toMatchObject({ code: 409, message: '标记码已改为B2，不能撤销，请刷新后查看' })
    expect(await code()).toBe('B2')
    good(await again('A1', 'B2'))
    expect(await code()).toBe('A1')
    good(await unmark(recordid, 'A1'))
    expect(await again('B2', 'A1')).toMatchObject({ code: 409, message: '标记已被撤销，请刷新后查看' })
    expect(await code()).toBe('')
  })

  it('is refused if somebody has voted meanwhile', async () => {
    const { activity, owner, again, unmark } = await makeScene()
    const { recordid } = good(await askMark(member, activity.activityId, owner, 'A1'))
    good(await askVote(member, activity, [owner], '1'))
    expect(await unmark(recordid, 'A1')).toMatchObject({ code: 409, message: '只有已标记、未投票的票可以撤销标记' })
    expect(await again('A0', 'A1')).toMatchObject({ code: 409, message: '该票权已投票' })
  })

  it('succeeds once when two undo the same mark', async () => {
    const { activity, owner, unmark } = await makeScene()
    const { recordid } = good(await askMark(member, activity.activityId, owner, 'A1'))
    const answers = await Promise.all([unmark(recordid, 'A1'), unmark(recordid, 'A1')])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 404])
  })
})
