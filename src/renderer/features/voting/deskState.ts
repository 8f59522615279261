import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'
import { covers } from '#shared/features/proxy/rules.ts'
import { noAnswers, type Slot, slotKey } from '../activity/parts/choices/choices.ts'
import { within, type AnswerSheet, type IsAsked } from '../activity/parts/choices/answerSheet.ts'
import { certainMatch } from '../ballot/parts/certainMatch.ts'
import { ballotRefusal, ballotRefusalInWords, deskMessages, type DeskMode, joinRefusal } from './modes.ts'
import { noReceipt, type Receipt, type ChosenProxy } from './parts/castCall.ts'
import { paperWarning } from './parts/papers.ts'

/** A voter at the desk: from a search, or looked up by property or code. */
export type DeskVoter = Voter & Partial<FoundVoter>

/** A voter search; each has a new round, to detect outdated answers. */
export interface Search {
  readonly round: number
  readonly text: string
  readonly isByCode: boolean
  /** Enter was pressed before the answer: a certain match is chosen on arrival. */
  readonly isEntered: boolean
}

/** `open`: being filled in. `sending`: in progress. `doubtful`: sent, but unknown whether the server received it. */
type EntryPhase = 'open' | 'sending' | 'doubtful'

/** The entry being filled in for one owner. */
export interface Entry extends AnswerSheet {
  /** The selected property with its ballot. */
  readonly owner: DeskVoter
  /** The owner's other ballots. */
  readonly others: readonly Voter[]
  /** Ids of those ballots that are voted together. */
  readonly joined: ReadonlySet<string>
  /** The proxy used to vote; null if the owner votes. */
  readonly proxy: ChosenProxy | null
  /** Whether the user has said who votes; otherwise asked if the ballot has an agent. */
  readonly isVoterSaid: boolean
  readonly phase: EntryPhase
}

/** A note kept with the entry; `unread` for an unterminated scan. */
export interface Note {
  readonly kind: 'info' | 'success' | 'warning' | 'error' | 'unread'
  readonly text: string
}

/** Requested focus target; a new object per request. */
export interface Focus {
  readonly at: 'search' | 'entry' | 'code'
}

/** All state that the desk's keys change. */
export interface Desk {
  readonly mode: DeskMode
  readonly slots: readonly Slot[]
  /** The text in the search box. */
  readonly term: string
  /** Whether the search box holds a marked code. */
  readonly isByCode: boolean
  readonly search: Search
  /** The last search result; shown until the next arrives. */
  readonly found: { readonly round: number; readonly voters: readonly DeskVoter[] } | null
  /** Error message of the current search. */
  readonly searchFailure: string | null
  readonly isListOpen: boolean
  /** Index in the list that Enter chooses; null if the user must choose. */
  readonly highlighted: number | null
  readonly entry: Entry | null
  /** The text in the code box; a code may be scanned before its owner is found. */
  readonly code: string
  /** How and when the paper was received. */
  readonly receipt: Receipt
  /** The voting time is over: only papers received in time are entered. */
  readonly isVotingClosed: boolean
  readonly note: Note | null
  readonly focus: Focus
}

/** The initial desk when the page is opened. */
export function openDesk(mode: DeskMode, slots: readonly Slot[]): Desk {
  return {
    mode,
    slots,
    term: '',
    // A tallied paper bears its code.
    isByCode: mode === 'tally',
    search: { round: 0, text: '', isByCode: false, isEntered: false },
    found: null,
    searchFailure: null,
    isListOpen: false,
    highlighted: null,
    entry: null,
    code: '',
    receipt: noReceipt,
    isVotingClosed: false,
    note: null,
    focus: { at: 'search' },
  }
}

/** Results of the current search; null until they arrive. */
export function currentVoters({ found, search }: Desk): readonly DeskVoter[] | null {
  return found !== null && found.round === search.round ? found.voters : null
}

/** Whether the desk holds unsent input. */
export function holdsUnsent(desk: Desk): boolean {
  const { entry, mode, code } = desk
  if (entry === null) return false
  const isCodeNew = mode === 'mark' && code !== '' && code !== entry.owner.markedCode
  const isBegun = entry.phase !== 'open' || entry.answers.size > 0 || entry.joined.size > 0 || entry.proxy !== null
  return isBegun || isCodeNew || !areSame(desk.receipt, nextReceipt(desk))
}

const areSame = (one: Receipt, other: Receipt): boolean =>
  one.channel === other.channel && one.receivedAt === other.receivedAt && one.handedInBy === other.handedInBy

/** Default receipt of the next paper: empty, except that after the voting time all papers in a box were received together. */
export function nextReceipt({ receipt: { channel, receivedAt }, isVotingClosed }: Pick<Desk, 'receipt' | 'isVotingClosed'>): Receipt {
  return isVotingClosed ? { ...noReceipt, channel, receivedAt } : noReceipt
}

