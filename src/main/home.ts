import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from './failures.ts'

/** The folder of settings, data and logs: where it was, and where it belongs. */
export interface Homes {
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
 * On Windows the home belongs into the local profile: the roaming one is copied to a server at each log-off, and the
 * database with it. Null where there is nothing to move: another system, no local profile, or a folder that the command line names.
 */
export function localProfile({ platform, environment, args, userData }: ProfileOptions): Homes | null {
  const local = environment['LOCALAPPDATA'] ?? ''
  if (platform !== 'win32' || local === '' || args.some((argument) => argument.startsWith('--user-data-dir'))) return null
  return { old: userData, current: join(local, basename(userData)) }
}

/** Whether a program has ever worked in a home. */
export const holdsData = (home: string): boolean => existsSync(join(home, 'settings.json')) || existsSync(join(home, 'data'))

export interface Move {
  /** Where this run works. */
  readonly home: string
  /** A sentence for the user where one is due. */
  readonly notice: string | null
}

interface MoveOptions {
  /** As node:fs has it; injected, since a test has one volume. */
  readonly rename?: (from: string, to: string) => void
  readonly now?: () => Date
}

/**
 * Moves the old home to where it belongs, and answers where to work. The caller holds the old home's single-instance lock.
 *
 * Nothing is removed before its copy has been compared byte by byte, and whatever fails or is interrupted leaves a whole
 * home where it was: it is used, and the next start tries again. Of two homes that both hold data the one that changed
 * last is used; the other is kept under another name, and the user is told.
 */
export function moveHome({ old, current }: Homes, { rename = renameSync, now = () => new Date() }: MoveOptions = {}): Move {
  discard(`${current}${UNFINISHED}`)
  discard(`${old}${DONE}`)
  if (!holdsData(old)) return { home: current, notice: null }
  try {
    const notice = existsSync(current) ? settle({ old, current }, rename, now()) : null
    if (!existsSync(current)) bring({ old, current }, rename)
    return { home: current, notice }
  } catch {
    // in use, no room, no right: whichever is whole and newer
    return { home: holdsData(current) && (!holdsData(old) || lastChange(current) >= lastChange(old)) ? current : old, notice: null }
  }
}

/** A copy on its way, which nobody has used. */
const UNFINISHED = '.moving'
/** What was copied and compared, and is to go. */
const DONE = '.moved'

function bring({ old, current }: Homes, rename: NonNullable<MoveOptions['rename']>): void {
  try {
    rename(old, current)
  } catch (error) {
    // another volume, as a redirected profile is
    if (errorCode(error) !== 'EXDEV') throw error
    const unfinished = `${current}${UNFINISHED}`
    cpSync(old, unfinished, { recursive: true, preserveTimestamps: true, filter: (path) => !isLeftBehind(basename(path)) })
    if (!isCopied(old, unfinished)) throw new Error('the copy differs', { cause: error })
    rename(unfinished, current)
    removeOld(old, rename)
  }
}

/** Makes one home of two; afterwards either `current` is the one, or it is out of the way. */
function settle({ old, current }: Homes, rename: NonNullable<MoveOptions['rename']>, at: Date): string | null {
  if (!holdsData(current)) {
    rename(current, aside(current, at))
    return null
  }
  if (isCopied(old, current)) {
    removeOld(old, rename)
    return null
  }
  const loser = lastChange(old) > lastChange(current) ? current : old
  const kept = aside(loser, at)
  rename(loser, kept)
  return `发现两份程序数据，已使用最近改动的一份；另一份没有改动，保存在 ${kept}`
}

const aside = (home: string, at: Date): string => `${home}.kept-${at.toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}`

/** First out of its name at once, so that an interruption leaves no half of a home under it. */
function removeOld(old: string, rename: NonNullable<MoveOptions['rename']>): void {
  rename(old, `${old}${DONE}`)
  discard(`${old}${DONE}`)
}

function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // the next start tries again
  }
}

/** What Chromium makes anew, and the locks of those who run. */
const isLeftBehind = (name: string): boolean => /^(?:lockfile|Singleton\w+|code-cache|Cache|Code Cache|GPUCache|Dawn\w+Cache)$/.test(name)

/** Every file of a home that is worth moving, below it. */
function filesOf(home: string, folder = ''): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true })
    .filter(({ name }) => !isLeftBehind(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(home, join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** Whether every file of one home stands in the other with the same bytes. */
function isCopied(from: string, to: string): boolean {
  return filesOf(from).every((path) => existsSync(join(to, path)) && hashOf(join(from, path)) === hashOf(join(to, path)))
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** When settings or data of a home changed last, in ms. */
function lastChange(home: string): number {
  const own = filesOf(home).filter((path) => path === 'settings.json' || /^data[\\/]/.test(path))
  return Math.max(0, ...own.map((path) => statSync(join(home, path)).mtimeMs))
}
