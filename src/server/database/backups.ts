import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { copyDatabase, UnsoundBackupError } from './copy.ts'
import { backupFolderIn, isInUse, momentIn, namesIn, removeFile, stampOf, writeDurably } from './data-files.ts'
import { verdicts, type Inspect, type Inspection } from './inspection.ts'
import { troubleOf } from './trouble.ts'

const KEPT_BEFORE_UPGRADES = 5
const KEPT_DAILY = 7
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days without a copy after which a warning is shown. */
const OVERDUE_DAYS = 3

const DAILY = /^vote-\d{14}\.db$/
const BEFORE_UPGRADE = /^vote-v\d+-\d{14}\.db$/
const REPLACED = /^vote-replaced-\d{14}\.db$/

/** Origin of a copy: made daily, before an upgrade, or set aside by a restore. */
export type BackupKind = 'daily' | 'upgrade' | 'replaced'

/** A file that can be restored. */
export interface Copy extends Inspection {
  readonly path: string
  readonly name: string
  readonly kind: BackupKind
  /** Epoch ms, from its name. */
  readonly at: number
  readonly byteCount: number
}

/** State of the program's own copies, with a message if action is needed. */
export interface BackupState {
  /** When the newest good copy was made, in epoch ms; null if none. */
  readonly lastAt: number | null
  readonly lastBytes: number
  /** A message; `''` if all is well. */
  readonly problem: string
}

/** Results of checks by the file's size and time, so that none is checked twice. */
const Checked = z.record(
  z.string(),
  z.object({
    byteCount: z.int(),
    modifiedAt: z.number(),
    verdict: z.enum(verdicts),
    version: z.int().nullable(),
  }),
)

function kindOf(name: string): BackupKind | null {
  if (DAILY.test(name)) return 'daily'
  if (BEFORE_UPGRADE.test(name)) return 'upgrade'
  return REPLACED.test(name) ? 'replaced' : null
}

/**
 * The names of a kind of copies, oldest first.
 *
 * One dated in the future was made under a wrong clock, at an unknown time, so it counts as the oldest.
 */
function oldestFirst(names: readonly string[], now: number): string[] {
  const ageOf = (name: string): number => {
    const moment = momentIn(name) ?? 0
    return moment > now ? moment - now - Number.MAX_SAFE_INTEGER / 2 : moment
  }
  return names.toSorted((one, other) => ageOf(one) - ageOf(other))
}

/** An old copy held open by another program is removed the next time: the new one already exists. */
function removeOld(folder: string, names: RegExp, kept: number, now: number): void {
  const ours = namesIn(folder).filter((name) => names.test(name))
  for (const old of oldestFirst(ours, now).slice(0, -kept)) {
    try {
      removeFile(join(folder, old))
    } catch (error) {
      if (!isInUse(error)) throw error
    }
  }
}

/** Copies the database as left by the older program; keeps the newest five such copies. */
export async function backUpBeforeUpgrade(folder: string, version: number, inspect: Inspect, now = Date.now()): Promise<void> {
  const backups = backupFolderIn(folder)
  mkdirSync(backups, { recursive: true })
  const name = `vote-v${version}-${stampOf(now)}.db`
  noteChecked(folder, name, await copyDatabase(folder, join(backups, name), inspect))
  removeOld(backups, BEFORE_UPGRADE, KEPT_BEFORE_UPGRADES, now)
}

/**
 * Everything in a data folder that can be restored, newest first, each checked once.
 *
 * @param onChecked called with how many of how many have been checked
 */
export async function listBackups(folder: string, inspect: Inspect, onChecked: (done: number, total: number) => void = () => undefined): Promise<Copy[]> {
  const places = [backupFolderIn(folder), folder]
  const found = places.flatMap((place) => namesIn(place).flatMap((name) => (kindOf(name) ? [{ name, path: join(place, name) }] : [])))
  const known = readChecked(folder)
  const copies: Copy[] = []
  for (const { name, path } of found) {
    onChecked(copies.length, found.length)
    const { size: byteCount, mtimeMs: modifiedAt } = statSync(path)
    const before = known[name]
    const isKnown = before?.byteCount === byteCount && before.modifiedAt === modifiedAt
    // Unreadable files may be readable the next time.
    const inspection = isKnown ? before : await inspect(path).catch(() => null)
    if (inspection) known[name] = { byteCount, modifiedAt, verdict: inspection.verdict, version: inspection.version }
    const { verdict, version } = inspection ?? { verdict: 'damaged', version: null }
    copies.push({ path, name, kind: kindOf(name) ?? 'daily', at: momentIn(name) ?? 0, byteCount, verdict, version })
  }
  onChecked(found.length, found.length)
  const names = new Set(found.map(({ name }) => name))
  writeChecked(folder, Object.fromEntries(Object.entries(known).filter(([name]) => names.has(name))))
  return copies.toSorted((one, other) => other.at - one.at)
}

