import type { Answer } from '#shared/features/activity/rules.ts'
import type { ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { SlotState } from '#shared/features/reading/pageRules.ts'
import type { Choice } from '#shared/features/voting/contract.ts'
import { offers, slotKey, type Slot } from '../activity/parts/choices/choices.ts'

/** Why somebody took a card out of 可确认. */
export type TakenOut = 'looked' | 'unsigned'
/** The readings that somebody took out, by their ids. */
export type TakenOuts = Readonly<Record<string, TakenOut>>

/** A paper whose rows a person reads: what is said of each row that there is, and the row that the next key answers. */
export interface Judging {
  /** A digit a row; a row that nobody has answered is not in it. */
  readonly said: ReadonlyMap<string, Answer | 0>
  /** Behind the last row nothing is left but to confirm. */
  readonly current: number
}

type Rows = ScannedPaper['slots']

/** What was read without doubt is said already; a paper that was taken out is looked at from its first row. */
export function begun(rows: Rows, isTakenOut: boolean): Judging {
  const said = new Map(rows.flatMap((row): [string, Answer | 0][] => (row.state === SlotState.doubt ? [] : [[slotKey(row), (row.answer ?? 0) as Answer | 0]])))
  return { said, current: isTakenOut ? 0 : nextOpen(rows, said, 0) }
}

/** The first unanswered row from `from` on, else the first of all; past the end if all are answered. */
function nextOpen(rows: Rows, said: Judging['said'], from: number): number {
  const isOpen = (row: Rows[number]): boolean => !said.has(slotKey(row))
  const after = rows.findIndex((row, place) => place >= from && isOpen(row))
  const first = after < 0 ? rows.findIndex(isOpen) : after
  return first < 0 ? rows.length : first
}

/** Answers the current row, if its topic offers that; on to the next one that is open, or the next at all where all are answered. */
export function answered({ said, current }: Judging, rows: Rows, slots: readonly Slot[], digit: Answer | 0): Judging {
  const row = rows[current]
  const slot = row && slots.find((each) => slotKey(each) === slotKey(row))
  if (!row || !slot || (digit !== 0 && !offers(slot.voteModel, digit))) return { said, current }
  const after = new Map(said).set(slotKey(row), digit)
  const wasOpen = !said.has(slotKey(row))
  return { said: after, current: wasOpen ? nextOpen(rows, after, current + 1) : Math.min(rows.length, current + 1) }
}

/** One row back or on. */
export const moved = ({ said, current }: Judging, rows: Rows, step: -1 | 1): Judging => ({
  said,
  current: Math.max(0, Math.min(rows.length, current + step)),
})

/** Whether every row is answered. */
export const isDone = ({ said }: Judging, rows: Rows): boolean => rows.every((row) => said.has(slotKey(row)))

/** What is sent: every row that was left to a person, and those that a person changed. */
export const saidChoices = ({ said }: Judging, rows: Rows): Choice[] =>
  rows.flatMap((row) => {
    const digit = said.get(slotKey(row))
    if (digit === undefined || (row.state !== SlotState.doubt && row.answer === digit)) return []
    return [{ topicId: row.topicId, optionId: row.optionId, answer: digit }]
  })

/** The newest picture of a page of a paper; `''` if there is none. */
export const pictureOf = ({ pages }: Pick<ScannedPaper, 'pages'>, page: number): string => pages.findLast((each) => each.page === page)?.id ?? ''

/** The last page of a paper, on which it is signed. */
export const lastPage = ({ pages }: Pick<ScannedPaper, 'pages'>): number => Math.max(1, ...pages.map(({ page }) => page))

/** Papers that say the same stand together, as they come. */
export function ofSameAnswers(papers: readonly ScannedPaper[]): { readonly key: string; readonly papers: readonly ScannedPaper[] }[] {
  const byAnswers = Map.groupBy(papers, ({ slots }) => slots.map(({ answer }) => answer ?? '?').join(''))
  return [...byAnswers].map(([key, some]) => ({ key, papers: some }))
}
