import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { paperStateNames } from '#shared/features/paper/rules.ts'

interface Words {
  /** The colour's name in the style sheets: green voted or tallied, orange marked, grey open (`console.md` section 2). */
  readonly look: 'voted' | 'marked' | 'open'
  readonly name: string
}

/** How the screens show a ballot's state where it alone is known, as on the grid: a vote may have been tallied. */
export const ballotStates: Readonly<Record<BallotState, Words & { readonly letter: string }>> = {
  '1': { look: 'voted', letter: '投', name: '已投票/唱票' },
  '0': { look: 'marked', letter: '标', name: '已标记' },
  '-1': { look: 'open', letter: '未', name: '未投' },
}

/** What the screens must know of a ballot to name its state; one that is marked and has a printed paper is named by that. */
export type BallotOnScreen = Pick<Voter, 'ballotState' | 'source' | 'isVoided'> & Partial<Pick<Voter, 'paperState'>>

/** How the screens show one ballot: one that was tallied is distinguished from one that was voted (`console.md` section 4). */
export function ballotWords({ ballotState, source, isVoided, paperState = -1 }: BallotOnScreen): Words {
  const { look, name } = ballotStates[ballotState]
  if (isVoided && ballotState === BallotState.open) return { look, name: '已作废' }
  if (ballotState === BallotState.marked && paperState !== -1) return { look, name: `选票${paperStateNames[paperState]}` }
  return { look, name: ballotState === BallotState.voted ? votedWord(source) : name }
}

/** Whether a paper of the ballot can be read: it is marked with a code, or its vote was voided and is read again (`wire.md` section 6). */
export function canBeTallied({ markedCode, isVoided }: Pick<Voter, 'markedCode' | 'isVoided'>): boolean {
  return markedCode !== '' || isVoided
}

/** How a tally names ballots: by their codes, and those that have none by themselves. */
export function namedForTally(ballots: readonly Pick<Voter, 'ballotId' | 'markedCode'>[]): { markedCodes: string[]; ballotIds: string[] } {
  return {
    markedCodes: ballots.flatMap(({ markedCode }) => (markedCode === '' ? [] : [markedCode])),
    ballotIds: ballots.flatMap(({ ballotId, markedCode }) => (markedCode === '' ? [ballotId] : [])),
  }
}

/** What follows from voiding a vote, as it is announced beforehand. */
export function voidConsequence(status: ActivityStatus): string {
  return status === ActivityStatus.tallying ? '作废后这张票按无效票计，直到对照纸票重新唱票' : '作废后这张票不再计入，业主可以重新投票'
}

/** The message of a vote, by the way it came. */
export function votedWord(source: Voter['source']): string {
  return source === 'tally' ? '已唱票' : '已投票'
}
