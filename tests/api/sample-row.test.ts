import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { makeTemplate, type TemplateName } from '../../src/main/files/template.ts'
import { good, makeActivity, makeEstate } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

/** The program's own template, filled in as a person does: rows below the sample row, or the sample row itself changed. */
async function filled(name: TemplateName, { below = [], change = {} }: { below?: readonly (readonly unknown[])[]; change?: Record<number, unknown> }) {
  const workbook = new ExcelJS.Workbook()
  // exceljs's types use the old Buffer.
  await workbook.xlsx.load((await makeTemplate(name)).buffer)
  const [sheet] = workbook.worksheets
  if (!sheet) throw new Error('the template has no sheet')
  for (const [column, value] of Object.entries(change)) sheet.getRow(2).getCell(Number(column)).value = value as ExcelJS.CellValue
  for (const cells of below) sheet.addRow([...cells])
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

const left = '第2行是模板的示例，没有导入'
const none = { code: 402, data: '文件中没有数据行' }

onBothDatabases('the sample row of a template', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  describe('a template of properties', () => {
    const property = ['一期', '', '1栋', '1单元', '1', '101', 80, '王五', '13800000001', '']
    const newEstate = async (): Promise<string> => (await makeEstate(member, [])).estateId
    const load = (estateId: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
      member.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId, ...fields })
    const rooms = async (estateId: string): Promise<string[]> =>
      good(await member.get('/vtpropertyinfo/list', { estateId })).datas.map(({ room }: { room: string }) => room)

    it('skips an unchanged sample row with a note, and the sheet 填写说明 silently', async () => {
      const estateId = await newEstate()
      const file = await filled('property', { below: [property] })
      const checked = good(await load(estateId, file, { dryrun: '1' }))
      expect(checked).toMatchObject({ total: 1, inserted: 1, preview: { sheet: '房产信息', remarks: [left] } })
      expect(checked.preview.rows).toMatchObject([{ row: 3 }])
      expect(good(await load(estateId, file))).toEqual({ total: 1, inserted: 1, updated: 0 })
      expect(await rooms(estateId)).toEqual(['101'])
    })

    it('alone in the file is no row', async () => {
      const estateId = await newEstate()
      for (const fields of [{}, { dryrun: '1' }]) expect(await load(estateId, await filled('property', {}), fields)).toMatchObject(none)
      expect(await rooms(estateId)).toEqual([])
    })

    it.each([
      ['room', { 6: '1202' }, '1202'],
      ['area', { 7: 89.51 }, '1201'],
      ['owners', { 8: '张三/李五' }, '1201'],
      ['ID numbers', { 10: '110101196203150012/' }, '1201'],
    ])('with another %s is a property', async (_, change, room) => {
      const estateId = await newEstate()
      const wanted = '10' in change ? { 8: '张三', 9: '13800138000', 10: '110101196203150012' } : change
      const file = await filled('property', { change: wanted })
      expect(good(await load(estateId, file, { dryrun: '1' })).preview.remarks).toEqual([])
      expect(good(await load(estateId, file))).toMatchObject({ total: 1, inserted: 1 })
      expect(await rooms(estateId)).toEqual([room])
    })

    it('notes repeated copies of the sample row once', async () => {
      const estateId = await newEstate()
      const sample = ['一期', '', '3栋', '1单元', '12', '1201', 89.5, '张三/李四', '13800138000/13900139000', '']
      const file = await filled('property', { below: [...Array.from({ length: 30 }, () => sample), property] })
      const { remarks } = good(await load(estateId, file, { dryrun: '1' })).preview
      expect(remarks).toEqual([expect.stringMatching(/^第2、3、.*等31行是模板的示例，没有导入$/)])
    })
  })

  describe('a template of deliveries', () => {
    const delivery = ['一期', '', '1栋', '1单元', '101', '电话', '2026-04-28 09:30', '王五', '']
    const started = async () => {
      const { estateId } = await makeEstate(member, [
        ['1-101', '张三', 100],
        ['3-1201', '李四', 80],
      ])
      return makeActivity(member, estateId)
    }
    const load = (activityid: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
      member.upload('/vote/importnotifyinfo', { field: 'uploadfile', name: '送达.xlsx', bytes }, { activityid, ...fields })
    const delivered = async ({ activityId }: { activityId: string }): Promise<number> =>
      good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, notifystatus: 0 })).totalCount

    it('skips the sample row with a note even if its property exists, and 填写说明 silently', async () => {
      const activity = await started()
      const file = await filled('delivery', { below: [delivery] })
      const checked = good(await load(activity.activityId, file, { dryrun: '1' }))
      expect(checked).toMatchObject({ total: 1, inserted: 1, preview: { remarks: [left] } })
      expect(good(await load(activity.activityId, file))).toEqual({ total: 1, inserted: 1, updated: 0 })
      expect(await delivered(activity)).toBe(1)
    })

    it('alone in the file is no row', async () => {
      const activity = await started()
      for (const fields of [{}, { dryrun: '1' }]) expect(await load(activity.activityId, await filled('delivery', {}), fields)).toMatchObject(none)
      expect(await delivered(activity)).toBe(0)
    })

    it('imports the sample row with another time as a delivery', async () => {
      const activity = await started()
      const file = await filled('delivery', { change: { 7: '2026-04-30 09:30' } })
      expect(good(await load(activity.activityId, file, { dryrun: '1' })).preview.remarks).toEqual([])
      expect(good(await load(activity.activityId, file))).toMatchObject({ total: 1, inserted: 1 })
    })
  })
})
