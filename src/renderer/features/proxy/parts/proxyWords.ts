import type { Topic } from '#shared/features/activity/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { covers, ofSameAgent, ProxyStatus, type Agent } from '#shared/features/proxy/rules.ts'
import { holdsMask, maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { idNumbers, personName, phoneNumbers } from '#shared/owner/owners.ts'
import { minutesOf } from '../../../ui/moments.ts'
import type { Tone } from '../../../ui/StateTag.tsx'

export const proxyTones = {
  [ProxyStatus.live]: 'green',
  [ProxyStatus.revoked]: 'grey',
  [ProxyStatus.expired]: 'orange',
} as const satisfies Readonly<Record<ProxyStatus, Tone>>

/** The topics that a proxy covers, by number: `议题 1、3`. */
export function topicsInWords({ topicIds }: Pick<Proxy, 'topicIds'>, topics: readonly Pick<Topic, 'id' | 'sortNo'>[]): string {
  if (topicIds.length === 0) return '全部议题'
  const numbers = topics.filter(({ id }) => covers(topicIds, id)).map(({ sortNo }) => sortNo)
  return `议题 ${numbers.join('、')}`
}

/** The topics that a proxy excludes, by number; `''` if it covers all. */
export function leftOutInWords({ topicIds }: Pick<Proxy, 'topicIds'>, topics: readonly Pick<Topic, 'id' | 'sortNo'>[]): string {
  const numbers = topics.filter(({ id }) => !covers(topicIds, id)).map(({ sortNo }) => sortNo)
  return numbers.length === 0 ? '' : `议题 ${numbers.join('、')}`
}

/** A proxy's expiry. */
export const untilInWords = ({ validUntil }: Pick<Proxy, 'validUntil'>): string => (validUntil === null ? '投票结束' : minutesOf(validUntil))

/**
 * How many ballots the typed agent already holds, counting proxies in force, and used ones that have expired; masked ones are
 * compared by mask.
 */
export function heldBy({ agentName, agentPhone, agentIdNumber }: Agent, proxies: readonly (Agent & Pick<Proxy, 'status' | 'isUsed'>)[]): number {
  const counting = proxies.filter(({ status, isUsed }) => status === ProxyStatus.live || (isUsed && status !== ProxyStatus.revoked))
  const isMasked = counting.some((proxy) => holdsMask(proxy.agentPhone) || holdsMask(proxy.agentIdNumber))
  const [phone, idNumber] = [phoneNumbers(agentPhone), idNumbers(agentIdNumber)]
  const typed = {
    agentName: personName(agentName),
    agentPhone: isMasked ? maskPhone(phone) : phone,
    agentIdNumber: isMasked ? maskIdNumber(idNumber) : idNumber,
  }
  return ofSameAgent(typed, counting).length
}
