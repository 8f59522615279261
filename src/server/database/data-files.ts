import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'

/** The database itself. */
export const fileIn = (folder: string): string => join(folder, 'vote.db')
/** Folder of the program's own copies. */
export const backupFolderIn = (folder: string): string => join(folder, 'backup')

/** SQLite's files next to a database in use: pending changes and their index. */
const COMPANIONS = ['-wal', '-shm'] as const

/** A timestamp in copies' names: `20261121170000`, always in China standard time, so that names never collide or change their order. */
export const stampOf = (time: number): string => formatTime(time).replace(/\D/g, '')

const STAMPED_NAME = /^vote-(?:v\d+-|damaged-|replaced-)?(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.db$/

/** The time in a copy's name, in epoch ms; null for other names. */
export function momentIn(name: string): number | null {
  const parts = STAMPED_NAME.exec(name)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return parseTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
}

/** `vote-damaged-20261121170000.db`, or with the next free second if taken. */
export function freeName(folder: string, prefix: string, time: number): string {
  for (let moment = time; ; moment += 1000) {
    const name = `${prefix}${stampOf(moment)}.db`
    if (!existsSync(join(folder, name))) return name
  }
}

/** Whether a database exists; an empty file is the result of a broken disk or copy. */
export const isDatabaseThere = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Opens a database read-only, reading changes pending in -wal without moving them: the file may have to be set aside as found.
 *
 * Without pending changes it is opened as immutable: otherwise SQLite creates an empty -wal and a -shm and leaves them.
 */
export function openUnchanged(file: string): DatabaseSync {
  const waits = ['-wal', '-journal'].some((companion) => existsSync(file + companion))
  if (waits) return new DatabaseSync(file, { readOnly: true })
  const address = pathToFileURL(file)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

/** Moves a database with its companion files, if present; if it cannot be moved as a whole, it is left in place. */
export async function moveDatabase(from: string, to: string): Promise<void> {
  const moved: string[] = []
  try {
    // The file first: without its companions it would lack acknowledged changes, and a start would not notice.
    for (const companion of ['', ...COMPANIONS]) {
      if (!existsSync(from + companion)) continue
      await moveFile(from + companion, to + companion)
      moved.push(companion)
    }
  } catch (error) {
    for (const companion of moved.toReversed()) await moveFile(to + companion, from + companion)
    throw error
  }
  syncFolder(dirname(to))
}

/** Attempts, and the pause between them in ms, in which a virus scanner may release a file. */
const TRIES = 10
const PAUSE = 200

/** Whether the error means, on Windows, that another program has the file open. */
export const isInUse = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Renames a file, retrying: on Windows another program reading it blocks that for a moment. */
export async function moveFile(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return renameSync(from, to)
    } catch (error) {
      if (tries === TRIES || !isInUse(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/** Writes a small file atomically and flushes it, so that it survives a power cut. */
export function writeDurably(path: string, text: string): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, text, { flush: true })
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** Flushes a folder's entries to disk. Windows does that itself and offers no call for it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Removes a file, if it exists.
 *
 * Not `rmSync`: on Windows it ends the whole process if the file is in use and its path has characters outside the system's
 * code page (nodejs/node#58759, #61233).
 */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Removes an unfinished database with its companion files. */
export function removeDatabase(file: string): void {
  for (const companion of ['', '-journal', ...COMPANIONS]) removeFile(file + companion)
}

/** The names in a folder; empty if it does not exist. */
export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
