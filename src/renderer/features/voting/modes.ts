import { sentenceFor } from '#shared/contract/refusals.ts'
import { ActivityStatus, activitySteps, stepRefusal } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { OperateType } from '../activity/parts/activityPaths.ts'
import { canBeTallied } from '../ballot/parts/ballotStates.ts'
import { doneWords } from './parts/castCall.ts'

/** What the desk does: assign codes to ballots, cast votes, or tally marked papers. */
export type DeskMode = 'mark' | 'cast' | 'tally'

export const deskModes = ['mark', 'cast', 'tally'] as const satisfies readonly DeskMode[]

/** The mode in the address. */
export const operateTypeOf = { mark: 1, cast: 2, tally: 3 } as const satisfies Readonly<Record<DeskMode, OperateType>>

const byOperateType = { 1: 'mark', 2: 'cast', 3: 'tally' } as const satisfies Readonly<Record<OperateType, DeskMode>>

interface ModeWords {
  readonly name: string
  /** Label of the submit button. */
  readonly cast: string
  /** Success message (`console.md` section 8). */
  readonly done: string
}

export const modeWords = {
  mark: { name: '标记', cast: '标记', done: doneWords.mark },
  cast: { name: '投票', cast: '提交投票', done: doneWords.cast },
  tally: { name: '唱票', cast: '提交唱票', done: doneWords.tally },
} as const satisfies Readonly<Record<DeskMode, ModeWords>>

/** The mode for an `operatetype` (1 to 3); null for other values. */
export function modeOf(operateType: string | null): DeskMode | null {
  return operateType === '1' || operateType === '2' || operateType === '3' ? byOperateType[operateType] : null
}

/** Why a mode is not possible in a status; null if it is. */
export function modeRefusal(status: ActivityStatus, mode: DeskMode): 'activity.wrongStatus' | null {
  return stepRefusal(status, mode)
}

/** What to do in the activity list if a mode is not possible; null if another mode should be used. */
export function modeAdvice(status: ActivityStatus, mode: DeskMode): string | null {
  if (status === ActivityStatus.finished) return '投票已经结束，可以在“投票活动”列表中点“查看结果”'
  if (status === ActivityStatus.notStarted) return adviceTo('start', ...(mode === 'tally' ? (['startTally'] as const) : []))
  return status === ActivityStatus.voting && mode === 'tally' ? adviceTo('startTally') : null
}

function adviceTo(...steps: readonly ('start' | 'startTally')[]): string {
  return `请活动创建人在“投票活动”列表中点${steps.map((step) => `“${activitySteps[step].words}”`).join('，投票结束后再点')}`
}

export const deskMessages = {
  noOwner: sentenceFor('ballot.none'),
  alreadyVoted: sentenceFor('voting.alreadyVoted', { taken: null }),
  noCode: sentenceFor('voting.noCode'),
  noCodeToTally: `该票权没有${codeLabels.either}，不能唱票，请先查看是否已标记`,
  unknownCode: sentenceFor('voting.unknownCode'),
  castQuestion: '确认提交吗？',
} as const

/** Why a voter's ballot cannot be processed in a mode; null if it can. */
export function ballotRefusal(mode: DeskMode, voter: Pick<Voter, 'ballotId' | 'ballotState' | 'markedCode' | 'isVoided'>): BallotRefusal | null {
  if (voter.ballotId === '') return 'ballot.none'
  if (voter.ballotState === BallotState.voted) return 'voting.alreadyVoted'
  if (mode === 'tally' && !canBeTallied(voter)) return 'voting.noCode'
  return null
}
type BallotRefusal = 'ballot.none' | 'voting.alreadyVoted' | 'voting.noCode'

/** The desk's messages for these reasons. */
export const ballotRefusalWords: Readonly<Record<BallotRefusal, string>> = {
  'ballot.none': deskMessages.noOwner,
  'voting.alreadyVoted': deskMessages.alreadyVoted,
  'voting.noCode': deskMessages.noCodeToTally,
}
/** Why a ballot cannot be joined with another of its owner, as a message; null if it can. A ballot with a proxy is entered separately. */
export function joinRefusal(mode: DeskMode, voter: Pick<Voter, 'ballotId' | 'ballotState' | 'markedCode' | 'isVoided' | 'isEntrusted'>): string | null {
  return ballotRefusalInWords(ballotRefusal(mode, voter)) ?? (voter.isEntrusted ? '该票权有委托，请单独录入' : null)
}

/** The same, passing null through. */
export const ballotRefusalInWords = (reason: BallotRefusal | null): string | null => reason && ballotRefusalWords[reason]

/**
 * The next step after voiding a vote.
 *
 * @param isShown its owner is on screen
 */
export function voidedNote(status: ActivityStatus, { markedCode, isShown }: { readonly markedCode: string; readonly isShown: boolean }): string {
  if (status !== ActivityStatus.tallying) return '已作废，该票权可以重新投票'
  const next = isShown
    ? '请对照纸票重新选择，再提交唱票'
    : markedCode === ''
      ? '请查找这位业主，对照纸票重新录入'
      : `请再扫一次${codeLabels.either} ${markedCode}，对照纸票重新录入`
  return `已作废，重新唱票前按无效票计。${next}`
}

/** The code in a marked ballot's state; `''` for other states. */
export function codeOfMark({ ballotState, markedCode }: Pick<Voter, 'ballotState' | 'markedCode'>): string {
  return ballotState === BallotState.marked ? markedCode : ''
}
