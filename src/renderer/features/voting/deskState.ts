import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'
import { covers } from '#shared/features/proxy/rules.ts'
import { noAnswers, type Slot, slotKey } from '../activity/parts/choices/choices.ts'
import { within, type AnswerSheet, type IsAsked } from '../activity/parts/choices/answerSheet.ts'
import { certainMatch } from '../ballot/parts/certainMatch.ts'
import { ballotRefusal, ballotRefusalInWords, deskMessages, type DeskMode, joinRefusal } from './modes.ts'
import { noReceipt, type Receipt, type ChosenProxy } from './parts/castCall.ts'
import { paperWarning } from './parts/papers.ts'

/** A voter as the desk has them: found by a search, or asked for by a property or a code. */
export type DeskVoter = Voter & Partial<FoundVoter>

/** One question to the server about who is meant; a new round for each, so that a late answer to an old one is known. */
export interface Search {
  readonly round: number
  readonly text: string
  readonly isByCode: boolean
  /** Enter was pressed before the answer came: who is meant beyond doubt is chosen when it comes. */
  readonly isEntered: boolean
}

/** `open`: being filled in. `sending`: on its way. `doubtful`: sent, and whether the server took it is not known. */
type EntryPhase = 'open' | 'sending' | 'doubtful'

/** What is being filled in for one owner. */
export interface Entry extends AnswerSheet {
  /** The property that was chosen, with its ballot. */
  readonly owner: DeskVoter
  /** The same owner's other ballots. */
  readonly others: readonly Voter[]
  /** Those of them that are voted together, by ballot id. */
  readonly joined: ReadonlySet<string>
  /** With which an agent votes; null: the owner does. */
  readonly proxy: ChosenProxy | null
  /** Somebody has said who votes; until then it is asked where the ballot has an agent. */
  readonly isVoterSaid: boolean
  readonly phase: EntryPhase
}

/** A note that stays with the entry; `unread` for an unfinished scan. */
export interface Note {
  readonly kind: 'info' | 'success' | 'warning' | 'error' | 'unread'
  readonly text: string
}

/** Where the focus belongs; a new object for each request. */
export interface Focus {
  readonly at: 'search' | 'entry' | 'code'
}

/** Everything that the keys of the desk change. */
export interface Desk {
  readonly mode: DeskMode
  readonly slots: readonly Slot[]
  /** What is in the search box. */
  readonly term: string
  /** The search box holds a marked code. */
  readonly isByCode: boolean
  readonly search: Search
  /** The last answer to a search: it stays on screen until the next one comes. */
  readonly found: { readonly round: number; readonly voters: readonly DeskVoter[] } | null
  /** The present search could not be answered. */
  readonly searchFailure: string | null
  readonly isListOpen: boolean
  /** The place in the list that Enter chooses; null while that is left to the user. */
  readonly highlighted: number | null
  readonly entry: Entry | null
  /** What is in the code box; a code may be scanned before its owner is found. */
  readonly code: string
  /** How and when the paper came in. */
  readonly receipt: Receipt
  /** The voting time is over: only papers that were received within it are entered. */
  readonly isVotingClosed: boolean
  readonly note: Note | null
  readonly focus: Focus
}

