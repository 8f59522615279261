import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Bytes that are free where a folder lies. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** What stays free next to a copy, in bytes: the database itself must be able to go on growing. */
const RESERVE = 32 * 1024 * 1024

/** There is no room for a copy. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = 'ENOSPC'
}

/**
 * Sees that a file of so many bytes fits where it is to be written: a copy that fills the disk would stop the vote.
 *
 * @throws DiskFullError
 */
export async function requireSpace(path: string, byteCount: number): Promise<void> {
  if ((await freeBytes(dirname(path))) < byteCount + RESERVE) throw new DiskFullError(`${byteCount} bytes do not fit`)
}
