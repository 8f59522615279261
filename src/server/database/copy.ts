import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { fileIn, moveFile, removeDatabase, syncFolder } from './data-files.ts'
import { requireSpace } from './disk-space.ts'
import type { Inspect, Inspection } from './inspection.ts'
import { noteUnfinished } from './unfinished.ts'

/** All pages in one step: a step is of one moment, and between two a writer could make it begin anew. */
const ALL_PAGES = 2 ** 31 - 1

/** A copy was made and is not sound: most likely the database is not, either. */
export class UnsoundCopyError extends Error {
  override readonly name = 'UnsoundCopyError'
}

/**
 * Copies the database of a folder, in use or not, to `path`: whole and checked, or not at all, as it is at one moment.
 *
 * Off this thread, so that neither readers nor writers wait. What stood at `path` is replaced at the end. What a kill
 * leaves is removed at the next start.
 *
 * @returns what was found in the copy, which is always good
 * @throws UnsoundCopyError, DiskFullError
 */
export async function copyDatabase(folder: string, path: string, inspect: Inspect): Promise<Inspection> {
  const [file, temporary] = [fileIn(folder), join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`)]
  await requireSpace(path, statSync(file).size)
  const forget = noteUnfinished(folder, temporary)
  try {
    await copyPages(file, temporary)
    const found = await inspect(temporary)
    if (found.verdict !== 'good') throw new UnsoundCopyError(`the copy is ${found.verdict}`)
    await moveFile(temporary, path)
    syncFolder(dirname(path))
    return found
  } finally {
    removeDatabase(temporary)
    // A stick that was pulled out is looked at again when it is back.
    if (existsSync(dirname(temporary))) forget()
  }
}

async function copyPages(file: string, temporary: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, temporary, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  // One file that stands alone: in WAL mode it would want two more beside it as soon as somebody looks inside.
  const copy = new DatabaseSync(temporary)
  copy.exec('pragma journal_mode = delete')
  copy.close()
}