/** The owner's other ballots that can be voted along; none in mark mode, where each paper has its own code, or if an agent votes. */
export function joinableBallots({ mode, entry }: Desk): readonly Voter[] {
  return mode === 'mark' || entry === null || entry.proxy !== null ? [] : entry.others.filter((other) => joinRefusal(mode, other) === null)
}

/** Whether a slot may be answered: with an agent, only the topics in the proxy. */
export function isAsked({ proxy }: Pick<Entry, 'proxy'>): IsAsked {
  return ({ topicId }) => proxy === null || covers(proxy.topicIds, topicId)
}

/** Whether the user must say who votes before submitting. */
export const isVoterAsked = (mode: DeskMode, { owner, isVoterSaid }: Entry): boolean => mode !== 'mark' && owner.isEntrusted && !isVoterSaid

/** The code of the owner's printed paper if it was scanned and is thus at the desk; `''` otherwise. */
export function scannedPaper({ search }: Desk, { markedCode, paperState }: Pick<Voter, 'markedCode' | 'paperState'>): string {
  return paperState !== -1 && search.isByCode && search.text === markedCode ? markedCode : ''
}

/** Whether another entry has begun since the last vote, so that messages about that vote no longer apply. */
export function hasNextBegun({ entry, search, searchFailure, note }: Desk): boolean {
  return entry !== null || search.text !== '' || searchFailure !== null || (note !== null && note.kind !== 'success')
}

/** Returns the desk with a new focus request. */
export function focused(desk: Desk, at: Focus['at']): Desk {
  return { ...desk, focus: { at } }
}

/** Starts the entry of an owner, unless the current entry of another has unsent input. */
export function choose(desk: Desk, voter: DeskVoter): Desk {
  if (holdsUnsent(desk) && desk.entry?.owner.ballotId !== voter.ballotId) return { ...desk, isListOpen: false, note: unsentNote(desk) }
  if (holdsUnsent(desk)) return focused({ ...desk, isListOpen: false }, desk.mode === 'mark' ? 'code' : 'entry')
  // For the same property, the owner's other ballots are already known.
  const others = desk.entry?.owner.propertyId === voter.propertyId ? desk.entry.others : []
  const entry: Entry = { owner: voter, others, joined: new Set(), proxy: null, isVoterSaid: false, answers: noAnswers, current: 0, phase: 'open' }
  const warning = ballotRefusalInWords(ballotRefusal(desk.mode, voter)) ?? paperWarning(desk.mode, [voter], scannedPaper(desk, voter))
  const note: Note | null = warning === null ? null : { kind: 'warning', text: warning }
  return focused({ ...desk, entry, receipt: receiptOf(desk.receipt, voter), isListOpen: false, note }, desk.mode === 'mark' ? 'code' : 'entry')
}

/** A received paper has its own receipt time; the previous paper's does not apply. */
const receiptOf = (receipt: Receipt, { paperReceivedAt }: DeskVoter): Receipt => (paperReceivedAt === null ? receipt : { ...receipt, receivedAt: null })

/** Why another owner cannot be chosen now. */
export function unsentNote({ entry }: Desk): Note {
  return { kind: 'warning', text: `${entry?.owner.ownerName ?? ''} 的选票还没有提交：按 Ctrl+Enter 提交，或按 Esc 放弃后重来` }
}

/** Updates the owner's ballots from the server; the selected property's comes first. */
export function takeBallots(desk: Desk, propertyId: string, voters: readonly Voter[]): Desk {
  const { entry } = desk
  const [own, ...others] = voters
  if (!entry || entry.owner.propertyId !== propertyId || !own || own.propertyId !== propertyId) return desk
  // Keeps what was typed for a paper, unless it was received meanwhile.
  const receipt = entry.owner.paperReceivedAt === null ? receiptOf(desk.receipt, own) : desk.receipt
  const taken: Desk = { ...desk, receipt, entry: { ...entry, owner: own, others } }
  const free = new Set(joinableBallots(taken).map(({ ballotId }) => ballotId))
  const joined = new Set([...entry.joined].filter((ballotId) => free.has(ballotId)))
  return { ...taken, entry: { ...entry, owner: own, others, joined } }
}

/** Changes the entry only while it is open. */
export function onEntry(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.entry === null || desk.entry.phase !== 'open') return desk
  const entry = change(desk.entry)
  return entry === desk.entry ? desk : { ...desk, entry }
}

/** Changes the answers if allowed: not in mark mode, nor for a ballot that has voted. */
export function onAnswers(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.mode === 'mark' || desk.slots.length === 0) return desk
  return onEntry(desk, (entry) => (ballotRefusal(desk.mode, entry.owner) === null ? change(entry) : entry))
}

/**
 * Sets the voter: an agent by proxy, or null if undecided. Drops answers outside the proxy, and joined ballots, since an agent
 * votes for one ballot.
 */
