import type { LawItem } from '#shared/features/activity/law.ts'
import type { Topic } from '#shared/features/activity/contract.ts'
import type { Classes, Conclusion, Statistics } from '#shared/features/result/contract.ts'

/** A topic, or one of its options, that gets a conclusion. */
export interface Judged {
  readonly id: string
  /** `1. 更新电梯`, or `2. 选聘单位：甲`. */
  readonly title: string
  readonly classes: Classes
  /** The item of article 278 that determines its majority; null: the activity's counting rule does. */
  readonly lawItem: LawItem | null
  readonly conclusion: Conclusion
}

/**
 * All conclusions in order: of a topic itself, or of each of its options.
 *
 * @param asked the activity's topics with their statutory items; without them the activity's rule applies to all
 */
export function judgedOf({ topics }: Pick<Statistics, 'topics'>, asked: readonly Pick<Topic, 'id' | 'lawItem'>[] = []): Judged[] {
  return topics.flatMap((topic) => {
    const lawItem = asked.find(({ id }) => id === topic.id)?.lawItem ?? null
    const title = `${topic.sortNo}. ${topic.title}`
    if (topic.classes !== null && topic.conclusion !== null) return [{ id: topic.id, title, lawItem, classes: topic.classes, conclusion: topic.conclusion }]
    return topic.options.map(({ id, title: option, classes, conclusion }) => ({ id, title: `${title}：${option}`, lawItem, classes, conclusion }))
  })
}
