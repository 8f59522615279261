import { z } from 'zod'
import { searchLimit, tooLong } from '../text/limits.ts'
import { normalText } from '../text/normalise.ts'

/** The largest number of ids that one call may name (`bad-input.md`, Calls). */
const MAX_BATCH = 500
/** The longest id, in characters. */
const MAX_ID = 64

/** What is said where rows are to be deleted and none is chosen. */
export const NOTHING_TO_DELETE = '请选择要删除的数据'

const noNul = (value: string): boolean => !value.includes('\u0000')

interface TextRule {
  /** What is made of it before it is judged; the same again makes no difference. Trimmed where it is missing. */
  readonly normalise?: (text: string) => string
  /** Longest accepted, in characters (code points). */
  readonly max?: number
  readonly min?: number
  /** What is said when it is missing or empty; `请输入` and the label otherwise. */
  readonly missing?: string
}

/** Longer texts are refused as they are: normalising them would only cost time. */
const MAX_NORMALISED = 20_000
const trimmed = (text: string): string => text.trim()
const inShort = (normalise: (text: string) => string) => (text: string) => (text.length > MAX_NORMALISED ? text : normalise(text))

/** A text that must be there; refused in words that name the field by its Chinese label. */
export function text(label: string, { max = 100, min = 1, missing = `请输入${label}`, normalise = trimmed }: TextRule = {}) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : `${label}格式不正确`) })
    .overwrite(inShort(normalise))
    .min(1, missing)
    .refine((value) => value === '' || value.length >= min, `${label}不能少于${min}个字符`)
    .max(max, tooLong({ label, max }))
    .refine(noNul, `${label}含有不允许的字符`)
}

/** A text that may be missing, null or empty on the wire; it is `''` inside. */
export function optionalText(label: string, rule: Pick<TextRule, 'max' | 'normalise'> = {}) {
  return orEmpty(freeText(label, rule))
}

/** A text that may be missing or null on the wire too; it is `''` inside. */
export function orEmpty(written: z.ZodString) {
  return z.codec(written.nullish(), z.string(), { decode: (value) => value ?? '', encode: (value) => value })
}

/** A text that may be empty. */
export function freeText(label: string, { max = 100, normalise = trimmed }: Pick<TextRule, 'max' | 'normalise'> = {}) {
  return z
    .string({ error: `${label}格式不正确` })
    .overwrite(inShort(normalise))
    .max(max, tooLong({ label, max }))
    .refine(noNul, `${label}含有不允许的字符`)
}

/** A list that may be missing or null on the wire; it is empty inside. */
export function optionalList<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return z.codec(list.nullish(), z.custom<z.output<Item>[]>(), { decode: (value) => (value ?? []) as z.output<Item>[], encode: (value) => value as never })
}

/** An opaque id, named in refusals by what it identifies. */
export function id(label: string) {
  return text(label, { max: MAX_ID, missing: `缺少${label}` })
}

/** Of a long work, so that it can be followed and stopped; `''` where nobody does. */
export const jobId = optionalText('任务编号', { max: MAX_ID })

/** What the user typed to search with: normalised, at most as long as {@link searchLimit}, its signs literal. */
export const searchText = optionalText(searchLimit.label, { ...searchLimit, normalise: normalText })

/** A switch of a query or a multipart call: `1` on the wire where it is on, anything else where it is off. */
export const flag = z.codec(z.string().default(''), z.boolean(), { decode: (value) => value === '1', encode: (value) => (value ? '1' : '') })

/** Ids in a query, comma-separated on the wire, an array inside. An empty list is refused with `missing`; an empty item or more than {@link MAX_BATCH} is refused. */
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

/** A whole number; a numeric string is accepted on the way in, a number goes out. */
export function integer(label: string, { min, max }: { readonly min: number; readonly max: number }) {
  const wrong = `${label}格式不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong)], { error: (issue) => (issue.input === undefined ? `请输入${label}` : wrong) }),
    z.int(wrong).min(min, `${label}不能小于${min}`).max(max, `${label}不能大于${max}`),
    { decode: (value) => Number(value), encode: (value) => value },
  )
}

/** A whole number that may be none: missing, null and an empty text are null inside. */
export function nullableInteger(label: string, { min, max }: { readonly min: number; readonly max: number }) {
  const wrong = `${label}格式不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong), z.string().trim().length(0)], { error: wrong }).nullish(),
    z.int(wrong).min(min, `${label}不能小于${min}`).max(max, `${label}不能大于${max}`).nullable(),
    { decode: (value) => (value === undefined || value === null || value === '' ? null : Number(value)), encode: (value) => value },
  )
}

