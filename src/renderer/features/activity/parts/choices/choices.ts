import type { Topic } from '#shared/features/activity/contract.ts'
import { answerNames, answerSlots, answersOf, type Answer, type VoteModel } from '#shared/features/activity/rules.ts'
import type { Choice } from '#shared/features/voting/contract.ts'

/** A unit of choice: a topic voted on itself, or one of a topic's options. */
export interface Slot {
  readonly topicId: string
  /** `''` if the topic itself is voted on. */
  readonly optionId: string
  readonly topicTitle: string
  /** `''` if the topic itself is voted on. */
  readonly optionTitle: string
  readonly voteModel: VoteModel
  /** Number of options to elect; null if none. */
  readonly seats: number | null
}

/** The answers so far, by slot key; open slots are absent. */
export type Answers = ReadonlyMap<string, Answer>

export const noAnswers: Answers = new Map()

/** The key of a slot in {@link Answers}. */
export function slotKey({ topicId, optionId }: Pick<Slot, 'topicId' | 'optionId'>): string {
  return `${topicId} ${optionId}`
}

/** The slots of an activity: topics in order, options within. */
export function slotsOf(topics: readonly Pick<Topic, 'id' | 'title' | 'topicType' | 'voteModel' | 'seats' | 'options'>[]): Slot[] {
  return answerSlots(topics).map(({ topic: { id, title, voteModel, seats }, option }) => ({
    topicId: id,
    optionId: option?.id ?? '',
    topicTitle: title,
    optionTitle: option?.title ?? '',
    voteModel,
    seats,
  }))
}

/** Whether a vote model offers an answer. */
export function offers(voteModel: VoteModel, answer: Answer): boolean {
  const offered: readonly Answer[] = answersOf[voteModel]
  return offered.includes(answer)
}

/** Gives one answer to every slot that offers it; others (弃权 for a topic of 同意/反对) stay open. */
export function allAnswers(slots: readonly Slot[], answer: Answer): Answers {
  return new Map(slots.filter(({ voteModel }) => offers(voteModel, answer)).map((slot) => [slotKey(slot), answer]))
}

/** Toggles an answer: pressing the chosen one clears it (`console.md` section 4). */
export function pressed(answers: Answers, slot: Pick<Slot, 'topicId' | 'optionId'>, answer: Answer): Answers {
  const after = new Map(answers)
  const key = slotKey(slot)
  if (after.get(key) === answer) after.delete(key)
  else after.set(key, answer)
  return after
}

/** The choices to send: one per slot, 0 for an open one (`console.md` section 4). */
export function toChoices(slots: readonly Slot[], answers: Answers): Choice[] {
  return slots.map((slot) => ({ topicId: slot.topicId, optionId: slot.optionId, answer: answers.get(slotKey(slot)) ?? 0 }))
}

/**
 * The answers by topic number: `1 同意 · 2 甲、乙 同意，丙 反对 · 3 未选`.
 *
 * Open options are omitted if others have answers.
 */
export function choicesInWords(slots: readonly Slot[], choices: readonly Choice[]): string {
  const chosen = fromChoices(choices)
  const ofTopics = Map.groupBy(slots, ({ topicId }) => topicId)
  const topics = [...ofTopics.values()].map((ofTopic, index) => {
    const byAnswer = Map.groupBy(ofTopic, (slot) => chosen.get(slotKey(slot)))
    const answered = ANSWERS.flatMap((answer) => {
      const given = byAnswer.get(answer) ?? []
      const names = given.flatMap(({ optionTitle }) => (optionTitle === '' ? [] : [optionTitle])).join('、')
      return given.length === 0 ? [] : [`${names === '' ? '' : `${names} `}${answerNames[answer]}`]
    })
    return `${index + 1} ${answered.length === 0 ? '未选' : answered.join('，')}`
  })
  return topics.join(' · ')
}
const ANSWERS = [1, 2, 3] as const satisfies readonly Answer[]

/** The answers in a record. */
export function fromChoices(choices: readonly Choice[]): Answers {
  return new Map(choices.flatMap((choice): [string, Answer][] => (choice.answer === 0 ? [] : [[slotKey(choice), choice.answer]])))
}
