import type { Topic } from '#shared/features/activity/contract.ts'
import { answerNames, answerSlots, answersOf, type Answer, type VoteModel } from '#shared/features/activity/rules.ts'
import type { Choice } from '#shared/features/voting/contract.ts'

/** What a choice is made on: a topic that is voted on itself, or one of a topic's options. */
export interface Slot {
  readonly topicId: string
  /** `''` if the topic itself is voted on. */
  readonly optionId: string
  readonly topicTitle: string
  /** `''` if the topic itself is voted on. */
  readonly optionTitle: string
  readonly voteModel: VoteModel
  /** How many of the topic's options are elected; null if none are. */
  readonly seats: number | null
}

/** The answers given so far, by the slot's key; a slot that is left open is not in it. */
export type Answers = ReadonlyMap<string, Answer>

export const noAnswers: Answers = new Map()

/** By what {@link Answers} finds a slot. */
export function slotKey({ topicId, optionId }: Pick<Slot, 'topicId' | 'optionId'>): string {
  return `${topicId} ${optionId}`
}

/** The places of an activity's answers: topics in order, options within. */
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

/** Whether a way of voting has an answer among its choices. */
export function offers(voteModel: VoteModel, answer: Answer): boolean {
  const offered: readonly Answer[] = answersOf[voteModel]
  return offered.includes(answer)
}

/** One answer to everything that offers it; what does not (弃权 of a topic of 同意/反对) is left open. */
export function allAnswers(slots: readonly Slot[], answer: Answer): Answers {
  return new Map(slots.filter(({ voteModel }) => offers(voteModel, answer)).map((slot) => [slotKey(slot), answer]))
}

/** The answers after a choice was pressed: the one that is chosen already is cleared (`console.md` section 4). */
export function pressed(answers: Answers, slot: Pick<Slot, 'topicId' | 'optionId'>, answer: Answer): Answers {
  const after = new Map(answers)
  const key = slotKey(slot)
  if (after.get(key) === answer) after.delete(key)
  else after.set(key, answer)
  return after
}

/** What is sent: a choice for every slot, 0 for one that was left open (`console.md` section 4). */
export function toChoices(slots: readonly Slot[], answers: Answers): Choice[] {
  return slots.map((slot) => ({ topicId: slot.topicId, optionId: slot.optionId, answer: answers.get(slotKey(slot)) ?? 0 }))
}

/**
 * What was chosen, a part for each topic by its place on the agenda: `1 同意 · 2 甲、乙 同意，丙 反对 · 3 未选`.
 *
 * Open options are not named if others have answers.
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

/** The answers that a record holds. */
export function fromChoices(choices: readonly Choice[]): Answers {
  return new Map(choices.flatMap((choice): [string, Answer][] => (choice.answer === 0 ? [] : [[slotKey(choice), choice.answer]])))
}
