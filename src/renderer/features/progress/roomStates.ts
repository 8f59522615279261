import { BallotState } from '#shared/features/ballot/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { GridElement } from '#shared/features/voting/contract.ts'
import type { z } from 'zod'
import { ballotStates } from '../ballot/parts/ballotStates.ts'

/** How a room of the grid stands: as its ballot, and where that has a printed paper, as the paper. Also its colour's name in the style sheet. */
export type RoomState = 'voted' | 'received' | 'out' | 'printed' | 'marked' | 'open'

const byPaper = { [PaperState.printed]: 'printed', [PaperState.out]: 'out', [PaperState.received]: 'received' } as const

/** A mark by hand is shown as such only where no paper was printed. */
export function roomStateOf({ votestatus, paperstatus }: Pick<z.output<typeof GridElement>, 'votestatus' | 'paperstatus'>): RoomState {
  if (votestatus === BallotState.voted) return 'voted'
  return paperstatus === -1 ? ballotStates[votestatus].look : byPaper[paperstatus]
}

interface Words {
  readonly letter: string
  readonly name: string
  /** True: it stands in the legend although no room is so. */
  readonly isAlwaysShown: boolean
}

const ofBallot = (state: BallotState): Words => ({ letter: ballotStates[state].letter, name: ballotStates[state].name, isAlwaysShown: true })

/** In the order in which the legend names them. */
export const roomStates: Readonly<Record<RoomState, Words>> = {
  voted: ofBallot(BallotState.voted),
  received: { letter: '收', name: '已收回未录入', isAlwaysShown: false },
  out: { letter: '发', name: '已发出未收回', isAlwaysShown: false },
  printed: { letter: '印', name: '已印未发出', isAlwaysShown: false },
  marked: ofBallot(BallotState.marked),
  open: ofBallot(BallotState.open),
}
export const roomStateOrder = Object.keys(roomStates) as readonly RoomState[]
