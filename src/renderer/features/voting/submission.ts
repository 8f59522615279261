import type { Voter } from '#shared/features/ballot/contract.ts'
import type { MarkRequest } from '#shared/features/voting/contract.ts'
import { overvoteWarning } from '../activity/parts/choices/seats.ts'
import { voteCallOf, type VoteCall } from './parts/sender/voteCall.ts'
import { isAsked, isVoterAsked, joinableBallots, scannedPaper, type Desk, type Entry } from './deskState.ts'
import { leftOutWarning } from './parts/whoVotes.ts'
import { ballotRefusal, ballotRefusalWords, deskMessages, modeWords } from './modes.ts'
import { paperWarning } from './parts/paperWarning.ts'

/** What is about to be sent, and for whom. */
export interface Submission {
  readonly call: VoteCall
  /** The ballots that it is for; the owner's chosen one first. */
  readonly ballots: readonly Voter[]
  /** Who votes for the owner; `''` where the owner does. */
  readonly agentName: string
}

/** What must happen before an entry is sent: something is missing, or the user is asked, or nothing. */
export type Readiness =
  | { readonly kind: 'blocked'; readonly sentence: string; readonly focus: 'code' | null }
  /** The ballot has an agent, and who votes is to be asked; what is to be known comes with the question. */
  | { readonly kind: 'undecided'; readonly about: string }
  | { readonly kind: 'ready'; readonly submission: Submission; readonly question: SubmitQuestion | null }

/** What the user is asked before the entry is sent. */
export interface SubmitQuestion {
  readonly title: string
  readonly detail: string
  readonly confirmText: string
}

/**
 * Looks at an entry before it is sent; null where no paper is on the screen.
 *
 * Ctrl+Enter is a submit that nobody presses by mistake: it is asked about only where something would be lost by it (an
 * answer left open, an election approved too often, a code replaced, a paper that is still in the owner's hands). The button
 * asks `确认提交吗？` each time (`console.md` section 5), but for marking: a mark is changed by marking again.
 */
export function readinessOf(desk: Desk, activityId: string, by: 'keys' | 'button'): Readiness | null {
  const { entry, mode } = desk
  if (entry === null) return null
  const refusal = ballotRefusal(mode, entry.owner)
  if (refusal !== null) return blocked(ballotRefusalWords[refusal], null)
  if (mode === 'mark' && desk.code.trim() === '') return blocked(deskMessages.noCode, 'code')
  const submission = submissionOf(desk, entry, activityId)
  const about = `${modeWords[mode].name}：${entry.owner.ownerName}，${submission.ballots.map(({ place }) => place).join('、')}`
  if (isVoterAsked(mode, entry)) return { kind: 'undecided', about }
  const agent = entry.proxy === null ? null : `由受托人 ${entry.proxy.agentName} 代为投票`
  const risk = [agent, submissionRisk(desk, entry)].filter((part) => part !== null).join('。') || null
  const isAsked = risk !== null || (by === 'button' && mode !== 'mark')
  const detail = risk === null ? about : `${about}。${risk}`
  return { kind: 'ready', submission, question: isAsked ? { title: deskMessages.submitQuestion, detail, confirmText: modeWords[mode].submit } : null }
}

/** What would be lost or settled by sending the entry, in words; null where nothing is. */
export function submissionRisk(desk: Desk, entry: Entry): string | null {
  const warning = paperWarning(desk.mode, ballotsOf(desk, entry), scannedPaper(desk, entry.owner))
  return [warning, riskOf(desk, entry)].filter((part) => part !== null).join('。') || null
}

/** The ballots that an entry votes with; the owner's own first. */
const ballotsOf = (desk: Desk, { owner, joined }: Entry): readonly Voter[] =>
  desk.mode === 'mark' ? [owner] : [owner, ...joinableBallots(desk).filter(({ ballotId }) => joined.has(ballotId))]

const blocked = (sentence: string, focus: 'code' | null): Readiness => ({ kind: 'blocked', sentence, focus })

function riskOf({ mode, slots, code }: Desk, entry: Entry): string | null {
  const { owner, answers } = entry
  if (mode === 'mark') return owner.markedCode !== '' && owner.markedCode !== code.trim() ? `原标记码 ${owner.markedCode} 将改为 ${code.trim()}` : null
  const leftOut = slots.filter((slot) => !isAsked(entry)(slot)).length
  const open = slots.length - leftOut - answers.size
  const risks = [
    leftOut > 0 ? leftOutWarning(leftOut) : null,
    open > 0 ? `还有 ${open} 项没有选择，提交后按未选（无效）计入` : null,
    overvoteWarning(slots, answers),
  ]
  return risks.filter((risk) => risk !== null).join('。') || null
}

function submissionOf(desk: Desk, entry: Entry, activityId: string): Submission {
  const { owner, answers, proxy } = entry
  if (desk.mode === 'mark') {
    const body: MarkRequest = { ballotId: owner.ballotId, activityId, markedCode: desk.code.trim(), propertyId: owner.propertyId }
    return { call: { mode: 'mark', body }, ballots: [owner], agentName: '' }
  }
  const ballots = ballotsOf(desk, entry)
  const receipt = { ...desk.receipt, proxyId: proxy?.id ?? '' }
  const call = voteCallOf({ activityId, mode: desk.mode, slots: desk.slots, answers, owner, ballots, receipt, scanned: scannedPaper(desk, owner) })
  return { ...call, agentName: proxy?.agentName ?? '' }
}
