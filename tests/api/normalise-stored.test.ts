import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { good, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { breaches } from '../support/invariants.ts'
import { makeOldDatabase } from '../support/oldDatabase.ts'
import { oldRows } from '../support/oldRows.ts'
import { logIn, startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })
/** Databases of before are brought to the one way in which places, names, phones and ID numbers are stored. */
onBothDatabases('what was stored before places were normalised', (engine) => {
  let server: TestServer
  let member: Client
  beforeAll(async () => {
    server = await startServer(engine, {}, { prepare: async (location) => makeOldDatabase(location, 4, await oldRows()) })
    member = server.client(await logIn(server.client(), 'admin_1'))
  })
  afterAll(() => server.close())

  const list = async (condition = '') => good(await member.get('/vtpropertyinfo/list', { estateId: 'e1', condition, pageSize: 50 })).datas
  const property = async (id: string) => (await list()).find((each: { propertyid: string }) => each.propertyid === id)
  const voter = async (id: string) => good(await member.get('/votedef/getactivityproperty', { activitypropertyid: id }))
  const unsettled = async (): Promise<{ place: string; reason: string; properties: { propertyid: string }[] }[]> =>
    good(await member.get('/vtpropertyinfo/unsettledplaces', { estateId: 'e1' }))
  const listed = async () =>
    (await unsettled()).map(({ place, reason, properties }) => [place, reason, properties.map(({ propertyid }) => propertyid).toSorted()])
  const listedInRoster = async (voteActivityId: string) =>
    good(await member.get('/votedef/unsettledplaces', { voteActivityId })).map(
      ({ place, reason, voters }: { place: string; reason: string; voters: { activitypropertyid: string }[] }) => [
        place,
        reason,
        voters.map(({ activitypropertyid }) => activitypropertyid).toSorted(),
      ],
    )

  it('is normalised in the registry and in rosters, and found by what it is now', async () => {
    const now = { building: '3栋', room: '1201', personname: '张三', mobileno: '13800138000', idno: '11010119900101123X' }
    expect(await property('wide')).toMatchObject(now)
    expect(await voter('r1-wide')).toMatchObject({ votername: '一期-3栋-1单元-1201', v1: '张三', v2: '13800138000', v3: '11010119900101123X' })
    expect(await voter('r2-wide')).toMatchObject({ votername: '一期-3栋-1单元-1201', v1: '张三' })
    expect((await list('张三 3栋')).map((each: { propertyid: string }) => each.propertyid)).toEqual(['wide'])
    const found = good(await member.get('/vote/queryvotersbycondition', { voteactivityid: 'a2', condition: '张三 123x' }))
    expect(found.map((each: { activitypropertyid: string }) => each.activitypropertyid)).toEqual(['r2-wide'])
    expect(good(await member.get('/votedef/getpropertychangelist', { condition: '13800138000' })).datas).toMatchObject([{ beforedata: { personname: '张三' } }])
    expect(good(await member.get('/votedef/list', { name: '(二期)AB' })).totalCount).toBe(2)
    expect(good(await member.get('/account/list', { name: '王主任' })).totalCount).toBe(1)
    expect(await breaches(server.database)).toEqual([])
  })

  it('keeps the order in which its properties are read', async () => {
    expect((await list()).map((each: { propertyid: string }) => each.propertyid)).toEqual([
      'plain',
      'collides',
      'raw2',
      'raw1',
      'arrow',
      'wide',
      'pair',
      'pairAgain',
    ])
  })

  it('knows owners by the set of them', async () => {
    const { properties } = good(await member.get('/voteperson/getpersonwithproperty', { id: 'pair' }))
    expect(properties.map((each: { propertyid: string }) => each.propertyid)).toEqual(['pair', 'pairAgain'])
    expect((await property('pairAgain')).personname).toBe('李四/张三')
    const { voters } = good(await member.get('/vote/queryVotersByPropertyId', { voteactivityid: 'a2', propertyid: 'pairAgain' }))
    expect(voters.map((each: { activitypropertyid: string }) => each.activitypropertyid)).toEqual(['r2-pairAgain', 'r2-pair'])
    expect(good(await member.get('/vtestate/list')).datas[0]).toMatchObject({ houesenum: 8, rightnum: 7 })
  })

  it('keeps an activity’s scope with its properties', async () => {
    const paths: string[] = good(await member.get('/vtestate/getactivitynodes', { voteActivityId: 'a1' }))
    expect(paths.toSorted()).toEqual(['一期▶▶2栋▶1单元', '一期▶▶3▶1', '一期▶▶3栋'])
    const { modifytime: _, ...whole } = good(await member.get('/votedef/get', { id: 'a1' }))
    good(await member.post('/votedef/update', { ...whole, topics: [{ title: '电梯', topictype: 1, votetype: 15 }] }))
    expect((await voter('r1-wide')).votername).toBe('一期-3栋-1单元-1201')
  })

  it('leaves places that would be one, or hold ▶, as they are, and lists them', async () => {
    expect([(await property('plain')).room, (await property('collides')).room, (await property('raw1')).room, (await property('raw2')).room]).toEqual([
      '101',
      '１０１',
      '12\u200b01',
      '12 01',
    ])
    expect(await listed()).toEqual([
      ['一期-1栋-1单元-101', 'collides', ['collides', 'plain']],
      ['一期-2栋-1单元-1201', 'collides', ['raw1', 'raw2']],
      ['一期-3▶1-1单元-301', 'separator', ['arrow']],
    ])
    expect(await listedInRoster('a1')).toEqual([
      ['一期-1栋-1单元-101', 'collides', ['r1-collides', 'r1-plain']],
      ['一期-2栋-1单元-1201', 'collides', ['r1-raw1', 'r1-raw2']],
      ['一期-3▶1-1单元-301', 'separator', ['r1-arrow']],
    ])
    expect((await listedInRoster('a2')).length).toBe(3)
    // They can be found and worked with all the same.
    expect((await list('赵六 1201')).map((each: { propertyid: string }) => each.propertyid)).toEqual(['raw1'])
  })

  it('journals what became of it, behind what was there', async () => {
    expect(good(await member.get('/audit/verify'))).toMatchObject({ intact: true })
    const entries = good(await member.get('/audit/list', { action: 'system.normalise', pageSize: 100 })).datas
    expect(entries.length).toBeGreaterThanOrEqual(4)
    expect(entries.map((each: { subject: string }) => each.subject)).toEqual(expect.arrayContaining(['e1', 'a1', 'a2', 'u1']))
    expect(entries.every((each: { username: string; number: number }) => each.username === '' && each.number > 1)).toBe(true)
  })

  describe('until somebody decides', () => {
    const update = (propertyid: string, change: object) => member.post('/vtpropertyinfo/update', { propertyid, ...change })

    it('the rest of such a property can be changed, and its place only to one that is free', async () => {
      expect(answer(await update('collides', { room: '１０１', mobileno: '13900139000' })).code).toBe(200)
      expect(await property('collides')).toMatchObject({ room: '１０１', mobileno: '13900139000' })
      expect(answer(await update('plain', { room: '１０１' })).code).toBe(200)
      expect((await listed()).length).toBe(3)
      expect(answer(await update('arrow', { room: '301', building: '3▶1' }))).toEqual({ code: 400, message: '楼栋不能包含▶' })
    })

    it('an edit of the place settles it', async () => {
      good(await update('collides', { room: '１０１A' }))
      expect(await property('collides')).toMatchObject({ room: '101A' })
      good(await update('arrow', { room: '301', building: '3栋' }))
      expect((await listed()).map(([place]) => place)).toEqual(['一期-2栋-1单元-1201'])
    })

    it('so does a deletion: the one that is left is normalised with its next change', async () => {
      good(await member.get('/vtpropertyinfo/delete', { ids: 'raw2' }))
      expect(await listed()).toEqual([['一期-2栋-1单元-1201', 'collides', ['raw1']]])
      good(await update('raw1', { room: '1201' }))
      expect((await property('raw1')).room).toBe('1201')
      expect(await listed()).toEqual([])
    })

    it('a roster follows by sync or by a deletion', async () => {
      good(await member.get('/vtpropertyinfo/synproperties', { ids: 'collides,arrow', voteactivityid: 'a1' }))
      expect((await voter('r1-arrow')).votername).toBe('一期-3栋-1单元-301')
      good(await member.get('/votedef/delactivityproperty', { activitypropertyid: 'r1-raw2' }))
      good(await member.get('/vtpropertyinfo/synproperties', { ids: 'raw1', voteactivityid: 'a1' }))
      expect(await listedInRoster('a1')).toEqual([])
      expect((await listedInRoster('a2')).length).toBe(3)
      good(await member.get('/vtpropertyinfo/list', { estateId: 'e1' }))
      await takeSteps(member, 'a1', 'start')
      expect(await breaches(server.database)).toEqual([])
    })

    it('a request that was handed in before can be approved', async () => {
      good(await member.post('/votedef/approvechangeproperty', { id: 'c1', approvalcomment: '' }))
      expect(await property('wide')).toMatchObject({ areasize: 90, personname: '张三' })
    })
  })
})
