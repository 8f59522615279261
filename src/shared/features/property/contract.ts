import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { sorting } from '../../contract/sort.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { estateId } from '../../contract/ids.ts'
import { areaSum, id, idList, integer, moment, searchText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { categoryFilter, propertyChanged, propertySent, propertyShown } from './fields.ts'
import { propertyMessages as say } from './rules.ts'
import { importFields, importFile, ImportResult } from '../../import/contract.ts'

export const Property = wire({
  id: ['propertyid', z.string()],
  estateId: ['estateId', z.string()],
  ...propertyShown,
  /** When last written, compared as text on changes; see checkVersion(). */
  version: ['modifytime', z.string()],
})
export type Property = z.output<typeof Property>

/** Pinyin initials of the owner's name, character by character, if letters were searched for. */
export const nameInitials = ['initials', z.string().optional()] as const
/** A property in search results. */
export const FoundProperty = wire({ ...Property.fields, initials: nameInitials })
export type FoundProperty = z.output<typeof FoundProperty>

/** An import that may be undone, and the effect. */
export const LastImport = wire({
  /** Id of its journal entry, which identifies the import. */
  number: ['number', z.int()],
  at: ['time', moment],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  fileName: ['filename', z.string()],
  /** New properties, and changed ones. */
  removed: ['removed', z.int()],
  restored: ['restored', z.int()],
  /** Why it can no longer be undone, as a message; `''` if it can. */
  refusal: ['refusal', z.string()],
})
export type LastImport = z.output<typeof LastImport>

const propertyId = id('房产编号')
export const PropertyDraft = wire({
  estateId: ['estateId', estateId],
  ...propertySent,
})
export type PropertyDraft = z.output<typeof PropertyDraft>

/** The fields to change; `room` is required, others stay as they are if missing or null (`wire.md` section 3). */
export const PropertyChange = wire({
  id: ['propertyid', propertyId],
  version: ['modifytime', expectedVersion],
  ...propertyChanged,
})
export type PropertyChange = z.output<typeof PropertyChange>

/** A list's filter of an estate's properties, besides paging. */
const propertyFilter = { estateId: ['estateId', estateId], condition: ['condition', searchText], category: ['category', categoryFilter] } as const
const propertySort = sorting('place', 'area')
export type PropertySort = z.output<typeof propertySort>
export const propertyEndpoints = {
  'property.list': get('/vtpropertyinfo/list', 'viewer', {
    query: wire({ ...propertyFilter, sort: ['sort', propertySort], ...pageFields }),
    response: page(FoundProperty),
  }),
  /** Totals of all properties that match a condition. */
  'property.totals': get('/vtpropertyinfo/totals', 'viewer', {
    query: wire(propertyFilter),
    response: wire({ propertyCount: ['housecount', z.int()], areaHundredths: ['areasize', areaSum] }),
  }),
  /** All properties that match a condition, as a workbook. */
  'property.export': get('/vtpropertyinfo/export', 'viewer', {
    query: wire({ ...propertyFilter, sort: ['sort', propertySort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  'property.save': post('/vtpropertyinfo/save', 'manager', { body: PropertyDraft, response: wire({ id: ['propertyid', z.string()] }) }),
  'property.update': post('/vtpropertyinfo/update', 'manager', { scope: 'property', body: PropertyChange, response: z.null() }),
  'property.delete': get('/vtpropertyinfo/delete', 'manager', {
    scope: 'property',
    changesData: true,
    query: z.object({ ids: idList(say.nothingSelected) }),
    response: z.null(),
  }),
  'property.import': post('/vtpropertyinfo/importpropertyinfo', 'manager', {
    file: importFile,
    body: wire({ estateId: ['estateId', estateId], ...importFields }),
    response: ImportResult,
    isLong: true,
  }),
  /** An estate's last import if it can be undone, or with the reason why not; null if none. */
  'property.lastImport': get('/vtpropertyinfo/lastimport', 'manager', { query: wire({ estateId: ['estateId', estateId] }), response: LastImport.nullable() }),
  /** Removes what an import created, and restores what it changed. */
  'property.undoImport': post('/vtpropertyinfo/undoimport', 'manager', {
    body: wire({ estateId: ['estateId', estateId], number: ['number', integer('编号', { min: 1, max: Number.MAX_SAFE_INTEGER })] }),
    response: z.object({ removed: z.int(), restored: z.int() }),
    isLong: true,
  }),
} as const satisfies Endpoints
