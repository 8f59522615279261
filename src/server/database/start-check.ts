import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RestoreNeededError, ServerStartError } from '../kernel/start-error.ts'
import { endedCleanly, removeMark, wasEverClosed } from './clean-end.ts'
import { backupFolderIn, fileIn, freeName, isDatabaseThere, momentIn, moveDatabase, namesIn, openUnchanged } from './data-files.ts'
import type { Inspect } from './inspection.ts'
import { takeLockFile } from './lock-file.ts'
import { versionTrouble } from './migrate.ts'
import { finishRestore } from './restore.ts'
import { removeUnfinishedBackups } from './unfinished.ts'

/** Reports progress at this interval (ms). */
const REPORT_EVERY_MS = 1_000

interface StartCheck {
  readonly inspect: Inspect
  /** Called while a check is running, with the seconds elapsed. */
  readonly onChecking: (seconds: number) => void
  /** The version to which the database is upgraded. */
  readonly newest: number
}

/**
 * Checks that the database's file may be opened, before writing anything to it; the caller holds its lock.
 *
 * A file of another version of the program is left untouched. Completes an interrupted restore and removes unfinished
 * copies. After an unclean end or an external change, checks every page; sets a damaged file aside unchanged.
 *
 * @throws ServerStartError if it is of a version that this program cannot open, or of another program
 * @throws RestoreNeededError if there is no sound database, though one existed
 */
export async function checkBeforeOpening(folder: string, check: StartCheck): Promise<void> {
  const file = fileIn(folder)
  await finishRestore(folder)
  removeUnfinishedBackups(folder)
  if (!isDatabaseThere(file)) {
    if (hasTraces(folder)) throw new RestoreNeededError(MISSING)
    return
  }
  const trouble = versionTrouble(versionIn(file), check.newest)
  if (trouble !== null) throw new ServerStartError(trouble)
  if (endedCleanly(file)) return removeMark(file)
  const verdict = await inspectReporting(file, check)
  if (verdict === 'damaged') throw await setAside(folder)
  if (verdict === 'foreign') throw new ServerStartError('数据文件夹中的 vote.db 不是本程序的数据库，没有改动它，请把它移到别处后再启动')
  removeMark(file)
}

/** A database's version; 0 if it has none, which is left to the check of every page. */
function versionIn(file: string): number {
  try {
    const database = openUnchanged(file)
    try {
      return Number(database.prepare('select max(version) as version from schema_version').get()?.['version'] ?? 0)
    } finally {
      database.close()
    }
  } catch {
    return 0 // no such table, or no database: the check finds which
  }
}

const MISSING = '数据文件夹中没有可用的数据库，但有它的备份，请恢复数据'

async function inspectReporting(file: string, { inspect, onChecking }: StartCheck) {
  const start = performance.now()
  const timer = setInterval(() => onChecking(Math.round((performance.now() - start) / 1000)), REPORT_EVERY_MS)
  try {
    return (await inspect(file)).verdict
  } finally {
    clearInterval(timer)
  }
}

/**
 * Moves a damaged database away unchanged, with the changes pending next to it: more of it may be recoverable.
 *
 * @returns the error to throw
 */
export async function setAside(folder: string): Promise<RestoreNeededError> {
  const name = freeName(folder, 'vote-damaged-', Date.now())
  await moveDatabase(fileIn(folder), join(folder, name))
  removeMark(fileIn(folder))
  return new RestoreNeededError(`数据库文件已损坏，已原样移到 ${name}，没有再写入任何内容，请恢复数据`)
}

/** Whether a database existed: replacing it by an empty one would look as if everything were lost. */
function hasTraces(folder: string): boolean {
  const isCopy = (name: string): boolean => momentIn(name) !== null
  return wasEverClosed(fileIn(folder)) || namesIn(folder).some(isCopy) || namesIn(backupFolderIn(folder)).some(isCopy)
}

/**
 * Starts with an empty database if none can be opened: the existing one is moved aside, copies stay.
 *
 * @returns the name under which the former one is kept; `''` if none
 */
export async function beginEmpty(folder: string, now: number): Promise<string> {
  const file = fileIn(folder)
  const releaseLock = takeLockFile(`${file}.lock`, '重新开始')
  try {
    const keptAs = freeName(folder, 'vote-replaced-', now)
    const isThere = isDatabaseThere(file)
    removeMark(file)
    await moveDatabase(file, join(folder, keptAs))
    const database = new DatabaseSync(file)
    // A started database: the next start continues with it instead of asking for a copy.
    database.exec('create table schema_version (version integer not null)')
    database.close()
    return isThere ? keptAs : ''
  } finally {
    releaseLock()
  }
}
