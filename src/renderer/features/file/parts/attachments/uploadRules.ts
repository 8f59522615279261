import { MAX_ATTACHMENTS } from '#shared/features/activity/rules.ts'
import { ATTACHMENT_TYPES, IMAGE_TYPES, MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES, uploadMessages } from '#shared/features/file/rules.ts'

export type AttachmentKind = 'pictures' | 'documents'

/** What each attachment kind accepts, for the check, the file dialog, and messages. */
export const attachmentKinds = {
  pictures: {
    name: '图片',
    accept: IMAGE_TYPES.map((type) => `.${type}`).join(','),
    hint: `${IMAGE_TYPES.join('、')}，每张不超过 ${MAX_IMAGE_BYTES / 1024 / 1024} MB`,
    types: IMAGE_TYPES as readonly string[],
    maxBytes: MAX_IMAGE_BYTES,
    wrongType: `文件格式不正确, 请上传${IMAGE_TYPES.join('/')}图片格式文件!`,
    tooLarge: uploadMessages.pictureTooLarge,
  },
  documents: {
    name: '文件',
    accept: ATTACHMENT_TYPES.map((type) => `.${type}`).join(','),
    hint: `${ATTACHMENT_TYPES.join('、')}，每个不超过 ${MAX_DOCUMENT_BYTES / 1024 / 1024}M`,
    types: ATTACHMENT_TYPES as readonly string[],
    maxBytes: MAX_DOCUMENT_BYTES,
    wrongType: uploadMessages.wrongType(ATTACHMENT_TYPES),
    tooLarge: uploadMessages.documentTooLarge,
  },
} as const satisfies Readonly<Record<AttachmentKind, object>>

interface OfferedFile {
  readonly name: string
  readonly size: number
}

/** Why a file is rejected (`console.md` section 5, Uploads), or null; the server checks its contents. */
export function refusalOfUpload(kind: AttachmentKind, { name, size }: OfferedFile): string | null {
  const { types, maxBytes, wrongType, tooLarge } = attachmentKinds[kind]
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!types.includes(extension)) return wrongType
  if (size === 0) return uploadMessages.empty
  return size > maxBytes ? tooLarge : null
}

/**
 * Splits offered files into accepted ones and a message per kind of refusal.
 *
 * @param taken number of files already in the slot, including uploads in progress
 */
export function sortOffered<F extends OfferedFile>(
  kind: AttachmentKind,
  offered: readonly F[],
  { taken, max = MAX_ATTACHMENTS }: { readonly taken: number; readonly max?: number },
): { readonly accepted: F[]; readonly sentences: string[] } {
  const fitting = offered.filter((file) => refusalOfUpload(kind, file) === null)
  const room = Math.max(0, max - taken)
  const sentences = offered.map((file) => refusalOfUpload(kind, file)).filter((sentence) => sentence !== null)
  if (fitting.length > room) sentences.push(uploadMessages.tooMany(max))
  return { accepted: fitting.slice(0, room), sentences: [...new Set(sentences)] }
}

/** A document's stored name: including its type, at most 300 characters. */
export function keptName(name: string): string {
  return name.slice(0, 300)
}

/** The id in a stored file's path (`/file/…`), or null for other paths. */
export function fileIdOf(path: string): string | null {
  return /^\/file\/([\w-]{1,64})$/.exec(path)?.[1] ?? null
}
