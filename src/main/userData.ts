import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from './failures.ts'

/** Paths of the folder of settings, data and logs (Electron's `userData`): where older versions kept it, and where it belongs. */
export interface UserDataFolders {
  readonly old: string
  readonly current: string
}

interface ProfileOptions {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly args: readonly string[]
  /** Where Electron puts it: on Windows in the roaming profile. */
  readonly userData: string
}

/**
 * On Windows user data belong into the local profile: the roaming one is copied to a server at each log-off, and the
 * database with it. Null if there is nothing to move: another system, no local profile, or a folder that the command line names.
 */
export function localProfile({ platform, environment, args, userData }: ProfileOptions): UserDataFolders | null {
  const local = environment['LOCALAPPDATA'] ?? ''
  if (platform !== 'win32' || local === '' || args.some((argument) => argument.startsWith('--user-data-dir'))) return null
  return { old: userData, current: join(local, basename(userData)) }
}

/** Whether the program has ever run with a user data folder: Electron's own caches alone do not count. */
export const holdsData = (folder: string): boolean => existsSync(join(folder, 'settings.json')) || existsSync(join(folder, 'data'))

/** What moving the user data came to. */
export interface MovedUserData {
  /** The user data folder of this run. */
  readonly folder: string
  /** A sentence for the user where one is due. */
  readonly notice: string | null
}

interface MoveOptions {
  /** `renameSync` of node:fs; injected, since tests run on one volume. */
  readonly rename?: (from: string, to: string) => void
  readonly now?: () => Date
}

/**
 * Moves the user data to where they belong, and answers which folder to use. The caller has made sure that no program uses the old one.
 *
 * Nothing is removed before its copy has been compared byte by byte, and whatever fails or is interrupted leaves a whole
 * folder where it was: it is used, and the next start tries again. Of two folders that both hold data the one that
 * changed last is used; the other is kept under another name, which the notice gives.
 */
export function moveUserData({ old, current }: UserDataFolders, { rename = renameSync, now = () => new Date() }: MoveOptions = {}): MovedUserData {
  discard(`${current}${UNFINISHED}`)
  discard(`${old}${DONE}`)
  if (!holdsData(old)) return { folder: current, notice: null }
  try {
    const notice = existsSync(current) ? resolveConflict({ old, current }, rename, now()) : null
    if (!existsSync(current)) transfer({ old, current }, rename)
    return { folder: current, notice }
  } catch {
    // in use, disk full or no permission: the folder that is whole and newer
    return { folder: holdsData(current) && (!holdsData(old) || lastChange(current) >= lastChange(old)) ? current : old, notice: null }
  }
}

/** A copy that is not finished; no run uses it. */
const UNFINISHED = '.moving'
/** The old folder, whose copy has been compared; to be removed. */
const DONE = '.moved'

function transfer({ old, current }: UserDataFolders, rename: NonNullable<MoveOptions['rename']>): void {
  try {
    rename(old, current)
  } catch (error) {
    // another volume, as a redirected profile is
    if (errorCode(error) !== 'EXDEV') throw error
    const unfinished = `${current}${UNFINISHED}`
    cpSync(old, unfinished, { recursive: true, preserveTimestamps: true, filter: (path) => !isExcluded(basename(path)) })
    if (!isCopied(old, unfinished)) throw new Error('the copy differs', { cause: error })
    rename(unfinished, current)
    removeOld(old, rename)
  }
}

/** Resolves that both folders exist: afterwards either `old` is gone from its path, or `current` is. */
function resolveConflict({ old, current }: UserDataFolders, rename: NonNullable<MoveOptions['rename']>, at: Date): string | null {
  if (!holdsData(current)) {
    rename(current, aside(current, at))
    return null
  }
  if (isCopied(old, current)) {
    removeOld(old, rename)
    return null
  }
  const older = lastChange(old) > lastChange(current) ? current : old
  const kept = aside(older, at)
  rename(older, kept)
  return `发现两份程序数据，已使用最近改动的一份；另一份没有改动，保存在 ${kept}`
}

const aside = (folder: string, at: Date): string => `${folder}.kept-${at.toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}`

/** Renamed first, in one step, so that an interrupted removal leaves no half of a folder under the old name. */
function removeOld(old: string, rename: NonNullable<MoveOptions['rename']>): void {
  rename(old, `${old}${DONE}`)
  discard(`${old}${DONE}`)
}

function discard(folder: string): void {
  try {
    remove(folder)
  } catch {
    // the next start tries again
  }
}

/** By hand: `rmSync` ends the process on Windows where a file is in use below a path with characters outside the system's code page. */
function remove(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) remove(path)
    else unlinkSync(path)
  }
  rmdirSync(folder)
}

/** What Chromium rebuilds, and the lock files of running programs. */
const isExcluded = (name: string): boolean => /^(?:lockfile|Singleton\w+|code-cache|Cache|Code Cache|GPUCache|Dawn\w+Cache)$/.test(name)

/** The paths of all files that are moved, relative to the folder. */
function filesOf(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !isExcluded(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(root, join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** Whether every file of one folder is in the other with the same bytes. */
function isCopied(from: string, to: string): boolean {
  return filesOf(from).every((path) => existsSync(join(to, path)) && hashOf(join(from, path)) === hashOf(join(to, path)))
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** When settings or data in a folder changed last, in ms since 1970. */
function lastChange(folder: string): number {
  const files = filesOf(folder).filter((path) => path === 'settings.json' || /^data[\\/]/.test(path))
  return Math.max(0, ...files.map((path) => statSync(join(folder, path)).mtimeMs))
}
