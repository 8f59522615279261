import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fileIdsIn } from '#shared/features/file/paths.ts'
import { engineOf } from '../../../database/dialect.ts'
import { fileTexts, type FileTable } from '../../../database/file-columns.ts'
import type { Db } from '../../../database/schema.ts'
import { yieldToEventLoop } from '../../../kernel/yieldToEventLoop.ts'
import { uploadHashes } from '../fileHashes.ts'
import type { Difference } from './replay.ts'

/** Bytes hashed per turn of the event loop: a few ms. */
const STEP_BYTES = 1024 * 1024

/** Result of comparing the files of an activity with the journal. */
export interface FileCheck {
  /** Files with a hash in the journal. */
  readonly checked: number
  readonly differences: readonly Difference[]
  /** The files' names, with what they belong to; by id. */
  readonly names: ReadonlyMap<string, string>
}

/** The files attached by an activity's entries. */
export interface AttachedFiles {
  /** The SHA-256 of each attached file, by public id. */
  readonly hashes: ReadonlyMap<string, string>
  /** Whether contents were erased: an entry that attached a file may be among them. */
  readonly isPartlyErased: boolean
}

/**
 * Compares every file referenced by an activity with the hash in its entry, one file in memory at a time (`proof.md` section 8).
 *
 * Files no longer referenced are ignored: either an entry recorded their removal, or replay finds the row that lost them. A
 * file whose entry has no hash cannot be compared.
 */
export async function compareFiles(
  db: Db,
  activity: { readonly id: string; readonly key: number },
  { hashes, isPartlyErased }: AttachedFiles,
  signal: AbortSignal | undefined,
): Promise<FileCheck> {
  const queries = fileQueries(db)
  const referred = await queries.referred(activity.key)
  const uploads = await uploadHashes(db, [...referred.keys()])
  const differences: Difference[] = []
  const names = new Map<string, string>()
  let checked = 0
  for (const [id, holder] of [...referred].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    signal?.throwIfAborted()
    const upload = uploads.get(id)
    const expected = hashes.get(id) ?? (isPartlyErased ? upload : undefined)
    // If an upload's own entry has no hash, neither has its attachment.
    if (!expected && upload === null) continue
    checked++
    const about = { kind: 'file' as const, id, activity: activity.id }
    const file = await queries.stored(id)
    const found = file?.sha256 ?? null
    // Not attached by any entry: the file recorded by an entry was replaced by another.
    if (!expected) differences.push({ ...about, field: '', expected: null, found: found ?? id })
    else if (found === null) differences.push({ ...about, field: '', expected, found })
    else if (found !== expected) differences.push({ ...about, field: 'sha256', expected, found })
    else continue
    names.set(id, [holder, file?.name ?? ''].join(' ').trim())
  }
  return { checked, differences, names }
}

async function hashInSteps(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.length; from += STEP_BYTES) {
    await yieldToEventLoop()
    hash.update(bytes.subarray(from, from + STEP_BYTES))
  }
  return hash.digest('hex')
}

/** What people call the rows of an activity that refer to files. */
const holderNames: readonly (readonly [FileTable, string])[] = [
  ['activity', '投票活动'],
  ['topic', '议题'],
  ['topic_option', '选项'],
  ['notification', '送达记录'],
  ['proxy', '委托'],
  ['publication', '公示'],
  ['objection', '异议'],
  ['reading_page', '扫描页'],
  ['property_change', '房产变更申请'],
]

/** Queries on the files of an activity. */
function fileQueries(db: Db) {
  return {
    /** What refers to each file, by the file's public id: the first of several. */
    async referred(activityKey: number): Promise<ReadonlyMap<string, string>> {
      const holders = new Map<string, string>()
      for (const [table, holder] of holderNames)
        for (const id of fileIdsIn(await fileTexts(db, table, activityKey))) if (!holders.has(id)) holders.set(id, holder)
      return holders
    },
    /** A file's name and current SHA-256; undefined if not stored. */
    async stored(id: string): Promise<{ readonly name: string; readonly sha256: string } | undefined> {
      const file = db.selectFrom('stored_file').select('name').where('public_id', '=', id)
      // Hashed by PostgreSQL, which would send the content as a text of twice its length: a third of the speed.
      if (engineOf(db) === 'postgres') return file.select(sql<string>`pg_catalog.encode(pg_catalog.sha256(content), 'hex')`.as('sha256')).executeTakeFirst()
      const stored = await file.select('content').executeTakeFirst()
      return stored && { name: stored.name, sha256: await hashInSteps(stored.content) }
    },
  }
}
