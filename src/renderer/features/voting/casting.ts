import type { Voter } from '#shared/features/ballot/contract.ts'
import type { Choice, MarkRequest, VoteRecord } from '#shared/features/voting/contract.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { overvoteWarning } from '../activity/parts/choices/seats.ts'
import { type CastCall, castCallOf, leftOutWarning } from './parts/castCall.ts'
import { type Desk, type Entry, isAsked, isVoterAsked, joinableBallots, type Note, scannedPaper } from './deskState.ts'
import { ballotRefusal, ballotRefusalWords, type DeskMode, deskMessages, modeWords } from './modes.ts'
import { paperWarning } from './parts/papers.ts'

/** What is about to be submitted, and for whom. */
export interface Casting {
  readonly call: CastCall
  /** The ballots it is for; the owner's selected one first. */
  readonly ballots: readonly Voter[]
  /** The agent who votes for the owner; `''` if the owner does. */
  readonly agentName: string
}

/** What must happen before submitting: missing input, a question, or nothing. */
type Readiness =
  | { readonly kind: 'blocked'; readonly sentence: string; readonly focus: 'code' | null }
  /** The ballot has an agent, so the user must say who votes; risks are shown with the question. */
  | { readonly kind: 'undecided'; readonly about: string }
  | { readonly kind: 'ready'; readonly casting: Casting; readonly question: CastQuestion | null }

/** Confirmation before submitting. */
interface CastQuestion {
  readonly title: string
  readonly detail: string
  readonly confirmText: string
}

/**
 * Looks at an entry before it is sent; null if no paper is on the screen.
 *
 * Ctrl+Enter is pressed by nobody by mistake: it is asked about only where something would be lost by it (an
 * answer left open, an election approved too often, a code replaced, a paper that is still in the owner's hands). The button
 * asks `确认提交吗？` each time (`console.md` section 5), but for marking: a mark is changed by marking again.
 */
export function readinessOf(desk: Desk, activityId: string, by: 'keys' | 'button'): Readiness | null {
  const { entry, mode } = desk
  if (entry === null) return null
  const refusal = ballotRefusal(mode, entry.owner)
  if (refusal !== null) return blocked(ballotRefusalWords[refusal], null)
  if (mode === 'mark' && desk.code.trim() === '') return blocked(deskMessages.noCode, 'code')
  const casting = castingOf(desk, entry, activityId)
  const about = `${modeWords[mode].name}：${entry.owner.ownerName}，${casting.ballots.map(({ place }) => place).join('、')}`
  if (isVoterAsked(mode, entry)) return { kind: 'undecided', about }
  const agent = entry.proxy === null ? null : `由受托人 ${entry.proxy.agentName} 代为投票`
  const risk = [agent, castRisk(desk, entry)].filter((part) => part !== null).join('。') || null
  const isAsked = risk !== null || (by === 'button' && mode !== 'mark')
  const detail = risk === null ? about : `${about}。${risk}`
  return { kind: 'ready', casting, question: isAsked ? { title: deskMessages.castQuestion, detail, confirmText: modeWords[mode].cast } : null }
}

/** What submitting would lose or settle, as a message; null if nothing. */
export function castRisk(desk: Desk, entry: Entry): string | null {
  const warning = paperWarning(desk.mode, ballotsOf(desk, entry), scannedPaper(desk, entry.owner))
  return [warning, riskOf(desk, entry)].filter((part) => part !== null).join('。') || null
}

/** The ballots of an entry; the owner's own first. */
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

function castingOf(desk: Desk, entry: Entry, activityId: string): Casting {
  const { owner, answers, proxy } = entry
  if (desk.mode === 'mark') {
    const body: MarkRequest = { ballotId: owner.ballotId, activityId, markedCode: desk.code.trim(), propertyId: owner.propertyId, replacedCode: '' }
    return { call: { mode: 'mark', body }, ballots: [owner], agentName: '' }
  }
  const ballots = ballotsOf(desk, entry)
  const receipt = { ...desk.receipt, proxyId: proxy?.id ?? '' }
  const call = castCallOf({ activityId, mode: desk.mode, slots: desk.slots, answers, owner, ballots, receipt, scanned: scannedPaper(desk, owner) })
  return { ...call, agentName: proxy?.agentName ?? '' }
}

/** What the server's records show about a submission sent before the connection broke. */
export type Finding =
  /** The records match exactly: nothing is left to send. */
  | { readonly kind: 'arrived'; readonly recordIds: readonly string[] }
  | { readonly kind: 'notArrived' }
  /** One of the ballots has a different vote. */
  | { readonly kind: 'taken'; readonly record: VoteRecord }

/**
 * Compares what was sent with the records of its ballots, newest first, in the order of the casting's ballots.
 *
 * A call is all or nothing, so a part of it was never done by it: the ballots that lack it say `notArrived`.
 */
