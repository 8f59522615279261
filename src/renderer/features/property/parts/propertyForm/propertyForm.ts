import { areaFault, areaHundredths } from '#shared/area/area.ts'
import { areaSourceNames, DEFAULT_CATEGORY, NO_AREA_SOURCE, NO_OCCUPANCY, occupancyNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import type { RosterAddition, RosterChange, Voter } from '#shared/features/ballot/contract.ts'
import type { Property, PropertyChange, PropertyDraft } from '#shared/features/property/contract.ts'
import type { PropertyChangeDraft } from '#shared/features/property-change/contract.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import {
  changeableFieldNames,
  copiedFieldNames,
  propertyFieldNames,
  propertyRecord as record,
  typedFieldNames,
  type ChangeableField,
  type PropertyField,
  type TypedField,
} from '#shared/records/property.ts'
import { isMaskedKind } from '#shared/owner/masking.ts'
import { areOwnerPhones } from '#shared/owner/numbers.ts'
import { hasPhoneEach, isOneEach, ownerNames, phoneNumbers } from '#shared/owner/owners.ts'
import { placeFault, placeText } from '#shared/place/placeText.ts'
import type { TextField } from '#shared/records/record.ts'
import { keptText } from '#shared/text/normalise.ts'
import type { FormField } from '../../../../ui/stale/staleForm.ts'

/** What the form holds while it is typed; a field that was never touched is undefined. */
export type PropertyFormValues = { readonly [Name in Exclude<PropertyField, 'areaHundredths'>]?: Property[Name] } & {
  /** Square metres as typed. */
  readonly area?: string
  /** Why the roster's heads or area change while votes are cast. */
  readonly reason?: string
}

/** The form of a property that is not there yet. */
export const newPropertyValues: PropertyFormValues = { category: DEFAULT_CATEGORY, areaSource: NO_AREA_SOURCE, occupancy: NO_OCCUPANCY }

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
  return plain(typed) === '' ? null : areaFault(record.areaHundredths.label, typedArea(typed))
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
  const fields = only(copiedFieldNames, { ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 })
  return { activityId, ...fields, reason: values.reason?.trim() ?? '' }
}

/** What a filled form makes of a property of a roster; the place stays. */
export function rosterChangeOf(values: PropertyFormValues, { rosterPropertyId, version }: Pick<Voter, 'rosterPropertyId' | 'version'>): RosterChange {
  return {
    rosterPropertyId,
    version,
    ...only(changeableFieldNames, { ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }),
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
  const { room, ...typed } = fieldsOf(values)
  const fields = { ...typed, areaHundredths: typedArea(values.area) ?? before.areaHundredths }
  const names = propertyFieldNames.filter((name) => name !== 'room').filter((name) => fields[name] !== before[name])
  return {
    id: before.id,
    version: before.version,
    room,
    ...only(
      names.filter((name) => fields[name] !== '' || !('missing' in record[name])),
      fields,
    ),
  }
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
export function ownerValuesOf(property: Pick<Property, ChangeableField>): PropertyFormValues {
  const { areaHundredths: hundredths, ...fields } = only(changeableFieldNames, property)
  return { area: (hundredths / 100).toFixed(2), ...fields }
}

/** The form of a property that is there already. */
export function valuesOf(property: Property): PropertyFormValues {
  const { areaHundredths: _area, ...fields } = only(propertyFieldNames, property)
  return { ...fields, ...ownerValuesOf(property) }
}

/** What is wrong with a typed part of a place, its length aside, or null. */
export function partFault(label: string, typed: string | undefined): string | null {
  return placeFault(label, placeText(typed ?? ''))
}

/** The fields as they are stored, whatever way they were typed. */
function fieldsOf(values: PropertyFormValues): Omit<Pick<Property, PropertyField>, 'areaHundredths'> {
  const texts = typedFieldNames.map((name) => [name, kept(record[name], values[name] ?? '')])
  return {
    ...(Object.fromEntries(texts) as Pick<Property, TypedField>), // of all of them
    category: values.category ?? DEFAULT_CATEGORY,
    areaSource: values.areaSource ?? NO_AREA_SOURCE,
    occupancy: values.occupancy ?? NO_OCCUPANCY,
  }
}

const kept = ({ normalise = keptText }: TextField, typed: string): string => normalise(typed)

const only = <Name extends PropertyField>(names: readonly Name[], property: Pick<Property, Name>) =>
  Object.fromEntries(names.map((name) => [name, property[name]])) as Pick<Property, Name> // of all names

function wordsOf(values: PropertyFormValues): Readonly<Record<PropertyField, string>> {
  const fields = fieldsOf(values)
  return {
    ...fields,
    areaHundredths: areaWords(values.area),
    category: propertyCategoryNames[fields.category],
    areaSource: areaSourceNames[fields.areaSource],
    occupancy: occupancyNames[fields.occupancy],
  }
}

type ComparedField = FormField<PropertyFormValues> & { readonly key: keyof PropertyFormValues }
function comparedField(name: PropertyField): ComparedField {
  const { kind, label } = record[name]
  return { key: name === 'areaHundredths' ? 'area' : name, label, kind: isMaskedKind(kind) ? kind : 'text', words: (values) => wordsOf(values)[name] }
}
/** The fields of the owners, the area and what the property is, as two versions of a form are compared. */
export const comparedOwnerFields = changeableFieldNames.map(comparedField)
/** Every field of a property. */
export const comparedFields = propertyFieldNames.map(comparedField)

function areaWords(typed: string | undefined): string {
  const hundredths = typedArea(typed)
  return hundredths === null ? (typed ?? '').trim() : `${(hundredths / 100).toFixed(2)}㎡`
}
