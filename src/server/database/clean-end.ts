import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { z } from 'zod'
import { removeFile, writeDurably } from './data-files.ts'

/** The state of a database file when the program last closed it. */
const Mark = z.object({
  byteCount: z.int(),
  /** Epoch nanoseconds as digits: too large for a number. */
  modifiedAt: z.string(),
  /** The file change counter of SQLite's header. */
  changeCounter: z.int(),
})
type Mark = z.infer<typeof Mark>

const markOf = (file: string): string => `${file}.closed`

/** Offset of the change counter in the file: four bytes, big-endian (https://sqlite.org/fileformat2.html). */
const COUNTER_OFFSET = 24

/** The file's current state; null if it is too short to be a database. */
function look(file: string): Mark | null {
  const { size, mtimeNs } = statSync(file, { bigint: true })
  const bytes = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, bytes, 0, 4, COUNTER_OFFSET) < 4) return null
  } finally {
    closeSync(handle)
  }
  return { byteCount: Number(size), modifiedAt: String(mtimeNs), changeCounter: bytes.readUInt32BE() }
}

/** Whether changes not yet in the file are pending next to it. */
const hasWaitingChanges = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Records that the file was closed cleanly. Does nothing if changes are still pending next to it. */
export function markCleanEnd(file: string): void {
  const mark = hasWaitingChanges(file) ? null : look(file)
  if (mark) writeDurably(markOf(file), JSON.stringify(mark))
}

/**
 * Whether the file is the one last closed by the program.
 *
 * False after a crash, and after the file was replaced or modified: judged by size, time and SQLite's change counter.
 */
export function endedCleanly(file: string): boolean {
  const kept = readMark(file)
  if (!kept || hasWaitingChanges(file)) return false
  const found = look(file)
  return found !== null && kept.byteCount === found.byteCount && kept.modifiedAt === found.modifiedAt && kept.changeCounter === found.changeCounter
}

/** Whether the program ever closed a database here. */
export const wasEverClosed = (file: string): boolean => readMark(file) !== null

/** To be called before opening the database: only a clean end records the mark again. */
export const removeMark = (file: string): void => removeFile(markOf(file))

function readMark(file: string): Mark | null {
  try {
    return Mark.safeParse(JSON.parse(readFileSync(markOf(file), 'utf8'))).data ?? null
  } catch {
    return null // there is none, or it was not written whole
  }
}
