import type { Answer } from '#shared/features/activity/rules.ts'
import { assertNever } from '../../ui/assertNever.ts'
import { answer, answerAll, sheetKeyOf, within } from '../activity/parts/choices/answerSheet.ts'
import { WRONG_CHECK } from '../ballot/parts/scannedCode.ts'
import {
  choose,
  type Desk,
  type DeskVoter,
  enterSearch,
  type Focus,
  focused,
  found,
  holdsUnsent,
  isAsked,
  joinableBallots,
  moveInList,
  nextReceipt,
  type Note,
  onAnswers,
  onEntry,
  searched,
  searchFailed,
  takeBallots,
  toggleAllJoined,
  toggled,
  typed,
  unsentNote,
  withPhase,
  withProxy,
  openDesk,
} from './deskState.ts'
import type { DeskMode } from './modes.ts'
import { noReceipt, type Receipt, type ChosenProxy } from './parts/castCall.ts'
import type { Key } from '../../ui/scanner/burst.ts'
import { useState, useSyncExternalStore } from 'react'
import type { Slot } from '../activity/parts/choices/choices.ts'

export type DeskAction =
  | { readonly type: 'typed'; readonly text: string; readonly isComposing: boolean }
  | { readonly type: 'codeSwitched'; readonly isByCode: boolean }
  | { readonly type: 'searchEntered' }
  | { readonly type: 'searchRepeated' }
  | { readonly type: 'found'; readonly round: number; readonly voters: readonly DeskVoter[] }
  | { readonly type: 'searchFailed'; readonly round: number; readonly sentence: string; readonly isRefused?: boolean }
  | { readonly type: 'listMoved'; readonly by: 1 | -1 }
  | { readonly type: 'listLeft' }
  | { readonly type: 'searchWanted' }
  | { readonly type: 'chosen'; readonly voter: DeskVoter }
  | { readonly type: 'ballotsCame'; readonly propertyId: string; readonly voters: readonly DeskVoter[] }
  | { readonly type: 'joinToggled'; readonly ballotId: string }
  | { readonly type: 'allJoinedToggled' }
  | { readonly type: 'proxyChosen'; readonly proxy: ChosenProxy | null }
  | { readonly type: 'ownerVotes' }
  | { readonly type: 'answered'; readonly answer: Answer; readonly position?: number }
  | { readonly type: 'allAnswered'; readonly answer: Answer }
  | { readonly type: 'currentMoved'; readonly by: 1 | -1 }
  | { readonly type: 'codeTyped'; readonly text: string }
  | { readonly type: 'receiptTyped'; readonly receipt: Partial<Receipt> }
  | { readonly type: 'timePassed'; readonly isVotingClosed: boolean }
  /** `code` is null for a misread QR code. */
  | { readonly type: 'scanned'; readonly code: string | null; readonly before: Desk }
  /** A scanner typed the text but sent neither Enter nor Tab. */
  | { readonly type: 'scanUnended'; readonly text: string; readonly before: Desk }
  | { readonly type: 'modeChosen'; readonly mode: DeskMode }
  | { readonly type: 'escaped' }
  | { readonly type: 'sending' }
  | { readonly type: 'refused'; readonly sentence: string; readonly focus?: Focus['at'] }
  | { readonly type: 'doubted'; readonly sentence: string }
  | { readonly type: 'cleared'; readonly note: Note }
  | { readonly type: 'sent' }

