import { sentenceFor } from '#shared/contract/refusals.ts'
import { ActivityStatus, stepRefusal } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { reasonInWords } from '../../activity/parts/whyNot.ts'
import { canBeTallied } from '../../ballot/parts/ballotStates.ts'

/** What the booth's button sends: votes while the vote is on, tallied papers afterwards. */
export function boothMode(status: ActivityStatus): 'vote' | 'tally' {
  return status === ActivityStatus.tallying ? 'tally' : 'vote'
}

/** Why no vote can be submitted for a ballot now; null where one can. */
export function submitRefusal(
  status: ActivityStatus,
  { ballotId, ballotState, markedCode, isVoided }: Pick<Voter, 'ballotId' | 'ballotState' | 'markedCode' | 'isVoided'>,
): SubmitRefusal | null {
  const refusal = stepRefusal(status, boothMode(status))
  if (refusal !== null) return refusal
  if (ballotId === '') return 'ballot.none'
  if (ballotState === BallotState.voted) return 'voting.alreadyVoted'
  if (boothMode(status) === 'tally' && !canBeTallied({ markedCode, isVoided })) return 'voting.noCode'
  return null
}
type SubmitRefusal = 'activity.wrongStatus' | 'ballot.none' | 'voting.alreadyVoted' | 'voting.noCode'

/** The same in words; at the booth nobody types a code. */
export function submitRefusalInWords(status: ActivityStatus, reason: SubmitRefusal | null): string | null {
  if (reason === 'voting.alreadyVoted') return sentenceFor(reason, { taken: null })
  if (reason === 'voting.noCode') return '该票权没有标记，不能唱票'
  return reasonInWords(reason, { status, step: boothMode(status) })
}

/** What is to be known before voting over a paper that was issued; null where there is none, or where it is being tallied. */
export function handedOutWarning(status: ActivityStatus, { ballotState, markedCode }: Pick<Voter, 'ballotState' | 'markedCode'>): string | null {
  if (boothMode(status) === 'tally' || ballotState !== BallotState.marked) return null
  return `该业主已领取纸质选票（标记码 ${markedCode}）。在这里投票后，那张选票不能再唱票，请先收回`
}

/** Where a ballot's properties are, in words: `一期-3栋-1单元-1201`, and how many more there are. */
export function ballotPlace({ place, sharedProperties }: Pick<Voter, 'place' | 'sharedProperties'>): string {
  return sharedProperties.length === 0 ? place : `${place} 等 ${sharedProperties.length + 1} 套`
}

/** What a ballot weighs: all its properties together, in 0.01 m². */
export function ballotArea({ areaHundredths, sharedProperties }: Pick<Voter, 'areaHundredths' | 'sharedProperties'>): number {
  return sharedProperties.reduce((sum, property) => sum + property.areaHundredths, areaHundredths)
}

/** The next of an owner's ballots that can still be voted with; null where none is left. */
export function nextOpenBallot(status: ActivityStatus, voters: readonly Voter[], votedBallotId: string): string | null {
  return voters.find((voter) => voter.ballotId !== votedBallotId && submitRefusal(status, voter) === null)?.ballotId ?? null
}
