import type { Outcome } from '#shared/bridge/outcome.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { ProxyStatus } from '#shared/features/proxy/rules.ts'
import { askServer, failureOf } from '../../../bridge/bridge.ts'
import type { Question } from '../../../ui/question.tsx'

/** A proxy with which an agent votes. */
export type ChosenProxy = Pick<Proxy, 'id' | 'agentName' | 'topicIds'>

/** Whether a ballot's proxy is in force, or was when the ballot's paper came in. */
export function isProxyGood({ status, validUntil }: Pick<Proxy, 'status' | 'validUntil'>, { paperReceivedAt }: Pick<Voter, 'paperReceivedAt'>): boolean {
  if (status === ProxyStatus.revoked) return false
  const wasGood = paperReceivedAt !== null && (validUntil === null || paperReceivedAt <= validUntil)
  return wasGood || (paperReceivedAt === null && status === ProxyStatus.live)
}

/** The most proxies that are asked for: a ballot never has as many. */
export const MOST_PROXIES = 20

/** The proxies with which somebody may vote for the ballot, as they are now. Never rejects. */
export async function goodProxies(activityId: string, voter: Pick<Voter, 'ballotId' | 'paperReceivedAt'>): Promise<Outcome<readonly ChosenProxy[]>> {
  const query = { activityId, ballotId: voter.ballotId, status: 'all', condition: '', pageNo: 1, pageSize: MOST_PROXIES } as const
  try {
    const { rows } = await askServer('proxy.list', { query })
    return { ok: true, value: rows.filter((proxy) => isProxyGood(proxy, voter)) }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** What becomes of the places that a proxy is not for, in words. */
export const leftOutWarning = (count: number): string => `委托不包括的 ${count} 项提交后不能再补投，按未选（无效）计入`

interface WhoVotesOptions {
  /** What is about to be sent, and for whom. */
  readonly about: string
  readonly agents: readonly [ChosenProxy, ...ChosenProxy[]]
  /** What is to be known where that one votes; null for the owner, and where there is nothing. */
  readonly riskOf: (agent: ChosenProxy | null) => string | null
  /** Sends it; null: the owner votes. */
  readonly onChosen: (agent: ChosenProxy | null) => unknown
}

const OWNER = '业主本人投票'
const agentWords = ({ agentName }: ChosenProxy): string => `受托人 ${agentName} 投票`

/** Who votes with a ballot that has an agent: it is asked, never taken for granted, and the answer sends the vote. */
export function whoVotesQuestion({ about, agents, riskOf, onChosen }: WhoVotesOptions): Question {
  const [agent, ...others] = agents
  const risks = [null, ...agents].flatMap((one) => {
    const risk = riskOf(one)
    return risk === null ? [] : [`选“${one === null ? OWNER : agentWords(one)}”：${risk}`]
  })
  return {
    title: '这张选票由谁投？',
    detail: [about, '该票权有委托，请核对选票上的签名', ...risks].join('。'),
    cancelText: '返回',
    alternatives: [{ text: OWNER, onChosen: () => onChosen(null) }, ...others.map((one) => ({ text: agentWords(one), onChosen: () => onChosen(one) }))],
    confirmText: agentWords(agent),
    onConfirm: () => onChosen(agent),
  }
}
