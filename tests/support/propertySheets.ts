import { placeOf, type PropertyRow } from './activities.ts'
import type { Client } from './server.ts'
import { workbookOf } from './workbooks/make.ts'

/** Three properties of three owners, in two buildings. */
export const threeProperties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['2-101', '王五', 60],
]

/** The required columns of a sheet of properties, and a row of them. */
export const sheetColumns = ['分期', '楼栋', '单元', '房号', '面积', '产权人', '手机号'] as const
export const sheetRow = (room: string, area = 89.5): unknown[] => ['一期', '1栋', '1单元', room, area, '张三', '13800138000']

/** Imports a sheet of properties, the first row being the header. */
export const importSheet = async (client: Client, estateId: string, rows: readonly (readonly unknown[])[], fields: Record<string, string> = {}) =>
  client.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes: await workbookOf(rows) }, { estateId, ...fields })

/** Changes some fields of a property given by building and room (`1-101`). */
export const askChange = (client: Client, propertyIds: ReadonlyMap<string, string>, name: string, fields: object) =>
  client.post('/vtpropertyinfo/update', { propertyid: propertyIds.get(name), room: placeOf(name).room, ...fields })
