import { z } from 'zod'
import { area, areaSum, freeText, orEmpty, text } from '../../contract/values.ts'
import { holdsMask } from '../../owner/masking.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { PATH_SEPARATOR, placeFault, placeText } from '../../place/placeText.ts'
import type { TextLimit } from '../../text/limits.ts'
import {
  changeableFieldNames,
  copiedFieldNames,
  doorFieldNames,
  propertyFieldNames,
  propertyRecord as record,
  type PropertyField,
} from '../../records/property.ts'
import { propertyMessages as say } from './rules.ts'
import { areOwnerPhones } from '../../owner/numbers.ts'
import {
  areaSources,
  DEFAULT_CATEGORY,
  NO_AREA_SOURCE,
  NO_OCCUPANCY,
  occupancies,
  propertyCategories,
  type AreaSource,
  type Occupancy,
  type PropertyCategory,
} from './categories.ts'

const isPlace = (part: string): boolean => placeFault('', part) === null
const notPlace = (label: string): string => placeFault(label, PATH_SEPARATOR) ?? ''
const freePlacePart = (limit: TextLimit) => freeText(limit.label, { ...limit, normalise: placeText }).refine(isPlace, notPlace(limit.label))

/*
 * The places, names, phones and ID numbers of calls, each with the one normalisation of `wire.md` section 3.
 *
 * `optional…` is for changes: what is missing or null stays as it is, what may be empty may be emptied.
 */

/** A part of a place that must be there. */
const placePart = (limit: TextLimit) => text(limit.label, { ...limit, normalise: placeText }).refine(isPlace, notPlace(limit.label))
/** A part of a place that may be missing; `''` inside. */
const placePartOrEmpty = (limit: TextLimit) => orEmpty(freePlacePart(limit))
/** A part of a place in a change: what is missing or null stays as it is. */
const optionalPlacePart = (limit: TextLimit) => freePlacePart(limit).nullish()

export const ownersField = text(record.ownerName.label, record.ownerName)

/*
 * A change of what stands may send the mask of the present number, which means unchanged (`trust.md` section 5): the server
 * sees to it by unmasked(). What is new has no mask.
 */
export const phonesOrMaskField = text(record.phone.label, record.phone).refine((field) => holdsMask(field) || areOwnerPhones(field), say.phoneShape)
const phonesField = phonesOrMaskField.refine((field) => !holdsMask(field), say.phoneMasked)
const ids = freeText(record.idNumber.label, record.idNumber)
export const idsOrMaskField = orEmpty(ids)
const idsField = orEmpty(ids.refine((field) => !holdsMask(field), say.idNumberMasked))
/** What is missing or null stays as it is. */
const optionalIdsField = ids.nullish()

/** A code of a fixed set, by number or numeric text; what a missing or null one and an empty text stand for is told. */
function coded<Out>(label: string, codes: readonly number[], { missing, empty }: { readonly missing: Out; readonly empty: Out }) {
  const wrong = `${label}不正确`
  const isOne = (value: unknown): boolean => (value ?? undefined) === missing || value === empty || (codes as readonly unknown[]).includes(value)
  return z.codec(z.union([z.number(), z.string()], { error: wrong }).nullish(), z.custom<Out>(isOne, wrong), {
    decode: (value) => (value === undefined || value === null ? missing : value === '' ? empty : (Number(value) as Out)), // judged by isOne
    encode: (value) => value as number | null | undefined,
  })
}

type Optional<Code> = Code | null | undefined

/** What a property is: a dwelling where it is missing, null or empty. */
const categoryField = coded<PropertyCategory>(record.category.label, propertyCategories, { missing: DEFAULT_CATEGORY, empty: DEFAULT_CATEGORY })
/** What is missing, null or empty stays as it is. */
const optionalCategoryField = coded<Optional<PropertyCategory>>(record.category.label, propertyCategories, { missing: undefined, empty: undefined })
/** The category that a list is limited to; none for all. */
export const categoryFilter = optionalCategoryField

/** Where a property's area comes from: nothing if it is missing, null or empty. */
const areaSourceField = coded<AreaSource>(record.areaSource.label, areaSources, { missing: NO_AREA_SOURCE, empty: NO_AREA_SOURCE })
/** What is missing or null stays as it is; `''` empties it. */
const optionalAreaSourceField = coded<Optional<AreaSource>>(record.areaSource.label, areaSources, { missing: undefined, empty: NO_AREA_SOURCE })