/** A number out of a fixed set (a dictionary); a numeric string is accepted on the way in. */
export function code<const C extends readonly number[]>(label: string, codes: C) {
  const wrong = `${label}不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong)], {
      error: (issue) => (issue.input === undefined || issue.input === null ? `请选择${label}` : wrong),
    }),
    z.custom<C[number]>((value) => (codes as readonly unknown[]).includes(value), wrong),
    { decode: (value) => Number(value) as C[number], encode: (value) => value },
  )
}

/** The same where there may be none: missing, null and an empty text are null inside. */
export function nullableCode<const C extends readonly number[]>(label: string, codes: C) {
  const wrong = `${label}不正确`
  return z.codec(
    z.union([z.number(), z.string().trim().regex(numeric, wrong), z.string().trim().length(0)], { error: wrong }).nullish(),
    z.custom<C[number] | null>((value) => value === null || (codes as readonly unknown[]).includes(value), wrong),
    { decode: (value) => (value === undefined || value === null || value === '' ? null : (Number(value) as C[number])), encode: (value) => value },
  )
}

const areaText = /^\d{1,9}(\.\d{1,2})?$/

/**
 * Square metres as text to integer 0.01 m², or null when it is not a positive area with at most two decimals.
 *
 * Exact: no binary float takes part (`wire.md` section 1).
 */
export function areaHundredths(squareMetres: string | number): number | null {
  const written = String(squareMetres).trim()
  if (!areaText.test(written)) return null
  const [whole = '0', fraction = ''] = written.split('.')
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return hundredths > 0 ? hundredths : null
}

/** Integer 0.01 m² as the number of square metres that goes on the wire: the nearest double, which prints exactly. */
export function squareMetres(hundredths: number): number {
  return hundredths / 100
}

/** 99999.99 m² (`workbooks.md` section 1). */
export const MAX_AREA_HUNDREDTHS = 9_999_999

/** What is wrong with an area that was entered, or null; `hundredths` is null where it is none (see areaHundredths()). */
export function areaFault(label: string, hundredths: number | null): string | null {
  if (hundredths === null || hundredths <= 0) return `${label}必须是大于0的数字，最多两位小数`
  return hundredths > MAX_AREA_HUNDREDTHS ? `${label}不能大于${squareMetres(MAX_AREA_HUNDREDTHS)}` : null
}

/** A check out of a function that says what is wrong with a value, or null. */
const judged =
  <T>(judge: (value: T) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<T>): void => {
    const message = judge(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  }

/** An area that a client enters: m² with at most two decimals on the wire, integer 0.01 m² inside. */
export function area(label: string, missing = `请输入${label}`) {
  const wrong = areaFault(label, null) ?? ''
  return z.codec(
    z
      .union([z.number(), z.string().trim()], { error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) })
      .check(judged((value) => (value === '' ? missing : areaFault(label, areaHundredths(value))))),
    // encoding asks here alone: a union drops what its own refinements found on the way out
    z.int({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) }).check(judged((value) => areaFault(label, value))),
    { decode: (value) => areaHundredths(value) ?? 0, encode: (value) => squareMetres(value) },
  )
}

/** A sum of areas on the way out: m² on the wire, integer 0.01 m² inside; may be 0. */
export const areaSum = z.codec(z.number(), z.int(), { decode: (value) => Math.round(value * 100), encode: squareMetres })

const timeText = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/
/** China standard time is eight hours ahead of UTC the whole year (`wire.md` section 1). */
export const CHINA_OFFSET = 8 * 3_600_000

/** `YYYY-MM-DD HH:mm:ss` in China standard time, whatever the machine's zone, to epoch milliseconds; null when it is no such moment. */
export function parseTime(written: string): number | null {
  const match = timeText.exec(written.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const moment = Date.UTC(year, month - 1, day, hour, minute, second) - CHINA_OFFSET
  return formatTime(moment) === `${match[1]}-${match[2]}-${match[3]} ${match[4]}:${match[5]}:${match[6] ?? '00'}` ? moment : null
}

/** Epoch milliseconds to `YYYY-MM-DD HH:mm:ss` in China standard time. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs + CHINA_OFFSET).toISOString().slice(0, 19).replace('T', ' ')
}

/** The last midnight in China standard time before a moment. */
export function chinaMidnight(epochMs: number): number {
  const DAY = 86_400_000
  return Math.floor((epochMs + CHINA_OFFSET) / DAY) * DAY - CHINA_OFFSET
}

/** The years 2000 to 2100 in China standard time. */
const FIRST_MOMENT = Date.UTC(2000, 0, 1) - CHINA_OFFSET
const LAST_MOMENT = Date.UTC(2101, 0, 1) - CHINA_OFFSET - 1

/** What is said of a text that is no time. */
export const wrongTime = (label: string): string => `${label}格式不正确，应为 2026-05-01 09:30:00`
const wrongYear = (label: string): string => `${label}的年份应在2000到2100之间`

/** What is wrong with a time that must be there, as it was written; null where nothing is. */
export function timeFault(label: string, written: string): string | null {
  if (written === '') return `请选择${label}`
  const moment = parseTime(written)
  if (moment === null) return wrongTime(label)
  return moment < FIRST_MOMENT || moment > LAST_MOMENT ? wrongYear(label) : null
}

/** A moment that a client enters: text on the wire, epoch milliseconds inside. Years 2000 to 2100. */
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

/** The same where it may be missing, null or empty on the wire; null inside. */
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

/** A number out of a fixed set that may be missing on the wire: then it is the default. */
export function optionalCode<const C extends readonly number[]>(label: string, codes: C, fallback: C[number]) {
  const wrong = `${label}不正确`
  return z.codec(
    z
      .union(
        [
          z.number(),
          z
            .string()
            .trim()
            .regex(/^(?:[+-]?\d{1,15})?$/, wrong),
        ],
        { error: wrong },
      )
      .nullish(),
    z.custom<C[number]>((value) => (codes as readonly unknown[]).includes(value), wrong),
    // whatever number it is, the check above comes after it
    { decode: (value) => (value === undefined || value === null || value === '' ? fallback : (Number(value) as C[number])), encode: (value) => value },
  )
}

/** A moment on the way out; null inside is `''` on the wire. */
export const moment = z.codec(z.string(), z.custom<number | null>(), {
  decode: (value) => (value === '' ? null : parseTime(value)),
  encode: (value) => (value === null ? '' : formatTime(value)),
})
