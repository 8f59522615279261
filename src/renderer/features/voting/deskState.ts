import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'
import { covers } from '#shared/features/proxy/rules.ts'
import type { Slot } from '../activity/parts/choices/choices.ts'
import type { AnswerSheet, IsAsked } from '../activity/parts/choices/answerSheet.ts'
import { joinRefusal, type DeskMode } from './modes.ts'
import { noReceipt, type Receipt } from './parts/sender/voteCall.ts'
import type { ChosenProxy } from './parts/whoVotes.ts'

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
export type EntryPhase = 'open' | 'sending' | 'doubtful'

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

/** A sentence that stays beside the entry; `unread` of a scan that nobody ended. */
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
  /** What stands in the search box. */
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
  /** What stands in the code box; a code may be scanned before its owner is found. */
  readonly code: string
  /** How and when the paper came in. */
  readonly receipt: Receipt
  /** The voting time is over: only papers that were received within it are entered. */
  readonly isOver: boolean
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
    isOver: false,
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
export function nextReceipt({ receipt: { channel, receivedAt }, isOver }: Pick<Desk, 'receipt' | 'isOver'>): Receipt {
  return isOver ? { ...noReceipt, channel, receivedAt } : noReceipt
}

/** The same owner's other ballots that can go along: none where codes are given out, each paper has its own, nor where an agent may vote. */
export function joinableBallots({ mode, entry }: Desk): readonly Voter[] {
  return mode === 'mark' || entry === null || entry.proxy !== null ? [] : entry.others.filter((other) => joinRefusal(mode, other) === null)
}

/** Whether a place may be answered: an agent answers what the proxy is for. */
export function isAsked({ proxy }: Pick<Entry, 'proxy'>): IsAsked {
  return ({ topicId }) => proxy === null || covers(proxy.topicIds, topicId)
}

/** Whether who votes has to be asked before the entry is sent. */
export const isVoterAsked = (mode: DeskMode, { owner, isVoterSaid }: Entry): boolean => mode !== 'mark' && owner.isEntrusted && !isVoterSaid

/** The code of the owner's printed paper where that was scanned, and so is at hand; `''` where the owner was found otherwise. */
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
