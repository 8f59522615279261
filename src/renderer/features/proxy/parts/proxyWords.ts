import type { Topic } from '#shared/features/activity/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { covers, ProxyStatus } from '#shared/features/proxy/rules.ts'
import { minutesOf } from '../../../ui/moments.ts'
import type { Tone } from '../../../ui/StateTag.tsx'

export const proxyTones = {
  [ProxyStatus.live]: 'green',
  [ProxyStatus.revoked]: 'grey',
  [ProxyStatus.expired]: 'orange',
} as const satisfies Readonly<Record<ProxyStatus, Tone>>

/** For which topics a proxy is, by their numbers: `议题 1、3`. */
export function topicsInWords({ topicIds }: Pick<Proxy, 'topicIds'>, topics: readonly Pick<Topic, 'id' | 'sortNo'>[]): string {
  if (topicIds.length === 0) return '全部议题'
  const numbers = topics.filter(({ id }) => covers(topicIds, id)).map(({ sortNo }) => sortNo)
  return `议题 ${numbers.join('、')}`
}

/** The topics that a proxy leaves out, by their numbers; `''` where it is for all. */
export function leftOutInWords({ topicIds }: Pick<Proxy, 'topicIds'>, topics: readonly Pick<Topic, 'id' | 'sortNo'>[]): string {
  const numbers = topics.filter(({ id }) => !covers(topicIds, id)).map(({ sortNo }) => sortNo)
  return numbers.length === 0 ? '' : `议题 ${numbers.join('、')}`
}

/** Until when a proxy is good. */
export const untilInWords = ({ validUntil }: Pick<Proxy, 'validUntil'>): string => (validUntil === null ? '投票结束' : minutesOf(validUntil))
