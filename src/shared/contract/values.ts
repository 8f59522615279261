import { z } from 'zod'
import { areaFault, areaHundredths, squareMetres } from '../area/area.ts'
import type { TextField } from '../records/record.ts'
import { searchLimit, tooLong } from '../text/limits.ts'
import { isVisible, keptText, normalText, searchWords } from '../text/normalise.ts'
import { dayFault, FIRST_MOMENT, formatTime, LAST_MOMENT, parseTime, timeFault, wrongTime, wrongYear } from '../time/chinaTime.ts'
import { MAX_BATCH } from './batch.ts'

/** Maximum length of an id (characters). */
const MAX_ID = 64

const noNul = (value: string): boolean => !value.includes('\u0000')

interface TextRule {
  /** Applied before validation; must be idempotent. Default {@link keptText}. */
  readonly normalise?: (text: string) => string
  /** Maximum length, in characters (code points). */
  readonly max?: number
  readonly min?: number
  /** The message if missing or empty; default `请输入` and the label. */
  readonly missing?: string
}

/** Longer texts are refused unnormalised: normalising them would only cost time. */
const MAX_NORMALISED = 20_000
/** A text without visible characters counts as empty. */
const visible = (text: string): string => (isVisible(text) ? text : '')
const inShort = (normalise: (text: string) => string) => (text: string) => (text.length > MAX_NORMALISED ? text : normalise(text))

/** A required text; refusals name the field by its Chinese label. */
export function text(label: string, { max = 100, min = 1, missing = `请输入${label}`, normalise = keptText }: TextRule = {}) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : `${label}格式不正确`) })
    .overwrite(inShort((value) => visible(normalise(value))))
    .min(1, missing)
    .refine((value) => value === '' || value.length >= min, `${label}不能少于${min}个字符`)
    .max(max, tooLong({ label, max }))
    .refine(noNul, `${label}含有不允许的字符`)
}

/** A text that may be missing, null or empty on the wire; `''` in the program. */
export function optionalText(label: string, rule: Pick<TextRule, 'max' | 'normalise'> = {}) {
  return orEmpty(freeText(label, rule))
}

/** A text field; required if its row has a message for an empty one. */
export const recordText = (field: TextField): z.ZodType<string> => (field.missing === undefined ? optionalText(field.label, field) : text(field.label, field))

/** A text that may also be missing or null on the wire; `''` in the program. */
export function orEmpty(written: z.ZodString) {
  return z.codec(written.nullish(), z.string(), { decode: (value) => value ?? '', encode: (value) => value })
}

/** A text that may be empty. */
export function freeText(label: string, { max = 100, normalise = keptText }: Pick<TextRule, 'max' | 'normalise'> = {}) {
  return z
    .string({ error: `${label}格式不正确` })
    .overwrite(inShort(normalise))
    .max(max, tooLong({ label, max }))
    .refine(noNul, `${label}含有不允许的字符`)
}

/** A list that may be missing or null on the wire; empty in the program. */
export function optionalList<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return z.codec(list.nullish(), z.custom<z.output<Item>[]>(), { decode: (value) => (value ?? []) as z.output<Item>[], encode: (value) => value as never })
}

/** An opaque id; refusals name it by what it identifies. */
export function id(label: string) {
  return text(label, { max: MAX_ID, missing: `缺少${label}` })
}

/** Id of a long job, to follow or cancel it; `''` if not needed. */
export const jobId = optionalText('任务编号', { max: MAX_ID })

/** A condition without words counts as empty. */
const condition = (typed: string): string => (searchWords(typed).length === 0 ? '' : normalText(typed))
/** The user's search text: normalised, at most {@link searchLimit} long, special characters taken literally. */
export const searchText = optionalText(searchLimit.label, { ...searchLimit, normalise: condition })

/** A switch of a query or multipart call: `1` on the wire if on, anything else if off. */
export const flag = z.codec(z.string().default(''), z.boolean(), { decode: (value) => value === '1', encode: (value) => (value ? '1' : '') })

/**
 * Ids in a query, comma-separated on the wire, an array in the program. An empty list is refused with `missing`; an empty item
 * or more than {@link MAX_BATCH} is refused.
 */
export function idList(missing: string) {
  return z.codec(
    z
      .string({ error: missing })
      .trim()
      .min(1, missing)
      .refine(noNul, '编号格式不正确')
      .refine((value) => value === '' || value.split(',').every((part) => part.trim() !== '' && part.length <= MAX_ID), '编号格式不正确')
      .refine((value) => value.split(',').length <= MAX_BATCH, `一次最多${MAX_BATCH}条`),
    z.array(z.string()),
    { decode: (joined) => [...new Set(joined.split(',').map((part) => part.trim()))], encode: (ids) => ids.join(',') },
  )
}

const numeric = /^[+-]?\d{1,15}$/

/** A number that may be none: missing, null and an empty text are none. */
const numberIfAny = (wrong: string) => z.union([z.number(), z.string().trim().regex(numeric, wrong), z.string().trim().length(0)], { error: wrong }).nullish()
/** That number; `none` where it is none. */
const numberOr =
  <T extends number | null>(none: T) =>
  (value: number | string | null | undefined): T =>
    value === undefined || value === null || value === '' ? none : (Number(value) as T) // whatever number it is, it is judged after this
const isOneOf = (codes: readonly unknown[]) => (value: unknown) => codes.includes(value)

