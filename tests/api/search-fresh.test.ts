import { beforeEach, expect, it } from 'vitest'
import { good, propertyNamed, makeActivity, makeEstate, mergeProperties, placeOf, rosterOf, takeSteps, type MadeActivity } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { property } from '../support/properties.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

/** The search caches properties in memory: after any write the next search must see it. */
whereDatabasesDiffer('the search after a change', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  let propertyIds: ReadonlyMap<string, string>
  let activity: MadeActivity
  beforeEach(async () => {
    const estate = await makeEstate(member, [
      ['1-101', '张三', 80],
      ['1-102', '李四', 80],
      ['2-101', '王五', 80],
    ])
    ;({ estateId, propertyIds } = estate)
    activity = await makeActivity(member, estateId)
    // Fills the cache before the change.
    expect([await registry('1栋'), await voters('1栋')]).toEqual([
      ['1-101', '1-102'],
      ['1-101', '1-102'],
    ])
  })

  const registry = async (condition: string): Promise<string[]> =>
    good(await member.get('/vtpropertyinfo/list', { estateId, condition })).datas.map(
      ({ building, room }: { building: string; room: string }) => `${building.replace('栋', '')}-${room}`,
    )
  const voters = async (condition: string): Promise<string[]> =>
    good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activity.activityId, condition })).map((voter: { votername: string }) =>
      voter.votername.replace('一期-', '').replace('栋-1单元', ''),
    )
  const id = (name: string): string => propertyIds.get(name) ?? ''
  const owner = (personname: string) => ({ personname, mobileno: '13500000000', idno: '' })
  const roster = async (name: string) => propertyNamed(await rosterOf(server, activity.activityId), name)

  it('finds a property that was registered', async () => {
    good(await member.post('/vtpropertyinfo/save', property(estateId, placeOf('1-103'), owner('单雄信'))))
    expect([await registry('单雄信'), await registry('sxx'), await registry('1栋')]).toEqual([['1-103'], ['1-103'], ['1-101', '1-102', '1-103']])
    expect(await voters('单雄信')).toEqual([])
  })

  it('finds a moved property at its new place under its new owner only', async () => {
    good(await member.post('/vtpropertyinfo/update', { propertyid: id('1-101'), building: '9栋', room: '901', ...owner('赵六') }))
    expect([await registry('9栋'), await registry('赵六'), await registry('张三'), await registry('1栋')]).toEqual([['9-901'], ['9-901'], [], ['1-102']])
    expect(await voters('张三')).toEqual(['1-101'])
  })

  it('does not find a deleted property', async () => {
    good(await member.get('/vtpropertyinfo/delete', { ids: id('1-101') }))
    expect([await registry('张三'), await registry('1栋')]).toEqual([[], ['1-102']])
    good(await member.get('/vtpropertyinfo/delete', { ids: [id('1-102'), id('2-101')].join(',') }))
    expect(await registry('栋')).toEqual([])
  })

  it('finds what a workbook added and changed', async () => {
    const rows = [
      ['一期', '', '1栋', '1单元', '', '101', 80, '孙七', '13500000001', ''],
      ['一期', '', '3栋', '1单元', '', '301', 80, '周八', '13500000002', ''],
    ]
    const file = { field: 'uploadfile', name: '房产.xlsx', bytes: await propertyWorkbook(rows) }
    expect(good(await member.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId }))).toEqual({ total: 2, inserted: 1, updated: 1 })
    expect([await registry('孙七'), await registry('3-301'), await registry('张三')]).toEqual([['1-101'], ['3-301'], []])
  })

  it('finds nothing of an import that was refused half-way', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ['一期', '', '5栋', '1单元', '', String(101 + index), 80, '吴九', '13500000003', ''])
    const file = {
      field: 'uploadfile',
      name: '房产.xlsx',
      bytes: await propertyWorkbook([...rows, ['一期', '', '5栋', '1单元', '', '999', 'x', '吴九', '13500000003', '']]),
    }
    expect((await member.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId })).code).toBe(402)
    expect(await registry('吴九')).toEqual([])
  })

  it('finds what a sync added to the roster', async () => {
    good(await member.post('/vtpropertyinfo/update', { propertyid: id('1-101'), room: '101', ...owner('赵六') }))
    const added = good(await member.post('/vtpropertyinfo/save', property(estateId, placeOf('4-401'), owner('郑十')))).propertyid
    good(await member.get('/vtpropertyinfo/synproperties', { ids: [id('1-101'), added].join(','), voteactivityid: activity.activityId }))
    expect([await voters('赵六'), await voters('张三'), await voters('郑十')]).toEqual([['1-101'], [], ['4-401']])
  })

  it('follows manual additions, changes and removals in the roster', async () => {
    const { rosterPropertyId } = await roster('1-101')
    good(await member.post('/votedef/addactivityproperty', { voteactivityid: activity.activityId, ...placeOf('6-601'), areasize: 70, ...owner('冯一') }))
    good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: rosterPropertyId, ...owner('陈二') }))
    expect([await voters('冯一'), await voters('陈二'), await voters('张三')]).toEqual([['6-601'], ['1-101'], []])
    good(await member.get('/votedef/delactivityproperty', { activitypropertyid: rosterPropertyId }))
    expect([await voters('陈二'), await voters('1栋')]).toEqual([[], ['1-102']])
    expect(await registry('张三')).toEqual(['1-101'])
  })

  it('finds a split-out property under its new owner', async () => {
    good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: (await roster('1-102')).rosterPropertyId, personname: '张三' }))
    await mergeProperties(server, member, activity.activityId, [['1-101', '1-102']])
    const propertyid = (await roster('1-102')).propertyId
    good(await member.post('/votedef/ballotseparateout', { voteactivityid: activity.activityId, propertyid, ...owner('褚三') }))
    expect([await voters('褚三'), await voters('张三')]).toEqual([['1-102'], ['1-101']])
  })

  it('finds the new owner after an approved change, in the registry and in the roster', async () => {
    good(
      await member.post('/votedef/savepropertychange', {
        propertyid: id('2-101'),
        voteactivityid: activity.activityId,
        creater: '王五之子',
        afterdata: { areasize: 80, ...owner('卫四') },
        personidpics: [],
        propertyidpics: [],
      }),
    )
    const [request] = good(await member.get('/votedef/getpropertychangelist', {})).datas
    good(await member.post('/votedef/approvechangeproperty', { id: request.id, approvalcomment: '' }))
    expect([await registry('卫四'), await voters('卫四'), await registry('王五'), await voters('王五')]).toEqual([['2-101'], ['2-101'], [], []])
  })

  it('follows the scope of an activity, and finds nothing once it is deleted', async () => {
    const whole = good(await member.get('/votedef/get', { id: activity.activityId }))
    good(await member.post('/votedef/update', { ...whole, scopeNodes: ['一期▶▶2栋'] }))
    expect([await voters('栋'), await voters('王五')]).toEqual([['2-101'], ['2-101']])
    good(await member.get('/votedef/delete', { ids: activity.activityId }))
    // The next activity may reuse the key of the deleted one.
    activity = await makeActivity(member, estateId, { scopeNodes: ['一期▶▶1栋'] })
    expect(await voters('栋')).toEqual(['1-101', '1-102'])
  })

  it('finds what another server on the same database wrote', async () => {
    await takeSteps(member, activity.activityId, 'start')
    const key = (await server.database.read.selectFrom('activity').select('id').where('public_id', '=', activity.activityId).executeTakeFirstOrThrow()).id
    // Bypasses this server's calls, like another process.
    await server.database.write(async (tx) => {
      isTamperedWith(server.database)
      await tx.updateTable('roster_property').set({ owner_name: '蒋五' }).where('activity_id', '=', key).where('owner_name', '=', '李四').execute()
    })
    expect([await voters('蒋五'), await voters('李四')]).toEqual([['1-102'], []])
  })
})
