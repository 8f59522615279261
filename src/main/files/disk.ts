import { randomBytes } from 'node:crypto'
import { access, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { MAX_WORKBOOK_BYTES, WORKBOOK_TOO_LARGE } from '#shared/import/workbook.ts'
import { fileMessages } from '#shared/text/fileMessages.ts'
import { errorCode, expectedFailure, LocalFailure } from '../failures.ts'

const RENAME_TRIES = 4
const RENAME_PAUSE_MS = 150

/** The file operations used for writing; tests inject failing ones. */
export interface DiskEffects {
  readonly open: typeof open
  readonly rename: typeof rename
}

/** A file's bytes, whole or as a stream. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** How to write a file; by default as the user's own. */
export interface WriteOptions {
  readonly effects?: DiskEffects
  /** `others`: uploaded by another user; gets Windows' mark of the web. */
  readonly origin?: 'own' | 'others'
  readonly platform?: NodeJS.Platform
}

/**
 * Writes a file atomically to the path that the user chose.
 *
 * The bytes go to a temporary file next to it, are flushed to disk, and the file is renamed, so that a full disk or a power cut
 * leaves the old file intact. Throws {@link LocalFailure} stating the problem and the remedy.
 */
export async function writeWhole(path: string, content: Content, { effects = { open, rename }, origin = 'own', platform }: WriteOptions = {}): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeAndSync(temporary, content, effects)
    if (origin === 'others') await markAsForeign(temporary, effects, platform)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    // failures of the byte source already have their own message
    throw expectedFailure(error) === null ? new LocalFailure(writeSentence(error), { cause: error }) : error
  }
  try {
    await renameInto(temporary, path, effects)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw new LocalFailure(renameSentence(error), { cause: error })
  }
}

/**
 * Reads a workbook that the user chose. Throws {@link LocalFailure} if it is not a file, empty, larger than
 * `MAX_WORKBOOK_BYTES` or unreadable.
 */
export async function readWorkbook(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size, mode } = await stat(path)
    // folders, pipes and devices are not workbooks, and some never end
    if ((mode & 0o170000) !== 0o100000) throw new LocalFailure('请选择一个 .xlsx 文件')
    if (size === 0) throw new LocalFailure(fileMessages.empty)
    if (size > MAX_WORKBOOK_BYTES) throw new LocalFailure(WORKBOOK_TOO_LARGE)
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (error instanceof LocalFailure) throw error
    throw new LocalFailure(readSentence(error), { cause: error })
  }
}

/** Whether a path is inside one of the folders, with symbolic links resolved. */
export async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  const real = join(await resolveLinks(dirname(resolve(path))), basename(path))
  for (const folder of folders) {
    const fromFolder = relative(await resolveLinks(resolve(folder)), real)
    if (fromFolder !== '..' && !fromFolder.startsWith(`..${sep}`) && resolve(fromFolder) !== fromFolder) return true
  }
  return false
}

async function writeAndSync(path: string, content: Content, effects: DiskEffects): Promise<void> {
  const file = await effects.open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The internet zone: Windows scans such a file, and Office opens it in Protected View. */
const ZONE_IDENTIFIER = '[ZoneTransfer]\r\nZoneId=3\r\n'

/**
 * Sets Windows' mark of the web, an alternate data stream that survives renaming.
 *
 * On a drive without such streams (FAT on a USB stick) the file stays unmarked, as with any browser.
 */
async function markAsForeign(path: string, effects: DiskEffects, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform !== 'win32') return
  try {
    await writeAndSync(`${path}:Zone.Identifier`, new TextEncoder().encode(ZONE_IDENTIFIER), effects)
  } catch {
    // the file itself has been written
  }
}

/** Renames with retries: virus scanners lock a new file briefly; a spreadsheet program locks it until closed. */
async function renameInto(from: string, to: string, effects: DiskEffects): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await effects.rename(from, to)
      return
    } catch (error) {
      if (attempt >= RENAME_TRIES || !isInUse(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RENAME_PAUSE_MS))
    }
  }
}

function isInUse(error: unknown): boolean {
  return ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY'].includes(errorCode(error))
}

function writeSentence(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return '磁盘空间不足，文件没有保存，请清理磁盘或换一个位置'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return '没有权限在这个文件夹中保存，请换一个文件夹，例如“文档”或“桌面”'
    case 'ENOENT':
    case 'ENOTDIR':
      return '文件夹不存在，请换一个文件夹'
    case 'ENAMETOOLONG':
      return '文件名或路径过长，请换一个较短的名称'
    case 'EBUSY':
      return fileMessages.inUse
    default:
      return '文件没有保存，请换一个位置再试'
  }
}

function renameSentence(error: unknown): string {
  if (isInUse(error)) return fileMessages.inUse
  return errorCode(error) === 'EISDIR' ? '已有同名的文件夹，请换一个名称' : writeSentence(error)
}

function readSentence(error: unknown): string {
  switch (errorCode(error)) {
    case 'EBUSY':
    case 'EPERM':
      return fileMessages.inUse
    case 'EACCES':
      return '没有权限读取这个文件，请先关闭正在使用它的程序，或复制到“文档”后再选择'
    case 'ENOENT':
      return fileMessages.notFound
    default:
      return fileMessages.unreadable
  }
}

async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}

/** Whether a path exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
