import { within } from '../activity/parts/choices/answerSheet.ts'
import { certainMatch } from '../ballot/parts/certainMatch.ts'
import { choose } from './deskEntry.ts'
import { currentVoters, type Desk, type DeskVoter } from './deskState.ts'
import { deskMessages } from './modes.ts'

/** The search box holds another text. */
export function typed(desk: Desk, text: string, isComposing: boolean): Desk {
  // A code that a scanner brought gives way to what the hand types, unless codes are what is searched for.
  const isByCode = desk.isByCode && desk.mode === 'tally'
  // What an input method still composes is on screen, and asked for by nobody.
  if (isComposing) return { ...desk, term: text, isByCode }
  if (text.trim() === desk.search.text && isByCode === desk.search.isByCode) return { ...desk, term: text, isByCode, isListOpen: text.trim() !== '' }
  return searched({ ...desk, term: text, isByCode }, text)
}

/** Asks anew who is meant; the former answer stays on screen until the new one comes. */
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
