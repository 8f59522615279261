import type { Answer } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { assertNever } from '../../widgets/assertNever.ts'
import { allAnswers, noAnswers, offers, pressed, slotKey, type Answers, type Slot } from '../../widgets/choices/choices.ts'
import { ballotRefusal, deskMessages, type DeskMode } from './modes.ts'

/** One question to the server about who is meant; a new round for each, so that a late answer to an old one is known. */
export interface Search {
  readonly round: number
  readonly text: string
  readonly isByCode: boolean
  /** Enter was pressed before the answer came: a single voter is chosen when it comes. */
  readonly choosesSingle: boolean
}

/** `open`: being filled in. `sending`: on its way. `doubtful`: sent, and whether the server took it is not known. */
export type EntryPhase = 'open' | 'sending' | 'doubtful'

/** What is being filled in for one owner. */
export interface Entry {
  /** The house that was chosen, with its ballot. */
  readonly owner: Voter
  /** The same owner's other ballots. */
  readonly others: readonly Voter[]
  /** Those of them that vote along, by ballot id. */
  readonly joined: ReadonlySet<string>
  readonly answers: Answers
  /** The place in the slots that the next key answers. */
  readonly current: number
  readonly phase: EntryPhase
}

/** A sentence that stays beside the entry. */
export interface Note {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
}

/** Where the focus belongs; a new object for each wish. */
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
  readonly found: { readonly round: number; readonly voters: readonly Voter[] } | null
  /** The present search could not be answered. */
  readonly searchFailure: string | null
  readonly isListOpen: boolean
  /** The place in the list that Enter chooses. */
  readonly highlighted: number
  readonly entry: Entry | null
  /** What stands in the code box; a code may be scanned before its owner is found. */
  readonly code: string
  readonly note: Note | null
  readonly focus: Focus
}

export type DeskAction =
  | { readonly type: 'typed'; readonly text: string; readonly isComposing: boolean }
  | { readonly type: 'codeSwitched'; readonly isByCode: boolean }
  | { readonly type: 'searchEntered' }
  | { readonly type: 'searchRepeated' }
  | { readonly type: 'found'; readonly round: number; readonly voters: readonly Voter[] }
  | { readonly type: 'searchFailed'; readonly round: number; readonly sentence: string }
  | { readonly type: 'listMoved'; readonly by: 1 | -1 }
  | { readonly type: 'listLeft' }
  | { readonly type: 'searchWanted' }
  | { readonly type: 'chosen'; readonly voter: Voter }
  | { readonly type: 'ballotsCame'; readonly propertyId: string; readonly voters: readonly Voter[] }
  | { readonly type: 'joinToggled'; readonly ballotId: string }
  | { readonly type: 'allJoinedToggled' }
  | { readonly type: 'answered'; readonly answer: Answer; readonly position?: number }
  | { readonly type: 'allAnswered'; readonly answer: Answer }
  | { readonly type: 'currentMoved'; readonly by: 1 | -1 }
  | { readonly type: 'codeTyped'; readonly text: string }
  | { readonly type: 'scanned'; readonly code: string; readonly before: Desk }
  | { readonly type: 'modeChosen'; readonly mode: DeskMode }
  | { readonly type: 'escaped' }
  | { readonly type: 'sending' }
  | { readonly type: 'refused'; readonly sentence: string; readonly focus?: Focus['at'] }
  | { readonly type: 'doubted'; readonly sentence: string }
  | { readonly type: 'cleared'; readonly note: Note }
  | { readonly type: 'submitted' }

export function openDesk(mode: DeskMode, slots: readonly Slot[]): Desk {
  return {
    mode,
    slots,
    term: '',
    // A paper that is tallied bears its code.
    isByCode: mode === 'tally',
    search: { round: 0, text: '', isByCode: false, choosesSingle: false },
    found: null,
    searchFailure: null,
    isListOpen: false,
    highlighted: 0,
    entry: null,
    code: '',
    note: null,
    focus: { at: 'search' },
  }
}

/** Who was found by the present search; null until its answer is there. */
export function foundNow({ found, search }: Desk): readonly Voter[] | null {
  return found !== null && found.round === search.round ? found.voters : null
}

