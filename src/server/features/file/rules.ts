import type { UploadedFile } from '#shared/contract/endpoint.ts'
import type { FileTables } from './tables.ts'

/** A file name's extension in lower case; `''` without one. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Maximum length of a name, in UTF-16 units. */
const MAX_NAME = 300

/**
 * A file's name as stored and served: no folders, no characters that Windows forbids or that change the reading direction
 * (which hides an extension), and its whole extension.
 */
export function nameOf({ name }: Pick<UploadedFile, 'name'>): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/[\p{Cc}<>:"|?*]/gu, '_')
  const extension = extensionOf(last)
  const stem = extension === '' ? last : last.slice(0, -extension.length - 1)
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) || stem.trim() === '' ? `_${stem}` : stem
  return extension === '' ? safe.slice(0, MAX_NAME) : `${safe.slice(0, MAX_NAME - extension.length - 1)}.${extension}`
}

/** How long an unreferenced file is kept, in ms: a form may stay open over a weekend. */
const UNUSED_LIFE = 7 * 24 * 3_600_000

type Kept = Pick<FileTables['stored_file'], 'public_id' | 'unused_since'>

/**
 * Determines which files to mark as used or unused, and which to remove.
 *
 * `used` are in use but marked unused; `unused` are not in use and not marked, or marked by a wrong clock.
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
