import { z } from 'zod'
import { area, freeText, orEmpty, text } from '../../contract/values.ts'
import { holdsMask } from '../../owner/masking.ts'
import { idNumbers, ownerNames, phoneNumbers } from '../../owner/owners.ts'
import { PATH_SEPARATOR, placeFault, placeText } from '../../place/placeText.ts'
import type { TextLimit } from '../../text/limits.ts'
import { AREA, propertyLimits as limits, propertyMessages as say } from './rules.ts'
import { areOwnerPhones } from '../../owner/numbers.ts'
import { areaSources, DEFAULT_CATEGORY, NO_AREA_SOURCE, propertyCategories, type AreaSource, type PropertyCategory } from './categories.ts'

const isPlace = (part: string): boolean => placeFault('', part) === null
const notPlace = (label: string): string => placeFault(label, PATH_SEPARATOR) ?? ''
const freePlacePart = (limit: TextLimit) => freeText(limit.label, { ...limit, normalise: placeText }).refine(isPlace, notPlace(limit.label))

/*
 * The places, names, phones and ID numbers of calls, each with the one normalisation of `wire.md` section 3.
 *
 * `optional…` is for changes: what is missing or null stays as it is, what may be empty may be emptied.
 */

/** A part of a place that must be there. */
export const placePart = (limit: TextLimit) => text(limit.label, { ...limit, normalise: placeText }).refine(isPlace, notPlace(limit.label))
/** A part of a place that may be missing; `''` inside. */
const placePartOrEmpty = (limit: TextLimit) => orEmpty(freePlacePart(limit))
/** A part of a place in a change: what is missing or null stays as it is. */
export const optionalPlacePart = (limit: TextLimit) => freePlacePart(limit).nullish()

export const ownersField = text(limits.ownerName.label, { ...limits.ownerName, normalise: ownerNames })

/*
 * A change of what stands may send the mask of the present number, which means unchanged (`trust.md` section 5): the server
 * sees to it by unmasked(). What is new has no mask.
 */
export const phonesOrMaskField = text(limits.phone.label, { ...limits.phone, normalise: phoneNumbers }).refine(
  (field) => holdsMask(field) || areOwnerPhones(field),
  say.phoneShape,
)
const phonesField = phonesOrMaskField.refine((field) => !holdsMask(field), say.phoneMasked)
const ids = freeText(limits.idNumber.label, { ...limits.idNumber, normalise: idNumbers })
export const idsOrMaskField = orEmpty(ids)
const idsField = orEmpty(ids.refine((field) => !holdsMask(field), say.idNumberMasked))
/** What is missing or null stays as it is. */
export const optionalIdsField = ids.nullish()

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
const categoryField = coded<PropertyCategory>('用途', propertyCategories, { missing: DEFAULT_CATEGORY, empty: DEFAULT_CATEGORY })
/** What is missing, null or empty stays as it is. */
export const optionalCategoryField = coded<Optional<PropertyCategory>>('用途', propertyCategories, { missing: undefined, empty: undefined })
/** The category that a list is limited to; none for all. */
export const categoryFilter = optionalCategoryField

/** Where a property's area comes from: nothing if it is missing, null or empty. */
const areaSourceField = coded<AreaSource>('面积依据', areaSources, { missing: NO_AREA_SOURCE, empty: NO_AREA_SOURCE })
/** What is missing or null stays as it is; `''` empties it. */
export const optionalAreaSourceField = coded<Optional<AreaSource>>('面积依据', areaSources, { missing: undefined, empty: NO_AREA_SOURCE })

/** What a new property is handed in with, wherever it is: in an estate, or in a roster. */
export const propertyFields = {
  period: ['period', placePart(limits.period)],
  zone: ['zone', placePartOrEmpty(limits.zone)],
  building: ['building', placePart(limits.building)],
  unit: ['unit', placePartOrEmpty(limits.unit)],
  floor: ['floor', placePartOrEmpty(limits.floor)],
  room: ['room', placePart(limits.room)],
  areaHundredths: ['areasize', area(AREA, say.area)],
  ownerName: ['personname', ownersField],
  phone: ['mobileno', phonesField],
  idNumber: ['idno', idsField],
  category: ['category', categoryField],
  areaSource: ['areasource', areaSourceField],
} as const

/** On the way out. */
export const categoryShown = z.literal(propertyCategories)
/** On the way out; null if nobody has said. */
export const areaSourceShown = z.codec(z.literal(areaSources).nullable(), z.custom<AreaSource>(), {
  decode: (value) => value ?? NO_AREA_SOURCE,
  encode: (value) => (value === NO_AREA_SOURCE ? null : value),
})