/** Whether something was entered that no one has sent. */
export function holdsUnsent({ entry, mode, code }: Desk): boolean {
  return (
    entry !== null &&
    (entry.phase !== 'open' || entry.answers.size > 0 || entry.joined.size > 0 || (mode === 'mark' && code !== '' && code !== entry.owner.markedCode))
  )
}

/** The same owner's other ballots that can go along: none where codes are given out, each paper has its own. */
export function joinable({ mode, entry }: Desk): readonly Voter[] {
  return mode === 'mark' || entry === null ? [] : entry.others.filter((other) => ballotRefusal(mode, other) === null)
}

/** What the desk becomes; a pure function of what it was and what happened. */
export function reduceDesk(desk: Desk, action: DeskAction): Desk {
  switch (action.type) {
    case 'typed':
      return typed(desk, action.text, action.isComposing)
    case 'codeSwitched':
      return focused(searched({ ...desk, isByCode: action.isByCode }, desk.term), 'search')
    case 'searchEntered':
      return enterSearch(desk)
    case 'searchRepeated':
      return desk.search.text === '' ? desk : searched(desk, desk.search.text)
    case 'found':
      return found(desk, action.round, action.voters)
    case 'searchFailed':
      return action.round === desk.search.round ? { ...desk, searchFailure: action.sentence } : desk
    case 'listMoved':
      return moveInList(desk, action.by)
    case 'listLeft':
      return desk.isListOpen ? { ...desk, isListOpen: false } : desk
    case 'searchWanted':
      return focused(desk, 'search')
    case 'chosen':
      return choose(desk, action.voter)
    case 'ballotsCame':
      return takeBallots(desk, action.propertyId, action.voters)
    case 'joinToggled':
      return onEntry(desk, (entry) =>
        joinable(desk).some(({ ballotId }) => ballotId === action.ballotId) ? { ...entry, joined: toggled(entry.joined, action.ballotId) } : entry,
      )
    case 'allJoinedToggled':
      return onEntry(desk, (entry) => toggleAllJoined(entry, joinable(desk)))
    case 'answered':
      return onAnswers(desk, (entry) => answer(entry, desk.slots, action.answer, action.position))
    case 'allAnswered':
      return onAnswers(desk, (entry) => answerAll(entry, desk.slots, action.answer))
    case 'currentMoved':
      return onAnswers(desk, (entry) => ({ ...entry, current: within(entry.current + action.by, desk.slots.length) }))
    case 'codeTyped':
      return desk.entry !== null && desk.entry.phase !== 'open' ? desk : { ...desk, code: action.text, note: null }
    case 'scanned':
      return scanned(rolledBack(desk, action.before), action.code)
    case 'modeChosen':
      return chooseMode(desk, action.mode)
    case 'escaped':
      return escape(desk)
    case 'sending':
      return desk.entry ? { ...desk, entry: { ...desk.entry, phase: 'sending' }, note: null } : desk
    case 'refused': {
      const refused: Desk = { ...withPhase(desk, 'open'), note: { kind: 'error', text: action.sentence } }
      return action.focus ? focused(refused, action.focus) : refused
    }
    case 'doubted':
      return { ...withPhase(desk, 'doubtful'), note: { kind: 'warning', text: action.sentence } }
    case 'cleared':
      return { ...withPhase(desk, 'open'), note: action.note }
    case 'submitted':
      return focused({ ...begunAgain(desk), note: null }, 'search')
    default:
      return assertNever(action)
  }
}

function typed(desk: Desk, text: string, isComposing: boolean): Desk {
  // A code that a scanner brought gives way to what the hand types, unless codes are what is searched for.
  const isByCode = desk.isByCode && desk.mode === 'tally'
  // What an input method still composes is on screen, and asked for by nobody.
  if (isComposing) return { ...desk, term: text, isByCode }
  if (text.trim() === desk.search.text && isByCode === desk.search.isByCode) return { ...desk, term: text, isByCode, isListOpen: text.trim() !== '' }
  return searched({ ...desk, term: text, isByCode }, text)
}

function searched(desk: Desk, text: string, choosesSingle = false): Desk {
  const asked = text.trim()
  const search = { round: desk.search.round + 1, text: asked, isByCode: desk.isByCode, choosesSingle }
  const found = asked === '' || desk.search.isByCode !== desk.isByCode ? null : desk.found
  return { ...desk, search, found, searchFailure: null, isListOpen: asked !== '', highlighted: 0 }
}

