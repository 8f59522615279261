import { beforeAll, describe, expect, it } from 'vitest'
import { demoProperties } from '../../build/scripts/demo-properties.mjs'
import { good, makeActivity } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { demoRows, findsNobody, searchTable } from '../support/searchTable.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

interface WireProperty {
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string
  readonly room: string
}
const inWords = ({ period, zone, building, unit, room }: WireProperty): string => [period, zone, building, unit, room].filter((part) => part !== '').join('-')

whereDatabasesDiffer('the search for properties', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  let activityId: string
  beforeAll(async () => {
    estateId = good(await member.post('/vtestate/save', { name: '翠湖花园', addr: '翠湖路16号' })).estateid
    const file = { field: 'uploadfile', name: '房产.xlsx', bytes: await propertyWorkbook(demoRows()) }
    expect(good(await member.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId })).inserted).toBe(demoProperties().length)
    activityId = (await makeActivity(member, estateId)).activityId
  }, 60_000)

  /** The places found by each of the three searches, in order. */
  const atTheDesk = async (condition: string, location = ''): Promise<string[]> =>
    good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition, location })).map(
      (voter: { votername: string }) => voter.votername,
    )
  const inTheRegistry = async (condition: string, more: Record<string, number> = {}): Promise<string[]> =>
    good(await member.get('/vtpropertyinfo/list', { estateId, condition, pageSize: 50, ...more })).datas.map(inWords)
  const amongDeliveries = async (name: string, more: Record<string, unknown> = {}): Promise<string[]> =>
    good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, name, pageSize: 50, ...more })).datas.map(
      (row: { xpathname: string }) => row.xpathname,
    )

  it('is tested with at least sixty cases', () => expect(searchTable.length).toBeGreaterThanOrEqual(60))

  it.each(searchTable)('%s finds %s first, wherever it is asked', async (term, first) => {
    const found = await atTheDesk(term)
    expect(found[0]).toBe(first)
    expect((await inTheRegistry(term)).slice(0, 50)).toEqual(found)
    expect((await amongDeliveries(term)).slice(0, 50)).toEqual(found)
  })

  it.each(findsNobody)('%s finds nobody', async (term) => {
    expect([await atTheDesk(term), await inTheRegistry(term), await amongDeliveries(term)]).toEqual([[], [], []])
  })

  it('finds nobody if phone digits are combined with a place word', async () => {
    const holding = demoProperties().filter(({ building, unit, phone, idNumber }) => building === '2栋' && unit === '1单元' && /102/.test(phone + idNumber))
    expect(holding.length).toBeGreaterThan(0)
    const found = await atTheDesk('2栋 1单元 102')
    expect(found.filter((place) => !/-2栋-1单元-.*102/.test(place))).toEqual([])
  })

  it('ranks exact rooms before other places, and these before names and phones', async () => {
    const found = await inTheRegistry('1102')
    const rooms = found.filter((place) => place.endsWith('-1102'))
    expect(rooms.length).toBeGreaterThan(1)
    expect(found.slice(0, rooms.length)).toEqual(rooms)
    const [holding] = demoProperties().filter(({ room, phone }) => !room.includes('1102') && phone.includes('1102'))
    expect(holding && found.indexOf(inWords(holding))).toBeGreaterThanOrEqual(rooms.length)
  })

  it('pages through the best matches first, each property once', async () => {
    const pages = [1, 2, 3, 4, 5, 6].map((pageNo) => inTheRegistry('张', { pageNo, pageSize: 10 }))
    const paged = (await Promise.all(pages)).flat()
    const whole = good(await member.get('/vtpropertyinfo/list', { estateId, condition: '张', pageSize: 500 }))
    expect(paged).toEqual(whole.datas.slice(0, 60).map(inWords))
    expect(whole.totalCount).toBe(demoProperties().filter(({ ownerName }) => ownerName.includes('张')).length)
    expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition: '张', pageNo: 99 }))).toEqual({ datas: [], totalCount: whole.totalCount })
  })

  it('searches only places for a location', async () => {
    expect(await atTheDesk('102', '2栋 1单元')).toEqual(await atTheDesk('2栋 1单元 102'))
    expect(await atTheDesk('', '龚云红')).toEqual([])
    expect((await atTheDesk('7975', '1栋')).slice(0, 1)).toEqual(['一期-1栋-1单元-101'])
  })

  it('combines with the other filters of deliveries', async () => {
    expect(await amongDeliveries('1201', { xpath: '三期▶▶3栋' })).toEqual(['三期-3栋-1单元-1201'])
    expect(await amongDeliveries('1201', { notifystatus: 1 })).toEqual([])
    expect((await amongDeliveries('1201', { notifystatus: -1 }))[0]).toBe('三期-1栋-1单元-1201')
  })

  describe('marks exact matches', () => {
    const exact = async (condition: string): Promise<string[]> =>
      good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition }))
        .filter((voter: { exact: boolean }) => voter.exact)
        .map((voter: { votername: string }) => voter.votername)
    it.each([
      ['3栋 1201', ['三期-3栋-1单元-1201']],
      ['三期-3栋-1单元-1201', ['三期-3栋-1单元-1201']],
      ['2栋 1单元 102', ['一期-2栋-1单元-102', '二期-东区-2栋-1单元-102', '二期-西区-2栋-1单元-102', '三期-2栋-1单元-102']],
      ['3-1-1201', ['三期-3栋-1单元-1201']],
      ['龚云红', ['一期-1栋-1单元-101', '二期-东区-2栋-1单元-402']],
      ['韦超', ['一期-1栋-1单元-201']],
      ['13010197975', ['一期-1栋-1单元-101']],
      ['990125198207050258', ['一期-1栋-1单元-101']],
      ['云红', []],
      ['gyh', []],
      ['7975', []],
      ['3栋', []],
      ['3-1-12', []],
    ])('%s', async (term, places) => expect(await exact(term)).toEqual(places))
  })

  it('returns initials for letter searches, and for no others', async () => {
    const first = async (condition: string) => good(await member.get('/vtpropertyinfo/list', { estateId, condition })).datas[0]
    expect(await first('wrz')).toMatchObject({ personname: '韦然子/杜豪平', initials: 'wrz/dhp' })
    expect(await first('韦然子')).not.toHaveProperty('initials')
  })
})
