import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { DEFAULT_SEAT_ORDER } from '#shared/features/activity/elections.ts'
import type { Activity, ActivityChange, ActivityDraft } from '#shared/features/activity/contract.ts'
import { ballotContentOf } from '#shared/features/paper/ballotContent.ts'
import type { BallotContent } from '#shared/features/paper/layoutWords.ts'
import { optionsOf, ruleBasisUse, seatsOf, type ActivityForm, type Attached, type OptionForm, type TopicForm } from './activityForm.ts'

/** The activity described by a valid form. */
export function draftOf(form: ActivityForm): ActivityDraft {
  const { countingRule, startsAt, endsAt } = form
  const [start, end] = [parseTime(startsAt), parseTime(endsAt)]
  if (countingRule === null || start === null || end === null) throw new Error('a form with faults describes no activity')
  return {
    title: form.title.trim(),
    estateId: form.estateId,
    countingRule,
    ruleBasis: ruleBasisUse(form) === 'none' ? '' : form.ruleBasis.trim(),
    startsAt: start,
    endsAt: end,
    proxyLimit: form.proxyLimit,
    rulesId: form.rulesId,
    deliveryPolicy: form.deliveryPolicy.map((rule) => ({ ...rule, clause: rule.clause.trim(), evidence: [...rule.evidence] })),
    secondEntry: form.secondEntry,
    summary: form.summary.trim(),
    detail: form.detail.trim(),
    scopePaths: form.isWholeEstate ? [] : [...form.scopePaths],
    ...attachedOf(form),
    topics: form.topics.map((topic) => ({
      id: topic.id,
      title: topic.title.trim(),
      topicType: topic.topicType,
      voteModel: topic.voteModel,
      lawItem: topic.lawItem,
      ...seatsOf(topic),
      ...attachedOf(topic),
      options: optionsOf(topic).map((option) => ({ id: option.id, title: option.title.trim(), ...attachedOf(option) })),
    })),
  }
}

/** The same for editing a stored activity. */
export function changeOf(form: ActivityForm, { id, version }: Pick<Activity, 'id' | 'version'>): ActivityChange {
  return { id, version, ...draftOf(form) }
}

const UNWRITTEN = '（未填写）'
const written = (text: string): string => text.trim() || UNWRITTEN

/** The ballot contents of a form; empty fields are marked. */
export function ballotContentOfForm(form: ActivityForm, estateName: string): BallotContent {
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

/** The form for a stored activity; the server's ids also serve as keys. */
export function formOf(activity: Activity): ActivityForm {
  const { title, estateId, countingRule, ruleBasis, startsAt, endsAt, proxyLimit, deliveryPolicy, secondEntry, summary, detail } = activity
  const { scopePaths, pictures, files, topics } = activity
  return {
    title,
    estateId,
    countingRule,
    ruleBasis,
    rulesId: activity.rulesId,
    startsAt: startsAt === null ? '' : formatTime(startsAt),
    endsAt: endsAt === null ? '' : formatTime(endsAt),
    proxyLimit,
    deliveryPolicy,
    secondEntry,
    summary,
    detail,
    isWholeEstate: scopePaths.length === 0,
    scopePaths,
    pictures,
    files,
    topics: topics.map((topic): TopicForm => ({
      key: topic.id,
      id: topic.id,
      title: topic.title,
      topicType: topic.topicType,
      voteModel: topic.voteModel,
      lawItem: topic.lawItem,
      seats: topic.seats,
      seatOrder: topic.seats === null ? null : (topic.seatOrder ?? DEFAULT_SEAT_ORDER),
      pictures: topic.pictures,
      files: topic.files,
      options: topic.options.map((option): OptionForm => ({
        key: option.id,
        id: option.id,
        title: option.title,
        pictures: option.pictures,
        files: option.files,
      })),
    })),
  }
}

function attachedOf({ pictures, files }: Attached): { pictures: string[]; files: { name: string; url: string }[] } {
  return { pictures: [...pictures], files: files.map(({ name, url }) => ({ name, url })) }
}
