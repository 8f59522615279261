import { parseTime } from '#shared/time/chinaTime.ts'
import { ballotContentOf } from '#shared/features/paper/ballotContent.ts'
import type { BallotContent } from '#shared/features/paper/layoutWords.ts'
import { isElection, optionsOf, ruleBasisUse, seatsOf, type ActivityForm } from './editor/activityForm.ts'

const UNWRITTEN = '（未填写）'
const written = (text: string): string => text.trim() || UNWRITTEN

/** The ballot of an activity that is being written; what is not filled in yet is marked so. */
export function contentOfForm(form: ActivityForm, estateName: string): BallotContent {
  const content = ballotContentOf({
    estateName: written(estateName),
    title: written(form.title),
    startsAt: parseTime(form.startsAt),
    endsAt: parseTime(form.endsAt),
    countingRule: form.countingRule ?? 1,
    ruleBasis: ruleBasisUse(form) === 'none' ? '' : form.ruleBasis.trim(),
    topics: form.topics.map((topic) => ({
      id: topic.key,
      title: written(topic.title),
      topicType: topic.topicType,
      voteModel: topic.voteModel,
      lawItem: topic.lawItem,
      ...seatsOf(topic),
      options: optionsOf(topic).map((option) => ({ id: option.key, title: written(option.title) })),
    })),
  })
  return { ...content, starts: written(content.starts), ends: written(content.ends) }
}

/** What the ballot cannot show as it will be printed, for it is not filled in; `''` where nothing is missing. */
export function missingOnBallot({ countingRule, startsAt, endsAt, topics }: ActivityForm): string {
  const missing = [
    ...(countingRule === null ? ['计票方式（样张暂按双过半、仅计收回票）'] : []),
    ...(parseTime(startsAt) === null || parseTime(endsAt) === null ? ['投票时间'] : []),
    ...(topics.some((topic) => isElection(topic) && topic.seats === null) ? ['应选名额'] : []),
  ]
  return missing.length === 0 ? '' : `还没有填写：${missing.join('、')}`
}
