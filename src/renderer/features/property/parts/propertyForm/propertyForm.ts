import { areaFault, areaHundredths } from '#shared/area/area.ts'
import {
  areaSourceNames,
  DEFAULT_CATEGORY,
  NO_AREA_SOURCE,
  propertyCategoryNames,
  type AreaSource,
  type PropertyCategory,
} from '#shared/features/property/categories.ts'
import type { RosterAddition, RosterChange, Voter } from '#shared/features/ballot/contract.ts'
import type { Property, PropertyChange, PropertyDraft } from '#shared/features/property/contract.ts'
import type { PropertyChangeDraft } from '#shared/features/property-change/contract.ts'
import { AREA, propertyLimits as limits, propertyMessages as say } from '#shared/features/property/rules.ts'
import { areOwnerPhones } from '#shared/owner/numbers.ts'
import { hasPhoneEach, idNumbers, isOneEach, ownerNames, phoneNumbers } from '#shared/owner/owners.ts'
import { placeFault, placeText } from '#shared/place/placeText.ts'
import type { FormField } from '../../../../ui/stale/staleForm.ts'

/** What the form holds while it is typed; a field that was never touched is undefined. */
export interface PropertyFormValues {
  readonly period?: string
  readonly zone?: string
  readonly building?: string
  readonly unit?: string
  readonly floor?: string
  readonly room?: string
  /** Square metres as typed. */
  readonly area?: string
  /** Several are separated by `/`, as are phones and ID numbers. */
  readonly ownerName?: string
  readonly phone?: string
  readonly idNumber?: string
  readonly category?: PropertyCategory
  readonly areaSource?: AreaSource
  /** Why the roster's heads or area change while votes are cast. */
  readonly reason?: string
}

/** The form of a property that is not there yet. */
export const newPropertyValues: PropertyFormValues = { category: DEFAULT_CATEGORY, areaSource: NO_AREA_SOURCE }

/** Full-width signs as the plain ones, without the blanks around: what an input method leaves in a field of digits. */
function plain(typed: string | undefined): string {
  return (typed ?? '').normalize('NFKC').trim()
}

/** Typed square metres as integer 0.01 m², or null; `89.5㎡` and `８９．５` are 89.5. */
export function typedArea(typed: string | undefined): number | null {
  return areaHundredths(
    plain(typed)
      .replace(/(m2|平方米|平米)$/i, '')
      .trim(),
  )
}

/** What is wrong with a typed area, or null; an empty one is the required rule's business. */
export function typedAreaFault(typed: string | undefined): string | null {
  return plain(typed) === '' ? null : areaFault(AREA, typedArea(typed))
}

/** What is wrong with typed phones, or null; none at all is the required rule's business. */
export function phoneFault(typed: string | undefined): string | null {
  return areOwnerPhones(phoneNumbers(typed ?? '')) ? null : say.phoneShape
}

/** Says when there is no phone for each owner, or not exactly one ID number, else null; an empty field is not counted. */
export function countFault(field: 'phone' | 'idNumber', ownerName: string | undefined, typed: string | undefined): string | null {
  const [owners, others] = [ownerNames(ownerName ?? ''), ownerNames(typed ?? '')]
  const isEnough = field === 'phone' ? hasPhoneEach : isOneEach
  return owners === '' || others === '' || isEnough(owners, others) ? null : say.countsDiffer
}

/** The property that a filled form describes. */
export function draftOf(values: PropertyFormValues, estateId: string): PropertyDraft {
  return { estateId, ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }
}

/** The property that a filled form adds to an activity's roster. */
export function rosterAdditionOf(values: PropertyFormValues, activityId: string): RosterAddition {
  return { activityId, ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0, reason: values.reason?.trim() ?? '' }
}

/** What a filled form makes of a property of a roster; the place stays. */
export function rosterChangeOf(values: PropertyFormValues, { rosterPropertyId, version }: Pick<Voter, 'rosterPropertyId' | 'version'>): RosterChange {
  const { ownerName, phone, idNumber, category, areaSource } = fieldsOf(values)
  return {
    rosterPropertyId,
    version,
    ownerName,
    phone,
    idNumber,
    category,
    areaSource,
    areaHundredths: typedArea(values.area) ?? 0,
    reason: values.reason?.trim() ?? '',
  }
}

/**
 * The change that a filled form makes to a property: the room, which the server requires, and what differs.
 *
 * What another desk has changed meanwhile stays, and so does a floor that follows from the room. The edit form requires
 * only the room (`console.md` section 5): a field that may not be empty and was emptied is left as it is.
 */
