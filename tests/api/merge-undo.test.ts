import { describe, expect, it } from 'vitest'
import {
  askMark,
  askStep,
  good,
  makeActivity,
  makeEstate,
  propertyNamed,
  rosterOf,
  takeSteps,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '张三', 50],
  ['1-202', '张三', 40],
  ['2-101', '李四', 70],
  ['2-102', '张三', 30],
]
const CHANGED = { code: 409, message: '合并之后这一票又有调整，不能撤销，请刷新后查看' }

interface Scene {
  readonly activityId: string
  readonly of: (name: string) => RosterProperty
}

onBothDatabases('undoing a merge', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function makeScene(): Promise<Scene> {
    const { estateId } = await makeEstate(member, properties, '翠湖花园')
    const { activityId } = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activityId)
    return { activityId, of: (name) => propertyNamed(roster, name) }
  }
  const merge = async ({ activityId, of }: Scene, main: string, merged: string, to = of(main).ballotId) =>
    good(
      await member.get('/votedef/mergeactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: to,
        needmergepropertyid: of(merged).rosterPropertyId,
      }),
    )
  const mergeOwners = async ({ activityId, of }: Scene, ...owners: readonly (readonly string[])[]) =>
    good(
      await member.post('/votedef/mergeowners', {
        voteactivityid: activityId,
        owners: owners.map(([main = '', ...merged]) => ({ mainrightballotid: of(main).ballotId, ballotids: merged.map((name) => of(name).ballotId) })),
      }),
    )
  const undo = ({ activityId, of }: Scene, ...owners: readonly (readonly string[])[]) =>
    member.post('/votedef/undomerge', {
      voteactivityid: activityId,
      merges: owners.map(([main = '', ...merged]) => ({
        mainrightballotid: of(main).ballotId,
        activitypropertyids: merged.map((name) => of(name).rosterPropertyId),
      })),
    })
  const ballots = async ({ activityId }: Scene) =>
    Array.from(await rosterOf(server, activityId), ([name, { ballotId, ballotNumber, ballotAreaHundredths }]) => [
      name,
      ballotId,
      ballotNumber,
      ballotAreaHundredths,
    ])

  it('leaves each property on its former ballot with its number', async () => {
    const scene = await makeScene()
    const before = await ballots(scene)
    await merge(scene, '1-101', '1-201')
    expect(good(await undo(scene, ['1-101', '1-201']))).toEqual({ housecount: 1 })
    expect(await ballots(scene)).toEqual(before)
    await mergeOwners(scene, ['1-101', '1-201', '1-202'], ['1-102', '2-101'])
    expect(good(await undo(scene, ['1-101', '1-201', '1-202'], ['1-102', '2-101']))).toEqual({ housecount: 3 })
    expect(await ballots(scene)).toEqual(before)
    expect(await breaches(server.database)).toEqual([])
    // Restored ballots can be merged again.
    await mergeOwners(scene, ['1-201', '1-101'])
    good(await undo(scene, ['1-201', '1-101']))
    expect(await ballots(scene)).toEqual(before)
  })

  it('restores ballots that were merged before', async () => {
    const scene = await makeScene()
    await merge(scene, '1-201', '1-202')
    const before = await ballots(scene)
    // One of the two, then both.
    await merge(scene, '1-101', '1-202')
    good(await undo(scene, ['1-101', '1-202']))
    expect(await ballots(scene)).toEqual(before)
    await mergeOwners(scene, ['1-101', '1-201'])
    good(await undo(scene, ['1-101', '1-201', '1-202']))
    expect(await ballots(scene)).toEqual(before)
  })

  it('journals an entry per merge, and its properties count as adjustments while voting is open', async () => {
    const scene = await makeScene()
    await takeSteps(member, scene.activityId, 'start')
    await mergeOwners(scene, ['1-101', '1-201'], ['1-102', '2-101'])
    good(await undo(scene, ['1-101', '1-201'], ['1-102', '2-101']))
    const [second, first] = await entriesOf(member, { action: 'ballot.undoMerge', pageSize: 2 })
    expect(first).toMatchObject({ subjectname: '一期-1栋-1单元-101 张三', before: { ballotAreaHundredths: 15_000 } })
    expect(first?.before.changed).toMatchObject([{ place: '一期-1栋-1单元-201', ballotId: scene.of('1-101').ballotId }])
    expect(first?.after.changed).toMatchObject([{ place: '一期-1栋-1单元-201', ballotId: scene.of('1-201').ballotId }])
    expect(second?.after).toMatchObject({ adjustedHouses: 1, adjustedPlaces: ['一期-2栋-1单元-101'], reason: '撤销合并', rosterdigest: expect.any(String) })
    const statistics = good(await member.get('/votedef/satisticsvote', { id: scene.activityId }))
    expect(JSON.stringify(statistics)).toContain('投票开始后清册调整4处')
  })

  it('a merge is undone once when two undo it at the same time', async () => {
    const scene = await makeScene()
    await merge(scene, '1-101', '1-201')
    const answers = await Promise.all([undo(scene, ['1-101', '1-201']), undo(scene, ['1-101', '1-201'])])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await undo(scene, ['1-101', '1-201'])).toMatchObject(CHANGED)
  })

  /** What may have happened since, with the resulting refusal. */
  const sinces: readonly [what: string, happens: (scene: Scene) => Promise<unknown>, refusal: object][] = [
    ['another property was merged into it', (scene) => merge(scene, '1-101', '1-202'), CHANGED],
    ['it was merged into another', (scene) => merge(scene, '2-102', '1-101'), CHANGED],
    [
      'it was split',
      async ({ activityId, of }) =>
        good(
          await member.get('/votedef/splitactivityproperty', {
            voteactivityid: activityId,
            mainrightballotid: of('1-101').ballotId,
            needsplipropertyid: of('1-201').rosterPropertyId,
          }),
        ),
      CHANGED,
    ],
    [
      'the property left the roster',
      async ({ of }) => good(await member.get('/votedef/delactivityproperty', { activitypropertyid: of('1-201').rosterPropertyId })),
      CHANGED,
    ],
    [
      'it was marked',
      async ({ activityId, of }) => {
        await takeSteps(member, activityId, 'start')
        good(await askMark(member, activityId, of('1-101'), 'C1'))
      },
      { code: 409, message: '该票权已标记或已投票，不能调整' },
    ],
    [
      'a paper was printed for it',
      async ({ activityId }) => good(await member.post('/paper/issue', { voteactivityid: activityId, xpath: '' })),
      { code: 409, message: '该票权已标记或已投票，不能调整' },
    ],
    [
      'votes are tallied',
      async ({ activityId }) => {
        await takeSteps(member, activityId, 'start', 'startTally')
      },
      { code: 409, message: '唱票开始后不能调整票权清册' },
    ],
  ]
  describe('is refused', () => {
    it.each(sinces)('once %s, and nothing changes, not even for the other owner', async (_, happens, refusal) => {
      const scene = await makeScene()
      await mergeOwners(scene, ['1-102', '2-101'], ['1-101', '1-201'])
      await happens(scene)
      const before = await ballots(scene)
      expect(await undo(scene, ['1-102', '2-101'], ['1-101', '1-201'])).toMatchObject(refusal)
      expect(await ballots(scene)).toEqual(before)
    })

    it('another merge than the given one, and an unknown one', async () => {
      const scene = await makeScene()
      await mergeOwners(scene, ['1-101', '1-201', '1-202'])
      expect(await undo(scene, ['1-101', '1-201'])).toMatchObject(CHANGED)
      expect(await undo(scene, ['1-102', '2-101'])).toMatchObject(CHANGED)
      expect(await undo(scene)).toMatchObject({ code: 400, message: '请选择要撤销的合并' })
      const merges = [{ mainrightballotid: 'nothing', activitypropertyids: [scene.of('1-201').rosterPropertyId] }]
      expect(await member.post('/votedef/undomerge', { voteactivityid: scene.activityId, merges })).toMatchObject({ code: 404, message: '票权不存在' })
      expect(await member.post('/votedef/undomerge', { voteactivityid: 'nothing', merges })).toMatchObject({ code: 404 })
    })
  })

  it('undoes a merge of many owners in one call', async () => {
    const count = 60
    const rows = Array.from({ length: count }, (_, index): PropertyRow[] => [
      [`${index + 1}-101`, `业主${index}`, 80],
      [`${index + 1}-102`, `业主${index}`, 80],
    ]).flat()
    const { estateId } = await makeEstate(member, rows, '大区')
    const { activityId } = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activityId)
    const scene = { activityId, of: (name: string) => propertyNamed(roster, name) }
    const before = await ballots(scene)
    const owners = Array.from({ length: count }, (_, index) => [`${index + 1}-101`, `${index + 1}-102`])
    await mergeOwners(scene, ...owners)
    good(await askStep(member, activityId, 'start'))
    expect(good(await undo(scene, ...owners))).toEqual({ housecount: count })
    expect(await ballots(scene)).toEqual(before)
  })
})