export function withProxy(entry: Entry, slots: readonly Slot[], proxy: ChosenProxy | null): Entry {
  const chosen = { ...entry, proxy, isVoterSaid: proxy !== null }
  const asked = isAsked(chosen)
  const answers = new Map(slots.filter(asked).flatMap((slot) => [...entry.answers].filter(([key]) => key === slotKey(slot))))
  const open = slots.findIndex((slot) => asked(slot) && !answers.has(slotKey(slot)))
  return { ...chosen, answers, joined: proxy === null ? entry.joined : new Set(), current: open === -1 ? entry.current : open }
}

/** Joins all free ballots, or none if all were joined. */
export function toggleAllJoined(entry: Entry, free: readonly Voter[]): Entry {
  if (free.length === 0) return entry
  const areAllJoined = free.every(({ ballotId }) => entry.joined.has(ballotId))
  return { ...entry, joined: areAllJoined ? new Set() : new Set(free.map(({ ballotId }) => ballotId)) }
}

/** The set with the item added, or removed if present. */
export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

/** Sets the entry's phase. */
export function withPhase(desk: Desk, phase: EntryPhase): Desk {
  return desk.entry ? { ...desk, entry: { ...desk.entry, phase } } : desk
}

/** The text of the search box has changed. */
export function typed(desk: Desk, text: string, isComposing: boolean): Desk {
  // Typing by hand ends a scanner's search by code, unless codes are what is searched for.
  const isByCode = desk.isByCode && desk.mode === 'tally'
  // Text still being composed by an input method is shown but not searched.
  if (isComposing) return { ...desk, term: text, isByCode }
  if (text.trim() === desk.search.text && isByCode === desk.search.isByCode) return { ...desk, term: text, isByCode, isListOpen: text.trim() !== '' }
  return searched({ ...desk, term: text, isByCode }, text)
}

/** Starts a new search; keeps the previous results until it returns. */
export function searched(desk: Desk, text: string, isEntered = false): Desk {
  const asked = text.trim()
  const search = { round: desk.search.round + 1, text: asked, isByCode: desk.isByCode, isEntered }
  const found = asked === '' || desk.search.isByCode !== desk.isByCode ? null : desk.found
  return { ...desk, search, found, searchFailure: null, note: desk.note?.kind === 'unread' ? null : desk.note, isListOpen: asked !== '', highlighted: null }
}

/** Enter in the search box: chooses the highlighted voter, highlights the first, or waits for the pending results. */
export function enterSearch(desk: Desk): Desk {
  if (desk.term.trim() === '') return desk
  // A closed list may be outdated.
  if (!desk.isListOpen || desk.searchFailure !== null) return searched(desk, desk.term, true)
  const voters = currentVoters(desk)
  if (voters === null) return { ...desk, search: { ...desk.search, isEntered: true } }
  if (desk.highlighted === null) return voters.length === 0 ? desk : { ...desk, highlighted: 0 }
  const voter = voters[desk.highlighted]
  return voter ? choose(desk, voter) : desk
}

/** Takes search results; drops outdated ones. */
export function found(desk: Desk, round: number, voters: readonly DeskVoter[]): Desk {
  if (round !== desk.search.round) return desk
  const { isEntered, isByCode, text } = desk.search
  const highlighted = certainMatch(voters)
  const shown: Desk = { ...desk, found: { round, voters }, searchFailure: null, highlighted, search: { ...desk.search, isEntered: false } }
  if (!isEntered) return shown
  const voter = highlighted === null ? undefined : voters[highlighted]
  if (voter) return choose(shown, voter)
  if (voters.length === 0 && isByCode) return { ...shown, isListOpen: false, note: { kind: 'error', text: `${deskMessages.unknownCode}：${text}` } }
  return { ...shown, highlighted: voters.length === 0 ? null : 0 }
}

/** A failed search can be repeated; the refusal of a code (its paper was spoiled or replaced) is final. */
export function searchFailed(desk: Desk, { sentence, isRefused = false }: { readonly sentence: string; readonly isRefused?: boolean }): Desk {
  if (!isRefused || !desk.search.isByCode) return { ...desk, searchFailure: sentence }
  return { ...desk, isListOpen: false, note: { kind: 'error', text: `${desk.search.text}：${sentence}` }, search: { ...desk.search, isEntered: false } }
}

/** Arrow keys: highlight the next row, or open the list. */
export function moveInList(desk: Desk, by: 1 | -1): Desk {
  const voters = currentVoters(desk)
  if (voters === null) return desk.search.text === '' ? searched(desk, desk.term) : desk
  if (voters.length === 0) return desk
  if (!desk.isListOpen) return { ...desk, isListOpen: true }
  return { ...desk, highlighted: desk.highlighted === null ? 0 : within(desk.highlighted + by, voters.length) }
}
