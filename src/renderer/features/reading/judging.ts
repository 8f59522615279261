import type { Answer } from '#shared/features/activity/rules.ts'
import type { ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { SlotState } from '#shared/features/reading/pageRules.ts'
import type { Choice } from '#shared/features/voting/contract.ts'
import { offers, slotKey, type Slot } from '../activity/parts/choices/choices.ts'

/** Why a user took a card out of 可确认. */
export type TakenOut = 'looked' | 'unsigned'
/** The readings taken out, by id. */
export type TakenOuts = Readonly<Record<string, TakenOut>>

/** A paper whose rows a person reads: the answers so far, and the current row. */
export interface Judging {
  /** A digit per row; unanswered rows are absent. */
  readonly said: ReadonlyMap<string, Answer | 0>
  /** After the last row, only confirming is left. */
  readonly current: number
}

type Rows = ScannedPaper['slots']

/** Rows read without doubt are already answered; a paper that was taken out is reviewed from its first row. */
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

/** Answers the current row if its topic offers the answer, then moves to the next open row, or simply the next if all are answered. */
export function answered({ said, current }: Judging, rows: Rows, slots: readonly Slot[], digit: Answer | 0): Judging {
  const row = rows[current]
  const slot = row && slots.find((each) => slotKey(each) === slotKey(row))
  if (!row || !slot || (digit !== 0 && !offers(slot.voteModel, digit))) return { said, current }
  const after = new Map(said).set(slotKey(row), digit)
  const wasOpen = !said.has(slotKey(row))
  return { said: after, current: wasOpen ? nextOpen(rows, after, current + 1) : Math.min(rows.length, current + 1) }
}

/** Moves to the previous or next row. */
export const moved = ({ said, current }: Judging, rows: Rows, step: -1 | 1): Judging => ({
  said,
  current: Math.max(0, Math.min(rows.length, current + step)),
})

/** Whether every row is answered. */
export const isDone = ({ said }: Judging, rows: Rows): boolean => rows.every((row) => said.has(slotKey(row)))

/** The choices to send: rows left to a person, and those a person changed. */
export const saidChoices = ({ said }: Judging, rows: Rows): Choice[] =>
  rows.flatMap((row) => {
    const digit = said.get(slotKey(row))
    if (digit === undefined || (row.state !== SlotState.doubt && row.answer === digit)) return []
    return [{ topicId: row.topicId, optionId: row.optionId, answer: digit }]
  })

/** The newest image of a paper's page; `''` if there is none. */
export const pictureOf = ({ pages }: Pick<ScannedPaper, 'pages'>, page: number): string => pages.findLast((each) => each.page === page)?.id ?? ''

/** A paper's last page, which carries the signature. */
export const lastPage = ({ pages }: Pick<ScannedPaper, 'pages'>): number => Math.max(1, ...pages.map(({ page }) => page))

/** Groups papers by equal answers, keeping their order. */
export function ofSameAnswers(papers: readonly ScannedPaper[]): { readonly key: string; readonly papers: readonly ScannedPaper[] }[] {
  const byAnswers = Map.groupBy(papers, ({ slots }) => slots.map(({ answer }) => answer ?? '?').join(''))
  return [...byAnswers].map(([key, some]) => ({ key, papers: some }))
}
