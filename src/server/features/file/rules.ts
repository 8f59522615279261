import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { Code, Refusal } from '#shared/contract/envelope.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { ATTACHMENT_TYPES, IMAGE_TYPES, MAX_IMAGE_PIXELS } from '#shared/features/file/contract.ts'

const wrongType = (types: readonly string[]): Refusal => new Refusal(Code.wrongType, `文件类型不合法，请上传${types.join('、')}格式的文件`)
const refused = (sentence: string): Refusal => new Refusal(Code.wrongType, sentence)

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The kind of a file by its first bytes; a refusal where its name says another, or where it is none of `types`. */
async function typeByContent({ name, bytes }: UploadedFile, types: readonly string[], same: (extension: string) => string): Promise<string> {
  if (bytes.length === 0) throw new Refusal(Code.invalid, '文件是空的，请重新选择')
  const extension = extensionOf(name)
  if (!types.includes(extension)) throw wrongType(types)
  const found = await fileTypeFromBuffer(bytes)
  if (!found || same(found.ext) !== same(extension)) throw refused('文件内容与扩展名不符')
  return found.mime
}

/**
 * A picture's media type, judged by its content: png or jpeg, at most 50 million pixels.
 *
 * @throws Refusal 415 or 400 with the sentences of `bad-input.md`, Files
 */
export async function checkImage(file: UploadedFile): Promise<string> {
  const mediaType = await typeByContent(file, IMAGE_TYPES, (extension) => (extension === 'jpeg' ? 'jpg' : extension))
  const { width, height } = sizeOf(file.bytes)
  if (width * height > MAX_IMAGE_PIXELS) throw refused('图片尺寸过大')
  return mediaType
}

function sizeOf(bytes: Uint8Array): { width: number; height: number } {
  try {
    return imageSize(bytes)
  } catch (cause) {
    throw new Refusal(Code.wrongType, '文件已损坏，无法读取', null, { cause })
  }
}

/** A document's media type, judged by its content. An office file is a zip, and some tell no more than that. */
export function checkDocument(file: UploadedFile): Promise<string> {
  const office = new Set(['docx', 'xlsx', 'pptx'])
  return typeByContent(file, ATTACHMENT_TYPES, (extension) => (office.has(extension) ? 'zip' : extension))
}
