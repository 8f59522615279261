import type { Voter } from '#shared/features/ballot/contract.ts'
import type { MarkRequest, TallyRequest, CastRequest } from '#shared/features/voting/contract.ts'
import { DEFAULT_CHANNEL } from '#shared/features/voting/rules.ts'
import { toChoices, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import { namedForTally } from '../../ballot/parts/ballotStates.ts'
import type { Outcome } from '#shared/bridge/outcome.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { ProxyStatus } from '#shared/features/proxy/rules.ts'
import { askServer, failureOf } from '../../../bridge/bridge.ts'
import type { Question } from '../../../ui/question.tsx'

/** A call for ballots: a marked code for one, or a vote or tallied paper for one or more of an owner's. */
export type CastCall =
  | { readonly mode: 'mark'; readonly body: MarkRequest }
  | { readonly mode: 'cast'; readonly body: CastRequest }
  | { readonly mode: 'tally'; readonly body: TallyRequest }

/** Success message (`console.md` section 8). */
export const doneWords = { mark: '投票标记成功', cast: '投票成功', tally: '唱票提交成功' } as const satisfies Readonly<Record<CastCall['mode'], string>>

/** How and when a paper was received; `receivedAt` null: as known to the server, or now. */
export type Receipt = Pick<CastRequest, 'channel' | 'receivedAt' | 'handedInBy' | 'proxyId'>
export const noReceipt: Receipt = { channel: DEFAULT_CHANNEL, receivedAt: null, handedInBy: '', proxyId: '' }

interface PaperFilledIn {
  readonly activityId: string
  readonly mode: 'cast' | 'tally'
  readonly slots: readonly Slot[]
  readonly answers: Answers
  /** The voter. */
  readonly owner: Voter
  /** The ballots that the vote counts for, including the owner's own. */
  readonly ballots: readonly Voter[]
  readonly receipt?: Receipt
  /** The code by which the paper itself was scanned; `''` if its ballot was found otherwise. Voting by code also records the paper as received. */
  readonly scanned?: string
}

/** The call that casts or tallies these ballots, and the ballots in the order of the server's answer. */
export function castCallOf({ activityId, mode, slots, answers, owner, ballots, receipt = noReceipt, scanned = '' }: PaperFilledIn): {
  readonly call: Exclude<CastCall, { readonly mode: 'mark' }>
  readonly ballots: readonly Voter[]
} {
  const vote = {
    ...receipt,
    activityId,
    voterName: owner.ownerName,
    voterPhone: owner.phone,
    voterIdNumber: owner.idNumber,
    choices: toChoices(slots, answers),
  }
  if (mode === 'cast')
    return { call: { mode, body: { ...vote, markedCodes: scanned === '' ? [] : [scanned], ballotIds: ballots.map(({ ballotId }) => ballotId) } }, ballots }
  // Ballots with a code come first.
  const ordered = ballots.toSorted((one, other) => Number(one.markedCode === '') - Number(other.markedCode === ''))
  return { call: { mode, body: { ...vote, ...namedForTally(ordered) } }, ballots: ordered }
}

/** A proxy with which an agent votes. */
export type ChosenProxy = Pick<Proxy, 'id' | 'agentName' | 'topicIds'>

/** Whether a proxy is in force, or was when the ballot's paper was received. */
export function isProxyGood({ status, validUntil }: Pick<Proxy, 'status' | 'validUntil'>, { paperReceivedAt }: Pick<Voter, 'paperReceivedAt'>): boolean {
  if (status === ProxyStatus.revoked) return false
  const wasGood = paperReceivedAt !== null && (validUntil === null || paperReceivedAt <= validUntil)
  return wasGood || (paperReceivedAt === null && status === ProxyStatus.live)
}

/** Page size when loading proxies; a ballot never has that many. */
export const MOST_PROXIES = 20

/** The proxies currently valid for voting with the ballot. Never rejects. */
export async function goodProxies(activityId: string, voter: Pick<Voter, 'ballotId' | 'paperReceivedAt'>): Promise<Outcome<readonly ChosenProxy[]>> {
  const query = { activityId, ballotId: voter.ballotId, status: 'all', condition: '', pageNo: 1, pageSize: MOST_PROXIES } as const
  try {
    const { rows } = await askServer('proxy.list', { query })
    return { ok: true, value: rows.filter((proxy) => isProxyGood(proxy, voter)) }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** Warning about the topics outside the proxy. */
export const leftOutWarning = (count: number): string => `委托不包括的 ${count} 项提交后不能再补投，按未选（无效）计入`

interface WhoVotesOptions {
  /** What is about to be submitted, and for whom. */
  readonly about: string
  readonly agents: readonly [ChosenProxy, ...ChosenProxy[]]
  /** Warning if that agent votes; null for the owner, or if there is nothing to warn of. */
  readonly riskOf: (agent: ChosenProxy | null) => string | null
  /** Submits it; null if the owner votes. */
  readonly onChosen: (agent: ChosenProxy | null) => unknown
}

const OWNER = '业主本人投票'
const agentWords = ({ agentName }: ChosenProxy): string => `受托人 ${agentName} 投票`

/** Asks who votes with a ballot that has an agent, which is never assumed; the answer submits the vote. */
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