/** Reducer of the desk; pure. */
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
      return action.round === desk.search.round ? searchFailed(desk, action) : desk
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
        joinableBallots(desk).some(({ ballotId }) => ballotId === action.ballotId) ? { ...entry, joined: toggled(entry.joined, action.ballotId) } : entry,
      )
    case 'allJoinedToggled':
      return onEntry(desk, (entry) => toggleAllJoined(entry, joinableBallots(desk)))
    case 'proxyChosen':
      return onAnswers(desk, (entry) => withProxy(entry, desk.slots, action.proxy))
    case 'ownerVotes':
      return onAnswers(desk, (entry) => ({ ...withProxy(entry, desk.slots, null), isVoterSaid: true }))
    case 'answered':
      return onAnswers(desk, (entry) => answer(entry, desk.slots, action.answer, action.position, isAsked(entry)))
    case 'allAnswered':
      return onAnswers(desk, (entry) => answerAll(entry, desk.slots, action.answer, isAsked(entry)))
    case 'currentMoved':
      return onAnswers(desk, (entry) => ({ ...entry, current: within(entry.current + action.by, desk.slots.length) }))
    case 'codeTyped':
      return desk.entry !== null && desk.entry.phase !== 'open' ? desk : { ...desk, code: action.text, note: null }
    case 'receiptTyped':
      return desk.entry?.phase === 'open' ? { ...desk, receipt: { ...desk.receipt, ...action.receipt } } : desk
    case 'timePassed':
      return action.isVotingClosed === desk.isVotingClosed
        ? desk
        : { ...desk, isVotingClosed: action.isVotingClosed, receipt: desk.entry === null ? noReceipt : desk.receipt }
    case 'scanned':
      return scanned(rolledBack(desk, action.before), action.code)
    case 'scanUnended':
      return scanUnended(desk, rolledBack(desk, action.before), action.text)
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
    case 'sent':
      return focused({ ...begunAgain(desk), note: null }, 'search')
    default:
      return assertNever(action)
  }
}

/** Undoes what the first keys of a scanner's burst did at the focused element. */
function rolledBack(desk: Desk, before: Desk): Desk {
  const { term, isByCode, code, receipt, note, isListOpen } = before
  const isSameEntry = desk.entry !== null && desk.entry.owner.ballotId === before.entry?.owner.ballotId
  const entry =
    isSameEntry && desk.entry && before.entry
      ? { ...desk.entry, answers: before.entry.answers, current: before.entry.current, joined: before.entry.joined }
      : desk.entry
  const back: Desk = { ...desk, term, isByCode, code, receipt, note, isListOpen, entry }
  if (desk.search.round === before.search.round) return back
  // The burst started a search of its own: repeats the previous one, showing its results meanwhile.
  return {
    ...back,
    search: { ...before.search, round: desk.search.round + 1 },
    found: before.found,
    searchFailure: before.searchFailure,
    highlighted: before.highlighted,
  }
}

/** A scanned code: goes into the code box, or into the search by code. */
function scanned(desk: Desk, code: string | null): Desk {
  if (desk.entry !== null && desk.entry.phase !== 'open') return desk
  if (code === null) return { ...desk, note: { kind: 'error', text: WRONG_CHECK } }
  if (desk.mode === 'mark') {
    const note: Note | null = desk.entry ? null : { kind: 'info', text: `已扫到标记码 ${code}，请查找要标记的业主` }
    return focused({ ...desk, code, note, isListOpen: false }, desk.entry ? 'code' : 'search')
  }
  if (holdsUnsent(desk)) return { ...desk, note: unsentNote(desk) }
  return searched({ ...desk, term: code, isByCode: true, note: null }, code, true)
}

/** A scan without terminator: its keys are undone, and in a paper search the code waits for Enter. */
function scanUnended(desk: Desk, back: Desk, code: string): Desk {
  if (desk.entry !== null && desk.entry.phase !== 'open') return desk
  const unread = `扫到 ${code}，但扫码枪没有发送回车或 Tab，没有录入`
  if (back.entry !== null || back.mode === 'mark') {
    return { ...back, note: { kind: 'unread', text: `${unread}。请把扫码枪的结束符设为回车，再扫一次` } }
  }
  const note: Note = { kind: 'unread', text: `${unread}。请按回车查找，并把扫码枪的结束符设为回车` }
  return focused({ ...back, term: code, isByCode: true, isListOpen: false, note }, 'search')
}

/** Changes the mode for the same owner if no input would be lost. */
function chooseMode(desk: Desk, mode: DeskMode): Desk {
  if (mode === desk.mode) return desk
  if (holdsUnsent(desk)) return { ...desk, note: unsentNote(desk) }
  const { entry } = desk
  const next: Desk = {
    ...desk,
    mode,
    isByCode: mode === 'tally',
    code: '',
    receipt: noReceipt,
    note: null,
    isListOpen: false,
    found: null,
    term: entry ? desk.term : '',
  }
  return entry ? choose(next, entry.owner) : focused(next, 'search')
}

