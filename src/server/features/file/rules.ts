import type { UploadedFile } from '#shared/contract/endpoint.ts'
import type { FileTables } from './tables.ts'

/** The extension of a file's name in small letters; `''` without one. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

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
