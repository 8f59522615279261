import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { paperStateNames } from '#shared/features/paper/rules.ts'

interface Words {
  /** The colour's name in the style sheets: green voted or tallied, orange marked, grey open (`console.md` section 2). */
  readonly look: 'voted' | 'marked' | 'open'
  readonly name: string
}

/** A ballot's display where only its state is known, as on the grid: a vote may also be a tally. */
export const ballotStates: Readonly<Record<BallotState, Words & { readonly letter: string }>> = {
  '1': { look: 'voted', letter: '投', name: '已投票/唱票' },
  '0': { look: 'marked', letter: '标', name: '已标记' },
  '-1': { look: 'open', letter: '未', name: '未投' },
}

/** The fields needed to name a ballot's state; a marked ballot with a printed paper is named after the paper. */
export type BallotOnScreen = Pick<Voter, 'ballotState' | 'source' | 'isVoided'> & Partial<Pick<Voter, 'paperState'>>

/** A ballot's display, distinguishing tallied from voted (`console.md` section 4). */
export function ballotWords({ ballotState, source, isVoided, paperState = -1 }: BallotOnScreen): Words {
  const { look, name } = ballotStates[ballotState]
  if (isVoided && ballotState === BallotState.open) return { look, name: '已作废' }
  if (ballotState === BallotState.marked && paperState !== -1) return { look, name: `选票${paperStateNames[paperState]}` }
  return { look, name: ballotState === BallotState.voted ? votedWord(source) : name }
}

/** Whether a ballot's paper can be tallied: it has a marked code, or its vote was voided and is read again (`wire.md` section 6). */
export function canBeTallied({ markedCode, isVoided }: Pick<Voter, 'markedCode' | 'isVoided'>): boolean {
  return markedCode !== '' || isVoided
}

/** Identifies ballots for a tally: by code, those without one by id. */
export function namedForTally(ballots: readonly Pick<Voter, 'ballotId' | 'markedCode'>[]): { markedCodes: string[]; ballotIds: string[] } {
  return {
    markedCodes: ballots.flatMap(({ markedCode }) => (markedCode === '' ? [] : [markedCode])),
    ballotIds: ballots.flatMap(({ ballotId, markedCode }) => (markedCode === '' ? [ballotId] : [])),
  }
}

/** The consequence of voiding a vote, shown beforehand. */
export function voidConsequence(status: ActivityStatus): string {
  return status === ActivityStatus.tallying ? '作废后这张票按无效票计，直到对照纸票重新唱票' : '作废后这张票不再计入，业主可以重新投票'
}

/** The label of a vote, by its source. */
export function votedWord(source: Voter['source']): string {
  return source === 'tally' ? '已唱票' : '已投票'
}
