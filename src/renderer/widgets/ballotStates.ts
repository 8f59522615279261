import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'

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

/** In the order in which legends name them. */
export const ballotStateOrder = [1, 0, -1] as const satisfies readonly BallotState[]

/** How the screens show one ballot: one that was tallied is told from one that was voted (`console.md` section 4). */
export function ballotWords({ ballotState, source }: Pick<Voter, 'ballotState' | 'source'>): Words {
  const { look, name } = ballotStates[ballotState]
  return { look, name: ballotState === BallotState.voted ? votedWord(source) : name }
}

/** What is said of a vote, by the way it came. */
export function votedWord(source: Voter['source']): string {
  return source === 'tally' ? '已唱票' : '已投票'
}
