import { randomBytes } from 'node:crypto'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
// Namespace import: on a Node without `backup` the start shows a message (engine.ts) instead of failing to load.
import * as sqlite from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { fileIn, moveFile, removeDatabase, syncFolder } from './data-files.ts'
import { requireSpace } from './disk-space.ts'
import { decryptFile, encryptFile } from './encrypted-copy.ts'
import type { Inspect, Inspection } from './inspection.ts'
import { noteUnfinished } from './unfinished.ts'

/** All pages in one step: only a single step is consistent, and writers between two steps could make it start over. */
const ALL_PAGES = 2 ** 31 - 1

/** A copy turned out damaged: most likely so is the database. */
export class UnsoundBackupError extends Error {
  override readonly name = 'UnsoundBackupError'
}

/**
 * Copies the database of a folder, in use or not, to `path`: whole and checked, or not at all, as it is at one moment.
 *
 * Off this thread, so that neither readers nor writers wait. What stood at `path` is replaced at the end. What a kill
 * leaves is removed at the next start.
 *
 * @param password encrypts it (encrypted-copy.ts): what is not encrypted stays in the data folder, and is gone at the end
 * @returns what was found in the copy, which is always good
 * @throws UnsoundBackupError, DiskFullError
 */
export async function copyDatabase(folder: string, path: string, inspect: Inspect, password: string | null = null): Promise<Inspection> {
  const [file, temporary] = [fileIn(folder), unfinishedIn(dirname(path))]
  await requireSpace(path, statSync(file).size)
  const forget = noteUnfinished(folder, temporary)
  try {
    const found = password === null ? await copyAndCheck(file, temporary, inspect) : await copyAndEncrypt({ folder, temporary, inspect, password })
    await moveFile(temporary, path)
    syncFolder(dirname(path))
    return found
  } finally {
    removeDatabase(temporary)
    // A removed drive is checked again once it is back.
    if (existsSync(dirname(temporary))) forget()
  }
}

const unfinishedIn = (folder: string): string => join(folder, `.${randomBytes(6).toString('hex')}.tmp`)

async function copyAndCheck(file: string, temporary: string, inspect: Inspect): Promise<Inspection> {
  await copyPages(file, temporary)
  const found = await inspect(temporary)
  if (found.verdict !== 'good') throw new UnsoundBackupError(`the copy is ${found.verdict}`)
  return found
}

interface Encryption {
  readonly folder: string
  readonly temporary: string
  readonly inspect: Inspect
  readonly password: string
}

/** The plain copy is made next to the database, readable by this user only; after a kill a start removes it by its name. */
async function copyAndEncrypt({ folder, temporary, inspect, password }: Encryption): Promise<Inspection> {
  const plain = unfinishedIn(folder)
  await requireSpace(plain, statSync(fileIn(folder)).size)
  try {
    writeFileSync(plain, '', { flag: 'wx', mode: 0o600 })
    const found = await copyAndCheck(fileIn(folder), plain, inspect)
    await requireSpace(temporary, statSync(plain).size)
    await encryptFile(plain, temporary, password)
    // Read back completely, to detect a faulty drive now.
    await decryptFile({ source: temporary, target: null, password })
    return found
  } finally {
    removeDatabase(plain)
  }
}

async function copyPages(file: string, temporary: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await sqlite.backup(source, temporary, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  // A single file: in WAL mode it would need two more next to it as soon as it is opened.
  const copy = new DatabaseSync(temporary)
  copy.exec('pragma journal_mode = delete')
  copy.close()
}
