import type { Answer } from '#shared/features/activity/rules.ts'
import { afterKey, answer, within, type AnswerSheet, type SheetKey } from '../activity/parts/choices/answerSheet.ts'
import { noAnswers, slotKey, type Answers, type Slot } from '../activity/parts/choices/choices.ts'

/** A message about the last paper, or about the current one. */
export interface Said {
  readonly kind: 'same' | 'different' | 'sent' | 'ask' | 'refused'
  readonly text: string
}

/** A paper's second entry in progress. */
export interface SecondEntry extends AnswerSheet {
  /** The text in the code box. */
  readonly typed: string
  /** The paper's code; `''` if none is chosen. */
  readonly code: string
  /** Keys of slots left open on the paper. */
  readonly blanks: ReadonlySet<string>
  /** Keys of slots where the last submission of this paper differs from its vote; null if not submitted, or changed since. */
  readonly differing: ReadonlySet<string> | null
  /** Whether the user was warned of open slots: submitting again sends it. */
  readonly isWarned: boolean
  /** There is no paper to read; only for a sample. */
  readonly hasNoPaper: boolean
  readonly said: Said | null
}

export const nothingEntered: SecondEntry = {
  typed: '',
  code: '',
  answers: noAnswers,
  current: 0,
  blanks: new Set(),
  differing: null,
  isWarned: false,
  hasNoPaper: false,
  said: null,
}

/** No paper chosen; keeps the message about the last one. */
export const begun = (said: Said | null): SecondEntry => ({ ...nothingEntered, said })

export const withCode = (code: string): SecondEntry => ({ ...nothingEntered, code, typed: code })

/** Whether unsaved input would be lost: a differing entry is already stored. */
export const holdsUnsent = ({ code, answers, blanks, differing, hasNoPaper }: SecondEntry): boolean =>
  code !== '' && differing === null && (answers.size > 0 || blanks.size > 0 || hasNoPaper)

/** The entry with the request to send it first; for another code while {@link holdsUnsent}, or while it is being sent. */
export const heldBack = (entry: SecondEntry, isSending: boolean): SecondEntry => ({
  ...entry,
  said: { kind: 'ask', text: isSending ? '这张选票正在提交，请等它完成后再扫描下一张' : '这张选票还没有提交：请先按 Enter 提交，或按 Esc 重来' },
})

/** Number of slots handled: answered, or deliberately left open. */
export const seenCount = ({ answers, blanks }: Pick<SecondEntry, 'answers' | 'blanks'>): number => answers.size + blanks.size

/** The entry with the question whether its open slots are meant; null if none is open, or it was asked. */
export function askedOfOpen(entry: SecondEntry, slots: readonly Slot[]): SecondEntry | null {
  const open = slots.length - seenCount(entry)
  if (open <= 0 || entry.isWarned) return null
  return { ...entry, isWarned: true, said: { kind: 'ask', text: `还有 ${open} 项没有录入。票面上没有填的，再按一次 Enter 按未填提交` } }
}

const changed = (entry: SecondEntry, answers: Answers, current: number, blanks: ReadonlySet<string>): SecondEntry => ({
  ...entry,
  answers,
  current,
  blanks: new Set([...blanks].filter((key) => !answers.has(key))),
  differing: null,
  isWarned: false,
  hasNoPaper: false,
  said: null,
})

/** Answers a slot. */
export function answered(entry: SecondEntry, slots: readonly Slot[], given: Answer, position = entry.current): SecondEntry {
  const { answers, current } = answer(entry, slots, given, position)
  return answers === entry.answers ? entry : changed(entry, answers, current, entry.blanks)
}

/** Leaves the current slot open, as on the paper, or invalid. */
export function leftOpen(entry: SecondEntry, slots: readonly Slot[]): SecondEntry {
  const slot = slots[entry.current]
  if (!slot) return entry
  const answers = new Map(entry.answers)
  answers.delete(slotKey(slot))
  return changed(entry, answers, within(entry.current + 1, slots.length), new Set([...entry.blanks, slotKey(slot)]))
}

/** Marks the paper as missing, or as present after all; discards the answers. */
export const withoutPaper = (entry: SecondEntry): SecondEntry => ({ ...withCode(entry.code), typed: entry.typed, hasNoPaper: !entry.hasNoPaper })

/** Applies one of the desk's keys. */
export function keyed(entry: SecondEntry, slots: readonly Slot[], key: SheetKey): SecondEntry {
  if (key.type === 'answered') return answered(entry, slots, key.answer)
  const { answers, current } = afterKey(entry, slots, key)
  return answers === entry.answers ? { ...entry, current } : changed(entry, answers, current, entry.blanks)
}

/** Names of slots, as on the paper. */
export function namesOf(slots: readonly Slot[], keys: ReadonlySet<string>): string {
  const ofTopics = Map.groupBy(
    slots.filter((slot) => keys.has(slotKey(slot))),
    ({ topicId }) => topicId,
  )
  return [...ofTopics.values()]
    .map((ofTopic) => {
      const options = ofTopic.flatMap(({ optionTitle }) => (optionTitle === '' ? [] : [optionTitle]))
      return `${ofTopic[0]?.topicTitle ?? ''}${options.length === 0 ? '' : `：${options.join('、')}`}`
    })
    .join('；')
}
