import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { z } from 'zod'
import { removeFile, writeDurably } from './data-files.ts'

/** What a database's file looked like when the program closed it last. */
const Mark = z.object({
  byteCount: z.int(),
  /** Epoch nanoseconds, as digits: more than a number holds. */
  modifiedAt: z.string(),
  /** The file change counter of SQLite's header. */
  changeCounter: z.int(),
})
type Mark = z.infer<typeof Mark>

const markOf = (file: string): string => `${file}.closed`

/** Where the change counter is in the file: four bytes, the highest first (https://sqlite.org/fileformat2.html). */
const COUNTER_OFFSET = 24

/** The file as it is now; null if it is too short to be a database. */
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

/** True if changes wait next to the file that are not in it yet. */
const hasWaitingChanges = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Notes that the file is closed and whole. Does nothing if changes still wait next to it. */
export function markCleanEnd(file: string): void {
  const mark = hasWaitingChanges(file) ? null : look(file)
  if (mark) writeDurably(markOf(file), JSON.stringify(mark))
}

/**
 * True if the file is the one that the program closed last.
 *
 * False after a crash, and after somebody put another file in its place or wrote into it: size, time and SQLite's change
 * counter tell.
 */
export function endedCleanly(file: string): boolean {
  const kept = readMark(file)
  if (!kept || hasWaitingChanges(file)) return false
  const found = look(file)
  return found !== null && kept.byteCount === found.byteCount && kept.modifiedAt === found.modifiedAt && kept.changeCounter === found.changeCounter
}

/** True if the program has closed a database here before. */
export const wasEverClosed = (file: string): boolean => readMark(file) !== null

/** Before the database is opened: whatever happens from now on, only a clean end notes it again. */
export const removeMark = (file: string): void => removeFile(markOf(file))

function readMark(file: string): Mark | null {
  try {
    return Mark.safeParse(JSON.parse(readFileSync(markOf(file), 'utf8'))).data ?? null
  } catch {
    return null // there is none, or it was not written whole
  }
}
