import { stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { isAllowedIn, paperActionNames, PaperState, paperStateNames, type PaperAction } from '#shared/features/paper/rules.ts'
import { whyNot } from '../activity/parts/whyNot.ts'

type Paper = Pick<ListedPaper, 'code' | 'state' | 'ballotState'>
/** A refusal with the first paper that caused it. */
export type PaperRefusal =
  | { readonly reason: 'paper.noCodes' | 'activity.wrongStatus' }
  | { readonly reason: 'paper.wrongState' | 'paper.voted' | 'paper.printedAfterReturn'; readonly paper: Paper }

const stepOf = { out: 'handOutPapers', receive: 'receivePapers', spoil: 'spoilPapers', replace: 'replacePaper' } as const

/** Why an action on papers cannot be registered now; null if it can. */
export function actionRefusal(status: ActivityStatus, action: PaperAction, papers: readonly Paper[]): PaperRefusal | null {
  if (papers.length === 0) return { reason: 'paper.noCodes' }
  const wrong = papers.find(({ state }) => !isAllowedIn(action, state))
  if (wrong) return { reason: 'paper.wrongState', paper: wrong }
  const isEnding = action === 'spoil' || action === 'replace'
  const voted = isEnding ? papers.find(({ ballotState }) => ballotState === BallotState.voted) : undefined
  if (voted) return { reason: 'paper.voted', paper: voted }
  const reason = stepRefusal(status, stepOf[action])
  return reason && { reason }
}

/** Why papers cannot be reprinted; null if they can. */
export function printRefusal(status: ActivityStatus, papers: readonly Paper[]): PaperRefusal | null {
  if (papers.length === 0) return { reason: 'paper.noCodes' }
  const ended = papers.find(({ state }) => state === PaperState.received || state === PaperState.spoiled)
  if (ended) return { reason: 'paper.printedAfterReturn', paper: ended }
  const reason = stepRefusal(status, 'issuePapers')
  return reason && { reason }
}

/** The message for {@link actionRefusal}; null if it can be registered. */
export function actionRefusalInWords(status: ActivityStatus, action: PaperAction, papers: readonly Paper[]): string | null {
  return inWords(actionRefusal(status, action, papers), whyNot(status, stepOf[action]), `登记${paperActionNames[action]}`)
}

/** The message for {@link printRefusal}; null if they can be printed. */
export function printInWords(status: ActivityStatus, papers: readonly Paper[]): string | null {
  return inWords(printRefusal(status, papers), whyNot(status, 'issuePapers'), '再打印')
}

/** Specific to the list, where papers are selected rather than scanned: names the paper. */
function inWords(refusal: PaperRefusal | null, wrongStatus: string | null, what: string): string | null {
  switch (refusal?.reason) {
    case undefined:
      return null
    case 'paper.noCodes':
      return '请先勾选选票'
    case 'activity.wrongStatus':
      return wrongStatus
    case 'paper.voted':
      return `选票 ${refusal.paper.code} 的票权已投票，请先作废该投票`
    case 'paper.wrongState':
    case 'paper.printedAfterReturn':
      return `选票 ${refusal.paper.code} ${paperStateNames[refusal.paper.state]}，不能${what}`
  }
}
