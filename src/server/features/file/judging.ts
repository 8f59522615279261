import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal, type PlainReason, type Reason } from '#shared/contract/refusals.ts'
import { ATTACHMENT_TYPES, IMAGE_TYPES, MAX_IMAGE_PIXELS } from '#shared/features/file/rules.ts'
import { inspectDirectory, type ArchiveEntry } from '../../workbooks/archive.ts'
import { archiveDanger, pdfDanger } from './dangers.ts'
import { extensionOf, nameOf } from './rules.ts'

/**
 * The media type of a file by its first bytes.
 *
 * @throws Refusal if it contradicts the name, or is not one of `types`
 */
async function mediaTypeOf({ name, bytes }: UploadedFile, types: readonly string[], same: (extension: string) => string): Promise<string> {
  if (bytes.length === 0) throw new Refusal('file.empty')
  const extension = extensionOf(nameOf({ name }))
  if (!types.includes(extension)) throw new Refusal('file.wrongType', { types })
  const found = await fileTypeFromBuffer(bytes)
  if (!found || same(found.ext) !== same(extension)) throw new Refusal('file.contentDiffers')
  return found.mime
}

/**
 * The media type of an image by its content: png or jpeg, at most 50 million pixels.
 *
 * @throws Refusal 415 or 400 with the messages of `bad-input.md`, Files
 */
export async function judgeImage(file: UploadedFile): Promise<string> {
  const mediaType = await mediaTypeOf(file, IMAGE_TYPES, (extension) => (extension === 'jpeg' ? 'jpg' : extension))
  if (pixelsOf(file) > MAX_IMAGE_PIXELS) throw new Refusal('file.tooManyPixels')
  return mediaType
}

function pixelsOf({ bytes }: UploadedFile): number {
  try {
    const { width, height } = imageSize(bytes)
    return width * height
  } catch (cause) {
    throw new Refusal('file.pictureDamaged', null, { cause })
  }
}

/** The archive folder with an office file's content. */
const officeFolders = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const
const isOffice = (extension: string): extension is keyof typeof officeFolders => Object.hasOwn(officeFolders, extension)

/**
 * The media type of a document by its content. An office file is a zip, sometimes without further signs in its first bytes,
 * so its directory is checked too; as for an import, it must not be a bomb or contain paths outside. No document may
 * contain anything that runs when opened (dangers.ts).
 *
 * @throws Refusal with the messages of `bad-input.md`, Files
 */
export async function judgeDocument(file: UploadedFile): Promise<string> {
  const extension = extensionOf(nameOf(file))
  if (isOffice(extension) && isOle(file.bytes)) throw new Refusal('file.oldOrEncrypted')
  const found = await mediaTypeOf(file, ATTACHMENT_TYPES, (one) => (isOffice(one) ? 'zip' : one))
  try {
    if (extension === 'pdf') return unlessDangerous(found, await pdfDanger(file.bytes))
    const entries = await inspectDirectory(file.bytes)
    if (isOffice(extension) && !isWhole(entries, officeFolders[extension])) throw new Refusal('file.contentDiffers')
    return unlessDangerous(MEDIA_TYPES[isOffice(extension) ? extension : 'zip'], await archiveDanger(file.bytes, entries))
  } catch (error) {
    throw error instanceof Refusal ? asUpload(error) : error
  }
}

function isWhole(entries: readonly ArchiveEntry[], folder: string): boolean {
  const names = entries.map(({ name }) => name.toLowerCase())
  return names.includes('[content_types].xml') && names.some((name) => name.startsWith(folder))
}

function unlessDangerous(mediaType: string, danger: PlainReason | null): string {
  if (danger !== null) throw new Refusal(danger)
  return mediaType
}

const MEDIA_TYPES = {
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const

/** An office file from before 2007, or a password-protected one. */
const isOle = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte)

/** The archive check's refusals are worded for imports; these are the ones for uploads. */
const uploadReasons: Partial<Record<Reason, PlainReason>> = {
  'workbook.encrypted': 'file.encrypted',
  'workbook.damaged': 'file.damaged',
  'workbook.tooComplex': 'file.damaged',
  'workbook.unpackedTooLarge': 'file.unpackedTooLarge',
}
function asUpload(refusal: Refusal): Refusal {
  const reason = refusal.reason === null ? undefined : uploadReasons[refusal.reason]
  return reason === undefined ? refusal : new Refusal(reason, null, { cause: refusal.cause })
}
