import { MAX_OWNERS, propertyMessages as say } from '../features/property/rules.ts'
import { isMaskedKind, type MaskedKind } from '../owner/masking.ts'
import { idNumbers, ownerNames, phoneNumbers } from '../owner/owners.ts'
import { MAX_PLACE, placeText } from '../place/placeText.ts'
import { namesOf, type RecordField, type TextField } from './record.ts'

const place = { max: MAX_PLACE, kind: 'kept', normalise: placeText } as const

/** Where a property is. */
const placeFields = {
  period: { wire: 'period', column: 'period', label: '分期', missing: say.period, ...place },
  zone: { wire: 'zone', column: 'zone', label: '区', ...place },
  building: { wire: 'building', column: 'building', label: '楼栋', missing: say.building, ...place },
  unit: { wire: 'unit', column: 'unit', label: '单元', ...place },
  floor: { wire: 'floor', column: 'floor', label: '楼层', ...place },
  room: { wire: 'room', column: 'room', label: '房号', missing: say.room, ...place },
} as const satisfies Readonly<Record<string, TextField>>

/** Whose it is. */
const ownerFields = {
  ownerName: { wire: 'personname', column: 'owner_name', label: '产权人', kind: 'name', max: MAX_OWNERS, missing: say.ownerName, normalise: ownerNames },
  phone: { wire: 'mobileno', column: 'phone', label: '手机号', kind: 'phone', max: MAX_OWNERS, missing: say.phone, normalise: phoneNumbers },
  idNumber: { wire: 'idno', column: 'id_number', label: '证件号', kind: 'idNumber', max: MAX_OWNERS, normalise: idNumbers },
} as const satisfies Readonly<Record<string, TextField>>

const otherFields = {
  category: { wire: 'category', column: 'category', label: '用途', kind: 'kept', stored: 'integer' },
  areaSource: { wire: 'areasource', column: 'area_source', label: '面积依据', kind: 'kept', stored: 'integer' },
} as const satisfies Readonly<Record<string, RecordField>>

const areaFields = {
  areaHundredths: { wire: 'areasize', column: 'area_hundredths', label: '面积', kind: 'kept', stored: 'integer' },
} as const satisfies Readonly<Record<string, RecordField>>

/** What a roster may change of a property: all but its place. */
const changeableFields = { ...areaFields, ...ownerFields, ...otherFields } as const

/** What is known at the door, and of the registry alone: it never counts. */
const doorFields = {
  occupancy: { wire: 'occupancy', column: 'occupancy', label: '居住状态', kind: 'kept', stored: 'integer' },
  remark: { wire: 'remark', column: 'remark', label: '备注', kind: 'text', max: 200 },
} as const satisfies Readonly<Record<string, RecordField | TextField>>

/** What every roster copies of a property. */
export const copiedRecord = { ...placeFields, ...changeableFields } as const

/**
 * A property, in the registry and as far as {@link copiedRecord} goes in every roster: a row a field, in the order of sheets and lists.
 *
 * From it follow the contract's shapes, the tables' columns with how each is erased, the row mappers and what a roster copies,
 * the columns of the import, the journal's words, and how two versions are compared; what cannot follow from it does not compile while a field is missing there.
 */
export const propertyRecord = { ...copiedRecord, ...doorFields } as const
export type PropertyField = keyof typeof propertyRecord
export type CopiedField = keyof typeof copiedRecord
export type ChangeableField = keyof typeof changeableFields

export const propertyFieldNames = namesOf(propertyRecord)
export const copiedFieldNames = namesOf(copiedRecord)
export const doorFieldNames = namesOf(doorFields)
export const changeableFieldNames = namesOf(changeableFields)
export type TypedField = keyof typeof placeFields | keyof typeof ownerFields
/** Those that people type and that are written one way, as a form normalises them. */
export const typedFieldNames = namesOf<TypedField>({ ...placeFields, ...ownerFields })

/** The fields that are masked. */
export type MaskedField = { [Name in PropertyField]: (typeof propertyRecord)[Name]['kind'] extends MaskedKind ? Name : never }[PropertyField]
export const maskedFieldNames = propertyFieldNames.filter((name): name is MaskedField => isMaskedKind(propertyRecord[name].kind))
