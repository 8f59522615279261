import { createHash } from 'node:crypto'
import type { Binary, UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { fileIdsIn } from '#shared/features/file/paths.ts'
import { allFileTexts } from '../../database/file-columns.ts'
import { chunksOf, foundFor } from '../../database/rows.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { Db } from '../../database/schema.ts'
import { systemCaller, type Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { judgeDocument, judgeImage } from './judging.ts'
import { nameOf, sortFiles } from './rules.ts'
import { fileStore } from './store.ts'

const PATH = '/file/'
/** Files per journal entry. */
const LISTED_AT_ONCE = 500

export interface FileDeps extends ServiceDeps {
  /** Whether a file, by path, is an identity picture. */
  readonly isIdentityPicture: (db: Db, path: string) => Promise<boolean>
  /** Whether a file, by public id, is a scanned page hidden from the caller. */
  readonly isHiddenPage: (db: Db, publicId: string, caller: Pick<Caller, 'user'>) => Promise<boolean>
}

/** The media types of stored files by path; missing files have no entry. */
async function mediaTypesOf(db: Db, paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const publicIds = [...new Set(paths)].filter((path) => path.startsWith(PATH)).map((path) => path.slice(PATH.length))
  const found = await foundFor(publicIds, (some) => fileStore(db).mediaTypes(some))
  return new Map(found.map((row) => [PATH + row.public_id, row.media_type]))
}

/** Stores pictures for features that write their own journal entry. */
function createKeeping(clock: Clock) {
  return {
    /** Stores a picture within the transaction of the row that refers to it, whose entry mentions it. */
    async keepPicture(tx: Db, { id, name, bytes }: UploadedFile & { readonly id: string }, { userKey }: Pick<Caller, 'userKey'>): Promise<void> {
      const file = { public_id: id, name, media_type: 'image/jpeg', byte_count: bytes.length, content: bytes }
      await fileStore(tx).insert({ ...file, created_by: userKey, created_at: clock.now(), unused_since: null })
    },
    /** A picture's bytes by public id; undefined if not stored. */
    bytes: async (db: Db, publicId: string): Promise<Uint8Array | undefined> => (await fileStore(db).content(publicId))?.content,
  }
}

/** Pictures and documents, stored in the database under generated names: `wire.md` section 9. */
export function createFileService({ database, clock, isIdentityPicture, isHiddenPage }: FileDeps) {
  async function keep(file: UploadedFile, mediaType: string, caller: Caller, action: 'file.uploadImage' | 'file.uploadDocument'): Promise<string> {
    const publicId = newId()
    const name = nameOf(file)
    await database.write(async ({ tx, journal }) => {
      await fileStore(tx).insert({
        public_id: publicId,
        name,
        media_type: mediaType,
        byte_count: file.bytes.length,
        content: file.bytes,
        created_by: caller.userKey,
        created_at: clock.now(),
        unused_since: clock.now(),
      })
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      journal.record({ caller, action, subject: publicId, before: null, after: { name, mediaType, byteCount: file.bytes.length, sha256 } })
    })
    return `${PATH}${publicId}`
  }
  /** The public ids of all referenced files. */
  const usedIds = async (db: Db): Promise<Set<string>> => new Set(fileIdsIn(await allFileTexts(db)))

  return {
    /**
     * Removes the files unreferenced for seven days: from forms never sent, or pictures removed since. The journal lists them.
     *
     * @returns their number
     */
    removeUnused: (): Promise<number> =>
      database.write(
        async ({ tx, journal }) => {
          const store = fileStore(tx)
          const now = clock.now()
          const { used, unused, expired } = sortFiles(await store.all(), await usedIds(tx), now)
          await store.setUnusedSince(used, null)
          await store.setUnusedSince(unused, now)
          await store.remove(expired.map(({ id }) => id))
          for (const files of chunksOf(expired, LISTED_AT_ONCE)) {
            const before = { expired: files.map((file) => ({ name: file.name, mediaType: file.media_type, byteCount: file.byte_count, id: file.public_id })) }
            journal.record({ caller: systemCaller, action: 'file.expire', subject: '', before, after: null })
          }
          return expired.length
        },
        { isLong: true },
      ),
    /** Removes those of some files that are no longer referenced, immediately; returns their number. */
    async removeUnreferenced(tx: Db, publicIds: readonly string[]): Promise<number> {
      if (publicIds.length === 0) return 0
      const used = await usedIds(tx)
      const unused = publicIds.filter((publicId) => !used.has(publicId))
      await fileStore(tx).removeNamed(unused)
      return unused.length
    },
    /**
     * Stores a picture.
     *
     * @returns its path, `/file/` and a new id, to refer to it
     * @throws Refusal as {@link judgeImage}
     */
    uploadImage: async (file: UploadedFile, caller: Caller) => keep(file, await judgeImage(file), caller, 'file.uploadImage'),
    /**
     * Stores a document; returns its path likewise.
     *
     * @throws Refusal as {@link judgeDocument}
     */
    uploadDocument: async (file: UploadedFile, caller: Caller) => keep(file, await judgeDocument(file), caller, 'file.uploadDocument'),
    mediaTypes: mediaTypesOf,
    ...createKeeping(clock),
    /** A stored picture by path, for export as evidence; null if not stored. */
    async picture(db: Db, path: string): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | null> {
      const row = path.startsWith(PATH) ? await fileStore(db).content(path.slice(PATH.length)) : undefined
      return row?.media_type.startsWith('image/') ? { mediaType: row.media_type, bytes: row.content } : null
    },
    /**
     * Requires every path to be a stored picture.
     *
     * @param field the wire's name of the field, for the refusal
     * @throws Refusal `file.pictureGone` (400)
     */
    async requirePictures(db: Db, paths: readonly string[], field: string): Promise<void> {
      if (paths.length === 0) return
      const types = await mediaTypesOf(db, paths)
      if (paths.some((path) => !types.get(path)?.startsWith('image/'))) throw new Refusal('file.pictureGone', { field })
    },
    /**
     * Returns a stored file if the caller may see what it belongs to (`trust.md` section 5).
     *
     * @throws Refusal `file.notFound`, also for another user's upload not referenced yet; `account.roleTooLow` for an
     * identity picture, even one's own upload, and for a scanned page
     */
    async get(publicId: string, { userKey, seesMasks, user }: Pick<Caller, 'userKey' | 'seesMasks' | 'user'>): Promise<Binary> {
      const db = database.read
      const row = required(await fileStore(db).content(publicId), 'file.notFound')
      if (seesMasks && (await isIdentityPicture(db, PATH + publicId))) throw new Refusal('account.roleTooLow', { lowest: 'manager' })
      if (await isHiddenPage(db, publicId, { user })) throw new Refusal('account.roleTooLow', { lowest: 'manager' })
      // Usage is marked once a day: only newer files need a lookup.
      const mayBeUnused = row.unused_since !== null && row.created_by !== userKey
      if (mayBeUnused && !(await usedIds(db)).has(publicId)) throw new Refusal('file.notFound')
      // Pictures are displayed inline; anything else is downloaded, so that it never runs in the server's origin.
      const disposition = row.media_type.startsWith('image/') ? 'inline' : 'attachment'
      return { type: row.media_type, bytes: row.content, fileName: row.name, disposition }
    },
  }
}
export type FileService = ReturnType<typeof createFileService>