const checkedIn = (folder: string): string => join(backupFolderIn(folder), 'checked.json')

function readChecked(folder: string): z.infer<typeof Checked> {
  try {
    return Checked.parse(JSON.parse(readFileSync(checkedIn(folder), 'utf8')))
  } catch {
    return {} // none yet, or not whole: everything is checked again
  }
}

/** Remembers the check of a new copy in the backup folder. */
function noteChecked(folder: string, name: string, { verdict, version }: Inspection): void {
  const { size: byteCount, mtimeMs: modifiedAt } = statSync(join(backupFolderIn(folder), name))
  writeChecked(folder, { ...readChecked(folder), [name]: { byteCount, modifiedAt, verdict, version } })
}

/** Best effort: a result not remembered is just checked again. */
function writeChecked(folder: string, checked: z.infer<typeof Checked>): void {
  try {
    mkdirSync(backupFolderIn(folder), { recursive: true })
    writeDurably(checkedIn(folder), JSON.stringify(checked))
  } catch {
    // a full or write-protected disk
  }
}

interface BackupKeeperDeps {
  readonly folder: string
  readonly copyTo: (path: string) => Promise<Inspection>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
}

/** Keeps the daily copies of the database in a data folder. */
export function createBackupKeeper({ folder, copyTo, clock, log }: BackupKeeperDeps) {
  const backups = backupFolderIn(folder)
  let failure: BackupProblem | null = null
  let hasLooked = false

  /** The newest copy not dated in the future. */
  function newest(names: (name: string) => boolean): { readonly at: number; readonly name: string } | null {
    const now = clock.now()
    const found = namesIn(backups).flatMap((name) => (names(name) ? [{ name, at: momentIn(name) ?? Infinity }] : []))
    return found.filter(({ at }) => at <= now).toSorted((one, other) => other.at - one.at)[0] ?? null
  }

  /** Makes a copy if the newest is a day old, and keeps only the newest seven. Never throws: failures are in the status. */
  async function look(): Promise<void> {
    const now = clock.now()
    try {
      const last = newest((name) => DAILY.test(name))
      if (last && last.at > now - DAY && !failure) return
      mkdirSync(backups, { recursive: true })
      const name = `vote-${stampOf(now)}.db`
      noteChecked(folder, name, await copyTo(join(backups, name)))
      removeOld(backups, DAILY, KEPT_DAILY, now)
      failure = null
      log.info({ name }, 'daily copy of the database')
    } catch (error) {
      failure = backupProblem(error)
      log.error({ err: error }, 'no daily copy of the database')
    } finally {
      hasLooked = true
    }
  }

  return {
    look,
    /** The current state from remembered checks; checks no copy itself. */
    status(): BackupState {
      const checked = readChecked(folder)
      const last = newest((name) => kindOf(name) !== null && checked[name]?.verdict === 'good')
      const known = { lastAt: last?.at ?? null, lastBytes: last ? (statSync(join(backups, last.name), { throwIfNoEntry: false })?.size ?? 0) : 0 }
      if (failure) return { ...known, problem: `自动备份没有成功：${failedDaily[failure]}` }
      const isOverdue = hasLooked && (last === null || clock.now() - last.at > OVERDUE_DAYS * DAY)
      return { ...known, problem: isOverdue ? `已有 ${OVERDUE_DAYS} 天以上没有自动备份，请检查电脑的日期和磁盘空间` : '' }
    },
    /** Checks every hour, the first time after a minute, so as not to delay the start. Returns a function that stops it. */
    start(): () => void {
      const first = setTimeout(() => void look(), 60_000).unref()
      const hourly = setInterval(() => void look(), HOUR).unref()
      return () => {
        clearTimeout(first)
        clearInterval(hourly)
      }
    },
  }
}
export type BackupKeeper = ReturnType<typeof createBackupKeeper>

export type BackupProblem = 'unsound' | 'full' | 'inUse' | 'notWritable'

/** Why a copy failed. */
export function backupProblem(error: unknown): BackupProblem {
  if (error instanceof UnsoundBackupError) return 'unsound'
  const { code = '' } = error as { code?: string }
  if (troubleOf(error)?.kind === 'full') return 'full'
  return ['EBUSY', 'EPERM'].includes(code) ? 'inUse' : 'notWritable'
}

/** Messages for administrators on a failed daily copy. */
const failedDaily: Readonly<Record<BackupProblem, string>> = {
  unsound: '备份没有通过检查，数据库可能已损坏，请尽快退出程序并重新启动，启动时会检查',
  full: '磁盘空间不足，请清理程序数据所在的磁盘',
  inUse: '备份文件夹正被其他程序使用，请关闭占用它的程序',
  notWritable: '备份文件夹不能写入，请检查它的权限',
}
