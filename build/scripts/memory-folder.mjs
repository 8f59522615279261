import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder } from './folders.mjs'

/** Linux's in-memory file system. */
const SHARED_MEMORY = '/dev/shm'

/** A complete test run needs about one gigabyte there. */
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
    // PostgreSQL's user traverses it to its files; each folder in it is private to its user.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    // It does not exist, or is not writable.
    return null
  }
}
