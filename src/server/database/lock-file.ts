import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { ServerStartError } from '../kernel/start-error.ts'

/**
 * Keeps a second process away from a database file, and tells it who holds it.
 *
 * The file names pid and host. One left behind by a process that was killed on this host is taken over.
 * @returns a function that gives the lock back
 * @throws ServerStartError when a living process, or another computer, holds it
 */
export function takeLockFile(path: string): () => void {
  const mine = `${process.pid} ${hostname()}`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, mine)
      closeSync(handle)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', host = ''] = readHolder(path).split(' ')
    if (host !== '' && host !== hostname()) throw new ServerStartError(`数据库正由电脑 ${host}（进程 ${pid}）使用，请先在那台电脑上退出程序`)
    if (isAlive(Number(pid))) throw new ServerStartError(`数据库正由本机的另一个进程（${pid}）使用，请先退出它再启动`)
    rmSync(path, { force: true })
  }
  throw new ServerStartError('无法取得数据库的使用权，请稍后再启动')
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it was given back between our two looks
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
