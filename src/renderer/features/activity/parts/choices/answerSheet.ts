import type { Answer } from '#shared/features/activity/rules.ts'
import { allAnswers, offers, pressed, slotKey, type Answers, type Slot } from './choices.ts'

/** The answers being entered for a ballot. */
export interface AnswerSheet {
  readonly answers: Answers
  /** Index of the slot that the next key answers. */
  readonly current: number
}

/** Clamps a position to a list of that length. */
export function within(position: number, length: number): number {
  return Math.max(0, Math.min(position, length - 1))
}

/** Whether a slot may be answered: with a proxy for some topics, only those. */
export type IsAsked = (slot: Slot) => boolean
const always: IsAsked = () => true

/** Answers a slot, or clears it if it already has that answer; advances the current slot. */
export function answer<P extends AnswerSheet>(sheet: P, slots: readonly Slot[], given: Answer, position = sheet.current, isAsked = always): P {
  const slot = slots[position]
  if (!slot || !isAsked(slot) || !offers(slot.voteModel, given)) return sheet
  const answers = pressed(sheet.answers, slot, given)
  // A cleared slot stays current; an answered one advances to the next open slot, else to the next.
  const current = answers.has(slotKey(slot)) ? nextOpen(slots, answers, position, isAsked) : position
  return { ...sheet, answers, current }
}

function nextOpen(slots: readonly Slot[], answers: Answers, position: number, isAsked: IsAsked): number {
  const open = slots.findIndex((slot, index) => index > position && isAsked(slot) && !answers.has(slotKey(slot)))
  return open === -1 ? within(position + 1, slots.length) : open
}

/** Gives one answer to every slot that offers it; the others stay open. */
export function answerAll<P extends AnswerSheet>(sheet: P, slots: readonly Slot[], given: Answer, isAsked = always): P {
  const asked = slots.filter(isAsked)
  if (!asked.some(({ voteModel }) => offers(voteModel, given))) return sheet
  const answers = allAnswers(asked, given)
  const open = slots.findIndex((slot) => isAsked(slot) && !answers.has(slotKey(slot)))
  return { ...sheet, answers, current: open === -1 ? sheet.current : open }
}

/** The effect of a key on the answers, both at the desk and in the booth. */
export type SheetKey =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'allAnswered'; readonly answer: Answer }
  | { readonly type: 'currentMoved'; readonly by: 1 | -1 }

const answerKeys: Readonly<Record<string, Answer>> = { '1': 1, '2': 2, '3': 3 }
/** Keys that answer all slots alike, with their buttons. */
export const allKeys = [
  { answer: 1, name: '全部同意', key: 'A' },
  { answer: 2, name: '全部反对', key: 'S' },
  { answer: 3, name: '全部弃权', key: 'D' },
] as const satisfies readonly { readonly answer: Answer; readonly name: string; readonly key: string }[]

/** The effect of a key without modifiers; null if it does not affect the answers. */
export function sheetKeyOf(key: string): SheetKey | null {
  if (key === 'ArrowDown') return { type: 'currentMoved', by: 1 }
  if (key === 'ArrowUp') return { type: 'currentMoved', by: -1 }
  const one = answerKeys[key]
  if (one !== undefined) return { type: 'answered', answer: one }
  const all = allKeys.find((each) => each.key === key.toUpperCase())
  return all ? { type: 'allAnswered', answer: all.answer } : null
}

/** Applies a key to the answers. */
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
