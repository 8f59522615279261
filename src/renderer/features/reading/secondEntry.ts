import type { Answer } from '#shared/features/activity/rules.ts'
import { afterKey, answer, within, type AnswerSheet, type SheetKey } from '../activity/parts/choices/answerSheet.ts'
import { noAnswers, slotKey, type Answers, type Slot } from '../activity/parts/choices/choices.ts'

/** What was said of the last paper, or has to be known of this one. */
export interface Said {
  readonly kind: 'same' | 'different' | 'sent' | 'ask' | 'refused'
  readonly text: string
}

/** A paper that is being entered a second time. */
export interface SecondEntry extends AnswerSheet {
  /** What is in the code's box. */
  readonly typed: string
  /** The paper's; `''` while none is chosen. */
  readonly code: string
  /** Places that the paper leaves open, by their keys. */
  readonly blanks: ReadonlySet<string>
  /** Where the last entry of this paper differs from its vote, by the keys of the places; null if it was not entered, or changed since. */
  readonly differing: ReadonlySet<string> | null
  /** Whether it was said that places are open: once more sends it. */
  readonly isWarned: boolean
  /** There is no paper to read; of a sample alone. */
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

/** Nothing chosen; what was said of the last paper is told. */
export const begun = (said: Said | null): SecondEntry => ({ ...nothingEntered, said })

/** A paper is chosen. */
export const withCode = (code: string): SecondEntry => ({ ...nothingEntered, code, typed: code })

/** Whether anything of the paper would be lost: what differs was kept already. */
export const holdsUnsent = ({ code, answers, blanks, differing, hasNoPaper }: SecondEntry): boolean =>
  code !== '' && differing === null && (answers.size > 0 || blanks.size > 0 || hasNoPaper)

/** How many places were seen to: answered, or left open on purpose. */
export const seenCount = ({ answers, blanks }: Pick<SecondEntry, 'answers' | 'blanks'>): number => answers.size + blanks.size

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

/** Answers a place. */
export function answered(entry: SecondEntry, slots: readonly Slot[], given: Answer, position = entry.current): SecondEntry {
  const { answers, current } = answer(entry, slots, given, position)
  return answers === entry.answers ? entry : changed(entry, answers, current, entry.blanks)
}

/** The paper leaves the current place open, or it is invalid there. */
export function leftOpen(entry: SecondEntry, slots: readonly Slot[]): SecondEntry {
  const slot = slots[entry.current]
  if (!slot) return entry
  const answers = new Map(entry.answers)
  answers.delete(slotKey(slot))
  return changed(entry, answers, within(entry.current + 1, slots.length), new Set([...entry.blanks, slotKey(slot)]))
}

/** There is no paper, or there is one after all. */
export const withoutPaper = (entry: SecondEntry): SecondEntry => ({ ...withCode(entry.code), typed: entry.typed, hasNoPaper: !entry.hasNoPaper })

/** What a key of the desk does here, too. */
export function keyed(entry: SecondEntry, slots: readonly Slot[], key: SheetKey): SecondEntry {
  if (key.type === 'answered') return answered(entry, slots, key.answer)
  const { answers, current } = afterKey(entry, slots, key)
  return answers === entry.answers ? { ...entry, current } : changed(entry, answers, current, entry.blanks)
}

/** Places by their names, as the paper has them. */
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
