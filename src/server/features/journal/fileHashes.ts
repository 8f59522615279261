import { fileIdsIn } from '#shared/features/file/paths.ts'
import { isFields } from '#shared/features/journal/words.ts'
import type { Db } from '../../database/schema.ts'
import { foundFor } from '../../database/rows.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { parsedContent, type FileHash } from './entryContent.ts'
import type { State } from './replay/state.ts'

const UPLOADS = ['file.uploadImage', 'file.uploadDocument', 'reading.page'] as const
const isUpload = (action: string): boolean => (UPLOADS as readonly string[]).includes(action)

const hashIn = (after: unknown): string | null => {
  const sha256 = isFields(after) ? after['sha256'] : null
  return typeof sha256 === 'string' ? sha256 : null
}

/** The SHA-256 of files from their upload entries; null if the entry has none or was erased. Files without an entry are left out. */
export async function uploadHashes(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const uploads = db.selectFrom('audit_entry').select(['subject', 'content']).where('action', 'in', UPLOADS)
  const entries = await foundFor(ids, (some) => uploads.where('subject', 'in', some).execute())
  return new Map(entries.map(({ subject, content }) => [subject, content === null ? null : hashIn(parsedContent(content)?.after)]))
}

interface Told {
  readonly action: string
  readonly subject: string
  readonly after: unknown
  /** The last one is stored with the entry. */
  readonly states: readonly State[]
}

/**
 * The files attached by each entry of a group: any path of a stored file in its `after` or its state.
 *
 * Uploads of the same group have no entry in the table yet.
 */
export async function attachedFiles(db: Db, entries: readonly Told[]): Promise<(readonly FileHash[])[]> {
  const attached: string[][] = []
  for (const { after, states } of entries) {
    // Among the rows known to replay only deliveries have files.
    const deliveries = states.at(-1)?.delivery ?? []
    if (deliveries.length > 1) await yieldToEventLoop()
    const text = JSON.stringify([after, deliveries])
    attached.push(text.includes('/file/') ? fileIdsIn([text]).toSorted() : [])
  }
  const wanted = [...new Set(attached.flat())]
  if (wanted.length === 0) return attached.map(() => [])
  const hashes = await uploadHashes(db, wanted)
  for (const { action, subject, after } of entries) if (isUpload(action)) hashes.set(subject, hashIn(after))
  return attached.map((ids) =>
    ids.flatMap((id) => {
      const sha256 = hashes.get(id)
      return sha256 ? [{ id, sha256 }] : []
    }),
  )
}
