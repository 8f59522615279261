import type { Classes, Conclusion, Statistics } from '#shared/features/result/contract.ts'

/** What a conclusion stands for: a topic, or one option of a topic. */
export interface Judged {
  readonly id: string
  /** `1. 更新电梯`, or `2. 选聘单位 / 甲`. */
  readonly title: string
  readonly classes: Classes
  readonly conclusion: Conclusion
}

/** Everything that is judged, in order: a topic itself, or each of its options. */
export function judgedOf({ topics }: Pick<Statistics, 'topics'>): Judged[] {
  return topics.flatMap((topic) => {
    const title = `${topic.sortNo}. ${topic.title}`
    if (topic.classes !== null && topic.conclusion !== null) return [{ id: topic.id, title, classes: topic.classes, conclusion: topic.conclusion }]
    return topic.options.map((option) => ({ id: option.id, title: `${title} / ${option.title}`, classes: option.classes, conclusion: option.conclusion }))
  })
}
