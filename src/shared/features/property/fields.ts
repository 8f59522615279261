import { z } from 'zod'
import { area, areaSum, freeText, orEmpty, text } from '../../contract/values.ts'
import { holdsMask, isMaskedKind, maskedMessages } from '../../owner/masking.ts'
import { maskedShown } from '../../contract/personal.ts'
import { PATH_SEPARATOR, placeFault } from '../../place/placeText.ts'
import type { TextField } from '../../records/record.ts'
import {
  changeableFieldNames,
  copiedFieldNames,
  doorFieldNames,
  propertyFieldNames,
  propertyRecord as record,
  type PropertyField,
  type TypedField,
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

/** A field's codecs: for a new property, for a change, and in answers. */
interface Codecs {
  readonly sent: z.ZodType
  readonly changed: z.ZodType
  readonly shown: z.ZodType
}

const isPlace = (part: string): boolean => placeFault('', part) === null
const notPlace = (label: string): string => placeFault(label, PATH_SEPARATOR) ?? ''

/** A text by its row: normalised (`wire.md` section 3), and required if the row has a message for an empty one. */
const textOf = (field: TextField) => (field.missing === undefined ? freeText(field.label, field) : text(field.label, field))
const placePart = (field: TextField) => textOf(field).refine(isPlace, notPlace(field.label))

export const ownersField = textOf(record.ownerName)
export const phonesOrMaskField = textOf(record.phone).refine((field) => holdsMask(field) || areOwnerPhones(field), say.phoneShape)
export const idsOrMaskField = orEmpty(textOf(record.idNumber))

/**
 * The codecs of a text: missing or null in a change leaves it unchanged; optional texts may be emptied.
 *
 * A change may send the mask of the existing value, meaning unchanged (`trust.md` section 5): the server handles it by
 * unmasked(). New values have no mask.
 */
function textCodecs(field: TextField, written = textOf(field)) {
  const { kind, missing } = field
  const whole = isMaskedKind(kind) ? written.refine((value) => !holdsMask(value), maskedMessages[kind]) : written
  const sent: z.ZodType<string> = missing === undefined ? orEmpty(whole) : whole
  return { sent, changed: written.nullish(), shown: isMaskedKind(kind) ? maskedShown(kind) : z.string() }
}

const placeCodecs = (field: TextField) => textCodecs(field, placePart(field))

/** A code of a fixed set, as number or numeric text, with the values for a missing or null code and for an empty text. */
function coded<Out>(label: string, codes: readonly number[], { missing, empty }: { readonly missing: Out; readonly empty: Out }) {
  const wrong = `${label}不正确`
  const isOne = (value: unknown): boolean => (value ?? undefined) === missing || value === empty || (codes as readonly unknown[]).includes(value)
  return z.codec(z.union([z.number(), z.string()], { error: wrong }).nullish(), z.custom<Out>(isOne, wrong), {
    decode: (value) => (value === undefined || value === null ? missing : value === '' ? empty : (Number(value) as Out)), // judged by isOne
    encode: (value) => value as number | null | undefined,
  })
}

type Optional<Code> = Code | null | undefined

/** A property's category: a dwelling if missing, null or empty. */
const categoryField = coded<PropertyCategory>(record.category.label, propertyCategories, { missing: DEFAULT_CATEGORY, empty: DEFAULT_CATEGORY })
/** Missing, null or empty leaves it unchanged. */
const optionalCategoryField = coded<Optional<PropertyCategory>>(record.category.label, propertyCategories, { missing: undefined, empty: undefined })
/** The category that a list is limited to; none for all. */
export const categoryFilter = optionalCategoryField

/** The source of a property's area: none if missing, null or empty. */
const areaSourceField = coded<AreaSource>(record.areaSource.label, areaSources, { missing: NO_AREA_SOURCE, empty: NO_AREA_SOURCE })
/** Missing or null leaves it unchanged; `''` empties it. */
const optionalAreaSourceField = coded<Optional<AreaSource>>(record.areaSource.label, areaSources, { missing: undefined, empty: NO_AREA_SOURCE })

/** In answers. */
export const categoryShown = z.literal(propertyCategories)
/** As answered; null if not recorded. */
const areaSourceShown = z.codec(z.literal(areaSources).nullable(), z.custom<AreaSource>(), {
  decode: (value) => value ?? NO_AREA_SOURCE,
  encode: (value) => (value === NO_AREA_SOURCE ? null : value),
})

/** A property's occupancy: like {@link areaSourceField}. */
const occupancyField = coded<Occupancy>(record.occupancy.label, occupancies, { missing: NO_OCCUPANCY, empty: NO_OCCUPANCY })
const optionalOccupancyField = coded<Optional<Occupancy>>(record.occupancy.label, occupancies, { missing: undefined, empty: NO_OCCUPANCY })
/** As answered; null if not recorded. */
const occupancyShown = z.codec(z.literal(occupancies).nullable(), z.custom<Occupancy>(), {
  decode: (value) => value ?? NO_OCCUPANCY,
  encode: (value) => (value === NO_OCCUPANCY ? null : value),
})

const areaField = area(record.areaHundredths.label, say.area)

/** Fields that are not texts, and texts validated by more than their rows. */
const ownCodecs = {
  period: placeCodecs(record.period),
  zone: placeCodecs(record.zone),
  building: placeCodecs(record.building),
  unit: placeCodecs(record.unit),
  floor: placeCodecs(record.floor),
  /** Required in a change, too. */
  room: { sent: placePart(record.room), changed: placePart(record.room), shown: z.string() },
  areaHundredths: { sent: areaField, changed: areaField.nullish(), shown: areaSum },
  phone: textCodecs(record.phone, phonesOrMaskField),
  category: { sent: categoryField, changed: optionalCategoryField, shown: categoryShown },
  areaSource: { sent: areaSourceField, changed: optionalAreaSourceField, shown: areaSourceShown },
  occupancy: { sent: occupancyField, changed: optionalOccupancyField, shown: occupancyShown },
} as const satisfies Readonly<Record<Exclude<PropertyField, TypedField>, Codecs>> & { readonly [Name in TypedField]?: Codecs }

type CodecsOf<Name extends PropertyField> = Name extends keyof typeof ownCodecs ? (typeof ownCodecs)[Name] : ReturnType<typeof textCodecs>
const codecsOf = (name: PropertyField): Codecs => (name in ownCodecs ? ownCodecs[name as keyof typeof ownCodecs] : textCodecs(record[name as TypedField]))

type Shape<Name extends PropertyField, Use extends keyof Codecs> = {
  readonly [Field in Name]: readonly [wireName: (typeof record)[Field]['wire'], schema: CodecsOf<Field>[Use]]
}
const shapeOf = <Name extends PropertyField, Use extends keyof Codecs>(names: readonly Name[], use: Use) =>
  Object.fromEntries(names.map((name) => [name, [record[name].wire, codecsOf(name)[use]] as const])) as unknown as Shape<Name, Use> // of all names

/** Fields of a new property. */
export const propertySent = shapeOf(propertyFieldNames, 'sent')
/** The same in a roster. */
export const rosterPropertySent = shapeOf(copiedFieldNames, 'sent')
/** Missing or null leaves a field unchanged. */
export const propertyChanged = shapeOf(propertyFieldNames, 'changed')
/** The same for a roster's property, whose place is read-only. */
export const rosterPropertyChanged = shapeOf(changeableFieldNames, 'changed')
export const propertyShown = shapeOf(propertyFieldNames, 'shown')
/** A roster's property, with its place as one text. */
export const rosterPropertyShown = shapeOf(changeableFieldNames, 'shown')
/** The registry's data about a property for visitors. */
export const doorFactsShown = shapeOf(doorFieldNames, 'shown')
