import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeFile } from './folders.mjs'
import { inProject } from './project.mjs'

/**
 * Runs work that two commands must not do at once (install, build): the second waits for the first.
 *
 * The lock file contains a process id. A lock whose process is gone (after a power failure) is taken over.
 */
export async function withLock(name, work) {
  const path = inProject('.cache', `${name}.lock`)
  mkdirSync(dirname(path), { recursive: true })
  let isReported = false
  while (!take(path)) {
    if (!isReported) console.error(`另一个命令正在进行同样的准备工作，请稍候……（如果并非如此，请删除 ${path}）`)
    isReported = true
    await sleep(300)
  }
  const release = () => removeFile(path)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isAlive(holder(path))) return false
  removeFile(path)
  return take(path)
}

function holder(path) {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    if (pid > 0) process.kill(pid, 0)
    return pid > 0
  } catch (error) {
    return error.code === 'EPERM'
  }
}