/** A desk as it is when its page is opened. */
export function openDesk(mode: DeskMode, slots: readonly Slot[]): Desk {
  return {
    mode,
    slots,
    term: '',
    // A paper that is tallied bears its code.
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

/** Who was found by the present search; null until its answer is there. */
export function currentVoters({ found, search }: Desk): readonly DeskVoter[] | null {
  return found !== null && found.round === search.round ? found.voters : null
}

/** Whether something was entered that no one has sent. */
export function holdsUnsent(desk: Desk): boolean {
  const { entry, mode, code } = desk
  if (entry === null) return false
  const isCodeNew = mode === 'mark' && code !== '' && code !== entry.owner.markedCode
  const isBegun = entry.phase !== 'open' || entry.answers.size > 0 || entry.joined.size > 0 || entry.proxy !== null
  return isBegun || isCodeNew || !areSame(desk.receipt, nextReceipt(desk))
}

const areSame = (one: Receipt, other: Receipt): boolean =>
  one.channel === other.channel && one.receivedAt === other.receivedAt && one.handedInBy === other.handedInBy

/** What is taken to be so of the next paper: nothing, but where the time is over all papers of a box came in together. */
export function nextReceipt({ receipt: { channel, receivedAt }, isVotingClosed }: Pick<Desk, 'receipt' | 'isVotingClosed'>): Receipt {
  return isVotingClosed ? { ...noReceipt, channel, receivedAt } : noReceipt
}

/** The same owner's other ballots that can go along: none if codes are given out, each paper has its own, nor where an agent may vote. */
export function joinableBallots({ mode, entry }: Desk): readonly Voter[] {
  return mode === 'mark' || entry === null || entry.proxy !== null ? [] : entry.others.filter((other) => joinRefusal(mode, other) === null)
}

/** Whether a place may be answered: an agent answers what the proxy is for. */
export function isAsked({ proxy }: Pick<Entry, 'proxy'>): IsAsked {
  return ({ topicId }) => proxy === null || covers(proxy.topicIds, topicId)
}

/** Whether who votes has to be asked before the entry is sent. */
export const isVoterAsked = (mode: DeskMode, { owner, isVoterSaid }: Entry): boolean => mode !== 'mark' && owner.isEntrusted && !isVoterSaid

/** The code of the owner's printed paper where that was scanned, and so is at hand; `''` if the owner was found otherwise. */
export function scannedPaper({ search }: Desk, { markedCode, paperState }: Pick<Voter, 'markedCode' | 'paperState'>): string {
  return paperState !== -1 && search.isByCode && search.text === markedCode ? markedCode : ''
}

/** Whether the desk has turned to something else since the last vote: what was said of that one is not said of this. */
export function hasNextBegun({ entry, search, searchFailure, note }: Desk): boolean {
  return entry !== null || search.text !== '' || searchFailure !== null || (note !== null && note.kind !== 'success')
}

/** The same desk, which wants the focus there. */
export function focused(desk: Desk, at: Focus['at']): Desk {
  return { ...desk, focus: { at } }
}

/** Begins the entry of an owner; one that holds what was not sent gives way to no other. */
export function choose(desk: Desk, voter: DeskVoter): Desk {
  if (holdsUnsent(desk) && desk.entry?.owner.ballotId !== voter.ballotId) return { ...desk, isListOpen: false, note: unsentNote(desk) }
  if (holdsUnsent(desk)) return focused({ ...desk, isListOpen: false }, desk.mode === 'mark' ? 'code' : 'entry')
  // The same property again: its owner's other ballots are known.
  const others = desk.entry?.owner.propertyId === voter.propertyId ? desk.entry.others : []
  const entry: Entry = { owner: voter, others, joined: new Set(), proxy: null, isVoterSaid: false, answers: noAnswers, current: 0, phase: 'open' }
  const warning = ballotRefusalInWords(ballotRefusal(desk.mode, voter)) ?? paperWarning(desk.mode, [voter], scannedPaper(desk, voter))
  const note: Note | null = warning === null ? null : { kind: 'warning', text: warning }
  return focused({ ...desk, entry, receipt: receiptOf(desk.receipt, voter), isListOpen: false, note }, desk.mode === 'mark' ? 'code' : 'entry')
}

/** A paper that was taken in has a time of its own: the last one's is not taken for it. */
const receiptOf = (receipt: Receipt, { paperReceivedAt }: DeskVoter): Receipt => (paperReceivedAt === null ? receipt : { ...receipt, receivedAt: null })

/** Why another owner cannot be chosen now. */
export function unsentNote({ entry }: Desk): Note {
  return { kind: 'warning', text: `${entry?.owner.ownerName ?? ''} 的选票还没有提交：按 Ctrl+Enter 提交，或按 Esc 放弃后重来` }
}

/** The owner's ballots as the server has them now: the chosen property's own entry comes first. */
export function takeBallots(desk: Desk, propertyId: string, voters: readonly Voter[]): Desk {
  const { entry } = desk
  const [own, ...others] = voters
  if (!entry || entry.owner.propertyId !== propertyId || !own || own.propertyId !== propertyId) return desk
  // What was typed for a paper stays; not where it has been taken in since.
  const receipt = entry.owner.paperReceivedAt === null ? receiptOf(desk.receipt, own) : desk.receipt
  const taken: Desk = { ...desk, receipt, entry: { ...entry, owner: own, others } }
  const free = new Set(joinableBallots(taken).map(({ ballotId }) => ballotId))
  const joined = new Set([...entry.joined].filter((ballotId) => free.has(ballotId)))
  return { ...taken, entry: { ...entry, owner: own, others, joined } }
}

/** Changes the entry while it is open; nothing else may. */
export function onEntry(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.entry === null || desk.entry.phase !== 'open') return desk
  const entry = change(desk.entry)
  return entry === desk.entry ? desk : { ...desk, entry }
}

/** Changes the answers, where there are any to give: marking takes none, and neither does a ballot that has a vote. */
export function onAnswers(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.mode === 'mark' || desk.slots.length === 0) return desk
  return onEntry(desk, (entry) => (ballotRefusal(desk.mode, entry.owner) === null ? change(entry) : entry))
}

