import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Free bytes on a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Space left free next to a copy, in bytes: the database itself must be able to grow. */
const RESERVE = 32 * 1024 * 1024

/** Not enough space for a copy. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = 'ENOSPC'
}

/**
 * Requires space for a file of that size: a copy that fills the disk would stop the vote.
 *
 * @throws DiskFullError
 */
export async function requireSpace(path: string, byteCount: number): Promise<void> {
  if ((await freeBytes(dirname(path))) < byteCount + RESERVE) throw new DiskFullError(`${byteCount} bytes do not fit`)
}
