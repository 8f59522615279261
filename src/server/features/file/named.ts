import type { FieldError } from '#shared/contract/envelope.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import { refuseAll } from '../../kernel/refuseAll.ts'
import type { FileService } from './service.ts'

/** A stored file referenced in a form; `field` is the wire name of the field. */
export interface NamedFile {
  readonly field: string
  readonly path: string
  /** `''` for a picture, which has no name. */
  readonly name: string
}

/** Errors for files that are not stored, and for pictures that are not images. `mediaTypes` is by path. */
export function fileErrors(named: readonly NamedFile[], mediaTypes: ReadonlyMap<string, string>): FieldError[] {
  return named
    .filter(({ path, name }) => !mediaTypes.has(path) || (name === '' && !mediaTypes.get(path)?.startsWith('image/')))
    .map(({ field, name }) => ({ field, message: name === '' ? sentenceFor('file.pictureGone', { field }) : `附件“${name}”不存在，请重新上传` }))
}

/** @throws Refusal `request.invalid` (400) for missing files, and for pictures that are not images */
export async function requireFiles(db: Db, files: Pick<FileService, 'mediaTypes'>, named: readonly NamedFile[]): Promise<void> {
  const mediaTypes = await files.mediaTypes(
    db,
    named.map(({ path }) => path),
  )
  refuseAll(fileErrors(named, mediaTypes))
}
