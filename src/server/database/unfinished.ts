import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { backupFolderIn, namesIn, removeDatabase, removeFile, writeDurably } from './data-files.ts'

/** The name of a copy that is not finished: `.1a2b3c4d5e6f.tmp`, or `.restore-1a2b3c4d5e6f.tmp`. */
const UNFINISHED = /^\.(?:restore-)?[0-9a-f]{12}\.tmp(?:-journal|-wal|-shm)?$/
/** A partially written state file. */
const UNWRITTEN = /^(?:restore|restored|unfinished|checked)\.json\.new$|^vote\.db\.closed\.new$/
/** Copies that are remembered; a stick that never comes back is forgotten in the end. */
const REMEMBERED = 20

const listIn = (folder: string): string => join(backupFolderIn(folder), 'unfinished.json')

/**
 * Notes where a copy is being made, before it is begun: one that is killed can be anywhere, and the next start removes it.
 *
 * Where the note cannot be written the copy is made all the same: a full disk is what one saves the data from.
 *
 * @returns forgets it, when it is finished or gone
 */
export function noteUnfinished(folder: string, temporary: string): () => void {
  write(folder, [...read(folder), temporary].slice(-REMEMBERED))
  return () =>
    write(
      folder,
      read(folder).filter((path) => path !== temporary),
    )
}

/** Removes what copies left that were killed. */
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
    // Whatever is in that file: only what could be ours is ever removed.
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
