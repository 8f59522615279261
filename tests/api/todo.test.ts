import { expect, it } from 'vitest'
import { good, makeActivityA, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'

onBothDatabases('the to-do list of a vote', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))

  const refusal = ({ code, message }: Envelope) => [code, message] as const
  const list = async (...ids: readonly string[]) => good(await manager.get('/todo/list', { voteActivityIds: ids.join(',') })) as Record<string, unknown>[]
  const settle = (voteactivityid: string, kind: string, state: number) => manager.post('/todo/settle', { voteactivityid, kind, state })

  it('a to-do is open until marked as done or skipped, in any status', async () => {
    const { activityId } = await makeActivityA(server, manager)
    const { activityId: other } = await makeActivityA(server, manager)
    expect(await list(activityId, other)).toEqual([])
    good(await settle(activityId, 'notice', 1))
    await takeSteps(manager, activityId, 'start', 'finish')
    good(await settle(activityId, 'filing', 2))
    expect(await list(activityId, other)).toMatchObject([
      { voteactivityid: activityId, kind: 'filing', state: 2, at: expect.stringMatching(/^\d{4}-/) as string },
      { voteactivityid: activityId, kind: 'notice', state: 1 },
    ])
    good(await settle(activityId, 'filing', 0))
    expect((await list(activityId)).map(({ kind, state }) => [kind, state])).toEqual([
      ['filing', 0],
      ['notice', 1],
    ])
  })

  it('a changed to-do state is journalled, and an unchanged one is not', async () => {
    const { activityId } = await makeActivityA(server, manager)
    for (const state of [1, 1, 2]) good(await settle(activityId, 'bundle', state))
    const entries = (await entriesOf(manager, { action: 'todo.settle', voteactivityid: activityId })).toReversed()
    expect(entries.map(({ before, after }) => [before, after])).toMatchObject([
      [{ todoName: '应诉包', todoState: '待办' }, { todoState: '已办' }],
      [{ todoState: '已办' }, { todoState: '不再提醒' }],
    ])
  })

  it('a to-do is refused for an unknown vote, kind or state', async () => {
    const { activityId } = await makeActivityA(server, manager)
    expect(refusal(await settle('nobody', 'notice', 1))).toEqual([404, '投票活动不存在'])
    expect(refusal(await settle(activityId, 'party', 1))[0]).toBe(400)
    expect(refusal(await settle(activityId, 'notice', 7))[0]).toBe(400)
    expect(await list('nobody')).toEqual([])
  })

  it('a to-do is deleted with its vote', async () => {
    const { activityId } = await makeActivityA(server, manager)
    good(await settle(activityId, 'notice', 1))
    good(await manager.get('/votedef/delete', { ids: activityId }))
    expect(await list(activityId)).toEqual([])
  })
})