/** On the way out. */
export const categoryShown = z.literal(propertyCategories)
/** On the way out; null if nobody has said. */
const areaSourceShown = z.codec(z.literal(areaSources).nullable(), z.custom<AreaSource>(), {
  decode: (value) => value ?? NO_AREA_SOURCE,
  encode: (value) => (value === NO_AREA_SOURCE ? null : value),
})

/** How a property is lived in: as {@link areaSourceField}. */
const occupancyField = coded<Occupancy>(record.occupancy.label, occupancies, { missing: NO_OCCUPANCY, empty: NO_OCCUPANCY })
const optionalOccupancyField = coded<Optional<Occupancy>>(record.occupancy.label, occupancies, { missing: undefined, empty: NO_OCCUPANCY })
/** On the way out; null if nobody has said. */
const occupancyShown = z.codec(z.literal(occupancies).nullable(), z.custom<Occupancy>(), {
  decode: (value) => value ?? NO_OCCUPANCY,
  encode: (value) => (value === NO_OCCUPANCY ? null : value),
})
const remarkField = freeText(record.remark.label, record.remark)

const areaField = area(record.areaHundredths.label, say.area)

/** How each field is sent for a new property, how for a change of one, and how it is answered. */
const codecs = {
  period: { sent: placePart(record.period), changed: placePart(record.period).nullish(), shown: z.string() },
  zone: { sent: placePartOrEmpty(record.zone), changed: optionalPlacePart(record.zone), shown: z.string() },
  building: { sent: placePart(record.building), changed: placePart(record.building).nullish(), shown: z.string() },
  unit: { sent: placePartOrEmpty(record.unit), changed: optionalPlacePart(record.unit), shown: z.string() },
  floor: { sent: placePartOrEmpty(record.floor), changed: optionalPlacePart(record.floor), shown: z.string() },
  /** A change names it, too. */
  room: { sent: placePart(record.room), changed: placePart(record.room), shown: z.string() },
  areaHundredths: { sent: areaField, changed: areaField.nullish(), shown: areaSum },
  ownerName: { sent: ownersField, changed: ownersField.nullish(), shown: z.string() },
  phone: { sent: phonesField, changed: phonesOrMaskField.nullish(), shown: phonesShown },
  idNumber: { sent: idsField, changed: optionalIdsField, shown: idNumbersShown },
  category: { sent: categoryField, changed: optionalCategoryField, shown: categoryShown },
  areaSource: { sent: areaSourceField, changed: optionalAreaSourceField, shown: areaSourceShown },
  occupancy: { sent: occupancyField, changed: optionalOccupancyField, shown: occupancyShown },
  remark: { sent: orEmpty(remarkField), changed: remarkField.nullish(), shown: z.string() },
} as const satisfies Readonly<Record<PropertyField, Readonly<Record<'sent' | 'changed' | 'shown', z.ZodType>>>>

type Shape<Name extends PropertyField, Use extends 'sent' | 'changed' | 'shown'> = {
  readonly [Field in Name]: readonly [wireName: (typeof record)[Field]['wire'], schema: (typeof codecs)[Field][Use]]
}
const shapeOf = <Name extends PropertyField, Use extends 'sent' | 'changed' | 'shown'>(names: readonly Name[], use: Use) =>
  Object.fromEntries(names.map((name) => [name, [record[name].wire, codecs[name][use]] as const])) as unknown as Shape<Name, Use> // of all names

/** What a new property is handed in with. */
export const propertySent = shapeOf(propertyFieldNames, 'sent')
/** The same in a roster. */
export const rosterPropertySent = shapeOf(copiedFieldNames, 'sent')
/** What is missing or null stays as it is. */
export const propertyChanged = shapeOf(propertyFieldNames, 'changed')
/** The same of a roster's property, whose place is read-only. */
export const rosterPropertyChanged = shapeOf(changeableFieldNames, 'changed')
export const propertyShown = shapeOf(propertyFieldNames, 'shown')
/** A property of a roster, whose place is one text. */
export const rosterPropertyShown = shapeOf(changeableFieldNames, 'shown')
/** What the registry knows of a property at its door. */
export const doorFactsShown = shapeOf(doorFieldNames, 'shown')