/** Who votes: an agent with that proxy; null: nobody has said it. What the proxy is not for is open again; an agent votes for one ballot. */
export function withProxy(entry: Entry, slots: readonly Slot[], proxy: ChosenProxy | null): Entry {
  const chosen = { ...entry, proxy, isVoterSaid: proxy !== null }
  const asked = isAsked(chosen)
  const answers = new Map(slots.filter(asked).flatMap((slot) => [...entry.answers].filter(([key]) => key === slotKey(slot))))
  const open = slots.findIndex((slot) => asked(slot) && !answers.has(slotKey(slot)))
  return { ...chosen, answers, joined: proxy === null ? entry.joined : new Set(), current: open === -1 ? entry.current : open }
}

/** All the free ballots go along, or none if all did. */
export function toggleAllJoined(entry: Entry, free: readonly Voter[]): Entry {
  if (free.length === 0) return entry
  const areAllJoined = free.every(({ ballotId }) => entry.joined.has(ballotId))
  return { ...entry, joined: areAllJoined ? new Set() : new Set(free.map(({ ballotId }) => ballotId)) }
}

/** The set with that one, or without it where it had it. */
export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

/** The same entry in another phase. */
export function withPhase(desk: Desk, phase: EntryPhase): Desk {
  return desk.entry ? { ...desk, entry: { ...desk.entry, phase } } : desk
}

/** The search box holds another text. */
export function typed(desk: Desk, text: string, isComposing: boolean): Desk {
  // A code that a scanner brought gives way to what the hand types, unless codes are what is searched for.
  const isByCode = desk.isByCode && desk.mode === 'tally'
  // What an input method still composes is on screen, and asked for by nobody.
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

/** Enter in the search box: chooses what is highlighted, highlights the first, or waits for the answer that is under way. */
export function enterSearch(desk: Desk): Desk {
  if (desk.term.trim() === '') return desk
  // A list that was closed may be out of date.
  if (!desk.isListOpen || desk.searchFailure !== null) return searched(desk, desk.term, true)
  const voters = currentVoters(desk)
  if (voters === null) return { ...desk, search: { ...desk.search, isEntered: true } }
  if (desk.highlighted === null) return voters.length === 0 ? desk : { ...desk, highlighted: 0 }
  const voter = voters[desk.highlighted]
  return voter ? choose(desk, voter) : desk
}

/** The answer to a search; one to a former search is dropped. */
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

/** A search that was not answered may be asked again; a code that was refused (its paper was spoiled or replaced) is told for good. */
export function searchFailed(desk: Desk, { sentence, isRefused = false }: { readonly sentence: string; readonly isRefused?: boolean }): Desk {
  if (!isRefused || !desk.search.isByCode) return { ...desk, searchFailure: sentence }
  return { ...desk, isListOpen: false, note: { kind: 'error', text: `${desk.search.text}：${sentence}` }, search: { ...desk.search, isEntered: false } }
}

/** The arrows: highlight the next row, or open the list. */
export function moveInList(desk: Desk, by: 1 | -1): Desk {
  const voters = currentVoters(desk)
  if (voters === null) return desk.search.text === '' ? searched(desk, desk.term) : desk
  if (voters.length === 0) return desk
  if (!desk.isListOpen) return { ...desk, isListOpen: true }
  return { ...desk, highlighted: desk.highlighted === null ? 0 : within(desk.highlighted + by, voters.length) }
}
