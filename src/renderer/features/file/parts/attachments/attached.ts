import type { Attachment } from '#shared/features/activity/attachments.ts'
import type { Topic } from '#shared/features/activity/contract.ts'

/** What hangs on a topic or on one of its options. */
export interface Attached {
  readonly pictures: readonly string[]
  readonly files: readonly Attachment[]
}

/** What hangs on the topics and on their options, by the topic's or the option's id; those without anything are not in it. */
export function attachedOf(topics: readonly Pick<Topic, 'id' | 'pictures' | 'files' | 'options'>[]): ReadonlyMap<string, Attached> {
  const all = topics.flatMap((topic) => [topic, ...topic.options])
  return new Map(all.filter(({ pictures, files }) => pictures.length + files.length > 0).map(({ id, pictures, files }) => [id, { pictures, files }]))
}

/** How much there is, in words: `图片 2 · 附件 1`. */
export function attachedWords({ pictures, files }: Attached): string {
  return [...(pictures.length > 0 ? [`图片 ${pictures.length}`] : []), ...(files.length > 0 ? [`附件 ${files.length}`] : [])].join(' · ')
}
