import { z } from 'zod'
import { optionalCode, optionalText, optionalTime } from '../../contract/values.ts'
import { normalText } from '../../text/normalise.ts'
import { VOTE_SOURCES } from '../delivery/contract.ts'
import { DEFAULT_CHANNEL, OTHER_TOPICS, receiptLimits } from './rules.ts'

/** Texts as an array or comma-separated on the wire; an array without duplicates in the program. */
export function textList(label: string, max: number) {
  const wrong = `${label}格式不正确`
  const split = (list: string | readonly string[] | null | undefined): readonly string[] => (typeof list === 'string' ? list.split(',') : (list ?? []))
  const parts = (list: readonly string[]): string[] => [...new Set(list.map((part) => part.trim()).filter((part) => part !== ''))]
  return z.codec(
    z
      .union([z.array(z.string(wrong)), z.string()], { error: wrong })
      .nullish()
      .refine((list) => split(list).every((part) => part.length <= 64 && !part.includes('\u0000')), wrong)
      .refine((list) => split(list).length <= max, `${label}一次最多${max}个`),
    z.custom<string[]>(),
    { decode: (list) => parts(split(list)), encode: (list) => list },
  )
}

/** An id that may be missing, null or empty on the wire; `''` in the program. */
export const optionalId = (wrong: string) =>
  z.codec(z.string({ error: wrong }).max(64, wrong).nullish(), z.string(), { decode: (value) => value ?? '', encode: (value) => value })

/** 1 approve, 2 oppose, 3 abstain, 0 left open, also if missing; numeric strings are accepted as input. */
export const answer = z.codec(
  z.union([z.number(), z.string()], { error: OTHER_TOPICS }).nullish(),
  z.custom<0 | 1 | 2 | 3>((value) => value === 0 || value === 1 || value === 2 || value === 3, OTHER_TOPICS),
  // any number is parsed here; the check above then validates it
  { decode: (value) => Number(value ?? 0) as 0 | 1 | 2 | 3, encode: (value) => value },
)

/** How and when a paper was received (`paper.md` section 3). */
export const receiptFields = {
  channel: ['channel', optionalCode(receiptLimits.channel.label, VOTE_SOURCES, DEFAULT_CHANNEL)],
  /** Null: known to the server, or now. */
  receivedAt: ['receivedat', optionalTime(receiptLimits.receivedAt.label)],
  /** Who handed it in; `''` if not recorded. */
  handedInBy: ['handedinby', optionalText(receiptLimits.handedInBy.label, { ...receiptLimits.handedInBy, normalise: normalText })],
  /** The proxy by which an agent votes for one ballot; `''` if the owner does. */
  proxyId: ['proxyid', optionalText('委托编号', { max: 64 })],
} as const
