import { beforeAll, expect, it } from 'vitest'
import {
  activityBody,
  askDeliver,
  askVote,
  good,
  makeActivity,
  makeEstate,
  optionsTopic,
  propertyNamed,
  rosterOf,
  takeSteps,
  topic,
  type MadeActivity,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { readReport, sheetNamed, shown, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

const candidates = ['甲', '乙', '丙', '丁'] as const
/** Ten properties of 100 m² and one of 250. */
const properties: readonly PropertyRow[] = Array.from({ length: 11 }, (_, index) => [`1-${101 + index}`, `业主${index + 1}`, index === 10 ? 250 : 100])

onBothDatabases('topics with their own majority, and elections', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let estateId: string
  beforeAll(async () => {
    ;({ estateId } = await makeEstate(admin, properties))
  })

  /** An activity in 投票中 with answers of the first properties; `''` skips one. */
  async function voted(more: Record<string, unknown>, answers: readonly string[], deliveredFrom = properties.length): Promise<MadeActivity> {
    const made = await makeActivity(admin, estateId, more)
    await takeSteps(admin, made.activityId, 'start')
    const roster = await rosterOf(server, made.activityId)
    for (const [index, [name]] of properties.entries()) {
      const given = answers[index] ?? ''
      if (given !== '') good(await askVote(admin, made, [propertyNamed(roster, name)], given))
      else if (index >= deliveredFrom) good(await askDeliver(admin, propertyNamed(roster, name)))
    }
    return made
  }
  const statistics = async ({ activityId }: MadeActivity) => good(await admin.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
  const repeated = (answers: string, times: number): string[] => Array.from({ length: times }, () => answers)

  it.each([
    [topic('甲', { lawitem: 0 }), '法定事项不正确'],
    [topic('甲', { lawitem: 10 }), '法定事项不正确'],
    [topic('甲', { lawitem: 1.5 }), '法定事项不正确'],
    [topic('甲', { lawitem: '六' }), '法定事项不正确'],
    [topic('甲', { seats: 1 }), '只有选项表决的议题可以设置应选名额和当选排序'],
    [topic('甲', { seatorder: 2 }), '只有选项表决的议题可以设置应选名额和当选排序'],
    [optionsTopic('甲', ['乙'], { seats: 0 }), '应选名额不能小于1'],
    [optionsTopic('甲', ['乙'], { seats: 1000 }), '应选名额不能大于999'],
    [optionsTopic('甲', ['乙'], { seats: 1.5 }), '应选名额格式不正确'],
    [optionsTopic('甲', ['乙'], { seats: 1, seatorder: 3 }), '当选排序不正确'],
  ])('are refused with %j', async (wrong, message) => {
    expect(await admin.post('/votedef/save', activityBody(estateId, { topics: [wrong] }))).toMatchObject({ code: 400, message })
  })

  it('are stored, changed and copied; clients that do not know the fields keep working', async () => {
    const topics = [
      topic('物业服务', { lawitem: '4' }),
      topic('停车', { lawitem: '' }),
      optionsTopic('选举', candidates, { lawitem: 3, seats: 2 }),
      optionsTopic('选色', ['红', '白'], { seatorder: 2 }),
    ]
    const { activityId } = await makeActivity(admin, estateId, { topics })
    const laws = async (id: string) =>
      good(await admin.get('/votedef/get', { id })).topics.map(({ lawitem, seats, seatorder }: Record<string, unknown>) => [lawitem, seats, seatorder])
    const kept = [
      [4, null, null],
      [null, null, null],
      [3, 2, 1],
      [null, null, null],
    ]
    expect(await laws(activityId)).toEqual(kept)
    const copy = good(await admin.post('/votedef/copy', { id: activityId })).voteactivityid
    expect(await laws(copy)).toEqual(kept)

    const { modifytime, topics: before } = good(await admin.get('/votedef/get', { id: activityId }))
    const changed = before.map((each: Record<string, unknown>, index: number) => ({
      ...each,
      ...(index === 0 ? { lawitem: 6 } : {}),
      ...(index === 2 ? { seatorder: 2 } : {}),
    }))
    good(await admin.post('/votedef/update', { ...activityBody(estateId, { topics: changed }), voteactivityid: activityId, modifytime }))
    expect(await laws(activityId)).toEqual([[6, null, null], kept[1], [3, 2, 2], kept[3]])
    const [entry] = good(await admin.get('/audit/list', { pageSize: 1 })).datas
    expect(JSON.stringify(entry.changes ?? entry)).toContain('第（六）项 筹集维修资金')
  })

  it('are each decided by their own fraction within one activity', async () => {
    // 9 of 11 take part, one more by its delivery, and 6 approve: more than half, less than three quarters.
    const topics = [topic('物业', { lawitem: 4 }), topic('筹集', { lawitem: 6 }), topic('按活动')]
    const made = await voted({ votetype: 5, rulebasis: '第八条', topics }, [...repeated('111', 6), ...repeated('222', 3)], 10)
    const { statisticsResultDatalist: found } = await statistics(made)
    expect(found.map(({ conclusion: { rule, outcome, strictoutcome } }: { conclusion: Record<string, string> }) => [rule, outcome, strictoutcome])).toEqual([
      ['双过半（未反馈计弃权）', '通过', '通过'],
      ['双四分之三（未反馈计弃权）', '不通过', '不通过'],
      ['双过半（未反馈计弃权）', '通过', '通过'],
    ])
    const three = await voted({ votetype: 2, topics: [topic('选举', { lawitem: 3 }), topic('按活动')] }, [...repeated('11', 6), ...repeated('22', 3)])
    expect((await statistics(three)).statisticsResultDatalist.map(({ conclusion }: { conclusion: { outcome: string } }) => conclusion.outcome)).toEqual([
      '通过',
      '不通过',
    ])
    const counted = await voted({ votetype: 6, topics: [topic('选举', { lawitem: 6 })] }, repeated('1', 8))
    expect((await statistics(counted)).statisticsResultDatalist[0].conclusion).toMatchObject({ rule: '仅统计', outcome: '不作结论', strictoutcome: '不作结论' })
  })

  it('elects the passing options in order; a tie at the last seat elects neither, and overvotes are invalid', async () => {
    const topics = [topic('预算'), optionsTopic('选举', candidates, { lawitem: 3, seats: 3 })]
    // The first approves all four. Of the others 甲 has 9, 乙 8, 丙 and 丁 6 each, with equal areas.
    const made = await voted({ votetype: 3, rulebasis: '议事规则第九条', topics }, [
      '11111',
      ...repeated('11121', 4),
      ...repeated('11112', 4),
      '12211',
      '11211',
    ])
    const { votedcount, statisticsResultDatalist: found } = await statistics(made)
    const [budget, election] = found
    expect([votedcount, budget.election, budget.voteSttcsResult.approve.count]).toEqual([11, null, 11])
    const [a, b, c, d] = made.topics[1]?.options.map(({ voteoptionid }) => voteoptionid) ?? []
    expect(election.election).toEqual({ seats: 3, elected: [a, b], tied: [c, d], vacant: 1, overvoted: { count: 1, area: 100 } })
    expect(election.options.map((each: { voteSttcsResult: Record<string, { count: number }> }) => each.voteSttcsResult['approve']?.count)).toEqual([9, 8, 6, 6])
    for (const { voteSttcsResult, conclusion } of election.options) {
      expect(voteSttcsResult.invalid).toMatchObject({ count: 1, area: 100 })
      expect(conclusion).toMatchObject({ participants: { count: 11, area: 1250 }, outcome: '通过', note: '选举不适用从多，未反馈票未计入' })
    }

    const { ballotId } = propertyNamed(await rosterOf(server, made.activityId), '1-101')
    const [record] = good(await admin.get('/votedef/getrepeatvote', { voteActivityId: made.activityId, ballotId }))
    expect(record.records.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual([1, 1, 1, 1, 1])

    await takeSteps(admin, made.activityId, 'finish')
    expect(good(await admin.get('/vote/verify', { voteactivityid: made.activityId })).differences).toEqual([])
    const report = async (more: string) => readReport(new Uint8Array((await admin.raw(`/vote/report?voteActivityId=${made.activityId}${more}`)).rawPayload))
    const book = await report('&edition=public')
    const sheet = sheetNamed(book, '表决结论')
    const lines = Array.from({ length: sheet.rowCount }, (_, index) => String(shown(sheet.getCell(index + 1, 1))))
    expect(lines).toContain('当选排序：2. 选举　应选 3 名，先按同意人数，再按同意面积（议事规则第九条）')
    expect(lines).toContain('“2. 选举”应选 3 名，当选 2 名，空缺 1 名；其中 2 名候选人并列，须再次表决；同意多于应选名额、对该议题无效的选票 1 票 100.00 ㎡。')
    expect(tableIn(sheet, '当选结果').rows.map(({ 当选结果: name, 同意人数, 同意面积, 名次, 结果 }) => [name, 同意人数, 同意面积, 名次, 结果])).toEqual([
      ['2.1 选举：甲', 9, 1050, 1, '当选'],
      ['2.2 选举：乙', 8, 800, 2, '当选'],
      ['2.3 选举：丙', 6, 750, '', '并列，须再次表决'],
      ['2.4 选举：丁', 6, 750, '', '并列，须再次表决'],
    ])
    expect(tableIn(sheet, '议题').rows.map(({ 适用规则, 法定事项 }) => [适用规则, 法定事项])).toEqual([
      ['双过半（未反馈从多）', ''],
      ...candidates.map(() => ['双过半（未反馈从多）', '第（三）项 选举业主委员会或者更换业主委员会成员']),
    ])
    await confirm(admin)
    const [ballot] = tableIn(sheetNamed(await report(''), '表决明细'), '房屋').rows
    expect([ballot?.['1. 预算'], ballot?.['2.1 选举：甲'], ballot?.['2.4 选举：丁']]).toEqual(['同意', '同意（超选无效）', '同意（超选无效）'])
  })

  it('orders the elected by heads or by area', async () => {
    const answers = [...repeated('12', 5), '11', '11', ...repeated('21', 3), '21']
    const orders: unknown[] = []
    for (const seatorder of [1, 2]) {
      const made = await voted({ topics: [optionsTopic('选举', ['甲', '乙'], { seats: 2, seatorder })] }, answers)
      const { elected } = (await statistics(made)).statisticsResultDatalist[0].election
      orders.push(elected.map((id: string) => made.topics[0]?.options.findIndex(({ voteoptionid }) => voteoptionid === id)))
    }
    // 甲 has 7 heads and 700 m², 乙 6 heads and 750 m².
    expect(orders).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('detects a changed law item, a changed seat count and an added seat that the journal does not have', async () => {
    const made = await voted({ topics: [topic('物业', { lawitem: 4 }), optionsTopic('选举', ['甲', '乙'], { seats: 1 })] }, repeated('112', 8))
    const changed = async (column: 'law_item' | 'seats' | 'seat_order', index: number, value: number) => {
      const id = made.topics[index]?.votetopicid ?? ''
      const before = await server.database.read.selectFrom('topic').select(column).where('public_id', '=', id).executeTakeFirstOrThrow()
      const set = (to: number | null) =>
        server.database.write((tx) =>
          tx
            .updateTable('topic')
            .set({ [column]: to })
            .where('public_id', '=', id)
            .execute(),
        )
      await set(value)
      const { differences } = good(await admin.get('/vote/verify', { voteactivityid: made.activityId }))
      await set(before[column])
      return differences.map(({ field, expected, found }: Record<string, unknown>) => [field, expected, found])
    }
    expect(await changed('law_item', 0, 6)).toEqual([['lawItem', 4, 6]])
    expect(await changed('law_item', 1, 3)).toEqual([['lawItem', null, 3]])
    expect(await changed('seats', 1, 2)).toEqual([['seats', 1, 2]])
    expect(await changed('seat_order', 1, 2)).toEqual([['seatOrder', 1, 2]])
  })
})
