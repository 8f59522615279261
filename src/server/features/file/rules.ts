import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { Refusal, type PlainReason, type Reason } from '#shared/contract/refusals.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { ATTACHMENT_TYPES, IMAGE_TYPES, MAX_IMAGE_PIXELS } from '#shared/features/file/contract.ts'
import { inspectDirectory, type ArchiveEntry } from '../../workbooks/archive.ts'
import { archiveDanger, pdfDanger } from './dangers.ts'
import type { FileTables } from './tables.ts'

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** As long as a name may be, in UTF-16 units. */
const MAX_NAME = 300

/**
 * A file's name as it is kept and handed out again: no folders, no signs that Windows refuses or that turn the direction of
 * reading (which hides an extension), and its extension whatever its length.
 */
export function nameOf({ name }: Pick<UploadedFile, 'name'>): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/[\p{Cc}<>:"|?*]/gu, '_')
  const extension = extensionOf(last)
  const stem = extension === '' ? last : last.slice(0, -extension.length - 1)
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) || stem.trim() === '' ? `_${stem}` : stem
  return extension === '' ? safe.slice(0, MAX_NAME) : `${safe.slice(0, MAX_NAME - extension.length - 1)}.${extension}`
}

/** What a file is by its content, or why it is not kept. */
export type Judged = { readonly mediaType: string } | { readonly refusal: Refusal }

/** The kind of a file by its first bytes; refused where its name says another, or where it is none of `types`. */
async function judgeByContent({ name, bytes }: UploadedFile, types: readonly string[], same: (extension: string) => string): Promise<Judged> {
  if (bytes.length === 0) return { refusal: new Refusal('file.empty') }
  const extension = extensionOf(nameOf({ name }))
  if (!types.includes(extension)) return { refusal: new Refusal('file.wrongType', { types }) }
  const found = await fileTypeFromBuffer(bytes)
  if (!found || same(found.ext) !== same(extension)) return { refusal: new Refusal('file.contentDiffers') }
  return { mediaType: found.mime }
}

/**
 * A picture by its content: png or jpeg, at most 50 million pixels.
 *
 * Refused with 415 or 400 and the sentences of `bad-input.md`, Files.
 */
export async function judgeImage(file: UploadedFile): Promise<Judged> {
  const judged = await judgeByContent(file, IMAGE_TYPES, (extension) => (extension === 'jpeg' ? 'jpg' : extension))
  if ('refusal' in judged) return judged
  try {
    const { width, height } = imageSize(file.bytes)
    return width * height > MAX_IMAGE_PIXELS ? { refusal: new Refusal('file.tooManyPixels') } : judged
  } catch (cause) {
    return { refusal: new Refusal('file.pictureDamaged', null, { cause }) }
  }
}

/** In which folder of its archive an office file keeps what it says. */
const officeFolders = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const
const isOffice = (extension: string): extension is keyof typeof officeFolders => Object.hasOwn(officeFolders, extension)

/**
 * A document by its content. An office file is a zip, and some tell no more than that by their first bytes, so its
 * directory is looked at too; as an import's, it must not be a bomb or reach outside its folder. None may hold what runs
 * on the computer of whoever opens it (dangers.ts).
 *
 * Refused with the sentences of `bad-input.md`, Files.
 */
export async function judgeDocument(file: UploadedFile): Promise<Judged> {
  const extension = extensionOf(nameOf(file))
  if (isOffice(extension) && isOle(file.bytes)) return { refusal: new Refusal('file.oldOrEncrypted') }
  const judged = await judgeByContent(file, ATTACHMENT_TYPES, (found) => (isOffice(found) ? 'zip' : found))
  if ('refusal' in judged) return judged
  try {
    if (extension === 'pdf') return orRefused(judged.mediaType, await pdfDanger(file.bytes))
    const entries = await inspectDirectory(file.bytes)
    if (isOffice(extension) && !isWhole(entries, officeFolders[extension])) return { refusal: new Refusal('file.contentDiffers') }
    return orRefused(MEDIA_TYPES[isOffice(extension) ? extension : 'zip'], await archiveDanger(file.bytes, entries))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: asUpload(error) }
  }
}

function isWhole(entries: readonly ArchiveEntry[], folder: string): boolean {
  const names = entries.map(({ name }) => name.toLowerCase())
  return names.includes('[content_types].xml') && names.some((name) => name.startsWith(folder))
}

const orRefused = (mediaType: string, danger: PlainReason | null): Judged => (danger === null ? { mediaType } : { refusal: new Refusal(danger) })

const MEDIA_TYPES = {
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const

/** An office file of before 2007, or one with a password. */
const isOle = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte)

/** What the archive check says speaks of imports; here the file was to be kept. */
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

/** How long a file to which nothing refers is kept, in ms: a form may stay open over a weekend. */
const UNUSED_LIFE = 7 * 24 * 3_600_000

type Kept = Pick<FileTables['stored_file'], 'public_id' | 'unused_since'>

/**
 * What is to be noted of which files, and which are to go.
 *
 * `used` are in use and noted as unused; `unused` are not in use and not noted so, or by a clock that was wrong.
 */
export function sortFiles<F extends Kept & { readonly id: number }>(files: readonly F[], usedIds: ReadonlySet<string>, now: number) {
  const isUsed = ({ public_id: id }: F): boolean => usedIds.has(id)
  const isNoted = ({ unused_since: since }: F): boolean => since !== null && since <= now
  const keysOf = (some: readonly F[]): number[] => some.map(({ id }) => id)
  return {
    used: keysOf(files.filter((file) => isUsed(file) && file.unused_since !== null)),
    unused: keysOf(files.filter((file) => !isUsed(file) && !isNoted(file))),
    expired: files.filter((file) => !isUsed(file) && isNoted(file) && now - (file.unused_since ?? now) >= UNUSED_LIFE),
  }
}

/** A file's path wherever a text holds it. */
const FILE_PATH = /\/file\/([\w-]+)/g

/** The public ids of the files whose paths texts hold, each once. */
export const fileIdsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(FILE_PATH)].map(([, publicId]) => publicId ?? ''))),
]
