import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { sorting } from '../../contract/sort.ts'
import { area, areaSum, flag, id, idList, optionalText, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { isOwnerPhone, joinMany, propertyMessages as say, splitMany } from './rules.ts'
import { IMPORT_TYPES_MESSAGE, MAX_WORKBOOK_BYTES } from './sheet.ts'

export { IMPORT_TYPES_MESSAGE, MAX_WORKBOOK_BYTES }

const place = (label: string, missing: string) => text(label, { max: 20, missing })
const many = (label: string, missing: string) => text(label, { max: 500, missing })
const phones = (field: string): boolean => splitMany(joinMany(field)).every(isOwnerPhone)

export const Property = wire({
  id: ['propertyid', z.string()],
  estateId: ['estateId', z.string()],
  period: ['period', z.string()],
  zone: ['zone', z.string()],
  building: ['building', z.string()],
  unit: ['unit', z.string()],
  floor: ['floor', z.string()],
  room: ['room', z.string()],
  areaHundredths: ['areasize', areaSum],
  ownerName: ['personname', z.string()],
  phone: ['mobileno', z.string()],
  idNumber: ['idno', z.string()],
})
export type Property = z.output<typeof Property>

/** The initials of the owner's name in pinyin, character for character, where letters were searched for. */
export const nameInitials = ['initials', z.string().optional()] as const
/** A property as a list finds it. */
export const FoundProperty = wire({ ...Property.fields, initials: nameInitials })
export type FoundProperty = z.output<typeof FoundProperty>

const propertyId = id('房产编号')
const estateId = id('小区编号')
const phoneShape = '手机号须为11位数字，没有手机号请填 11111111111'

export const PropertyDraft = wire({
  estateId: ['estateId', estateId],
  period: ['period', place('分期', say.period)],
  zone: ['zone', optionalText('区', { max: 20 })],
  building: ['building', place('楼栋', say.building)],
  unit: ['unit', optionalText('单元', { max: 20 })],
  floor: ['floor', optionalText('楼层', { max: 20 })],
  room: ['room', place('房号', say.room)],
  areaHundredths: ['areasize', area('面积', say.area)],
  ownerName: ['personname', many('产权人', say.ownerName)],
  phone: ['mobileno', many('手机号', say.phone).refine(phones, phoneShape)],
  idNumber: ['idno', optionalText('证件号', { max: 500 })],
})
export type PropertyDraft = z.output<typeof PropertyDraft>

/** The fields to change; `room` is required, every other that is missing or null stays as it is (`wire.md` section 3). */
export const PropertyChange = wire({
  id: ['propertyid', propertyId],
  room: ['room', place('房号', say.room)],
  period: ['period', place('分期', say.period).nullish()],
  zone: ['zone', z.string({ error: '区格式不正确' }).trim().max(20, '区不能超过20个字符').nullish()],
  building: ['building', place('楼栋', say.building).nullish()],
  unit: ['unit', z.string({ error: '单元格式不正确' }).trim().max(20, '单元不能超过20个字符').nullish()],
  floor: ['floor', z.string({ error: '楼层格式不正确' }).trim().max(20, '楼层不能超过20个字符').nullish()],
  areaHundredths: ['areasize', area('面积', say.area).nullish()],
  ownerName: ['personname', many('产权人', say.ownerName).nullish()],
  phone: ['mobileno', many('手机号', say.phone).refine(phones, phoneShape).nullish()],
  idNumber: ['idno', z.string({ error: '证件号格式不正确' }).trim().max(500, '证件号不能超过500个字符').nullish()],
})
export type PropertyChange = z.output<typeof PropertyChange>

/** The multipart fields of both imports (`wire.md` section 9). */
export const importFields = {
  isDryRun: ['dryrun', flag],
  jobId: ['jobid', z.string().trim().max(64, '任务编号过长').default('')],
} as const

/** What a check without writing shows: how the sheet was understood. */
export const ImportPreview = z.object({
  /** The sheet that was read: the first visible one. */
  sheet: z.string(),
  /** Sentences for the user: other sheets, hidden rows, doubtful ID numbers. */
  remarks: z.array(z.string()),
  /** The columns found, by the template's names, in the sheet's order. */
  columns: z.array(z.string()),
  /** The sheet's headers that mean nothing to the import. */
  ignored: z.array(z.string()),
  /** The first 20 rows as they were understood: the sheet's row number, then texts in the order of `columns`. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportResult = z.object({ total: z.int(), inserted: z.int(), updated: z.int(), preview: ImportPreview.optional() })
export type ImportResult = z.infer<typeof ImportResult>

/** Which cell is wrong and why; `row` is the sheet's own row number. */
export const WrongCell = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type WrongCell = z.infer<typeof WrongCell>

/** A wrong cell with what it holds, and whose row it stands in. */
export const RowError = WrongCell.extend({
  /** What stands in the cell, as it was read; phones and ID numbers are masked. `''` for an empty one. */
  value: z.string(),
  /** The place and the owner that the row is about, as far as they could be read. */
  place: z.string(),
  owner: z.string(),
})
export type RowError = z.infer<typeof RowError>

/** `data` of a 402 that refuses an import: at most {@link MAX_ROW_ERRORS} errors and their true number. */
export const ImportRefusal = z.object({ message: z.string(), errors: z.array(RowError), errorCount: z.int(), preview: ImportPreview.optional() })
export type ImportRefusal = z.infer<typeof ImportRefusal>
export const MAX_ROW_ERRORS = 1_000

/** Which houses of an estate a list shows, beside its page. */
const propertyFilter = { estateId: ['estateId', estateId], condition: ['condition', searchText] } as const
const propertySort = sorting('place', 'area')
export type PropertySort = z.output<typeof propertySort>

export const propertyEndpoints = {
  'property.list': {
    method: 'GET',
    path: '/vtpropertyinfo/list',
    query: wire({
      ...propertyFilter,
      sort: ['sort', propertySort],
      pageNo: ['pageNo', paging.pageNo],
      pageSize: ['pageSize', paging.pageSize],
    }),
    response: page(FoundProperty),
  },
  /** What all houses that a condition shows add up to. */
  'property.totals': {
    method: 'GET',
    path: '/vtpropertyinfo/totals',
    query: wire(propertyFilter),
    response: wire({ houseCount: ['housecount', z.int()], areaHundredths: ['areasize', areaSum] }),
  },
  /** All that a condition shows, as a workbook. */
  'property.export': {
    method: 'GET',
    path: '/vtpropertyinfo/export',
    query: wire({ ...propertyFilter, sort: ['sort', propertySort], ...exportFields }),
    response: 'binary',
    isLong: true,
  },
  'property.save': { method: 'POST', path: '/vtpropertyinfo/save', body: PropertyDraft, response: wire({ id: ['propertyid', z.string()] }) },
  'property.update': { method: 'POST', path: '/vtpropertyinfo/update', body: PropertyChange, response: z.null() },
  'property.delete': { method: 'GET', path: '/vtpropertyinfo/delete', acts: true, query: z.object({ ids: idList(say.nothingSelected) }), response: z.null() },
  'property.import': {
    method: 'POST',
    path: '/vtpropertyinfo/importpropertyinfo',
    file: { field: 'uploadfile', maxBytes: MAX_WORKBOOK_BYTES, tooLarge: '大小不可超过10M' },
    body: wire({ estateId: ['estateId', estateId], ...importFields }),
    response: ImportResult,
    isLong: true,
  },
} as const satisfies Endpoints
