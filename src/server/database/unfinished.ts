import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { backupFolderIn, namesIn, removeDatabase, removeFile, writeDurably } from './data-files.ts'

/** Name of an unfinished copy: `.1a2b3c4d5e6f.tmp`, or `.restore-1a2b3c4d5e6f.tmp`. */
const UNFINISHED = /^\.(?:restore-)?[0-9a-f]{12}\.tmp(?:-journal|-wal|-shm)?$/
/** A partially written state file. */
const UNWRITTEN = /^(?:restore|restored|unfinished|checked)\.json\.new$|^vote\.db\.closed\.new$/
/** Copies remembered; a drive that never returns is eventually forgotten. */
const REMEMBERED = 20

const listIn = (folder: string): string => join(backupFolderIn(folder), 'unfinished.json')

/**
 * Records a copy's location before it starts: a killed one can be anywhere, and the next start removes it.
 *
 * If recording fails the copy is still made: a full disk is a reason to save the data.
 *
 * @returns a function that forgets it, once finished or removed
 */
export function noteUnfinished(folder: string, temporary: string): () => void {
  write(folder, [...read(folder), temporary].slice(-REMEMBERED))
  return () =>
    write(
      folder,
      read(folder).filter((path) => path !== temporary),
    )
}

/** Removes the leftovers of killed copies. */
export function removeUnfinishedBackups(folder: string): void {
  for (const place of [folder, backupFolderIn(folder)]) {
    for (const name of namesIn(place)) if (UNFINISHED.test(name) || UNWRITTEN.test(name)) removeFile(join(place, name))
  }
  const paths = read(folder)
  if (paths.length === 0) return
  const isOutOfReach = (path: string): boolean => !existsSync(dirname(path))
  for (const path of paths) if (!isOutOfReach(path)) removeDatabase(path)
  write(folder, paths.filter(isOutOfReach))
}

function read(folder: string): string[] {
  try {
    const paths = z.array(z.string()).parse(JSON.parse(readFileSync(listIn(folder), 'utf8')))
    // Whatever that file contains: only files that match the pattern are removed.
    return paths.filter((path) => UNFINISHED.test(basename(path)))
  } catch {
    return []
  }
}

function write(folder: string, paths: readonly string[]): void {
  try {
    mkdirSync(backupFolderIn(folder), { recursive: true })
    writeDurably(listIn(folder), JSON.stringify(paths))
  } catch {
    // a full or write-protected disk
  }
}
