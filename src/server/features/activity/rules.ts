import type { FieldError } from '#shared/contract/envelope.ts'
import type { Attachment } from '#shared/features/activity/attachments.ts'
import type { Activity, ActivityChange, ActivityDraft, Topic } from '#shared/features/activity/contract.ts'
import { DEFAULT_SEAT_ORDER } from '#shared/features/activity/elections.ts'
import { activityMessages, answerSlots, copyTitle, type VoteModel } from '#shared/features/activity/rules.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { unitPath, type Place } from '#shared/place/place.ts'
import type { NamedFile } from '../file/named.ts'
import type { TopicOptionTable, TopicTable } from './tables.ts'

type UnitPlace = Omit<Place, 'room'>

/** Returns a predicate for units in the scope: below one of the paths (branches or units), or all if there are none. */
export function scopeOf(paths: readonly string[]): (place: UnitPlace) => boolean {
  if (paths.length === 0) return () => true
  const chosen = new Set(paths)
  return (place) => branchesOf(place).some((branch) => chosen.has(branch))
}

/** A unit's path and every branch above it: `一期`, `一期▶`, `一期▶▶3栋`, `一期▶▶3栋▶1单元`. */
function branchesOf(place: UnitPlace): string[] {
  const segments = unitPath(place).split(PATH_SEPARATOR)
  return segments.map((_, index) => segments.slice(0, index + 1).join(PATH_SEPARATOR))
}

/** The paths without any unit of the estate below them. */
export function unknownPaths(paths: readonly string[], units: readonly UnitPlace[]): string[] {
  const known = new Set(units.flatMap(branchesOf))
  return paths.filter((path) => !known.has(path))
}

/** Whether two scopes have the same paths, ignoring order and duplicates. */
export function isSameScope(before: readonly string[], after: readonly string[]): boolean {
  const paths = new Set(before)
  return paths.size === new Set(after).size && after.every((path) => paths.has(path))
}

/** Every stored file of a draft: its own, its topics' and their options'. */
export function filesOf({ pictures, files, topics }: Pick<ActivityDraft, 'pictures' | 'files' | 'topics'>): NamedFile[] {
  const slot = (prefix: string, holder: { readonly pictures: readonly string[]; readonly files: readonly Attachment[] }): NamedFile[] => [
    ...holder.pictures.map((path) => ({ field: `${prefix}relapics`, path, name: '' })),
    ...holder.files.map(({ name, url }) => ({ field: `${prefix}relafiles`, path: url, name })),
  ]
  return [
    ...slot('', { pictures, files }),
    ...topics.flatMap((topic, index) => [
      ...slot(`topics.${index}.`, topic),
      ...topic.options.flatMap((option, position) => slot(`topics.${index}.options.${position}.`, option)),
    ]),
  ]
}

/** Completes a draft: the default seat order for seats, none without seats. */
export function withSeatOrders<D extends Pick<ActivityDraft, 'topics'>>(draft: D): D {
  const topics = draft.topics.map((topic) => ({ ...topic, seatOrder: topic.seats === null ? null : (topic.seatOrder ?? DEFAULT_SEAT_ORDER) }))
  return { ...draft, topics }
}

/** The draft of a copy: everything of an activity except its ids and places that the estate no longer has. */
export function draftOfCopy(original: Activity, times: Pick<ActivityDraft, 'startsAt' | 'endsAt'>, units: readonly UnitPlace[]): ActivityDraft {
  const { estateId, countingRule, ruleBasis, proxyLimit, deliveryPolicy, secondEntry, rulesId, summary, detail, pictures, files, topics } = original
  const gone = new Set(unknownPaths(original.scopePaths, units))
  const scopePaths = original.scopePaths.filter((path) => !gone.has(path))
  const content = { estateId, countingRule, ruleBasis, proxyLimit, deliveryPolicy, secondEntry, rulesId, summary, detail, scopePaths, pictures, files, topics }
  return { title: copyTitle(original.title), ...times, ...content }
}

/** Errors for ids of topics and options in a change that are not the activity's. */
export function unknownIdErrors({ topics }: Pick<ActivityChange, 'topics'>, before: readonly Topic[]): FieldError[] {
  const topicIds = new Set(before.map((topic) => topic.id))
  const optionIds = new Set(before.flatMap((topic) => topic.options.map((option) => option.id)))
  const message = activityMessages.unknownIds
  return topics.flatMap((topic, index) => [
    ...(topic.id === '' || topicIds.has(topic.id) ? [] : [{ field: `topics.${index}.votetopicid`, message }]),
    ...topic.options.flatMap((option, position) =>
      option.id === '' || optionIds.has(option.id) ? [] : [{ field: `topics.${index}.options.${position}.voteoptionid`, message }],
    ),
  ])
}

/** Topics with their options; both lists must be sorted by sort_no. */
export function toTopics(topics: readonly TopicRow[], options: readonly OptionRow[]): Topic[] {
  const byTopic = Map.groupBy(options, (option) => option.topic_id)
  return topics.map((topic) => ({
    id: topic.public_id,
    title: topic.title,
    sortNo: topic.sort_no,
    topicType: topic.topic_type,
    voteModel: topic.vote_model,
    lawItem: topic.law_item,
    seats: topic.seats,
    seatOrder: topic.seat_order,
    ...attached(topic),
    options: (byTopic.get(topic.id) ?? []).map((option) => ({ id: option.public_id, title: option.title, sortNo: option.sort_no, ...attached(option) })),
  }))
}
type TopicRow = Omit<TopicTable, 'id'> & { readonly id: number }
type OptionRow = Omit<TopicOptionTable, 'id'>

/** Parses the two JSON columns, written only by this feature. */
export function attached({ pictures, files }: { readonly pictures: string; readonly files: string }): { pictures: string[]; files: Attachment[] } {
  return { pictures: JSON.parse(pictures) as string[], files: JSON.parse(files) as Attachment[] }
}

/** One slot of a record's answers: a topic, or an option of a topic whose options are voted on. */
export interface Slot {
  readonly topicId: string
  /** `''` if the topic itself is voted on. */
  readonly optionId: string
  readonly voteModel: VoteModel
}

/** The slots of a record's answers, in order: topics by their order, options within. */
export function slotsOf(topics: readonly Topic[]): Slot[] {
  return answerSlots(topics).map(({ topic, option }) => ({ topicId: topic.id, optionId: option?.id ?? '', voteModel: topic.voteModel }))
}