function enterSearch(desk: Desk): Desk {
  if (desk.term.trim() === '') return desk
  // A list that was closed may be out of date.
  if (!desk.isListOpen || desk.searchFailure !== null) return searched(desk, desk.term, true)
  const voters = foundNow(desk)
  if (voters === null) return { ...desk, search: { ...desk.search, choosesSingle: true } }
  const voter = voters[desk.highlighted]
  return voter ? choose(desk, voter) : desk
}

function found(desk: Desk, round: number, voters: readonly Voter[]): Desk {
  if (round !== desk.search.round) return desk
  const shown: Desk = { ...desk, found: { round, voters }, searchFailure: null, highlighted: 0, search: { ...desk.search, choosesSingle: false } }
  const [first] = voters
  if (!desk.search.choosesSingle) return shown
  if (first && voters.length === 1) return choose(shown, first)
  if (!first && desk.search.isByCode) return { ...shown, isListOpen: false, note: { kind: 'error', text: `${deskMessages.unknownCode}：${desk.search.text}` } }
  return shown
}

function moveInList(desk: Desk, by: 1 | -1): Desk {
  const voters = foundNow(desk)
  if (voters === null) return desk.search.text === '' ? searched(desk, desk.term) : desk
  if (voters.length === 0) return desk
  if (!desk.isListOpen) return { ...desk, isListOpen: true }
  return { ...desk, highlighted: within(desk.highlighted + by, voters.length) }
}

function choose(desk: Desk, voter: Voter): Desk {
  if (holdsUnsent(desk) && desk.entry?.owner.ballotId !== voter.ballotId) return { ...desk, isListOpen: false, note: unsentNote(desk) }
  if (holdsUnsent(desk)) return focused({ ...desk, isListOpen: false }, desk.mode === 'mark' ? 'code' : 'entry')
  // The same house again: its owner's other ballots are known.
  const others = desk.entry?.owner.propertyId === voter.propertyId ? desk.entry.others : []
  const entry: Entry = { owner: voter, others, joined: new Set(), answers: noAnswers, current: 0, phase: 'open' }
  const refusal = ballotRefusal(desk.mode, voter)
  const note: Note | null = refusal === null ? null : { kind: 'warning', text: refusal }
  return focused({ ...desk, entry, isListOpen: false, note }, desk.mode === 'mark' ? 'code' : 'entry')
}

function unsentNote({ entry }: Desk): Note {
  return { kind: 'warning', text: `${entry?.owner.ownerName ?? ''} 的选票还没有提交：按 Ctrl+Enter 提交，或按 Esc 放弃后重来` }
}

/** The owner's ballots as the server has them now: the chosen house's own entry comes first. */
function takeBallots(desk: Desk, propertyId: string, voters: readonly Voter[]): Desk {
  const { entry } = desk
  const [own, ...others] = voters
  if (!entry || entry.owner.propertyId !== propertyId || !own || own.propertyId !== propertyId) return desk
  const taken: Desk = { ...desk, entry: { ...entry, owner: own, others } }
  const free = new Set(joinable(taken).map(({ ballotId }) => ballotId))
  const joined = new Set([...entry.joined].filter((ballotId) => free.has(ballotId)))
  return { ...taken, entry: { ...entry, owner: own, others, joined } }
}

/** Changes the entry while it is open; nothing else may. */
function onEntry(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.entry === null || desk.entry.phase !== 'open') return desk
  const entry = change(desk.entry)
  return entry === desk.entry ? desk : { ...desk, entry }
}

/** Changes the answers, where there are any to give: marking takes none, and neither does a ballot that has a vote. */
function onAnswers(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.mode === 'mark' || desk.slots.length === 0) return desk
  return onEntry(desk, (entry) => (ballotRefusal(desk.mode, entry.owner) === null ? change(entry) : entry))
}

function answer(entry: Entry, slots: readonly Slot[], given: Answer, position = entry.current): Entry {
  const slot = slots[position]
  if (!slot || !offers(slot.voteModel, given)) return entry
  const answers = pressed(entry.answers, slot, given)
  // What was cleared waits for another answer; what was answered leads to the next that is open, else to the next.
  const current = answers.has(slotKey(slot)) ? nextOpen(slots, answers, position) : position
  return { ...entry, answers, current }
}

