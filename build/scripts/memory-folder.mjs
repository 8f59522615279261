import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder } from './folders.mjs'

/** Where Linux has a file system in memory. */
const SHARED_MEMORY = '/dev/shm'

/** A whole run of the tests leaves about one gigabyte there. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Does work whose temporary files, and those of all that it starts, are in memory: the tests make and remove databases and browser profiles
 * by the thousand, which need not survive a power cut.
 *
 * Where there is no such file system, or too little of it, they are in the usual folder.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inMemory(work) {
  const folder = memoryFolder()
  if (folder === null) return work()
  const { TMPDIR: before } = process.env
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await removeFolder(folder)
  }
}

function memoryFolder() {
  if (process.platform !== 'linux') return null
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (bavail * bsize < NEEDED_BYTES) return null
    const folder = mkdtempSync(join(SHARED_MEMORY, 'vote-tests-'))
    // PostgreSQL's own user goes through it to its files; each folder in it is its user's alone.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    // There is none, or this user may not write there.
    return null
  }
}
