import { beforeAll, expect, it } from 'vitest'
import {
  askDeliver,
  askMark,
  askVote,
  good,
  makeActivity,
  makeEstate,
  optionsTopic,
  placeOf,
  propertyNamed,
  rosterOf,
  takeSteps,
  topic,
  type MadeActivity,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { setClock } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

const END = '2026-05-01 09:30:00'
const LATER = '2026-05-08 18:00:00'
const rooms = Array.from({ length: 9 }, (_, index) => `1-10${index + 1}`)
/** Nine dwellings of 91 to 99 m² and a parking space of 12 m², each with its own owner. */
const properties: readonly PropertyRow[] = [...rooms.map((name, index): PropertyRow => [name, `业主${index + 1}`, 91 + index]), ['2-101', '车主', 12]]

interface Cell {
  readonly axis: string
  readonly value: string
  readonly outcome: string
  readonly changed: boolean
}

onBothDatabases('a check of a conclusion', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  beforeAll(async () => {
    const estate = await makeEstate(member, properties)
    estateId = estate.estateId
    good(await member.post('/vtpropertyinfo/update', { propertyid: estate.propertyIds.get('2-101'), room: placeOf('2-101').room, category: 3 }))
  })

  const itIs = (moment: string): void => {
    server.clock.time = Date.parse(`${moment.replace(' ', 'T')}+08:00`)
  }
  const check = (activityId: string, client = member) => client.get('/vote/checkup', { voteactivityid: activityId })
  async function voteIsOn(more: Record<string, unknown> = {}) {
    await setClock(server, Date.parse('2026-05-01T09:00:00+08:00'))
    const activity = await makeActivity(member, estateId, { startdate: '2026-05-01 08:00:00', enddate: END, ...more })
    await takeSteps(member, activity.activityId, 'start')
    const roster = await rosterOf(server, activity.activityId)
    return { ...activity, at: (name: string): RosterProperty => propertyNamed(roster, name) }
  }
  type Activity = MadeActivity & { readonly at: (name: string) => RosterProperty }
  const vote = async (activity: Activity, name: string, answers: string, more: object = {}): Promise<string> =>
    good(await askVote(member, activity, [activity.at(name)], answers, more)).recordids[0]
  const voidVote = async ({ activityId }: Activity, recordid: string) =>
    good(await member.get('/vote/disable', { voteActivityId: activityId, recordid, reason: '核对后重新录入' }))
  const outcomes = async (activityId: string): Promise<string[]> =>
    good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })).statisticsResultDatalist.map(
      ({ conclusion }: { conclusion: { outcome: string } | null }) => conclusion?.outcome,
    )
  const cells = (item: { cells: readonly Cell[] }) => item.cells.map(({ axis, value, outcome, changed }) => `${axis}${value} ${outcome}${changed ? '！' : ''}`)

  it('is refused if there is nothing to check, and for other roles', async () => {
    const { activityId } = await makeActivity(member, estateId)
    expect(await check('nothing')).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await check(activityId)).toMatchObject({ code: 409, message: '当前状态为“未开始”，不能做结论体检' })
    await takeSteps(member, activityId, 'start')
    expect(await check(activityId)).toMatchObject({ code: 402, data: '还没有人投票，暂无结论可以体检' })
    expect(await check(activityId, await server.member('clerk_1', 'clerk'))).toMatchObject({ code: 403 })
    expect(await check(activityId, await server.member('manager_1', 'manager'))).toMatchObject({ code: 402 })
  })

  it('has only the applicable axes, each single change, the others, and what changes the outcome', async () => {
    const activity = await voteIsOn({ topics: [topic('更新电梯'), topic('筹集维修资金', { lawitem: 6 })] })
    for (const room of rooms.slice(0, 5)) await vote(activity, room, '11')
    await voidVote(activity, await vote(activity, '1-106', '11'))
    good(await askDeliver(member, activity.at('1-108')))
    itIs('2026-05-01 09:45:00')
    await vote(activity, '1-107', '12', { receivedat: END })
    good(await member.post('/votedef/extend', { id: activity.activityId, enddate: LATER, reason: '收回的表决票不足三分之二' }))
    itIs('2026-05-01 10:15:00')
    await vote(activity, '1-109', '22')

    const answer = good(await check(activity.activityId))
    expect(answer.heading).toBe('按不同口径试算，供核对')
    expect(answer.axes).toEqual([
      { axis: '未反馈票', present: '不计' },
      { axis: '整票作废', present: '不参与' },
      { axis: '车位面积', present: '计' },
      { axis: '截止后录入', present: '计' },
      { axis: '延期后收到', present: '计' },
    ])
    const [lift, fund] = answer.items
    expect([lift, fund]).toMatchObject([
      { votetopicid: activity.topics[0]?.votetopicid, voteoptionid: null, title: '更新电梯', outcome: '通过' },
      { title: '筹集维修资金', outcome: '不通过' },
    ])
    expect(answer.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(await outcomes(activity.activityId))
    // Seven of ten vote. Without one of them six do, fewer than two thirds; without the parking space six of nine are enough.
    expect(cells(lift)).toEqual([
      '未反馈票从多 通过',
      '未反馈票弃权 通过',
      '整票作废参与 通过',
      '车位面积不计 通过',
      '截止后录入不计 未成立！',
      '延期后收到不计 未成立！',
    ])
    expect(lift.cells[3]).toMatchObject({ participants: { count: 7, area: 661 }, approve: { count: 6, area: 562 } })
    expect(lift.others.total).toBe(3 * 2 * 2 * 2 * 2 - 1 - 6)
    expect(lift.flips).toEqual([
      { move: 'approve → invalid', count: 3, area: 286, outcome: '不通过', text: '最少3张（面积最大的3张，共286.00㎡）同意票按无效计，结论即变为不通过' },
      { move: 'approve → oppose', count: 3, area: 286, outcome: '不通过', text: '最少3张（面积最大的3张，共286.00㎡）同意票按反对计，结论即变为不通过' },
      { move: 'voted → not voted', count: 1, area: 99, outcome: '未成立', text: '最少1张（面积最大的1张，共99.00㎡）已投票按未投计，结论即变为未成立' },
    ])
    expect(fund.flips.map(({ text }: { text: string }) => text)).toEqual(['最少1张（面积最大的1张，共99.00㎡）反对票按同意计，结论即变为通过'])
  })

  it('leaves out a marked ballot whose vote was voided, and names the elected', async () => {
    const election = optionsTopic('选举业主委员会', ['甲', '乙'], { votetype: 14, seats: 1, seatorder: 1 })
    const activity = await voteIsOn({ topics: [election, optionsTopic('选聘物业', ['丙', '丁'])] })
    for (const room of rooms.slice(0, 6)) await vote(activity, room, '1012')
    await vote(activity, '1-107', '1112')
    await voidVote(activity, await vote(activity, '1-108', '1012'))
    good(await askMark(member, activity.activityId, activity.at('1-108'), 'A-1'))
    const { axes, items } = good(await check(activity.activityId))
    expect(axes).toEqual([{ axis: '车位面积', present: '计' }])
    expect(items).toMatchObject([
      { voteoptionid: null, title: '选举业主委员会', outcome: '当选：甲', cells: [{ outcome: '当选：甲', changed: false, approve: null }], flips: [] },
      { voteoptionid: activity.topics[1]?.options[0]?.voteoptionid, title: '丙', outcome: '通过' },
      { voteoptionid: activity.topics[1]?.options[1]?.voteoptionid, title: '丁', outcome: '不通过' },
    ])
  })

  it('counts deliveries by how well they are proven, if the activity has a delivery policy', async () => {
    const policy = [{ method: 1, clause: '第十二条', evidence: ['receipt'], days: 0 }]
    const activity = await voteIsOn({ votetype: 5, rulebasis: '第十条', deliverypolicy: policy })
    for (const room of rooms.slice(0, 6)) await vote(activity, room, '1')
    const picture = good(await member.upload('/file/image_upload', { field: 'file', name: 'receipt.png', bytes: pngBytes }))
    const signed = { method: 1, receiver: '业主', relation: 1 }
    const deliver = async (name: string, more: object) =>
      good(
        await member.post('/vote/savenotify', {
          activitypropertyid: activity.at(name).rosterPropertyId,
          votesource: 2,
          notifytime: '2026-05-01 08:30:00',
          remark: '',
          pics: [],
          ...more,
        }),
      )
    await deliver('1-107', { ...signed, pics: [picture] })
    await deliver('1-108', signed)
    await deliver('1-109', {})
    const { axes, items } = good(await check(activity.activityId))
    expect(axes.map(({ axis, present }: { axis: string; present: string }) => `${axis}${present}`)).toEqual(['未反馈票弃权', '车位面积计', '送达全部登记'])
    const [item] = items
    expect(cells(item)).toEqual(['未反馈票不计 未成立！', '未反馈票从多 通过', '车位面积不计 通过', '送达方式认可 通过', '送达凭证齐全 通过'])
    const counts = item.cells.map(({ axis, participants }: { axis: string; participants: { count: number } }) => `${axis}${participants.count}`)
    expect(counts).toEqual(['未反馈票6', '未反馈票9', '车位面积9', '送达8', '送达7'])
  })

  it('merges ballots that the check-up assigns to one owner, unless dismissed', async () => {
    const idNumber = '110101199003070134'
    const same = { phone: '13900139000', idNumber }
    const estate = await makeEstate(member, [['1-101', '张三', 90, same], ['1-102', '张三', 80, same], ...properties.slice(2, 7)])
    itIs('2026-05-01 09:00:00')
    const made = await makeActivity(member, estate.estateId, { startdate: '2026-05-01 08:00:00', enddate: END })
    await takeSteps(member, made.activityId, 'start')
    const roster = await rosterOf(server, made.activityId)
    const activity = { ...made, at: (name: string): RosterProperty => propertyNamed(roster, name) }
    for (const [name, answer] of Object.entries({ '1-101': '1', '1-102': '2', '1-103': '1', '1-104': '1', '1-105': '2' })) await vote(activity, name, answer)
    const { axes, items } = good(await check(activity.activityId))
    expect(axes).toEqual([{ axis: '疑似同一人', present: '不合并' }])
    // 张三 is one head with both answers: four heads take part, two approve, which is no majority.
    expect(items[0]).toMatchObject({
      outcome: '通过',
      cells: [{ value: '合并', outcome: '不通过', changed: true, participants: { count: 4, area: 452 }, approve: { count: 2, area: 277 } }],
    })
    const { findings } = good(await member.get('/roster/checkup', { voteactivityid: activity.activityId }))
    const { findingid } = findings.find(({ rule }: { rule: string }) => rule === 'sameOwner')
    good(await member.post('/roster/dismiss', { voteactivityid: activity.activityId, findingid, reason: '父子同名，证件号录错' }))
    expect(good(await check(activity.activityId)).axes).toEqual([])
  })

  it('returns the number of ballots whose re-casting one after another turns the outcome', async () => {
    const activity = await voteIsOn()
    const records = new Map<string, string>()
    for (const room of rooms) records.set(room, await vote(activity, room, room === '1-105' ? '2' : '1'))
    const [{ flips }] = good(await check(activity.activityId)).items
    const { count, area, outcome } = flips.find(({ move }: { move: string }) => move === 'approve → oppose')
    const largest = rooms.toReversed().filter((room) => room !== '1-105')
    expect(area).toBe(largest.slice(0, count).reduce((sum, room) => sum + activity.at(room).areaHundredths / 100, 0))
    for (const [turn, room] of largest.slice(0, count).entries()) {
      expect([turn, ...(await outcomes(activity.activityId))]).toEqual([turn, '通过'])
      await voidVote(activity, records.get(room) ?? '')
      await vote(activity, room, '2')
    }
    expect(await outcomes(activity.activityId)).toEqual([outcome])
    expect(good(await check(activity.activityId)).items[0]).toMatchObject({
      outcome,
      flips: [{ move: 'oppose → approve', count: 1 }],
    })
  })
})
