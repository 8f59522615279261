import type { TextLimit } from '../../text/limits.ts'
import { votingLimits } from '../voting/rules.ts'

/** A paper's present state (`paper.md` section 4): printed, handed out, received, spoiled. */
export const PaperState = { printed: 0, out: 1, received: 2, spoiled: 3 } as const
export type PaperState = (typeof PaperState)[keyof typeof PaperState]
export const PAPER_STATES = [0, 1, 2, 3] as const

/** What is registered of a paper on its way, and can be taken back. */
export const REGISTERED_STATES = [PaperState.out, PaperState.received] as const
export type RegisteredState = (typeof REGISTERED_STATES)[number]

export const paperStateNames: Readonly<Record<PaperState, string>> = { 0: '已生成', 1: '已发出', 2: '已收回', 3: '已作废' }

/** The states of a paper that its ballot has; a spoiled one is nobody's. */
export type LivePaperState = Exclude<PaperState, typeof PaperState.spoiled>

export const paperLimits = {
  /** A paper's code is the marked code of its ballot, which may have been marked by hand. */
  code: { label: '选票编号', max: votingLimits.markedCode.max, missing: '请输入选票编号' },
  /** Why a paper is spoiled or replaced. */
  reason: { label: '原因', max: 200, missing: '请填写原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** What a marked code is called: a printed paper's, one that was given by hand, and where it may be either. */
export const codeLabels = {
  paper: paperLimits.code.label,
  hand: votingLimits.markedCode.label,
  either: `${paperLimits.code.label} / ${votingLimits.markedCode.label}`,
} as const

/** Papers and ballots that one call names at the most. */
export const MAX_PAPERS = 2_000
/** Papers that are printed at once at the most. */
export const MAX_PRINTED = 20_000

/** How many of a slip are printed to a page; 0: it is left out. */
export const SLIPS_A_PAGE = [0, 2, 4] as const
export type SlipsAPage = (typeof SLIPS_A_PAGE)[number]

/** Slips printed with the ballots: the stub, which the office keeps, and the receipt, signed when a paper is handed over. */
export interface SlipChoice {
  readonly stub: SlipsAPage
  readonly receipt: SlipsAPage
}

/** Both of a ballot on a page of its own, as its layout has it. */
export const DEFAULT_SLIPS: SlipChoice = { stub: 2, receipt: 2 }

/** Reasons ready to be chosen. */
export const spoilReasons = ['选票损坏', '选票遗失', '印刷有误', '业主不领取', '重复生成'] as const
export const replaceReasons = ['选票遗失', '选票损坏', '业主填写错误', '印刷有误'] as const

/** What can be registered of a paper, and the states in which it may be. A paper that was never scanned out comes back all the same. */
const mayBecome = {
  out: [PaperState.printed],
  receive: [PaperState.printed, PaperState.out],
  spoil: [PaperState.printed, PaperState.out, PaperState.received],
  replace: [PaperState.printed, PaperState.out, PaperState.received],
} as const satisfies Readonly<Record<string, readonly PaperState[]>>
export type PaperAction = keyof typeof mayBecome

/** Whether that can be registered of a paper in a state. */
export const isAllowedIn = (action: PaperAction, state: PaperState): boolean => (mayBecome[action] as readonly PaperState[]).includes(state)

/** What is done to a paper, in a refusal. */
export const paperActionNames: Readonly<Record<PaperAction, string>> = { out: '发出', receive: '收回', spoil: '作废', replace: '换发' }
