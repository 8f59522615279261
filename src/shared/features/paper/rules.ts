import type { TextLimit } from '../../text/limits.ts'
import { votingLimits } from '../voting/rules.ts'

/** A paper's current state (`paper.md` section 4): printed, handed out, received, spoiled. */
export const PaperState = { printed: 0, out: 1, received: 2, spoiled: 3 } as const
export type PaperState = (typeof PaperState)[keyof typeof PaperState]
export const PAPER_STATES = [0, 1, 2, 3] as const

/** Registrable states that can be undone. */
export const REGISTERED_STATES = [PaperState.out, PaperState.received] as const
export type RegisteredState = (typeof REGISTERED_STATES)[number]

export const paperStateNames: Readonly<Record<PaperState, string>> = { 0: '已生成', 1: '已发出', 2: '已收回', 3: '已作废' }

/** States in which a paper belongs to a ballot; a spoiled one belongs to none. */
export type LivePaperState = Exclude<PaperState, typeof PaperState.spoiled>

export const paperLimits = {
  /** A paper's code is its ballot's marked code, which may have been marked by hand. */
  code: { label: '选票编号', max: votingLimits.markedCode.max, missing: '请输入选票编号' },
  /** Why a paper is spoiled or replaced. */
  reason: { label: '原因', max: 200, missing: '请填写原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Labels of a marked code: a printed paper's, one given by hand, and where it may be either. */
export const codeLabels = {
  paper: paperLimits.code.label,
  hand: votingLimits.markedCode.label,
  either: `${paperLimits.code.label} / ${votingLimits.markedCode.label}`,
} as const

/** Maximum papers and ballots in one call. */
export const MAX_PAPERS = 2_000
/** Maximum papers printed at once. */
export const MAX_PRINTED = 20_000

/** Slips of a kind per printed page; 0: omitted. */
export const SLIPS_A_PAGE = [0, 2, 4] as const
export type SlipsAPage = (typeof SLIPS_A_PAGE)[number]

/** Slips printed with the ballots: the stub, kept by the office, and the receipt, signed when a paper is handed over. */
export interface SlipChoice {
  readonly stub: SlipsAPage
  readonly receipt: SlipsAPage
}

/** Both slips of a ballot on one page, as in its layout. */
export const DEFAULT_SLIPS: SlipChoice = { stub: 2, receipt: 2 }

/** Predefined reasons. */
export const spoilReasons = ['选票损坏', '选票遗失', '印刷有误', '业主不领取', '重复生成'] as const
export const replaceReasons = ['选票遗失', '选票损坏', '业主填写错误', '印刷有误'] as const

/** Registrable actions on a paper, and the states that allow them. A paper never scanned out can still be received. */
const mayBecome = {
  out: [PaperState.printed],
  receive: [PaperState.printed, PaperState.out],
  spoil: [PaperState.printed, PaperState.out, PaperState.received],
  replace: [PaperState.printed, PaperState.out, PaperState.received],
} as const satisfies Readonly<Record<string, readonly PaperState[]>>
export type PaperAction = keyof typeof mayBecome

/** Whether a state allows an action. */
export const isAllowedIn = (action: PaperAction, state: PaperState): boolean => (mayBecome[action] as readonly PaperState[]).includes(state)

/** Name of an action on a paper, in refusals. */
export const paperActionNames: Readonly<Record<PaperAction, string>> = { out: '发出', receive: '收回', spoil: '作废', replace: '换发' }
