import type { Classes, TopicResult } from '#shared/features/result/contract.ts'
import { leadingAnswer } from '#shared/features/result/rules.ts'

const hasLead = (classes: Classes | null): boolean => classes !== null && leadingAnswer(classes) !== null

/**
 * The topics and options whose delivered ballots would not count now, because no answer leads in heads and area, and the
 * elections, in which they never do under the rules by which silence follows the many; `''` where there are none.
 */
export function conditionOf(topics: readonly TopicResult[]): string {
  const elections = topics.filter(({ election }) => election !== null).map(({ title }) => `“${title}”`)
  const undecided = topics
    .filter(({ election }) => election === null)
    .flatMap(({ title, classes, options }) => {
      if (options.length === 0) return hasLead(classes) ? [] : [`“${title}”`]
      return options.filter((option) => !hasLead(option.classes)).map((option) => `“${title}”的“${option.title}”`)
    })
  return [
    ...(undecided.length === 0 ? [] : [`${undecided.join('、')}目前没有一种意见在人数和面积上都占多数，已送达未反馈的票暂不计入`]),
    ...(elections.length === 0 ? [] : [`${elections.join('、')}是选举，已送达未反馈的票不计入`]),
  ].join('；')
}
