import type { Answer } from '#shared/features/activity/rules.ts'
import { allAnswers, offers, pressed, slotKey, type Answers, type Slot } from './choices.ts'

/** The answers to a ballot as they are being entered on screen. */
export interface AnswerSheet {
  readonly answers: Answers
  /** The place in the slots that the next key answers. */
  readonly current: number
}

/** The nearest place in a list of that length. */
export function within(position: number, length: number): number {
  return Math.max(0, Math.min(position, length - 1))
}

/** Whether a place may be answered at all: of a proxy for some topics only theirs. */
export type IsAsked = (slot: Slot) => boolean
const always: IsAsked = () => true

/** Answers one place, or clears it where it has that answer already; the current place moves on by itself. */
export function answer<P extends AnswerSheet>(sheet: P, slots: readonly Slot[], given: Answer, position = sheet.current, isAsked = always): P {
  const slot = slots[position]
  if (!slot || !isAsked(slot) || !offers(slot.voteModel, given)) return sheet
  const answers = pressed(sheet.answers, slot, given)
  // What was cleared waits for another answer; what was answered leads to the next that is open, else to the next.
  const current = answers.has(slotKey(slot)) ? nextOpen(slots, answers, position, isAsked) : position
  return { ...sheet, answers, current }
}

function nextOpen(slots: readonly Slot[], answers: Answers, position: number, isAsked: IsAsked): number {
  const open = slots.findIndex((slot, index) => index > position && isAsked(slot) && !answers.has(slotKey(slot)))
  return open === -1 ? within(position + 1, slots.length) : open
}

/** One answer to every place that offers it; the others are left open. */
export function answerAll<P extends AnswerSheet>(sheet: P, slots: readonly Slot[], given: Answer, isAsked = always): P {
  const asked = slots.filter(isAsked)
  if (!asked.some(({ voteModel }) => offers(voteModel, given))) return sheet
  const answers = allAnswers(asked, given)
  const open = slots.findIndex((slot) => isAsked(slot) && !answers.has(slotKey(slot)))
  return { ...sheet, answers, current: open === -1 ? sheet.current : open }
}

/** What a key does to the answers, at the desk and in the booth alike. */
export type SheetKey =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'allAnswered'; readonly answer: Answer }
  | { readonly type: 'currentMoved'; readonly by: 1 | -1 }

const answerKeys: Readonly<Record<string, Answer>> = { '1': 1, '2': 2, '3': 3 }
/** The keys that answer everything alike, with the buttons that do the same. */
export const allKeys = [
  { answer: 1, name: '全部同意', key: 'A' },
  { answer: 2, name: '全部反对', key: 'S' },
  { answer: 3, name: '全部弃权', key: 'D' },
] as const satisfies readonly { readonly answer: Answer; readonly name: string; readonly key: string }[]

/** What a key without modifiers does to the answers; null if it does nothing to them. */
export function sheetKeyOf(key: string): SheetKey | null {
  if (key === 'ArrowDown') return { type: 'currentMoved', by: 1 }
  if (key === 'ArrowUp') return { type: 'currentMoved', by: -1 }
  const one = answerKeys[key]
  if (one !== undefined) return { type: 'answered', answer: one }
  const all = allKeys.find((each) => each.key === key.toUpperCase())
  return all ? { type: 'allAnswered', answer: all.answer } : null
}

/** The answers after a key. */
export function afterKey<P extends AnswerSheet>(sheet: P, slots: readonly Slot[], key: SheetKey): P {
  switch (key.type) {
    case 'answered':
      return answer(sheet, slots, key.answer)
    case 'allAnswered':
      return answerAll(sheet, slots, key.answer)
    case 'currentMoved':
      return { ...sheet, current: within(sheet.current + key.by, slots.length) }
  }
}
