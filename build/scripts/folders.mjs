import { unlinkSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

// Not rmSync: on Windows it ends the whole process where a file is in use and the path has characters outside the system's code page
// (nodejs/node#58759, #61233).

/** Removes a file; one that is missing is fine. */
export function removeFile(path) {
  try {
    unlinkSync(path)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Removes a folder with all that is in it; one that is missing is fine. */
export const removeFolder = (path) => rm(path, { recursive: true, force: true, maxRetries: 10 })

/** An empty folder beside `target`, in which its successor is made. */
export async function beginFolder(target) {
  const making = `${target}.new`
  await removeFolder(making)
  await mkdir(making, { recursive: true })
  return making
}

/** Puts a folder that was made in the place of `target`: only a complete one replaces the last. */
export async function replaceFolder(making, target) {
  await removeFolder(target)
  await renameInTime(making, target)
}

/** Renames; on Windows a virus scanner that looks at a new file keeps that from succeeding for a moment. Gives up after 5 s. */
async function renameInTime(from, to) {
  const deadline = Date.now() + 5_000
  for (;;) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (Date.now() > deadline || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error
      await sleep(200)
    }
  }
}
