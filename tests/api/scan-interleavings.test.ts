import { expect, it } from 'vitest'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { good, makeActivity, makeEstate, recordsOf, rosterOf, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pageUpload } from '../support/scans/pageFiles.ts'
import { scriptedReader } from '../support/scans/scriptedReader.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const acts = ['enter', 'void', 'settle', 'confirm', 'replace'] as const
type Act = (typeof acts)[number]

/** All permutations. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((thing, at) => orders(things.toSpliced(at, 1)).map((others) => [thing, ...others]))
}

onBothDatabases('acts on scanned papers', (engine) => {
  const script = scriptedReader()
  const server = serverForAll(engine, { pageReader: script.reader })
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  const other = madeBefore(() => server.member('manager_2', 'manager'))

  it('leave at most one vote in any order, and count nothing that nobody voted', async () => {
    // Every order of the five acts on its own paper, all papers at once, so that acts of each group of three also overlap.
    const all = orders(acts)
    const properties = all.map((_, index): PropertyRow => [`${Math.floor(index / 12) + 1}-${101 + (index % 12)}`, `业主${index}`, 80])
    const { estateId } = await makeEstate(manager, properties)
    const made = await makeActivity(manager, estateId, { topics: [topic('更新电梯')] })
    const { activityId } = made
    await takeSteps(manager, activityId, 'start')
    const roster = [...(await rosterOf(server, activityId)).values()]
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const { layoutid: layoutId, layout } = good(await manager.get('/paper/layout', { voteactivityid: activityId }))
    const codes = new Map((papers as { code: string; ballotid: string }[]).map(({ code, ballotid }) => [ballotid, code]))
    const paper = { layoutId, layout: BallotLayout.parse(layout) }
    const scan = async (code: string) =>
      good(
        await clerk.upload('/reading/page', pageUpload(script.page({ ...paper, code }, '1')), {
          voteactivityid: activityId,
          batchid: 'b',
          source: 'a.pdf',
          sourcepage: '1',
        }),
      )
    for (const code of codes.values()) await scan(code)
    const listed = good(await manager.get('/reading/papers', { voteactivityid: activityId, pageSize: 500 })).datas as { code: string; readingid: string }[]
    const readingOf = new Map(listed.map(({ code, readingid }) => [code, readingid]))

    const votesOf = async () => {
      const rows = await server.database.read
        .selectFrom('vote_record as record')
        .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
        .innerJoin('activity', 'activity.id', 'record.activity_id')
        .select(['ballot.public_id as ballotId', 'record.public_id as id', 'record.answers', 'record.status'])
        .where('activity.public_id', '=', activityId)
        .where('record.status', '=', 1)
        .execute()
      return Map.groupBy(rows, ({ ballotId }) => ballotId)
    }
    const done = new Map<string, number>()
    const run = async (act: Act, ballotId: string, place: number): Promise<number> => {
      const code = codes.get(ballotId) ?? ''
      const [vote] = (await votesOf()).get(ballotId) ?? []
      switch (act) {
        case 'confirm':
          return (await clerk.post('/reading/confirm', { voteactivityid: activityId, papers: [{ code, readingid: readingOf.get(code) ?? 'none' }] })).code
        case 'enter':
          return (await other.post('/reading/enter', { voteactivityid: activityId, code, kind: 1, records: recordsOf(made.topics, '2') })).code
        case 'void':
          return (await manager.get('/vote/disable', { voteActivityId: activityId, recordid: vote?.id ?? 'none', reason: '录错选择' })).code
        case 'settle': {
          const open = good(await manager.get('/reading/differences', { voteactivityid: activityId })) as { readingid: string; code: string }[]
          const readingid = open.find((each) => each.code === code)?.readingid ?? 'none'
          const correction = place % 2 === 0 ? { decision: 2, records: recordsOf(made.topics, '3') } : { decision: 1 }
          return (await manager.post('/reading/settle', { readingid, reason: '票面看错', ...correction })).code
        }
        case 'replace': {
          const answer = await manager.post('/paper/replace', { voteactivityid: activityId, code, reason: '选票损坏' })
          if (answer.code === 200) codes.set(ballotId, answer.data.code as string)
          return answer.code
        }
      }
    }
    for (let step = 0; step < acts.length; step += 1) {
      const codesOfStep = await Promise.all(
        all.map(async (order, place) => {
          const [act, ballotId] = [order[step] ?? 'enter', roster[place]?.ballotId ?? '']
          const code = await run(act, ballotId, place)
          if (code === 200) done.set(act, (done.get(act) ?? 0) + 1)
          return code
        }),
      )
      expect(codesOfStep.filter((code) => ![200, 402, 404, 409].includes(code))).toEqual([])
      const votes = await votesOf()
      expect([...votes.values()].filter((ofBallot) => ofBallot.length > 1)).toEqual([])
      // As read and confirmed, or as corrected by a third person; never as in the second entry.
      expect([...votes.values()].flat().filter(({ answers }) => answers !== '1' && answers !== '3')).toEqual([])
    }
    for (const act of acts) expect(done.get(act) ?? 0, act).toBeGreaterThan(0)
    const live = [...(await votesOf()).values()].flat()
    const counted = good(await manager.get('/vote/counts', { voteActivityId: activityId }))
    expect(counted.votedcount).toBe(live.length)
    const { replay } = good(await manager.get('/audit/verify'))
    expect(replay.differences).toEqual([])
  })
})
