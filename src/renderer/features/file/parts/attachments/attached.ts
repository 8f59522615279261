import type { Attachment } from '#shared/features/activity/attachments.ts'
import type { Topic } from '#shared/features/activity/contract.ts'

/** The attachments of a topic or option. */
export interface Attached {
  readonly pictures: readonly string[]
  readonly files: readonly Attachment[]
}

/** The attachments of topics and options, by id; those without any are absent. */
export function attachedOf(topics: readonly Pick<Topic, 'id' | 'pictures' | 'files' | 'options'>[]): ReadonlyMap<string, Attached> {
  const all = topics.flatMap((topic) => [topic, ...topic.options])
  return new Map(all.filter(({ pictures, files }) => pictures.length + files.length > 0).map(({ id, pictures, files }) => [id, { pictures, files }]))
}

/** The number of attachments, as text: `图片 2 · 附件 1`. */
export function attachedWords({ pictures, files }: Attached): string {
  return [...(pictures.length > 0 ? [`图片 ${pictures.length}`] : []), ...(files.length > 0 ? [`附件 ${files.length}`] : [])].join(' · ')
}