/** A whole number; numeric strings are accepted as input, numbers are sent. */
export function integer(label: string, { min, max }: { readonly min: number; readonly max: number }) {
  const wrong = `${label}格式不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong)], { error: (issue) => (issue.input === undefined ? `请输入${label}` : wrong) }),
    z.int(wrong).min(min, `${label}不能小于${min}`).max(max, `${label}不能大于${max}`),
    { decode: (value) => Number(value), encode: (value) => value },
  )
}

/** An optional whole number: missing, null and empty text become null. */
export function nullableInteger(label: string, { min, max }: { readonly min: number; readonly max: number }) {
  const wrong = `${label}格式不正确`
  return z.codec(numberIfAny(wrong), z.int(wrong).min(min, `${label}不能小于${min}`).max(max, `${label}不能大于${max}`).nullable(), {
    decode: numberOr<number | null>(null),
    encode: (value) => value,
  })
}

/** A number from a fixed set (a dictionary); numeric strings are accepted as input. */
export function code<const C extends readonly number[]>(label: string, codes: C) {
  const wrong = `${label}不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong)], {
      error: (issue) => (issue.input === undefined || issue.input === null ? `请选择${label}` : wrong),
    }),
    z.custom<C[number]>(isOneOf(codes), wrong),
    { decode: (value) => Number(value) as C[number], encode: (value) => value },
  )
}

/** The optional form: missing, null and `''` become null. */
export function nullableCode<const C extends readonly number[]>(label: string, codes: C) {
  const wrong = `${label}不正确`
  const known = z.custom<C[number] | null>(isOneOf([null, ...codes]), wrong)
  return z.codec(numberIfAny(wrong), known, { decode: numberOr<C[number] | null>(null), encode: (value) => value })
}

/** The same of a filter that may let all through: `all`, missing, null and an empty text are `all` inside. */
export function codeOrAll<const C extends readonly number[]>(label: string, codes: C) {
  const given = z.union([z.literal(['', 'all', ...codes.map(String)]), z.literal([...codes])], { error: `${label}不正确` })
  return z.codec(given.nullish(), z.custom<'all' | C[number]>(), {
    decode: (value) => (value === null || value === undefined || value === '' || value === 'all' ? 'all' : (Number(value) as C[number])),
    encode: (value) => value,
  })
}

/** Makes a check from a function that returns a value's fault, or null. */
const judged =
  <T>(judge: (value: T) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<T>): void => {
    const message = judge(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  }

/** An area entered by a client: m² with at most two decimals on the wire, integer 0.01 m² in the program. */
export function area(label: string, missing = `请输入${label}`) {
  const wrong = areaFault(label, null) ?? ''
  return z.codec(
    z
      .union([z.number(), z.string().trim()], { error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) })
      .check(judged((value) => (value === '' ? missing : areaFault(label, areaHundredths(value))))),
    // for encoding only: a union drops what its own refinements found when encoding
    z.int({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) }).check(judged((value) => areaFault(label, value))),
    { decode: (value) => areaHundredths(value) ?? 0, encode: (value) => squareMetres(value) },
  )
}

/** A sum of areas in answers: m² on the wire, integer 0.01 m² in the program; may be 0. */
export const areaSum = z.codec(z.number(), z.int(), { decode: (value) => Math.round(value * 100), encode: squareMetres })

/** A moment entered by a client: text on the wire, epoch milliseconds in the program. Years 2000 to 2100. */
export function time(label: string) {
  const error = ({ input }: { readonly input?: unknown }): string => (input === undefined || input === null ? `请选择${label}` : wrongTime(label))
  return z.codec(
    z
      .string({ error })
      .trim()
      .refine((value) => timeFault(label, value) === null, { error: ({ input }) => timeFault(label, String(input)) ?? '' }),
    z.int({ error }).min(FIRST_MOMENT, wrongYear(label)).max(LAST_MOMENT, wrongYear(label)),
    { decode: (value) => parseTime(value) ?? 0, encode: formatTime },
  )
}

/** A day entered by a client, `2026-05-01` on the wire and in the program. Years 2000 to 2100. */
export const day = (label: string) =>
  z
    .string({ error: ({ input }) => dayFault(label, input === undefined || input === null ? '' : '-') ?? '' })
    .trim()
    .check(judged((value) => dayFault(label, value)))

/** Like time(), but may be missing, null or empty on the wire; null in the program. */
export function optionalTime(label: string) {
  const given = time(label)
  return z.codec(
    z
      .string({ error: wrongTime(label) })
      .trim()
      .nullish()
      .check(({ value, issues }) => {
        if (value === undefined || value === null || value === '') return
        for (const { message } of z.safeDecode(given, value).error?.issues ?? []) issues.push({ code: 'custom', message, input: value })
      }),
    z.int().nullable(),
    { decode: (value) => parseTime(value ?? ''), encode: (value) => (value === null ? '' : formatTime(value)) },
  )
}

/** A number from a fixed set that may be missing on the wire: then it is the default. */
export function optionalCode<const C extends readonly number[]>(label: string, codes: C, fallback: C[number]) {
  const wrong = `${label}不正确`
  return z.codec(numberIfAny(wrong), z.custom<C[number]>(isOneOf(codes), wrong), { decode: numberOr(fallback), encode: (value) => value })
}

/** A moment in answers; null in the program is `''` on the wire. */
export const moment = z.codec(z.string(), z.custom<number | null>(), {
  decode: (value) => (value === '' ? null : parseTime(value)),
  encode: (value) => (value === null ? '' : formatTime(value)),
})
