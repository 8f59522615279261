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

/** The form's values; an untouched field is undefined. */
export type PropertyFormValues = { readonly [Name in Exclude<PropertyField, 'areaHundredths'>]?: Property[Name] } & {
  /** Square metres as typed. */
  readonly area?: string
  /** The reason for changing the roster's heads or area during voting. */
  readonly reason?: string
}

/** Initial values for a new property. */
export const newPropertyValues: PropertyFormValues = { category: DEFAULT_CATEGORY, areaSource: NO_AREA_SOURCE, occupancy: NO_OCCUPANCY }

/** Converts full-width characters to plain ones and trims, since input methods produce them. */
function plain(typed: string | undefined): string {
  return (typed ?? '').normalize('NFKC').trim()
}

/** Parses typed square metres to integer 0.01 m², or null; `89.5㎡` and `８９．５` are 89.5. */
export function typedArea(typed: string | undefined): number | null {
  return areaHundredths(
    plain(typed)
      .replace(/(m2|平方米|平米)$/i, '')
      .trim(),
  )
}

/** The error of a typed area, or null; an empty one is left to the required rule. */
export function typedAreaFault(typed: string | undefined): string | null {
  return plain(typed) === '' ? null : areaFault(record.areaHundredths.label, typedArea(typed))
}

/** The error of typed phones, or null; an empty field is left to the required rule. */
export function phoneFault(typed: string | undefined): string | null {
  return areOwnerPhones(phoneNumbers(typed ?? '')) ? null : say.phoneShape
}

/** An error if there is not a phone for each owner, or not exactly one ID number each, else null; an empty field is not checked. */
export function countFault(field: 'phone' | 'idNumber', ownerName: string | undefined, typed: string | undefined): string | null {
  const [owners, others] = [ownerNames(ownerName ?? ''), ownerNames(typed ?? '')]
  const isEnough = field === 'phone' ? hasPhoneEach : isOneEach
  return owners === '' || others === '' || isEnough(owners, others) ? null : say.countsDiffer
}

/** The property described by a form. */
export function draftOf(values: PropertyFormValues, estateId: string): PropertyDraft {
  return { estateId, ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }
}

/** The roster addition described by a form. */
export function rosterAdditionOf(values: PropertyFormValues, activityId: string): RosterAddition {
  const fields = only(copiedFieldNames, { ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 })
  return { activityId, ...fields, reason: values.reason?.trim() ?? '' }
}

/** The roster change described by a form; the place is unchanged. */
export function rosterChangeOf(values: PropertyFormValues, { rosterPropertyId, version }: Pick<Voter, 'rosterPropertyId' | 'version'>): RosterChange {
  return {
    rosterPropertyId,
    version,
    ...only(changeableFieldNames, { ...fieldsOf(values), areaHundredths: typedArea(values.area) ?? 0 }),
    reason: values.reason?.trim() ?? '',
  }
}

/**
 * The change that a form makes to a property: the room, which the server requires, and the differing fields.
 *
 * Keeps other users' changes, and a floor derived from the room. The edit form requires only the room (`console.md` section 5):
 * a mandatory field that was emptied keeps its value.
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

/** The change requested by a form; numbers left as shown, masked or not, are unchanged. */
export function wantedOf(values: PropertyFormValues, shown: Pick<Property, 'phone' | 'idNumber'>): PropertyChangeDraft['after'] {
  const { ownerName, phone, idNumber } = fieldsOf(values)
  return {
    areaHundredths: typedArea(values.area) ?? 0,
    ownerName,
    phone: values.phone === shown.phone ? shown.phone : phone,
    idNumber: values.idNumber === shown.idNumber ? shown.idNumber : idNumber,
  }
}

/** Form values for a roster property's owners and area. */
export function ownerValuesOf(property: Pick<Property, ChangeableField>): PropertyFormValues {
  const { areaHundredths: hundredths, ...fields } = only(changeableFieldNames, property)
  return { area: (hundredths / 100).toFixed(2), ...fields }
}

/** Form values for an existing property. */
export function valuesOf(property: Property): PropertyFormValues {
  const { areaHundredths: _area, ...fields } = only(propertyFieldNames, property)
  return { ...fields, ...ownerValuesOf(property) }
}

/** The error of a typed part of a place, except its length, or null. */
export function partFault(label: string, typed: string | undefined): string | null {
  return placeFault(label, placeText(typed ?? ''))
}

/** The fields in stored form, normalised from what was typed. */
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
/** The fields of owners, area and category, for comparing two versions of a form. */
export const comparedOwnerFields = changeableFieldNames.map(comparedField)
/** All fields of a property. */
export const comparedFields = propertyFieldNames.map(comparedField)

function areaWords(typed: string | undefined): string {
  const hundredths = typedArea(typed)
  return hundredths === null ? (typed ?? '').trim() : `${(hundredths / 100).toFixed(2)}㎡`
}
