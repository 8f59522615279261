import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { ServerStartError } from '../kernel/start-error.ts'
import { removeFile } from './data-files.ts'

/**
 * Locks a database file against other processes, and names the holder in the error.
 *
 * The actual lock is an operating system lock on `<path>.held`, released when its process ends in any way: a pid in a file
 * may belong to another process by now, above all after a power cut. It is taken through SQLite, as Node has no file locks.
 * `path` records pid and host, only for the message.
 * @param purpose what the user should do after the other process has ended
 * @returns a function that releases the lock
 * @throws ServerStartError if a live process, here or on another computer, holds it
 */
export function takeLockFile(path: string, purpose = '启动'): () => void {
  const held = new DatabaseSync(`${path}.held`)
  try {
    held.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    held.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new ServerStartError(inUse(readHolder(path), purpose), { cause: error })
    throw error
  }
  taken.add(held)
  writeFileSync(path, `${process.pid} ${hostname()}`)
  return () => {
    taken.delete(held)
    removeFile(path)
    if (held.isOpen) held.close()
  }
}

const SQLITE_BUSY = 5
/** References until they are released: a lock must not be garbage-collected. */
const taken = new Set<DatabaseSync>()

function inUse(holder: string, purpose: string): string {
  const [pid = '', host = ''] = holder.split(' ')
  if (host !== '' && host !== hostname()) return `数据库正由电脑 ${host}（进程 ${pid}）使用，请先在那台电脑上退出程序`
  return `数据库正由本机的另一个进程${pid === '' ? '' : `（${pid}）`}使用，请先退出它再${purpose}`
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it was given back between our two looks
  }
}
