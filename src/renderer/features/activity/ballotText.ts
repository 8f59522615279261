import type { Activity } from '#shared/features/activity/contract.ts'
import type { BallotText } from './BallotPreview.tsx'
import { optionsOf, type ActivityForm } from './editor/activityForm.ts'
import { minutesOf } from '../../ui/moments.ts'

/** The ballot of an activity that is being written. */
export function textOfForm({ title, startsAt, endsAt, summary, topics }: ActivityForm, estateName: string): BallotText {
  return {
    title: title.trim(),
    estateName,
    starts: startsAt.slice(0, 16),
    ends: endsAt.slice(0, 16),
    summary: summary.trim(),
    topics: topics.map((topic) => ({
      key: topic.key,
      title: topic.title.trim(),
      topicType: topic.topicType,
      voteModel: topic.voteModel,
      options: optionsOf(topic).map((option) => ({ key: option.key, title: option.title.trim() })),
    })),
  }
}

/** The ballot of a stored activity. */
export function textOfActivity({ title, estateName, startsAt, endsAt, summary, topics }: Activity): BallotText {
  return {
    title,
    estateName,
    starts: minutesOf(startsAt),
    ends: minutesOf(endsAt),
    summary,
    topics: topics.map(({ id, title: topicTitle, topicType, voteModel, options }) => ({
      key: id,
      title: topicTitle,
      topicType,
      voteModel,
      options: options.map((option) => ({ key: option.id, title: option.title })),
    })),
  }
}
