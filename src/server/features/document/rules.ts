import { ActivityStatus, answerNames, answersOf, type CountingRule, type VoteModel } from '#shared/features/activity/rules.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { DocumentFacts, TopicFigures } from './facts.ts'

/** Mark of documents made before the end: they must not be taken for the result. */
export const DRAFT = '过程稿，不作为表决结论'
/** Whether the activity is not finished yet; its documents are then marked as {@link DRAFT}. */
export const isDraft = ({ activity }: { readonly activity: Pick<Activity, 'status'> }): boolean => activity.status !== ActivityStatus.finished

/** `同意、反对、弃权`. */
export const answersInWords = (model: VoteModel): string => answersOf[model].map((answer) => answerNames[answer]).join('、')

/** How delivered but unreturned ballots count (`counting.md` section 3). */
export function silenceInWords(rule: CountingRule, basis: string): string {
  const by = basis === '' ? '' : `依据${basis}，`
  switch (rule) {
    case 1:
    case 2:
      return '未交回的表决票不计入参与表决的人数和面积。'
    case 3:
    case 4:
      return `${by}已送达但未反馈意见的表决票计入参与表决，按人数和面积均占多数的意见计算；多数意见不一致的，不计入。`
    case 5:
      return `${by}已送达但未反馈意见的表决票计入参与表决，按弃权计算。`
    case 6:
      return '本次只作统计，不作表决结论。'
  }
}

/** A topic's rule in words, common to all its options. */
export const ruleOf = (topic: Pick<TopicFigures, 'conclusion' | 'options'>): string => (topic.conclusion ?? topic.options[0]?.conclusion)?.rule ?? ''

/** Whether the counting rule leads to conclusions at all. */
export const isDecided = ({ activity }: Pick<DocumentFacts, 'activity'>): boolean => activity.countingRule !== 6
