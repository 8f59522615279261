import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { sorting } from '../../contract/sort.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { area, areaSum, id, idList, searchText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import {
  areaSourceShown,
  categoryFilter,
  categoryShown,
  optionalAreaSourceField,
  optionalCategoryField,
  optionalIdsField,
  optionalPlacePart,
  propertyFields,
  ownersField,
  phonesOrMaskField,
  placePart,
} from './fields.ts'
import { AREA, propertyLimits as limits, propertyMessages as say } from './rules.ts'
import { importFields, ImportResult } from '../../import/contract.ts'
import { MAX_WORKBOOK_BYTES } from '../../import/workbook.ts'

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
  phone: ['mobileno', phonesShown],
  idNumber: ['idno', idNumbersShown],
  category: ['category', categoryShown],
  areaSource: ['areasource', areaSourceShown],
  /** When it was last written, compared as text by who changes it; see checkVersion(). */
  version: ['modifytime', z.string()],
})
export type Property = z.output<typeof Property>

/** The initials of the owner's name in pinyin, character for character, where letters were searched for. */
export const nameInitials = ['initials', z.string().optional()] as const
/** A property as a list finds it. */
export const FoundProperty = wire({ ...Property.fields, initials: nameInitials })
export type FoundProperty = z.output<typeof FoundProperty>

const propertyId = id('房产编号')
const estateId = id('小区编号')
export const PropertyDraft = wire({
  estateId: ['estateId', estateId],
  ...propertyFields,
})
export type PropertyDraft = z.output<typeof PropertyDraft>

/** The fields to change; `room` is required, every other that is missing or null stays as it is (`wire.md` section 3). */
export const PropertyChange = wire({
  id: ['propertyid', propertyId],
  version: ['modifytime', expectedVersion],
  room: ['room', placePart(limits.room)],
  period: ['period', placePart(limits.period).nullish()],
  zone: ['zone', optionalPlacePart(limits.zone)],
  building: ['building', placePart(limits.building).nullish()],
  unit: ['unit', optionalPlacePart(limits.unit)],
  floor: ['floor', optionalPlacePart(limits.floor)],
  areaHundredths: ['areasize', area(AREA, say.area).nullish()],
  ownerName: ['personname', ownersField.nullish()],
  phone: ['mobileno', phonesOrMaskField.nullish()],
  idNumber: ['idno', optionalIdsField],
  category: ['category', optionalCategoryField],
  areaSource: ['areasource', optionalAreaSourceField],
})
export type PropertyChange = z.output<typeof PropertyChange>

/** Which properties of an estate a list shows, besides its page. */
const propertyFilter = { estateId: ['estateId', estateId], condition: ['condition', searchText], category: ['category', categoryFilter] } as const
const propertySort = sorting('place', 'area')
export type PropertySort = z.output<typeof propertySort>
export const propertyEndpoints = {
  'property.list': {
    method: 'GET',
    path: '/vtpropertyinfo/list',
    access: 'viewer',
    query: wire({
      ...propertyFilter,
      sort: ['sort', propertySort],
      pageNo: ['pageNo', paging.pageNo],
      pageSize: ['pageSize', paging.pageSize],
    }),
    response: page(FoundProperty),
  },
  /** What all properties that a condition shows add up to. */
  'property.totals': {
    method: 'GET',
    path: '/vtpropertyinfo/totals',
    access: 'viewer',
    query: wire(propertyFilter),
    response: wire({ propertyCount: ['housecount', z.int()], areaHundredths: ['areasize', areaSum] }),
  },
  /** All that a condition shows, as a workbook. */
  'property.export': {
    method: 'GET',
    path: '/vtpropertyinfo/export',
    access: 'viewer',
    query: wire({ ...propertyFilter, sort: ['sort', propertySort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  },
  'property.save': { method: 'POST', path: '/vtpropertyinfo/save', access: 'manager', body: PropertyDraft, response: wire({ id: ['propertyid', z.string()] }) },
  'property.update': { method: 'POST', path: '/vtpropertyinfo/update', access: 'manager', body: PropertyChange, response: z.null() },
  'property.delete': {
    method: 'GET',
    path: '/vtpropertyinfo/delete',
    access: 'manager',
    changesData: true,
    query: z.object({ ids: idList(say.nothingSelected) }),
    response: z.null(),
  },
  'property.import': {
    method: 'POST',
    path: '/vtpropertyinfo/importpropertyinfo',
    access: 'manager',
    file: { field: 'uploadfile', maxBytes: MAX_WORKBOOK_BYTES, tooLarge: 'workbook.tooLarge' },
    body: wire({ estateId: ['estateId', estateId], ...importFields }),
    response: ImportResult,
    isLong: true,
  },
} as const satisfies Endpoints
