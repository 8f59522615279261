import { unlinkSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

// Not rmSync: on Windows it ends the whole process where a file is in use and the path has characters outside the system's code page
// (nodejs/node#58759, #61233).

/** Removes a file, if it exists. */
export function removeFile(path) {
  try {
    unlinkSync(path)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Removes a folder with its contents, if it exists. */
export const removeFolder = (path) => rm(path, { recursive: true, force: true, maxRetries: 10 })

/** Creates an empty folder beside `target` for its successor. */
export async function beginFolder(target) {
  const making = `${target}.new`
  await removeFolder(making)
  await mkdir(making, { recursive: true })
  return making
}

/** Replaces `target` with a completed folder. */
export async function replaceFolder(making, target) {
  await removeFolder(target)
  await renameInTime(making, target)
}

/** Renames, retrying for 5 s: on Windows a virus scanner may briefly hold a new file. */
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
