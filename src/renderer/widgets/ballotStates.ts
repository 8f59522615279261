import type { BallotState } from '#shared/features/ballot/rules.ts'

interface Words {
  /** The colour's name in the style sheets: green voted, orange marked, grey open (`console.md` section 2). */
  readonly look: 'voted' | 'marked' | 'open'
  /** What stands beside the colour where there is room for one letter. */
  readonly letter: string
  readonly name: string
}

/** How the screens show a ballot's state. */
export const ballotStates: Readonly<Record<BallotState, Words>> = {
  '1': { look: 'voted', letter: '投', name: '已投票' },
  '0': { look: 'marked', letter: '标', name: '已标记' },
  '-1': { look: 'open', letter: '未', name: '未投' },
}

/** In the order in which legends name them. */
export const ballotStateOrder = [1, 0, -1] as const satisfies readonly BallotState[]