function nextOpen(slots: readonly Slot[], answers: Answers, position: number): number {
  const open = slots.findIndex((slot, index) => index > position && !answers.has(slotKey(slot)))
  return open === -1 ? within(position + 1, slots.length) : open
}

function answerAll(entry: Entry, slots: readonly Slot[], given: Answer): Entry {
  if (!slots.some(({ voteModel }) => offers(voteModel, given))) return entry
  const answers = allAnswers(slots, given)
  const open = slots.findIndex((slot) => !answers.has(slotKey(slot)))
  return { ...entry, answers, current: open === -1 ? slots.length - 1 : open }
}

function toggleAllJoined(entry: Entry, free: readonly Voter[]): Entry {
  if (free.length === 0) return entry
  const areAllJoined = free.every(({ ballotId }) => entry.joined.has(ballotId))
  return { ...entry, joined: areAllJoined ? new Set() : new Set(free.map(({ ballotId }) => ballotId)) }
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

/** Takes back what the first keys of a scanner's burst did where the focus happened to be. */
function rolledBack(desk: Desk, before: Desk): Desk {
  const { term, isByCode, code, note, isListOpen } = before
  const isSameEntry = desk.entry !== null && desk.entry.owner.ballotId === before.entry?.owner.ballotId
  const entry =
    isSameEntry && desk.entry && before.entry
      ? { ...desk.entry, answers: before.entry.answers, current: before.entry.current, joined: before.entry.joined }
      : desk.entry
  const back: Desk = { ...desk, term, isByCode, code, note, isListOpen, entry }
  if (desk.search.round === before.search.round) return back
  // The burst began a search of its own: the former one is asked again, its answer meanwhile shown.
  return {
    ...back,
    search: { ...before.search, round: desk.search.round + 1 },
    found: before.found,
    searchFailure: before.searchFailure,
    highlighted: before.highlighted,
  }
}

/** A code came from the scanner: into the code box, or into the search by code. */
function scanned(desk: Desk, code: string): Desk {
  if (desk.entry !== null && desk.entry.phase !== 'open') return desk
  if (desk.mode === 'mark') {
    const note: Note | null = desk.entry ? null : { kind: 'info', text: `已扫到标记码 ${code}，请查找要标记的业主` }
    return focused({ ...desk, code, note, isListOpen: false }, desk.entry ? 'code' : 'search')
  }
  if (holdsUnsent(desk)) return { ...desk, note: unsentNote(desk) }
  return searched({ ...desk, term: code, isByCode: true, note: null }, code, true)
}

/** Another mode for the same owner, where nothing would be lost. */
function chooseMode(desk: Desk, mode: DeskMode): Desk {
  if (mode === desk.mode) return desk
  if (holdsUnsent(desk)) return { ...desk, note: unsentNote(desk) }
  const { entry } = desk
  const next: Desk = { ...desk, mode, isByCode: mode === 'tally', code: '', note: null, isListOpen: false, found: null, term: entry ? desk.term : '' }
  return entry ? choose(next, entry.owner) : focused(next, 'search')
}

function escape(desk: Desk): Desk {
  if (desk.entry?.phase === 'sending') return desk
  if (desk.entry?.phase === 'doubtful') return { ...desk, note: { kind: 'warning', text: '刚才的提交还没有核对清楚，请等连接恢复；核对后会告诉您结果' } }
  if (desk.entry && desk.isListOpen) return { ...desk, isListOpen: false }
  return focused({ ...begunAgain(desk), note: null }, 'search')
}

/** Nothing chosen, nothing entered; the term stays to be overwritten. */
function begunAgain(desk: Desk): Desk {
  const isByCode = desk.mode === 'tally' && desk.isByCode
  const search = { round: desk.search.round + 1, text: '', isByCode, choosesSingle: false }
  return { ...desk, entry: null, code: '', isByCode, search, found: null, searchFailure: null, isListOpen: false, highlighted: 0 }
}

function withPhase(desk: Desk, phase: EntryPhase): Desk {
  return desk.entry ? { ...desk, entry: { ...desk.entry, phase } } : desk
}

function focused(desk: Desk, at: Focus['at']): Desk {
  return { ...desk, focus: { at } }
}

function within(position: number, length: number): number {
  return Math.max(0, Math.min(position, length - 1))
}
