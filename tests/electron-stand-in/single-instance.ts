import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

export interface SecondInstance {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

export interface SingleInstanceLock {
  /** Whether this process holds the lock now; the holder is notified of every later process that asks. */
  request(notice: SecondInstance): boolean
  isHeld(): boolean
  release(): void
}

/** `app.requestSingleInstanceLock`: a file that names the process, and a folder for the notices of later processes. */
export function createSingleInstanceLock(folderOf: () => string, onSecond: (second: SecondInstance) => void): SingleInstanceLock {
  let held: { readonly file: string; readonly watcher: FSWatcher } | undefined

  function take(file: string): boolean {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (isAlive(Number(readFileSync(file, 'utf8')))) return false
      rmSync(file, { force: true }) // its process ended without releasing it
      return take(file)
    }
  }

  function readNotices(folder: string): void {
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
      const path = join(folder, name)
      const notice = JSON.parse(readFileSync(path, 'utf8')) as SecondInstance // written below
      rmSync(path)
      onSecond(notice)
    }
  }

  return {
    request(notice) {
      if (held !== undefined) return true
      const notices = join(folderOf(), 'stand-in-notices')
      mkdirSync(notices, { recursive: true })
      const file = join(folderOf(), 'stand-in.lock')
      if (take(file)) {
        held = { file, watcher: watch(notices, () => readNotices(notices)).unref() }
        return true
      }
      // Renamed into place, so that the holder never reads a partial notice.
      const unfinished = join(notices, `${process.pid}.part`)
      writeFileSync(unfinished, JSON.stringify(notice))
      renameSync(unfinished, join(notices, `${process.pid}.json`))
      return false
    },
    isHeld: () => held !== undefined,
    release() {
      held?.watcher.close()
      if (held !== undefined) rmSync(held.file, { force: true })
      held = undefined
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
