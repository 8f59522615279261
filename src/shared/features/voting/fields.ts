import { z } from 'zod'
import { optionalCode, optionalText, optionalTime } from '../../contract/values.ts'
import { normalText } from '../../text/normalise.ts'
import { VOTE_SOURCES } from '../notification/contract.ts'
import { DEFAULT_CHANNEL, OTHER_TOPICS, receiptLimits } from './rules.ts'

/** Texts as an array or comma-separated on the wire; an array inside, each once. */
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

/** An id that may be missing, null or empty on the wire; `''` inside. */
export const optionalId = (wrong: string) =>
  z.codec(z.string({ error: wrong }).max(64, wrong).nullish(), z.string(), { decode: (value) => value ?? '', encode: (value) => value })

/** 1 approve, 2 oppose, 3 abstain, 0 left open, as it is where it is missing; a numeric string is accepted on the way in. */
export const answer = z.codec(
  z.union([z.number(), z.string()], { error: OTHER_TOPICS }).nullish(),
  z.custom<0 | 1 | 2 | 3>((value) => value === 0 || value === 1 || value === 2 || value === 3, OTHER_TOPICS),
  // whatever number it is, the check above comes after it
  { decode: (value) => Number(value ?? 0) as 0 | 1 | 2 | 3, encode: (value) => value },
)

/** How and when a paper came in (`paper.md` section 3). */
export const receiptFields = {
  channel: ['channel', optionalCode(receiptLimits.channel.label, VOTE_SOURCES, DEFAULT_CHANNEL)],
  /** null: the server knows, or it is now. */
  receivedAt: ['receivedat', optionalTime(receiptLimits.receivedAt.label)],
  /** Who brought it; `''` if nobody is named. */
  handedInBy: ['handedinby', optionalText(receiptLimits.handedInBy.label, { ...receiptLimits.handedInBy, normalise: normalText })],
  /** The proxy with which an agent votes for one ballot; `''` if the owner does. */
  proxyId: ['proxyid', optionalText('委托编号', { max: 64 })],
} as const
