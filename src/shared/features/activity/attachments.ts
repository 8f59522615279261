import { z } from 'zod'
import { optionalList, text } from '../../contract/values.ts'
import { activityMessages as say, MAX_ATTACHMENTS } from './rules.ts'

/** A stored file's path, as returned by the upload. */
const fileUrl = z.string({ error: '附件地址格式不正确' }).regex(/^\/file\/[\w-]{1,64}$/, '附件地址格式不正确')

/** Pictures are `[{url}]` on the wire; a bare text counts as one. In the program: the urls. */
export const pictures = z.codec(
  z
    .array(z.union([z.object({ url: fileUrl }), fileUrl], { error: '图片格式不正确' }), { error: '图片格式不正确' })
    .max(MAX_ATTACHMENTS, say.tooManyAttachments)
    .nullish(),
  z.custom<string[]>(),
  { decode: (list) => (list ?? []).map((one) => (typeof one === 'string' ? one : one.url)), encode: (urls) => urls.map((url) => ({ url })) },
)
const Attachment = z.object({ name: text('附件名称', { max: 300 }), url: fileUrl })
export type Attachment = z.infer<typeof Attachment>
export const attachments = optionalList(z.array(Attachment, { error: '附件格式不正确' }).max(MAX_ATTACHMENTS, say.tooManyAttachments))

/** Pictures in answers: their urls in the program. */
export const urls = z.codec(z.array(z.object({ url: z.string() })), z.array(z.string()), {
  decode: (list) => list.map(({ url }) => url),
  encode: (list) => list.map((url) => ({ url })),
})
/** Files in answers. */
export const named = z.array(z.object({ name: z.string(), url: z.string() }))
