import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus, stepRefusal } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { votingTimeAt, type VotingTime } from '../../activity/parts/useVotingTime.ts'
import { reasonInWords } from '../../activity/parts/whyNot.ts'
import { canBeTallied } from '../../ballot/parts/ballotStates.ts'
import { minutesOf } from '../../../ui/moments.ts'
import { paperWarning, registeredInWords } from '../../voting/parts/papers.ts'

/** What the booth's button submits: votes during voting, tallied papers afterwards. */
export function boothMode(status: ActivityStatus): 'cast' | 'tally' {
  return status === ActivityStatus.tallying ? 'tally' : 'cast'
}

/** Why no vote can be cast with a ballot now; null if one can. */
export function castRefusal(
  status: ActivityStatus,
  { ballotId, ballotState, markedCode, isVoided }: Pick<Voter, 'ballotId' | 'ballotState' | 'markedCode' | 'isVoided'>,
): CastRefusal | null {
  const refusal = stepRefusal(status, boothMode(status))
  if (refusal !== null) return refusal
  if (ballotId === '') return 'ballot.none'
  if (ballotState === BallotState.voted) return 'voting.alreadyVoted'
  if (boothMode(status) === 'tally' && !canBeTallied({ markedCode, isVoided })) return 'voting.noCode'
  return null
}
type CastRefusal = 'activity.wrongStatus' | 'ballot.none' | 'voting.alreadyVoted' | 'voting.noCode'

/** The same as a message; codes are not typed in the booth. */
export function castRefusalInWords(status: ActivityStatus, reason: CastRefusal | null): string | null {
  if (reason === 'voting.alreadyVoted') return sentenceFor(reason, { taken: null })
  if (reason === 'voting.noCode') return '该票权没有标记，不能唱票'
  return reasonInWords(reason, { status, step: boothMode(status) })
}

/** Warning before voting on a paper that has not been returned; null if none, or when tallying. */
export const outstandingWarning = (status: ActivityStatus, voter: Voter): string | null =>
  voter.paperReceivedAt === null ? paperWarning(boothMode(status), [voter]) : null

/** A note about a ballot before voting, and whether it is a warning. */
export interface BoothNote {
  readonly kind: 'info' | 'warning'
  readonly text: string
}

/**
 * A note on the voting time for a ballot; null if none. Only a warning: the server decides by its own clock.
 *
 * A tally accepts papers received within the time; a returned paper counts from its receipt.
 *
 * @param now epoch ms
 */
export function timeNote(
  { status, startsAt, endsAt }: Pick<Activity, 'status' | 'startsAt' | 'endsAt'>,
  time: VotingTime,
  { paperReceivedAt }: Pick<Voter, 'paperReceivedAt'>,
  now: number,
): BoothNote | null {
  if (paperReceivedAt !== null) {
    const received = `收到 ${registeredInWords({ at: paperReceivedAt, by: '扫描' }, now)}`
    if (votingTimeAt({ startsAt, endsAt }, paperReceivedAt) !== 'on') return { kind: 'warning', text: `${received}，不在投票时间内，不能录入` }
    const isLate = status === ActivityStatus.voting && time === 'over'
    return { kind: 'info', text: isLate ? `${received}，可以录入，报告中会注明“截止后录入”` : received }
  }
  if (status !== ActivityStatus.voting || time === 'on') return null
  const over = `投票时间已于 ${minutesOf(endsAt)} 结束，在这之前收到的选票请到投票台填写“收到时间”后录入`
  return { kind: 'warning', text: time === 'over' ? over : `投票时间从 ${minutesOf(startsAt)} 开始，现在还不能投票` }
}

/** A ballot's place as text: `一期-3栋-1单元-1201`, and the number of its properties if several. */
export function ballotPlace({ place, sharedProperties }: Pick<Voter, 'place' | 'sharedProperties'>): string {
  return sharedProperties.length === 0 ? place : `${place} 等 ${sharedProperties.length + 1} 套`
}

/** A ballot's total area, in 0.01 m². */
export function ballotArea({ areaHundredths, sharedProperties }: Pick<Voter, 'areaHundredths' | 'sharedProperties'>): number {
  return sharedProperties.reduce((sum, property) => sum + property.areaHundredths, areaHundredths)
}

/** The next of an owner's ballots that can be voted with; null if none. */
export function nextOpenBallot(status: ActivityStatus, voters: readonly Voter[], votedBallotId: string): string | null {
  return voters.find((voter) => voter.ballotId !== votedBallotId && castRefusal(status, voter) === null)?.ballotId ?? null
}