export function findingOf({ call }: Casting, histories: readonly (readonly VoteRecord[])[]): Finding {
  const live = histories.map((records) => records.find(({ status }) => status !== 2))
  const isOurs = (record: VoteRecord | undefined): boolean => {
    if (!record) return false
    return call.mode === 'mark'
      ? record.status === 0 && record.markedCode === call.body.markedCode
      : record.status === 1 && areSame(record.choices, call.body.choices)
  }
  if (live.every(isOurs)) return { kind: 'arrived', recordIds: live.flatMap((record) => (record ? [record.id] : [])) }
  const other = live.find((record) => record?.status === 1 && !isOurs(record))
  return other ? { kind: 'taken', record: other } : { kind: 'notArrived' }
}

function areSame(kept: readonly Choice[], sent: readonly Choice[]): boolean {
  const key = ({ topicId, optionId, answer }: Choice): string => `${topicId} ${optionId} ${answer}`
  const known = new Set(kept.map(key))
  return kept.length === sent.length && sent.every((choice) => known.has(key(choice)))
}

/** The note for a finding. */
export function findingNote({ call, ballots }: Casting, finding: Finding): Note {
  const owner = ballots[0]?.ownerName ?? ''
  const act = modeWords[call.mode].name
  switch (finding.kind) {
    case 'arrived':
      return { kind: 'success', text: `已向服务器核对：${owner} 的${act}在断线前已经收到，没有重复提交` }
    case 'notArrived':
      return { kind: 'warning', text: `已向服务器核对：刚才的${act}没有收到，${owner} 的选择都还在屏幕上，请按 Ctrl+Enter 再次提交` }
    case 'taken': {
      const { operator, operatedAt } = finding.record
      const when = operatedAt === null ? '' : `，${formatTime(operatedAt).slice(5, 16)}`
      return { kind: 'error', text: `${deskMessages.alreadyVoted}：服务器上的记录（登记人 ${operator}${when}）与屏幕上的选择不同，刚才的提交没有计入` }
    }
  }
}

/** The note after reconnecting if nothing had been sent. */
export function reviewNote(ownerName: string, refusal: string | null): Note {
  return refusal === null
    ? { kind: 'success', text: `连接已恢复，已向服务器核对：${ownerName} 的票权还没有投票，选择都还在，可以继续` }
    : { kind: 'error', text: `连接已恢复，已向服务器核对：${refusal}` }
}

export const doubtSentence = '连接已断开，不知道服务器是否收到了刚才的提交。选择都会保留，连接恢复后先向服务器核对，不会重复提交'

/** An entry made at this desk. */
export interface RecentEntry {
  readonly recordId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly place: string
  readonly ownerName: string
  /** The agent who voted for the owner; `''` if the owner did. */
  readonly agentName: string
  readonly mode: DeskMode
  readonly markedCode: string
  /** Voided, or for a mark: undone. */
  readonly isVoided: boolean
}

const KEPT = 10
const nothing: readonly RecentEntry[] = []

/**
 * This desk's last ten entries, newest first, per user and activity.
 *
 * In memory only, until the program ends: names and properties must not be written to a file.
 */
export function createRecents() {
  const lists = new Map<string, readonly RecentEntry[]>()
  const listeners = new Set<() => void>()
  const become = (key: string, list: readonly RecentEntry[]) => {
    lists.set(key, list.slice(0, KEPT))
    for (const listener of listeners) listener()
  }
  return {
    /** Stable until changed; empty for an unknown key. */
    of: (key: string): readonly RecentEntry[] => lists.get(key) ?? nothing,
    subscribe: (changed: () => void): (() => void) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** A record entered again (another code for a marked ballot) replaces its previous entry. */
    add(key: string, entries: readonly RecentEntry[]): void {
      const added = new Set(entries.map(({ recordId }) => recordId))
      become(key, [...entries, ...(lists.get(key) ?? nothing).filter(({ recordId }) => !added.has(recordId))])
    },
    /** Marks an entry as voided or undone; it stays in the list. */
    markVoided: (key: string, recordId: string): void =>
      become(
        key,
        (lists.get(key) ?? nothing).map((entry) => (entry.recordId === recordId ? { ...entry, isVoided: true } : entry)),
      ),
  }
}

/** What is listed of a casting that was done. */
export function recentEntries({ call, ballots, agentName }: Casting, recordIds: readonly string[]): RecentEntry[] {
  return ballots.map(({ place, ownerName, markedCode }, index) => ({
    recordId: recordIds[index] ?? '',
    at: Date.now(),
    place,
    ownerName,
    agentName,
    mode: call.mode,
    markedCode: call.mode === 'mark' ? call.body.markedCode : markedCode,
    isVoided: false,
  }))
}
