import { z } from 'zod'
import { mapMasked, type MaskedKind } from '../owner/masking.ts'

/**
 * The personal data in an answer's field: masked kinds, such as owners' phones, and pictures of their papers.
 *
 * `whole` is never masked: the caller's own phone, and data requested by privacy.reveal.
 */
export type PersonalKind = MaskedKind | 'pictures' | 'whole'

const personal = z.registry<{ readonly kind: PersonalKind }>()

/** Masked in answers to callers who may not see it in full (`trust.md` section 5); several separated by `/`. */
export const maskedShown = (kind: MaskedKind) => z.string().register(personal, { kind })
export const phonesShown = maskedShown('phone')
export const idNumbersShown = maskedShown('idNumber')
/** A phone never masked in answers. */
export const wholePhone = z.string().register(personal, { kind: 'whole' })
export const wholeIdNumber = z.string().register(personal, { kind: 'whole' })
/** Pictures of identity papers; empty for callers who may not see them. */
export function identityPictures<Picture extends z.ZodType>(picture: Picture): z.ZodArray<Picture> {
  return z.array(picture).register(personal, { kind: 'pictures' })
}

/** A field's kind; null if it is not personal data. */
export const personalKindOf = (schema: z.core.$ZodType): PersonalKind | null => (schema instanceof z.ZodType ? (personal.get(schema)?.kind ?? null) : null)

type Mask = (value: unknown) => unknown

const masks: Readonly<Record<PersonalKind, Mask | null>> = {
  ...mapMasked(
    ({ mask }): Mask =>
      (value) =>
        mask(value as string),
  ),
  pictures: () => [],
  whole: null,
}

/**
 * A function that masks the personal data of an answer in wire format.
 *
 * @param schema the endpoint's response
 * @returns null if the answer has none
 */
export function answerMask(schema: z.core.$ZodType): Mask | null {
  const kind = personalKindOf(schema)
  if (kind !== null) return masks[kind]
  const { def } = (schema as z.core.$ZodTypes)._zod
  // A codec: its wire side.
  if (def.type === 'pipe') return answerMask(def.in)
  if (def.type === 'object') return objectMask(def.shape)
  if (def.type === 'array') {
    const mask = answerMask(def.element)
    return mask && ((value) => (value as readonly unknown[]).map(mask))
  }
  if (def.type === 'optional' || def.type === 'nullable') {
    const mask = answerMask(def.innerType)
    return mask && ((value) => (value === null || value === undefined ? value : mask(value)))
  }
  if (def.type === 'union' && def.options.some((option) => answerMask(option) !== null)) throw new Error('personal data in a union is not masked')
  return null
}

function objectMask(shape: z.core.$ZodShape): Mask | null {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const mask = answerMask(schema)
    return mask ? [[name, mask] as const] : []
  })
  if (fields.length === 0) return null
  return (value) => {
    const masked = { ...(value as Record<string, unknown>) }
    for (const [name, mask] of fields) if (masked[name] !== undefined) masked[name] = mask(masked[name])
    return masked
  }
}
