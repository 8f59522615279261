import { BallotState } from '#shared/features/ballot/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { GridElement } from '#shared/features/voting/contract.ts'
import { funnelNames, type FunnelStage } from '#shared/features/voting/funnel.ts'
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
  /** What a room is called. */
  readonly name: string
  /** In the funnel of papers. */
  readonly stage: FunnelStage
}

const ofBallot = (state: BallotState, stage: FunnelStage): Words => ({ letter: ballotStates[state].letter, name: ballotStates[state].name, stage })
const ofPaper = (letter: string, stage: FunnelStage): Words => ({ letter, name: funnelNames[stage], stage })

export const roomStates: Readonly<Record<RoomState, Words>> = {
  voted: ofBallot(BallotState.voted, 'entered'),
  open: ofBallot(BallotState.open, 'notMade'),
  printed: ofPaper('生', 'notSent'),
  out: ofPaper('发', 'withOwner'),
  received: ofPaper('收', 'toEnter'),
  marked: ofBallot(BallotState.marked, 'handMarked'),
}

/** The states without a vote, in the order of the funnel: together they are what 未投名单 lists. */
export const notVotedStates = ['open', 'printed', 'out', 'received', 'marked'] as const satisfies readonly RoomState[]
