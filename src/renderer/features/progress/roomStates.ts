import { BallotState } from '#shared/features/ballot/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { GridElement } from '#shared/features/voting/contract.ts'
import { funnelNames, type FunnelStage } from '#shared/features/voting/funnel.ts'
import type { z } from 'zod'
import { ballotStates } from '../ballot/parts/ballotStates.ts'

/** A room's state: its ballot's, or that of its printed paper. Also the colour's name in the style sheet. */
export type RoomState = 'voted' | 'received' | 'out' | 'printed' | 'marked' | 'open'

const byPaper = { [PaperState.printed]: 'printed', [PaperState.out]: 'out', [PaperState.received]: 'received' } as const

/** A mark by hand is shown only if no paper was printed. */
export function roomStateOf({ votestatus, paperstatus }: Pick<z.output<typeof GridElement>, 'votestatus' | 'paperstatus'>): RoomState {
  if (votestatus === BallotState.voted) return 'voted'
  return paperstatus === -1 ? ballotStates[votestatus].look : byPaper[paperstatus]
}

interface Words {
  readonly letter: string
  /** The state's name. */
  readonly name: string
  /** Its stage in the paper funnel. */
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

/** The not-voted states in funnel order; together they make up 未投名单. */
export const notVotedStates = ['open', 'printed', 'out', 'received', 'marked'] as const satisfies readonly RoomState[]
