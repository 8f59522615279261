import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { BallotLayout, PrintedSlips } from '../../src/shared/features/paper/layout.ts'
import { good, makeActivityA, optionsTopic, propertyNamed, takeSteps, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

/** `paper.md` section 4: printing papers, and the layout frozen at their first issue. */
onBothDatabases('printed papers', (engine) => {
  const life = 365 * 86_400_000
  const server = serverForAll(engine, { sessionLife: { idle: life, total: life } })
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_2', 'clerk'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  beforeEach(async () => {
    server.clock.time = Date.UTC(2026, 4, 1, 1)
    activity = await makeActivityA(server, manager, { topics: [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])] })
    await takeSteps(manager, activity.activityId, 'start')
  })

  const body = (more: object = {}) => ({ voteactivityid: activity.activityId, ...more })
  const issue = async (more: object): Promise<{ code: string; ballotid: string }[]> => good(await manager.post('/paper/issue', body(more))).papers
  const print = (more: object = {}) => clerk.post('/paper/print', body(more))
  const layoutNow = async () => good(await clerk.get('/paper/layout', { voteactivityid: activity.activityId }))
  const frozen = () => server.database.read.selectFrom('ballot_layout').selectAll().execute()

  it('the layout has a box per answer, and its id is the start of its SHA-256', async () => {
    const { layoutid, layout } = await layoutNow()
    expect(BallotLayout.parse(layout).pages.flatMap(({ boxes }) => boxes).length).toBe(9)
    expect(layoutid).toBe(createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 8).toUpperCase())
  })

  it('the first issue freezes the layout, and later ones keep it', async () => {
    const before = (await frozen()).length
    await layoutNow()
    expect((await frozen()).length).toBe(before)
    await issue({ ballotids: [propertyNamed(activity.roster, '1-102').ballotId] })
    const kept = await layoutNow()
    expect((await frozen()).length).toBe(before + 1)
    // An extension changes what a new layout would say.
    server.clock.time += 60_000
    good(await manager.post('/votedef/extend', { id: activity.activityId, enddate: '2026-12-31 12:00:00', reason: '参加人数不足' }))
    await issue({ xpath: '' })
    expect(await layoutNow()).toEqual(kept)
    expect((await frozen()).length).toBe(before + 1)
    const entry = (await entriesOf(manager, { action: 'paper.issue', pageSize: 1 }))[0]
    expect(entry?.after).toMatchObject({ layoutId: kept.layoutid })
  })

  it('a branch’s papers print in natural order with place, number and area, without owner data', async () => {
    await issue({ xpath: '' })
    const { papers, layoutid } = good(await print())
    expect(papers.map(({ place, areasize }: { place: string; areasize: number }) => [place, areasize])).toEqual([
      ['一期-1栋-1单元-101、一期-1栋-1单元-201 等 2 套', 200],
      ['一期-1栋-1单元-102', 80],
      ['一期-1栋-1单元-301', 120],
      ['一期-2栋-1单元-101', 90],
      ['一期-2栋-1单元-102、一期-2栋-1单元-201 等 2 套', 110],
    ])
    expect(Object.keys(papers[0]).toSorted()).toEqual(['areasize', 'ballotno', 'code', 'place'])
    const branch = good(await print({ xpath: '一期▶▶2栋▶1单元' })).papers
    expect(branch).toEqual(papers.slice(3))
    const entry = (await entriesOf(manager, { action: 'paper.print', pageSize: 1 }))[0]
    expect(entry?.after).toMatchObject({ printed: 2, layoutId: layoutid })
    expect(entry?.after?.changed).toEqual(branch.map(({ code, place }: { code: string; place: string }) => ({ place, paperCode: code })))
    const stored = JSON.stringify([await frozen(), papers])
    for (const { ownerName, phone } of activity.roster.values()) for (const personal of [ownerName, phone]) expect(stored).not.toContain(personal)
  })

  it('slips are printed on the layout’s sheet, several per page or not at all, as requested', async () => {
    await issue({ xpath: '' })
    const usual = good(await print())
    expect(usual.slips).toBeNull()
    const { slips, layout, layoutid } = good(await print({ stub: 0, receipt: 4 }))
    expect([layout, layoutid]).toEqual([usual.layout, usual.layoutid])
    expect(PrintedSlips.parse(slips)).toMatchObject({ stub: null, receipt: { aPage: 4 } })
    const said = (printed: { receipt: { page: { texts: { text: string }[] } } }) => printed.receipt.page.texts.map(({ text }) => text).join('')
    expect(said(slips)).toContain('今收到上述投票活动的选票一份，共 1 页')
    expect((await entriesOf(manager, { action: 'paper.print', pageSize: 1 }))[0]?.after).toMatchObject({ stub: 0, receipt: 4 })
    expect(await print({ stub: 3 })).toMatchObject({ code: 400, message: '存根每页张数不正确' })
    expect(await print({ receipt: '4' })).toMatchObject({ code: 400, message: '送达回执每页张数不正确' })
    // A receipt states the current end when printed; the ballot stays as frozen.
    server.clock.time += 60_000
    good(await manager.post('/votedef/extend', { id: activity.activityId, enddate: '2026-12-31 12:00:00', reason: '参加人数不足' }))
    const later = good(await print({ stub: 4, receipt: 4 }))
    expect(later.layout).toEqual(usual.layout)
    expect(said(later.slips).replaceAll(' ', '')).toContain('2026年12月31日12:00')
  })

  it('handed-out papers are reprinted by code only; a branch without papers prints nothing', async () => {
    const [one] = await issue({ xpath: '一期▶▶1栋' })
    good(await clerk.post('/paper/out', body({ codes: [one?.code] })))
    expect(good(await print()).papers.map(({ code }: { code: string }) => code)).not.toContain(one?.code)
    expect(good(await print({ codes: [one?.code] })).papers.map(({ code }: { code: string }) => code)).toEqual([one?.code])
    const before = (await entriesOf(manager, { action: 'paper.print' })).length
    expect(good(await print({ xpath: '一期▶▶2栋' })).papers).toEqual([])
    expect((await entriesOf(manager, { action: 'paper.print' })).length).toBe(before)
  })

  it('a replacement paper prints with its new code on the same layout', async () => {
    const [one] = await issue({ xpath: '' })
    const { layoutid } = good(await print())
    const { code } = good(await clerk.post('/paper/replace', body({ code: one?.code, reason: '选票遗失' })))
    expect(good(await print({ codes: [code] }))).toMatchObject({ layoutid, papers: [{ code }] })
    expect(await print({ codes: [one?.code] })).toMatchObject({ code: 409, message: `该选票已换发，新编号${code}` })
  })

  it('papers state majorities, an election’s seats and order, and the meaning of silence', async () => {
    const mixed = await makeActivityA(server, manager, {
      votetype: 3,
      rulebasis: '《议事规则》第二十三条',
      topics: [
        topic('筹集维修资金', { lawitem: 6 }),
        topic('修改管理规约', { lawitem: 2 }),
        optionsTopic('选举业主委员会', ['甲', '乙', '丙'], { lawitem: 3, seats: 2, seatorder: 2 }),
      ],
    })
    const said = async (activityId: string): Promise<string> => {
      const { layout } = good(await clerk.get('/paper/layout', { voteactivityid: activityId }))
      return BallotLayout.parse(layout)
        .pages.flatMap(({ texts }) => texts.map(({ text }) => text))
        .join('')
    }
    const words = await said(mixed.activityId)
    for (const expected of [
      '表决规则：双四分之三（未反馈从多）',
      '表决规则：双过半（未反馈从多）',
      '应选 2 名，最多同意 2 名；超过的，对全部候选人无效',
      '表决规则：双过半（仅计收回票）；当选次序：先按同意面积，再按同意人数（依据《议事规则》第二十三条）',
      '依据《议事规则》第二十三条，已送达但未交回的选票，计入人数和面积均占多数的意见；选举类议题除外',
    ])
      expect(words).toContain(expected)
  })

  it('a copied activity has its own layout for its own topics', async () => {
    await issue({ xpath: '' })
    const { layoutid } = await layoutNow()
    const copy: string = good(await manager.post('/votedef/copy', { id: activity.activityId })).voteactivityid
    const own = good(await clerk.get('/paper/layout', { voteactivityid: copy }))
    expect(own.layoutid).not.toBe(layoutid)
    expect(await server.database.read.selectFrom('ballot_layout').select('layout_id').where('layout_id', '=', own.layoutid).execute()).toEqual([])
  })

  it('refuses what cannot be printed, all or nothing, without a journal entry', async () => {
    const [spoiled, received, good1] = await issue({ xpath: '' })
    good(await clerk.post('/paper/spoil', body({ codes: [spoiled?.code], reason: '选票损坏' })))
    good(await clerk.post('/paper/receive', body({ codes: [received?.code] })))
    const before = (await entriesOf(manager, { action: 'paper.print' })).length
    const refusals: readonly (readonly [object, object])[] = [
      [{ codes: ['A7K2Q9XC'] }, { code: 404, message: '未找到编号为A7K2Q9XC的选票' }],
      [{ codes: [good1?.code, spoiled?.code] }, { code: 409, message: '该选票已作废' }],
      [{ codes: [good1?.code, received?.code] }, { code: 409, message: `选票${received?.code}已收回，不能再打印` }],
      [{ codes: 7 }, { code: 400 }],
      [{ voteactivityid: 'none' }, { code: 404 }],
    ]
    const tallied = await makeActivityA(server, manager)
    await takeSteps(manager, tallied.activityId, 'start', 'startTally')
    expect(await print({ voteactivityid: tallied.activityId })).toMatchObject({ code: 409 })
    for (const [call, refusal] of refusals) expect(await print(call)).toMatchObject(refusal)
    server.clock.time = Date.UTC(2027, 0, 1)
    expect(await print({ codes: [good1?.code] })).toMatchObject({ code: 402, message: '不在投票时间内' })
    expect((await entriesOf(manager, { action: 'paper.print' })).length).toBe(before)
  })
})
