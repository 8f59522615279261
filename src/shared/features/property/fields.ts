import { freeText, orEmpty, text } from '../../contract/values.ts'
import { holdsMask } from '../../owner/masking.ts'
import { idNumbers, ownerNames, phoneNumbers, splitMany } from '../../owner/owners.ts'
import { placeFault, placeText } from '../../place/placeText.ts'
import { MAX_OWNERS, MAX_PLACE, propertyMessages as say } from './rules.ts'
import { isOwnerPhone } from '../../owner/numbers.ts'

const placeRule = { max: MAX_PLACE, normalise: placeText } as const
const isPlace = (part: string): boolean => placeFault('', part) === null
const notPlace = (label: string): string => placeFault(label, '▶') ?? ''
const arePhones = (field: string): boolean => splitMany(field).every(isOwnerPhone)

/*
 * The places, names, phones and ID numbers of calls, each with the one normalisation of `wire.md` section 3.
 *
 * `given…` is for changes: what is missing or null stays as it is, what may be empty may be emptied.
 */

/** A part of a place that must be there. */
export const placePart = (label: string, missing: string) => text(label, { ...placeRule, missing }).refine(isPlace, notPlace(label))
/** A part of a place that may be missing; `''` inside. */
export const optionalPlacePart = (label: string) => orEmpty(freeText(label, placeRule).refine(isPlace, notPlace(label)))
export const givenPlacePart = (label: string) => freeText(label, placeRule).refine(isPlace, notPlace(label)).nullish()

export const ownersField = text('产权人', { max: MAX_OWNERS, missing: say.ownerName, normalise: ownerNames })

/*
 * A change of what stands may send the mask of the present number, which means unchanged (`trust.md` section 5): the server
 * sees to it by unmasked(). What is new has no mask.
 */
export const phonesOrMaskField = text('手机号', { max: MAX_OWNERS, missing: say.phone, normalise: phoneNumbers }).refine(
  (field) => holdsMask(field) || arePhones(field),
  say.phoneShape,
)
export const phonesField = phonesOrMaskField.refine((field) => !holdsMask(field), say.phoneMasked)
const ids = freeText('证件号', { max: MAX_OWNERS, normalise: idNumbers })
export const idsOrMaskField = orEmpty(ids)
export const idsField = orEmpty(ids.refine((field) => !holdsMask(field), say.idNumberMasked))
/** What is missing or null stays as it is. */
export const givenIdsField = ids.nullish()
