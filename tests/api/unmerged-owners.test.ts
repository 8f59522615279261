import { describe, expect, it } from 'vitest'
import {
  askEntrust,
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeEstate,
  mergeProperties,
  registerMany,
  rosterOf,
  takeSteps,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { breaches } from '../support/invariants.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const [ZHANG, LI, WANG, CHEN] = ['110101196203150012', '110101197001010023', '110101198812120034', '110101199001010045']

/** Two owners with equal ID numbers, a couple in two orders, one owner with two phones, namesakes; the others single. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { idNumber: ZHANG }],
  ['1-102', '李四/王五', 80, { idNumber: `${LI}/${WANG}` }],
  ['1-201', '王伟', 90, { phone: '13900000001' }],
  ['1-202', '张三', 50, { idNumber: ZHANG }],
  ['2-101', '王五/李四', 70, { idNumber: `${WANG}/${LI}`, phone: '13800000002/13800000003' }],
  ['2-102', '王伟', 60, { phone: '13900000002' }],
  ['2-201', '张三', 40, { idNumber: ZHANG }],
  ['2-202', '陈静', 30, { idNumber: CHEN }],
]

interface Scene {
  readonly activityId: string
  readonly activity: Awaited<ReturnType<typeof makeActivity>>
  readonly of: (name: string) => RosterProperty
}

onBothDatabases('owners with several ballots', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function makeScene(): Promise<Scene> {
    const { estateId } = await makeEstate(member, properties, '翠湖花园')
    const activity = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activity.activityId)
    return { activityId: activity.activityId, activity, of: (name) => propertyNamed(roster, name) }
  }
  const list = async (activityId: string, more: Record<string, string | number> = {}) =>
    good(await member.get('/votedef/getunmergedowners', { voteactivityid: activityId, ...more }))
  const merge = (activityId: string, ...owners: readonly (readonly RosterProperty[])[]) =>
    member.post('/votedef/mergeowners', {
      voteactivityid: activityId,
      owners: owners.map(([main, ...merged]) => ({ mainrightballotid: main?.ballotId, ballotids: merged.map(({ ballotId }) => ballotId) })),
    })
  const namesOf = (answer: { datas: { personname: string }[] }) => answer.datas.map(({ personname }) => personname)
  const ballotNumbers = async (activityId: string) =>
    new Map(Array.from(await rosterOf(server, activityId), ([name, { ballotNumber }]) => [name, ballotNumber]))

  it('are listed with places, phones, ID numbers and areas to compare', async () => {
    const { activityId, of } = await makeScene()
    const answer = await list(activityId)
    expect(answer).toMatchObject({ totalCount: 2, samecount: 2, alikecount: 1 })
    const shown = (name: string) => ({
      activitypropertyid: of(name).rosterPropertyId,
      votercode: of(name).propertyId,
      votername: expect.stringMatching(/^一期-\d栋-1单元-\d{3}$/) as unknown,
      v1: '张三',
      v2: of(name).phone,
      v3: ZHANG,
      areasize: of(name).areaHundredths / 100,
    })
    expect(answer.datas[0]).toEqual({
      personname: '张三',
      housecount: 3,
      areasize: 190,
      phonediffers: false,
      idnodiffers: false,
      ballots: ['1-101', '1-202', '2-201'].map((name) => ({ ballotid: of(name).ballotId, ballotstatus: -1, refusal: '', houses: [shown(name)] })),
    })
    expect(answer.datas[1]).toMatchObject({ personname: '李四/王五', housecount: 2, areasize: 150, phonediffers: true, idnodiffers: false })
    const alike = await list(activityId, { kind: 'alike' })
    expect(alike).toMatchObject({ totalCount: 1, samecount: 2, alikecount: 1 })
    expect(alike.datas[0]).toMatchObject({ personname: '王伟', phonediffers: true, idnodiffers: false })
  })

  it('have the same count in the overview that suggests the next step', async () => {
    const { activityId, of } = await makeScene()
    const counted = async () => good(await member.get('/vote/overview', { voteActivityIds: activityId })) as unknown
    expect(await counted()).toMatchObject([{ ballotcount: 8, unmergedcount: 2 }])
    good(await merge(activityId, [of('1-102'), of('2-101')]))
    expect(await counted()).toMatchObject([{ ballotcount: 7, unmergedcount: 1 }])
    expect(await list(activityId)).toMatchObject({ samecount: 1 })
  })

  it('are paged with the true count', async () => {
    const { activityId } = await makeScene()
    expect(namesOf(await list(activityId, { pageSize: 1, pageNo: 2 }))).toEqual(['李四/王五'])
    expect(await list(activityId, { pageSize: 1, pageNo: 3 })).toMatchObject({ datas: [], totalCount: 2 })
    expect(await member.get('/votedef/getunmergedowners', { voteactivityid: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await member.get('/votedef/getunmergedowners', { voteactivityid: activityId, kind: 'x' })).toMatchObject({
      code: 400,
      message: '查询条件格式不正确',
    })
  })

  it('are merged in one call, also co-owners in another order', async () => {
    const { activityId, of } = await makeScene()
    const answer = good(await merge(activityId, [of('1-101'), of('1-202'), of('2-201')], [of('1-102'), of('2-101')]))
    expect(answer).toMatchObject({ ownercount: 2, ballotcount: 3 })
    expect(await list(activityId)).toMatchObject({ totalCount: 0, samecount: 0, alikecount: 1 })
    const numbers = await ballotNumbers(activityId)
    expect(numbers.get('1-202')).toBe(numbers.get('1-101'))
    expect(numbers.get('2-201')).toBe(numbers.get('1-101'))
    expect(numbers.get('2-101')).toBe(numbers.get('1-102'))
    expect((await rosterOf(server, activityId)).get('1-101')?.ballotAreaHundredths).toBe(19_000)
    expect(await breaches(server.database)).toEqual([])
  })

  it('are journalled one entry per owner, naming their properties', async () => {
    const { activityId, of } = await makeScene()
    good(await merge(activityId, [of('1-101'), of('1-202')], [of('1-102'), of('2-101')]))
    const entries = (await entriesOf(member, { action: 'ballot.mergeOwners' })).slice(0, 2)
    expect(entries.map(({ subject }) => subject)).toEqual([of('1-102').ballotId, of('1-101').ballotId])
    const [, first] = entries
    const main = { activityId, place: '一期-1栋-1单元-101', ballotId: of('1-101').ballotId }
    expect(first).toMatchObject({ rowcount: 1, before: main, after: { ...main, movedCount: 1 } })
    expect(first?.subjectname).toBe(`一期-1栋-1单元-101 ${first?.after.ownerName}`)
    expect(first?.before.changed).toMatchObject([{ place: '一期-1栋-1单元-202', ballotId: of('1-202').ballotId }])
    expect(first?.after.changed).toMatchObject([{ place: '一期-1栋-1单元-202', ballotId: of('1-101').ballotId }])
    expect(first?.after.ballotAreaHundredths).toBe(first?.before.ballotAreaHundredths + first?.after.changed[0].areaHundredths)
  })

  describe('are merged all or not at all', () => {
    it.each([
      [
        'another owner’s property',
        ({ of }: Scene) => [of('1-102'), of('2-202')],
        { code: 402, data: '一期-2栋-1单元-202（陈静）：待合并票权的房产需要与主房产的产权人相同~' },
      ],
      ['a stranger to the couple', ({ of }: Scene) => [of('1-102'), of('2-201')], { code: 402 }],
      ['itself', ({ of }: Scene) => [of('1-102'), of('1-102')], { code: 409, message: '同一票权不能合并到两处，请刷新后重新核对' }],
      ['what the first owner has taken', ({ of }: Scene) => [of('1-202'), of('2-201')], { code: 409, message: '同一票权不能合并到两处，请刷新后重新核对' }],
      ['an unknown ballot', ({ of }: Scene) => [of('1-102'), { ...of('2-101'), ballotId: 'nothing' }], { code: 404, message: '票权不存在' }],
      ['nothing', ({ of }: Scene) => [of('1-102')], { code: 400, message: '请选择要合并的票权' }],
    ])('with %s', async (_what, second, refusal) => {
      const scene = await makeScene()
      const before = await rosterOf(server, scene.activityId)
      expect(await merge(scene.activityId, [scene.of('1-101'), scene.of('1-202')], second(scene))).toMatchObject(refusal)
      expect(await rosterOf(server, scene.activityId)).toEqual(before)
    })

    it('if another desk has merged one of the ballots meanwhile', async () => {
      const { activityId, of } = await makeScene()
      await mergeProperties(server, member, activityId, [['1-101', '1-202']])
      expect(await merge(activityId, [of('1-102'), of('2-101')], [of('2-201'), of('1-202')])).toMatchObject({
        code: 409,
        message: '该票权已被合并或调整，请刷新后重试',
      })
      expect((await ballotNumbers(activityId)).get('2-101')).not.toBe((await ballotNumbers(activityId)).get('1-102'))
    })
  })

  it('show why a marked or voted ballot cannot be merged', async () => {
    const { activityId, activity, of } = await makeScene()
    await takeSteps(member, activityId, 'start')
    good(await askMark(member, activityId, of('1-202'), 'C-1'))
    good(await askVote(member, activity, [of('2-101')], '1'))
    const answer = await list(activityId)
    const frozen = '该票权已标记或已投票，不能调整'
    const statesOf = (index: number) => answer.datas[index].ballots.map((each: { ballotstatus: number; refusal: string }) => [each.ballotstatus, each.refusal])
    expect(statesOf(0)).toEqual([
      [-1, ''],
      [0, frozen],
      [-1, ''],
    ])
    expect(statesOf(1)).toEqual([
      [-1, ''],
      [1, frozen],
    ])
    expect(await merge(activityId, [of('1-101'), of('1-202')])).toMatchObject({ code: 409, message: `一期-1栋-1单元-202（张三）：${frozen}` })
    expect(await merge(activityId, [of('1-202'), of('1-101')])).toMatchObject({ code: 409, message: `一期-1栋-1单元-101（张三）：${frozen}` })
    good(await merge(activityId, [of('1-101'), of('2-201')]))
  })

  it('distinguish the reasons against a merge: a mark or vote, or a proxy', async () => {
    const { activityId, of } = await makeScene()
    await takeSteps(member, activityId, 'start')
    good(await askMark(member, activityId, of('1-202'), 'C-2'))
    good(await askEntrust(member, activityId, of('2-201')))
    const [{ ballots }] = (await list(activityId)).datas
    const told = ballots.map(({ refusal, refusalreason }: { refusal: string; refusalreason?: string }) => [refusalreason, refusal])
    expect(told).toEqual([
      [undefined, ''],
      ['ballot.frozen', '该票权已标记或已投票，不能调整'],
      ['ballot.entrusted', '该票权有有效的委托，不能合并或拆分，请先撤销委托'],
    ])
  })

  it('are found in a roster of thousands, and merged by the hundred', async () => {
    const estateId: string = good(await member.post('/vtestate/save', { name: '大苑', addr: '路' })).estateid
    await registerMany(server, estateId, 3_000)
    await server.database.write((tx) => tx.updateTable('property').set({ owner_name: '开发商', id_number: 'D1' }).where('room', 'like', '_01').execute(), {
      isLong: true,
    })
    const { activityId } = await makeActivity(member, estateId)
    const { datas, samecount } = await list(activityId)
    expect(samecount).toBe(1)
    const ids = (datas[0].ballots as { ballotid: string }[]).map(({ ballotid }) => ballotid)
    expect(ids.length).toBeGreaterThan(200)
    good(await member.post('/votedef/mergeowners', { voteactivityid: activityId, owners: [{ mainrightballotid: ids[0], ballotids: ids.slice(1) }] }))
    expect(await list(activityId)).toMatchObject({ samecount: 0 })
    expect(await breaches(server.database)).toEqual([])
  })
})
