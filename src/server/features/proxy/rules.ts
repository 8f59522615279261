import { covers } from '#shared/features/proxy/rules.ts'

/** The facts of a proxy that a vote with it depends on. Times in epoch ms. */
export interface ProxyNow {
  readonly ballotKey: number
  readonly topicIds: readonly string[]
  readonly validUntil: number | null
  readonly revokedAt: number | null
}

/** A vote with the proxy; `receivedAt` is when its paper came in, in epoch ms. */
export interface VoteByProxy {
  readonly ballotKey: number
  readonly receivedAt: number
  /** Topics answered. */
  readonly answeredTopicIds: readonly string[]
}

/** Why a proxy does not allow a vote; null if it does. Expiry is judged by the paper's time of receipt. */
export function proxyRefusal(
  { ballotKey, topicIds, validUntil, revokedAt }: ProxyNow,
  vote: VoteByProxy,
): 'proxy.revoked' | 'proxy.otherBallot' | 'proxy.expired' | 'proxy.topicNotCovered' | null {
  if (revokedAt !== null) return 'proxy.revoked'
  if (ballotKey !== vote.ballotKey) return 'proxy.otherBallot'
  if (validUntil !== null && vote.receivedAt > validUntil) return 'proxy.expired'
  return vote.answeredTopicIds.every((topicId) => covers(topicIds, topicId)) ? null : 'proxy.topicNotCovered'
}

/** Why a proxy cannot be registered for a ballot; null if it can. */
export function givingRefusal({ isEnded, isVoted, hasLive }: { readonly isEnded: boolean; readonly isVoted: boolean; readonly hasLive: boolean }) {
  if (isEnded) return 'ballot.ended'
  if (isVoted) return 'proxy.voted'
  return hasLive ? 'proxy.taken' : null
}