function escape(desk: Desk): Desk {
  if (desk.entry?.phase === 'sending') return desk
  if (desk.entry?.phase === 'doubtful') return { ...desk, note: { kind: 'warning', text: '刚才的提交还没有核对清楚，请等连接恢复；核对后会告诉您结果' } }
  if (desk.entry && desk.isListOpen) return { ...desk, isListOpen: false }
  return focused({ ...begunAgain(desk), note: null }, 'search')
}

/** No owner and no input; the search term stays, to be overwritten. */
function begunAgain(desk: Desk): Desk {
  const isByCode = desk.mode === 'tally' && desk.isByCode
  const search = { round: desk.search.round + 1, text: '', isByCode, isEntered: false }
  return {
    ...desk,
    entry: null,
    code: '',
    receipt: nextReceipt(desk),
    isByCode,
    search,
    found: null,
    searchFailure: null,
    isListOpen: false,
    highlighted: null,
  }
}

/** The single desk state: the page subscribes to it, and keys, which arrive faster than renders, read it directly. */
export interface DeskStore {
  /** The current state. */
  readonly now: () => Desk
  readonly dispatch: (action: DeskAction) => void
  readonly subscribe: (changed: () => void) => () => void
}

function createDeskStore(mode: DeskMode, slots: readonly Slot[]): DeskStore {
  let desk = openDesk(mode, slots)
  const listeners = new Set<() => void>()
  return {
    now: () => desk,
    dispatch: (action) => {
      desk = reduceDesk(desk, action)
      for (const listener of listeners) listener()
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** A desk of its own for the component; made once, so that its `dispatch` is stable across renders. */
export function useDeskStore(mode: DeskMode, slots: readonly Slot[]): DeskStore {
  return useState(() => createDeskStore(mode, slots))[0]
}

/** The desk, as rendered. */
export const useDesk = ({ subscribe, now }: DeskStore): Desk => useSyncExternalStore(subscribe, now)

/** The focused element when the key was pressed. */
export type KeyPlace = 'search' | 'code' | 'button' | 'otherInput' | 'nothing'

/** What a key does; `cast` is the one thing that leaves the desk. */
type KeyAction = DeskAction | { readonly type: 'cast' }

/** The desk's action for a key; null leaves it to the page. */
export function keyActionOf(desk: Desk, { key, isCtrl, isOtherModifier, isRepeated, isComposing }: Key, place: KeyPlace): KeyAction | null {
  if (isComposing || isOtherModifier) return null
  // Held down it casts once, not thirty times; where no paper is on the screen never.
  if (isCtrl) return key === 'Enter' && !isRepeated && desk.entry !== null ? { type: 'cast' } : null
  // In another input, Esc closes what that input has opened.
  if (key === 'Escape') return place === 'otherInput' ? null : { type: 'escaped' }
  // Auto-repeat must not choose from the list that the first press opened.
  if (place === 'search') return key === 'Enter' && isRepeated ? null : searchKeyAction(key)
  if (place === 'code' || place === 'otherInput') return null
  // The question mark shows the key help everywhere.
  if (desk.entry === null) return place === 'nothing' && key.length === 1 && key !== '?' && key !== '？' ? { type: 'searchWanted' } : null
  return entryKeyAction(key)
}

function searchKeyAction(key: string): KeyAction | null {
  if (key === 'ArrowDown') return { type: 'listMoved', by: 1 }
  if (key === 'ArrowUp') return { type: 'listMoved', by: -1 }
  return key === 'Enter' ? { type: 'searchEntered' } : null
}

function entryKeyAction(key: string): KeyAction | null {
  return key.toLowerCase() === 'b' ? { type: 'allJoinedToggled' } : sheetKeyOf(key)
}

/** Whether to prevent the key's default; a letter that moves the focus to the search box must still be typed there. */
export function isTaken(keyAction: KeyAction): boolean {
  return keyAction.type !== 'searchWanted'
}
