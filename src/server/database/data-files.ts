import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'

/** The database itself. */
export const fileIn = (folder: string): string => join(folder, 'vote.db')
/** Where the program keeps its own copies. */
export const backupFolderIn = (folder: string): string => join(folder, 'backup')

/** What SQLite keeps next to a database in use: changes that are not in it yet, and their index. */
const COMPANIONS = ['-wal', '-shm'] as const

/** A moment as it is in the names of copies: `20261121170000`, in China standard time whatever the machine's zone, so that names never collide or change their order. */
export const stampOf = (time: number): string => formatTime(time).replace(/\D/g, '')

const STAMPED_NAME = /^vote-(?:v\d+-|damaged-|replaced-)?(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.db$/

/** The moment that a copy's name tells, in epoch ms; null if it is none of the program's names. */
export function momentIn(name: string): number | null {
  const parts = STAMPED_NAME.exec(name)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return parseTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
}

/** `vote-damaged-20261121170000.db`, or with the next free second where that is taken. */
export function freeName(folder: string, prefix: string, time: number): string {
  for (let moment = time; ; moment += 1000) {
    const name = `${prefix}${stampOf(moment)}.db`
    if (!existsSync(join(folder, name))) return name
  }
}

/** True if a database is there; a file without a byte is what a broken disk or copy leaves. */
export const isDatabaseThere = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Opens a database to read: what waits in -wal is read and stays there, since the file may have to be set aside as it was found.
 *
 * Where nothing waits it is opened as immutable: else SQLite makes an empty -wal and a -shm and leaves them.
 */
export function openUnchanged(file: string): DatabaseSync {
  const waits = ['-wal', '-journal'].some((companion) => existsSync(file + companion))
  if (waits) return new DatabaseSync(file, { readOnly: true })
  const address = pathToFileURL(file)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

/** Moves a database with what belongs to it, as far as that is there; where it cannot be moved whole, it stays whole. */
export async function moveDatabase(from: string, to: string): Promise<void> {
  const moved: string[] = []
  try {
    // The file first: without its companions it would be older than what was acknowledged, and a start would not notice.
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

/** Tries between which a virus scanner may let go of a file, and the ms between two. */
const TRIES = 10
const PAUSE = 200

/** True for what Windows answers where another program has a file open. */
export const isInUse = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Renames; on Windows somebody who looks at the file keeps that from succeeding for a moment. */
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

/** Writes a small file whole or not at all, so that it is there after a power cut. */
export function writeDurably(path: string, text: string): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, text, { flush: true })
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** Makes sure that names are on the disk, too. Windows does that by itself and lets nobody ask for it. */
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
 * Removes a file; one that is missing is fine.
 *
 * Not `rmSync`: on Windows it ends the whole process where the file is in use and the path has characters outside the system's code page
 * (nodejs/node#58759, #61233).
 */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Removes a database that was not finished, with everything that belongs to it. */
export function removeDatabase(file: string): void {
  for (const companion of ['', '-journal', ...COMPANIONS]) removeFile(file + companion)
}

/** The names in a folder; none if it does not exist. */
export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
