import { fileMessages } from '../../text/fileMessages.ts'

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 50_000_000
export const IMAGE_TYPES = ['png', 'jpg', 'jpeg'] as const
export const ATTACHMENT_TYPES = ['zip', 'docx', 'xlsx', 'pptx', 'pdf'] as const

/** Messages about files to be stored, shown by the screen before sending and by the server (`console.md` section 5, Uploads). */
export const uploadMessages = {
  empty: fileMessages.empty,
  pictureTooLarge: `上传头像图片大小不能超过 ${MAX_IMAGE_BYTES / 1024 / 1024} MB!`,
  documentTooLarge: fileMessages.tooLarge(MAX_DOCUMENT_BYTES),
  wrongType: (types: readonly string[]): string => `文件类型不合法，请上传${types.join('、')}格式的文件`,
  tooMany: (max: number): string => `上传文件数量不能超过 ${max} 个!`,
  /** If a form is submitted before its files are uploaded. */
  waiting: '有文件正在上传或没有上传成功，请等待完成、重试或移除后再提交',
  /** The same for pictures only. */
  pending: '照片还没有全部上传，请等它完成，或者重试、移除后再提交',
} as const
