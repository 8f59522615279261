import type { TextLimit } from '../../text/limits.ts'

/** The result of a contact (`after.md` section 2). */
export const ContactResult = { reached: 1, later: 2, nobody: 3, unreachable: 4, refused: 5 } as const
export type ContactResult = (typeof ContactResult)[keyof typeof ContactResult]
export const CONTACT_RESULTS = Object.values(ContactResult)
export const contactResultNames = { 1: '已联系', 2: '约定再访', 3: '无人应答', 4: '无法联系', 5: '拒绝投票' } as const satisfies Readonly<
  Record<ContactResult, string>
>
/** Filter values of a list; 0: ballots without a contact. */
export const NOT_CONTACTED = 0
export const CONTACT_FILTERS = [NOT_CONTACTED, ...CONTACT_RESULTS] as const
export type ContactFilter = (typeof CONTACT_FILTERS)[number]
export const contactFilterName = (filter: ContactFilter): string => (filter === NOT_CONTACTED ? '未走访' : contactResultNames[filter])

export const contactLimits = {
  remark: { label: '走访备注', max: 200 },
  reason: { label: '撤回原因', max: 200, missing: '请输入撤回原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum ballots in one call. */
export const MAX_CONTACTS = 5_000

export const contactMessages = {
  noBallots: '请选择走访的业主',
  inFuture: '走访时间不能晚于当前时间',
  noNext: '请选择约定再访的时间',
  nextNotLater: '约定再访的时间必须晚于走访时间',
  nextForbidden: '只有“约定再访”可以填写再访时间',
} as const

/** Why the time of a contact, or of the next visit, is invalid; null if valid. All in epoch ms. */
export function contactTimesRefusal(
  { result, at, nextAt }: { readonly result: ContactResult; readonly at: number; readonly nextAt: number | null },
  now: number,
): 'contact.inFuture' | 'contact.noNext' | 'contact.nextNotLater' | 'contact.nextForbidden' | null {
  if (at > now) return 'contact.inFuture'
  if (result !== ContactResult.later) return nextAt === null ? null : 'contact.nextForbidden'
  if (nextAt === null) return 'contact.noNext'
  return nextAt > at ? null : 'contact.nextNotLater'
}
