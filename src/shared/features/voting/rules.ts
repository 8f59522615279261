import type { TextLimit } from '../../text/limits.ts'
import { compareNaturally, naturalKey } from '../../text/naturalOrder.ts'

/** Texts entered with a vote, and with its changes (`trust.md` section 4). */
export const votingLimits = {
  markedCode: { label: '标记码', max: 64, missing: '请输入标记码' },
  voidReason: { label: '作废原因', max: 200 },
  unmarkReason: { label: '撤销原因', max: 200, missing: '请输入撤销原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Predefined reasons. */
export const voidReasons = ['录错选择', '选错业主', '业主要求更改', '选票无效', '重复录入'] as const
export const unmarkReasons = ['标记错业主', '标记码录错', '业主退回选票', '选票损坏或作废', '重复标记'] as const

/** Default channel of a paper: the fixed collection point, one of the vote sources. */
export const DEFAULT_CHANNEL = 3
/** Labels for refusals, and maximum lengths, of a paper's receipt. */
export const receiptLimits = {
  channel: { label: '收票渠道' },
  receivedAt: { label: '收到时间' },
  handedInBy: { label: '交票人', max: 100 } satisfies TextLimit,
} as const
/** Message for a time of receipt in the future. */
export const RECEIVED_IN_FUTURE = '收到时间不能晚于现在'

/** The message for an answer that the activity does not ask for or a topic does not offer (`bad-input.md`, Calls). */
export const OTHER_TOPICS = '投票内容与活动议题不一致，请刷新后重试'

/**
 * The height of a floor: its number, negative if below ground; unknown floors are lowest.
 *
 * `B2`, `-2`, `负二层` and `地下2层` are the second below ground.
 */
export function floorHeight(floor: string): number {
  const digits = /\d+/.exec(naturalKey(floor))?.[0]
  if (digits === undefined) return -Infinity
  return /^(?:-|负|地下|b)/i.test(floor) ? -Number(digits) : Number(digits)
}

/** Order of floors, top floor first. */
export function compareFromTheTop(a: string, b: string): number {
  const [heightA, heightB] = [floorHeight(a), floorHeight(b)]
  return heightA === heightB ? compareNaturally(b, a) : heightA < heightB ? 1 : -1
}
