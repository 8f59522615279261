import { isNoPhone } from '../../owner/identity.ts'
import { maskedMessages } from '../../owner/masking.ts'
import { hasIdNumber, idsOf } from '../../owner/owners.ts'
import type { TextLimit } from '../../text/limits.ts'

/** Labels for refusals, and maximum lengths of the texts. */
export const proxyLimits = {
  agentName: { label: '受托人姓名', max: 30, missing: '请输入受托人姓名' },
  agentPhone: { label: '受托人手机号', max: 30 },
  agentIdNumber: { label: '受托人证件号', max: 30 },
  revokeReason: { label: '撤销原因', max: 200, missing: '请输入撤销原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum pictures of a letter of proxy and its papers. */
export const MAX_PROXY_PICTURES = 9

export const proxyMessages = {
  phoneShape: '请输入11位手机号',
  phoneMasked: maskedMessages.phone,
  idNumberMasked: maskedMessages.idNumber,
  nobody: '请填写受托人的手机号或证件号',
  topics: '委托事项与活动议题不一致，请刷新后重试',
} as const

/** Predefined reasons for revoking a proxy. */
export const revokeReasons = ['委托人撤回委托', '委托人改为本人投票', '委托书填写有误', '受托人不再代理'] as const

/** The editor's suggested limit per agent, and its source. */
export const PROPOSED_PROXY_LIMIT = 3
export const proxyLimitSource = '法律没有规定上限；不少地方的规定或业主大会议事规则限定一人最多代理 3 票，请以当地规定和本小区议事规则为准'

/** 0 in force, 1 revoked, 2 expired. */
export const ProxyStatus = { live: 0, revoked: 1, expired: 2 } as const
export type ProxyStatus = (typeof ProxyStatus)[keyof typeof ProxyStatus]
export const proxyStatusNames = { 0: '有效', 1: '已撤销', 2: '已过期' } as const satisfies Readonly<Record<ProxyStatus, string>>

/** Status of a proxy at a moment; `validUntil` null: until the vote ends. Times in epoch ms. */
export function proxyStatus({ revokedAt, validUntil }: { readonly revokedAt: number | null; readonly validUntil: number | null }, now: number): ProxyStatus {
  if (revokedAt !== null) return ProxyStatus.revoked
  return validUntil !== null && now > validUntil ? ProxyStatus.expired : ProxyStatus.live
}

/** A person who votes for an owner. */
export interface Agent {
  readonly agentName: string
  readonly agentPhone: string
  readonly agentIdNumber: string
}

/** Whether an agent has a phone or an ID number: a name alone does not identify anyone. */
export const isKnownAgent = ({ agentPhone, agentIdNumber }: Agent): boolean => !isNoPhone(agentPhone) || hasIdNumber(agentIdNumber)

/** What identifies an agent: the ID number, or name with phone (`paper.md` section 3). */
function agentKeys({ agentName, agentPhone, agentIdNumber }: Agent): string[] {
  return [...idsOf(agentIdNumber).map((id) => `id ${id}`), ...(isNoPhone(agentPhone) ? [] : [`name ${agentName} ${agentPhone}`])]
}

/** Those of `others` that are the same agent: by ID number, by name and phone, or transitively. */
export function ofSameAgent<A extends Agent>(agent: Agent, others: readonly A[]): A[] {
  const known = new Set(agentKeys(agent))
  const found = new Set<A>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const other of others) {
      const keys = agentKeys(other)
      if (found.has(other) || !keys.some((key) => known.has(key))) continue
      found.add(other)
      for (const key of keys) known.add(key)
    }
  }
  return others.filter((other) => found.has(other))
}

/** Whether a proxy covers a topic; no topics means all. */
export const covers = (topicIds: readonly string[], topicId: string): boolean => topicIds.length === 0 || topicIds.includes(topicId)
