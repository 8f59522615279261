import { areaHundredths } from '#shared/contract/values.ts'
import type { RosterAddition, RosterChange } from '#shared/features/ballot/contract.ts'
import type { Property, PropertyChange, PropertyDraft } from '#shared/features/property/contract.ts'
import { isOwnerPhone, joinMany, propertyMessages as say, splitMany } from '#shared/features/property/rules.ts'

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
}

export const formMessages = {
  area: '面积必须是大于0的数字，最多两位小数',
  areaTooLarge: '面积不能大于99999.99',
  phone: '手机号须为11位数字，没有手机号请填 11111111111',
} as const

const MAX_AREA_HUNDREDTHS = 9_999_999

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
export function areaFault(typed: string | undefined): string | null {
  if (plain(typed) === '') return null
  const hundredths = typedArea(typed)
  if (hundredths === null) return formMessages.area
  return hundredths > MAX_AREA_HUNDREDTHS ? formMessages.areaTooLarge : null
}

/** What is wrong with typed phones, or null; none at all is the required rule's business. */
export function phoneFault(typed: string | undefined): string | null {
  const phones = splitMany(joinMany(plain(typed)))
  return phones.every(isOwnerPhone) ? null : formMessages.phone
}

/** Says when there are not as many phones (or ID numbers) as owners, else null; an empty field is not counted. */
export function countFault(ownerName: string | undefined, typed: string | undefined): string | null {
  const [owners, others] = [ownerName, typed].map((field) => splitMany(joinMany(plain(field))).length) as [number, number]
  return owners === 0 || others === 0 || owners === others ? null : say.countsDiffer
}

/** The house that a filled form describes. */
export function draftOf(values: PropertyFormValues, estateId: string): PropertyDraft {
  return { estateId, ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }
}

/** The house that a filled form adds to an activity's roster. */
export function rosterAdditionOf(values: PropertyFormValues, activityId: string): RosterAddition {
  return { activityId, ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }
}

/** What a filled form makes of a house of a roster; the place stays. */
export function rosterChangeOf(values: PropertyFormValues, rosterPropertyId: string): RosterChange {
  const { ownerName, phone, idNumber } = fieldsOf(values)
  return { rosterPropertyId, ownerName, phone, idNumber, areaHundredths: typedArea(values.area) ?? 0 }
}

/**
 * The change that a filled form makes to a house: the room, which the server requires, and what differs.
 *
 * What another desk has changed meanwhile stays, and so does a floor that follows from the room. The edit form requires
 * only the room (`console.md` section 5): a field that may not be empty and was emptied is left as it is.
 */
export function changeOf(values: PropertyFormValues, before: Property): PropertyChange {
  const { room, ...fields } = fieldsOf(values)
  const change: { -readonly [K in keyof PropertyChange]: PropertyChange[K] } = { id: before.id, room }
  for (const field of ['period', 'building', 'ownerName', 'phone'] as const) {
    if (fields[field] !== '' && fields[field] !== before[field]) change[field] = fields[field]
  }
  for (const field of ['zone', 'unit', 'floor', 'idNumber'] as const) {
    if (fields[field] !== before[field]) change[field] = fields[field]
  }
  const hundredths = typedArea(values.area)
  if (hundredths !== null && hundredths !== before.areaHundredths) change.areaHundredths = hundredths
  return change
}

/** The form of a house's owners and area as a roster has them. */
export function ownerValuesOf({
  areaHundredths: hundredths,
  ownerName,
  phone,
  idNumber,
}: Pick<Property, 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber'>): PropertyFormValues {
  return { area: (hundredths / 100).toFixed(2), ownerName, phone, idNumber }
}

/** The form of a house that is there already. */
export function valuesOf({ period, zone, building, unit, floor, room, areaHundredths: hundredths, ownerName, phone, idNumber }: Property): PropertyFormValues {
  return { period, zone, building, unit, floor, room, area: (hundredths / 100).toFixed(2), ownerName, phone, idNumber }
}

function fieldsOf(values: PropertyFormValues) {
  const text = (typed: string | undefined) => (typed ?? '').trim()
  return {
    period: text(values.period),
    zone: text(values.zone),
    building: text(values.building),
    unit: text(values.unit),
    floor: text(values.floor),
    room: text(values.room),
    ownerName: joinMany(text(values.ownerName)),
    phone: joinMany(plain(values.phone)),
    idNumber: joinMany(plain(values.idNumber)),
  }
}