export function changeOf(values: PropertyFormValues, before: Property): PropertyChange {
  const { room, ...fields } = fieldsOf(values)
  const change: { -readonly [K in keyof PropertyChange]: PropertyChange[K] } = { id: before.id, version: before.version, room }
  for (const field of ['period', 'building', 'ownerName', 'phone'] as const) {
    if (fields[field] !== '' && fields[field] !== before[field]) change[field] = fields[field]
  }
  for (const field of ['zone', 'unit', 'floor', 'idNumber'] as const) {
    if (fields[field] !== before[field]) change[field] = fields[field]
  }
  if (fields.category !== before.category) change.category = fields.category
  if (fields.areaSource !== before.areaSource) change.areaSource = fields.areaSource
  const hundredths = typedArea(values.area)
  if (hundredths !== null && hundredths !== before.areaHundredths) change.areaHundredths = hundredths
  return change
}

/** What a filled form asks to change of a property; a number that is left as it was shown stays, masked or not. */
export function wantedOf(values: PropertyFormValues, shown: Pick<Property, 'phone' | 'idNumber'>): PropertyChangeDraft['after'] {
  const { ownerName, phone, idNumber } = fieldsOf(values)
  return {
    areaHundredths: typedArea(values.area) ?? 0,
    ownerName,
    phone: values.phone === shown.phone ? shown.phone : phone,
    idNumber: values.idNumber === shown.idNumber ? shown.idNumber : idNumber,
  }
}

/** The form of a property's owners and area as a roster has them. */
export function ownerValuesOf({
  areaHundredths: hundredths,
  ownerName,
  phone,
  idNumber,
  category,
  areaSource,
}: Pick<Property, 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber' | 'category' | 'areaSource'>): PropertyFormValues {
  return { area: (hundredths / 100).toFixed(2), ownerName, phone, idNumber, category, areaSource }
}

/** The form of a property that is there already. */
export function valuesOf(property: Property): PropertyFormValues {
  const { period, zone, building, unit, floor, room } = property
  return { period, zone, building, unit, floor, room, ...ownerValuesOf(property) }
}

/** What is wrong with a typed part of a place beside its length, or null. */
export function partFault(label: string, typed: string | undefined): string | null {
  return placeFault(label, placeText(typed ?? ''))
}

/** The fields as they are stored, whatever way they were typed. */
function fieldsOf(values: PropertyFormValues) {
  return {
    period: placeText(values.period ?? ''),
    zone: placeText(values.zone ?? ''),
    building: placeText(values.building ?? ''),
    unit: placeText(values.unit ?? ''),
    floor: placeText(values.floor ?? ''),
    room: placeText(values.room ?? ''),
    ownerName: ownerNames(values.ownerName ?? ''),
    phone: phoneNumbers(values.phone ?? ''),
    idNumber: idNumbers(values.idNumber ?? ''),
    category: values.category ?? DEFAULT_CATEGORY,
    areaSource: values.areaSource ?? NO_AREA_SOURCE,
  }
}

type PropertyField = FormField<PropertyFormValues> & { readonly key: keyof PropertyFormValues }

/** The fields of the owners, the area and what the property is, as two versions of a form are compared. */
export const comparedOwnerFields: readonly PropertyField[] = [
  { key: 'area', label: AREA, kind: 'text', words: ({ area }) => areaWords(area) },
  { key: 'ownerName', label: limits.ownerName.label, kind: 'text', words: (values) => fieldsOf(values).ownerName },
  { key: 'phone', label: limits.phone.label, kind: 'phone', words: (values) => fieldsOf(values).phone },
  { key: 'idNumber', label: limits.idNumber.label, kind: 'idNumber', words: (values) => fieldsOf(values).idNumber },
  { key: 'category', label: '用途', kind: 'text', words: (values) => propertyCategoryNames[fieldsOf(values).category] },
  { key: 'areaSource', label: '面积依据', kind: 'text', words: (values) => areaSourceNames[fieldsOf(values).areaSource] },
]
/** Every field of a property. */
export const comparedFields: readonly PropertyField[] = [
  { key: 'period', label: limits.period.label, kind: 'text', words: (values) => fieldsOf(values).period },
  { key: 'zone', label: limits.zone.label, kind: 'text', words: (values) => fieldsOf(values).zone },
  { key: 'building', label: limits.building.label, kind: 'text', words: (values) => fieldsOf(values).building },
  { key: 'unit', label: limits.unit.label, kind: 'text', words: (values) => fieldsOf(values).unit },
  { key: 'floor', label: limits.floor.label, kind: 'text', words: (values) => fieldsOf(values).floor },
  { key: 'room', label: limits.room.label, kind: 'text', words: (values) => fieldsOf(values).room },
  ...comparedOwnerFields,
]

function areaWords(typed: string | undefined): string {
  const hundredths = typedArea(typed)
  return hundredths === null ? (typed ?? '').trim() : `${(hundredths / 100).toFixed(2)}㎡`
}
