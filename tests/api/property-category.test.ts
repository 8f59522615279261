import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTemplate } from '../../src/main/files/template.ts'
import { askVote, good, makeActivity, makeEstate, placeOf, propertyNamed, rosterOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { lampFaults, linesIn, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { property } from '../support/properties.ts'
import { askChange, importSheet, sheetColumns, sheetRow, threeProperties } from '../support/propertySheets.ts'
import { readReport, rowOf, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

onBothDatabases('property category', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  let propertyIds: ReadonlyMap<string, string>
  beforeAll(async () => {
    await confirm(member)
    ;({ estateId, propertyIds } = await makeEstate(member, threeProperties, '翠湖花园'))
    await change('1-102', { category: 2, areasource: 1 })
    await change('2-101', { category: '3', areasource: 3 })
  })

  const change = async (name: string, fields: object) => good(await askChange(member, propertyIds, name, fields))
  const list = async (estate: string, query: Record<string, string | number> = {}) =>
    good(await member.get('/vtpropertyinfo/list', { estateId: estate, pageSize: 500, ...query }))
  const codes = async (estate: string): Promise<unknown[]> =>
    (await list(estate)).datas.map(({ room, category, areasource }: Record<string, unknown>) => [room, category, areasource])
  const newEstate = async (): Promise<string> => good(await member.post('/vtestate/save', { name: '别区', addr: '路' })).estateid
  const load = (estateId: string, rows: readonly (readonly unknown[])[], fields?: Record<string, string>) => importSheet(member, estateId, rows, fields)

  describe('property category in the registry', () => {
    it('defaults to a dwelling without an area source; omitted fields stay unchanged', async () => {
      const own = await newEstate()
      const { propertyid } = good(await member.post('/vtpropertyinfo/save', property(own)))
      const update = async (fields: object) => good(await member.post('/vtpropertyinfo/update', { propertyid, room: '101', ...fields }))
      expect(await codes(own)).toEqual([['101', 1, null]])
      await update({ category: 4, areasource: 2 })
      expect(await codes(own)).toEqual([['101', 4, 2]])
      await update({ areasize: 90, category: null, areasource: null })
      expect(await codes(own)).toEqual([['101', 4, 2]])
      await update({ areasource: '' })
      expect(await codes(own)).toEqual([['101', 4, null]])
    })

    it.each([
      [{ category: 5 }, 'category', '用途不正确'],
      [{ category: '商铺' }, 'category', '用途不正确'],
      [{ areasource: 4 }, 'areasource', '面积依据不正确'],
      [{ areasource: 1.5 }, 'areasource', '面积依据不正确'],
    ])('is refused as %j', async (fields, field, message) => {
      const sent = await member.post('/vtpropertyinfo/save', { ...property(estateId, { room: '909' }), ...fields })
      expect(sent).toMatchObject({ code: 400, data: [{ field, message }] })
    })

    it('filters the list, its totals and its export, also with a search', async () => {
      const rooms = async (query: Record<string, string | number>) =>
        (await list(estateId, query)).datas.map(({ building, room }: Record<string, string>) => `${building}${room}`)
      expect(await rooms({ category: 2 })).toEqual(['1栋102'])
      expect(await rooms({ category: 2, condition: '李四' })).toEqual(['1栋102'])
      expect(await rooms({ category: 3, condition: '李四' })).toEqual([])
      expect(await rooms({ category: '' })).toEqual(['1栋101', '1栋102', '2栋101'])
      expect(await rooms({ category: 1, sort: '-area' })).toEqual(['1栋101'])
      expect((await list(estateId, { category: 3, pageSize: 10 })).totalCount).toBe(1)
      expect(await member.get('/vtpropertyinfo/list', { estateId, category: 9 })).toMatchObject({ code: 400, data: [{ field: 'category' }] })
      expect(good(await member.get('/vtpropertyinfo/totals', { estateId, category: 2 }))).toEqual({ housecount: 1, areasize: 80 })
      const book = await readReport((await member.raw(`/vtpropertyinfo/export?estateId=${estateId}&category=2`)).rawPayload)
      const { rows } = tableIn(sheetNamed(book, '房产信息'), '分期')
      expect(rows).toMatchObject([{ 房号: '102', 用途: '商铺', 面积依据: '登记' }])
    })

    it('is totalled per category for the estate', async () => {
      const estates = good(await member.get('/vtestate/list', { pageSize: 500 })).datas as { estateid: string; categories: unknown }[]
      expect(estates.find((estate) => estate.estateid === estateId)?.categories).toEqual([
        { category: 1, housenum: 1, area: 100 },
        { category: 2, housenum: 1, area: 80 },
        { category: 3, housenum: 1, area: 60 },
      ])
    })
  })

  describe('property category in a workbook', () => {
    it('is imported from its columns; a missing column keeps values, an empty cell clears them', async () => {
      const own = await newEstate()
      good(
        await load(own, [
          [...sheetColumns, '用途', '面积依据'],
          [...sheetRow('101'), '商铺', '实测'],
          [...sheetRow('102'), ' 车 位', null],
          [...sheetRow('103'), null, '合同'],
        ]),
      )
      expect(await codes(own)).toEqual([
        ['101', 2, 2],
        ['102', 3, null],
        ['103', 1, 3],
      ])
      expect(good(await load(own, [sheetColumns, sheetRow('101', 90), sheetRow('104')]))).toEqual({ total: 2, inserted: 1, updated: 1 })
      expect((await codes(own))[0]).toEqual(['101', 2, 2])
      expect((await codes(own))[3]).toEqual(['104', 1, null])
      good(
        await load(own, [
          [...sheetColumns, '房屋用途'],
          [...sheetRow('101', 90), null],
        ]),
      )
      expect((await codes(own))[0]).toEqual(['101', 1, 2])
    })

    it('refuses an unknown word with its row', async () => {
      const own = await newEstate()
      const sent = await load(own, [
        [...sheetColumns, '用途', '面积依据'],
        [...sheetRow('101'), '别墅', '登记'],
        [...sheetRow('102'), '住宅', '测绘'],
      ])
      expect(sent).toMatchObject({
        code: 402,
        data: {
          errors: [
            { row: 2, column: '用途', message: '用途只能是：住宅、商铺、车位、其他', value: '别墅' },
            { row: 3, column: '面积依据', message: '面积依据只能是：登记、实测、合同', value: '测绘' },
          ],
        },
      })
      expect(await codes(own)).toEqual([])
    })

    it('skips the sample row of the template, also of one from before these columns', async () => {
      const book = new ExcelJS.Workbook()
      await book.xlsx.load(Buffer.from(await makeTemplate('property')) as unknown as ExcelJS.Buffer) // its types want an older Buffer
      const [header = [], sample = []] = [1, 2].map((line) => rowOf(sheetNamed(book, '房产信息'), line))
      const fresh = sample.map((value, index) => (header[index] === '房号' ? '101' : value))
      const firstNew = header.indexOf('用途')
      for (const end of [header.length, firstNew]) {
        const rows = [header, sample, fresh].map((cells) => cells.slice(0, end))
        expect(good(await load(await newEstate(), rows)).inserted).toBe(1)
      }
    })
  })

  describe('property category in a roster', () => {
    it('is copied, updated by syncs and by hand, and journalled', async () => {
      const { activityId } = await makeActivity(member, estateId)
      const voter = async (name: string) =>
        good(await member.get('/votedef/getactivityproperty', { activitypropertyid: propertyNamed(await rosterOf(server, activityId), name).rosterPropertyId }))
      expect(await voter('1-102')).toMatchObject({ category: 2, areasource: 1 })
      await takeSteps(member, activityId, 'start')
      await change('1-101', { category: 4, areasource: 2 })
      expect(await voter('1-101')).toMatchObject({ category: 1, areasource: null })
      good(await member.get('/vtpropertyinfo/synproperties', { ids: propertyIds.get('1-101') ?? '', voteactivityid: activityId }))
      expect(await voter('1-101')).toMatchObject({ category: 4, areasource: 2 })
      const { activitypropertyid } = await voter('1-101')
      good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid, category: 2, areasource: '' }))
      expect(await voter('1-101')).toMatchObject({ category: 2, areasource: null, areasize: 100 })
      good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid, areasize: 101 }))
      expect(await voter('1-101')).toMatchObject({ category: 2, areasource: null, areasize: 101 })
      const { activitypropertyid: added } = good(
        await member.post('/votedef/addactivityproperty', {
          voteactivityid: activityId,
          ...placeOf('9-101'),
          areasize: 12,
          personname: '周九',
          mobileno: '11111111111',
          category: 3,
        }),
      )
      expect(good(await member.get('/votedef/getactivityproperty', { activitypropertyid: added }))).toMatchObject({ category: 3, areasource: null })
      const changed = (await entriesOf(member, { action: 'ballot.modifyProperty', pageSize: 100 })).find(
        ({ before }) => (before as { category?: number }).category === 4,
      )
      expect(changed).toMatchObject({ before: { category: 4, areaSource: 2 }, after: { category: 2, areaSource: 0 } })
      await change('1-101', { category: 1, areasource: '' })
    })

    it('does not change the count, and is in the report and the bundle, which still verifies', async () => {
      const made = await makeActivity(member, estateId)
      const { activityId } = made
      await takeSteps(member, activityId, 'start')
      const roster = await rosterOf(server, activityId)
      for (const name of ['1-101', '1-102', '2-101']) good(await askVote(member, made, [propertyNamed(roster, name)], name === '2-101' ? '2' : '1'))
      await takeSteps(member, activityId, 'startTally', 'finish')
      const [topic] = good(await member.get('/votedef/satisticsvote', { id: activityId })).statisticsResultDatalist
      expect(topic.conclusion).toMatchObject({ participants: { count: 3, area: 240 }, approve: { count: 2, area: 180 }, outcome: '通过' })
      for (const [edition, sheet] of [
        ['', '票权清册'],
        ['public', '房屋面积'],
      ] as const) {
        const report = await readReport(
          (await member.raw(`/vote/report?voteActivityId=${activityId}${edition === '' ? '' : `&edition=${edition}`}`)).rawPayload,
        )
        expect(tableIn(sheetNamed(report, sheet), '房屋').rows.map(({ 用途 }) => 用途)).toEqual(['住宅', '商铺', '车位'])
        const intro = sheetNamed(report, '表决结论').getColumn(1).values.map(String)
        expect(intro).toContain('房屋用途：住宅 1 套 100.00 ㎡；商铺 1 套 80.00 ㎡；车位 1 套 60.00 ㎡')
      }
      const query = new URLSearchParams({ voteactivityid: activityId, edition: 'court', purpose: '调取证据' }).toString()
      const zip = (await member.raw(`/evidence/bundle?${query}`)).rawPayload
      const lines = linesIn(unzipped(zip), 'data/roster.jsonl') as { houses: { category: number; areasource?: number }[] }[]
      expect(lines.flatMap(({ houses: each }) => each.map(({ category, areasource }) => [category, areasource]))).toEqual([
        [1, undefined],
        [2, 1],
        [3, 3],
      ])
      expect(await lampFaults(zip)).toEqual(NO_FAULTS)
    })
  })
})
