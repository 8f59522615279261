import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
// Namespace import: on a Node without `backup` the start shows a message (engine.ts) instead of failing to load.
import * as sqlite from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ServerStartError } from '../kernel/start-error.ts'
import { removeMark } from './clean-end.ts'
import { fileIn, freeName, isDatabaseThere, isInUse, moveDatabase, moveFile, removeDatabase, removeFile, syncFolder, writeDurably } from './data-files.ts'
import { requireSpace } from './disk-space.ts'
import { decryptFile, EncryptedCopyError, isEncryptedCopy, type EncryptedCopyFault } from './encrypted-copy.ts'
import type { Inspect, Verdict } from './inspection.ts'
import { takeLockFile } from './lock-file.ts'
import { troubleOf } from './trouble.ts'

/** A restore's plan, saved before it is carried out: after a crash the next start completes it. */
const Plan = z.object({
  /** Name of the checked copy in the data folder. */
  temporary: z.string().regex(/^\.restore-[0-9a-f]{12}\.tmp$/),
  /** The name under which the current database is kept. */
  keptAs: z.string().regex(/^vote-replaced-\d{14}\.db$/),
  done: z.object({
    /** Name of the restored file, without its folder. */
    source: z.string(),
    sha256: z.string(),
    /** Epoch ms. */
    at: z.number(),
    /** Name of the requesting user; `''` if nobody could log in. */
    by: z.string(),
  }),
})
type Plan = z.infer<typeof Plan>

/** A completed restore, for the journal. */
export type RestoreDone = Plan['done'] & Pick<Plan, 'keptAs'>

const planIn = (folder: string): string => join(folder, 'restore.json')
const doneIn = (folder: string): string => join(folder, 'restored.json')

export type RestoreStage = 'copying' | 'checking' | 'replacing'

/** Options and progress callback of a restore. */
export interface RestoreOptions {
  readonly folder: string
  /** The copy's path. */
  readonly source: string
  readonly inspect: Inspect
  readonly now: number
  readonly by: string
  /** For an encrypted copy; null if none was given. */
  readonly password?: string | null
  /** `share` is the fraction of a stage done, from 0 to 1; 0 if unknown. */
  readonly onProgress?: (stage: RestoreStage, share: number) => void
}

/**
 * Replaces the database, which must not be in use, by a copy.
 *
 * The current one is kept next to it. Whenever this is interrupted, the next start finds either the old or the new
 * database, whole: nothing changes before the plan is on disk, and from then on every start completes it.
 *
 * @returns the name under which the former database was kept; `''` if none
 * @throws ServerStartError with a user-facing message, and then nothing has changed
 */
export async function restoreDatabase({ folder, source, inspect, now, by, password = null, onProgress = () => undefined }: RestoreOptions): Promise<string> {
  const file = fileIn(folder)
  if (!existsSync(source)) throw new ServerStartError(`找不到备份文件 ${source}，数据没有改动`)
  const isEncrypted = isEncryptedCopy(source)
  if (isEncrypted && password === null) throw new ServerStartError(PASSWORD_MISSING)
  mkdirSync(folder, { recursive: true })
  const releaseLock = takeLockFile(`${file}.lock`, '恢复')
  const temporary = `.restore-${randomBytes(6).toString('hex')}.tmp`
  try {
    await finishRestore(folder)
    onProgress('copying', 0)
    await requireSpace(join(folder, temporary), statSync(source).size)
    if (isEncrypted && password !== null) {
      await decryptFile({ source, target: join(folder, temporary), password, onProgress: (share) => onProgress('copying', share) })
    } else {
      await copyForRestore(source, join(folder, temporary), onProgress)
    }
    onProgress('checking', 0)
    const { verdict } = await inspect(join(folder, temporary))
    if (verdict !== 'good') throw new ServerStartError(notRestored[verdict])
    onProgress('replacing', 0)
    const keptAs = freeName(folder, 'vote-replaced-', now)
    const isThere = isDatabaseThere(file)
    const plan: Plan = { temporary, keptAs, done: { source: basename(source), sha256: await digestOf(source), at: now, by } }
    writeDurably(planIn(folder), JSON.stringify(plan))
    await carryOut(folder, plan).catch((error: unknown) => giveUp(folder, plan, error))
    return isThere ? keptAs : ''
  } catch (error) {
    if (!existsSync(planIn(folder))) removeDatabase(join(folder, temporary))
    throw inWords(error)
  } finally {
    releaseLock()
  }
}

/** Messages for copies that cannot be restored. */
const notRestored: Readonly<Record<Exclude<Verdict, 'good'>, string>> = {
  damaged: '备份文件已损坏，没有恢复，数据没有改动，请换一份备份',
  newer: '备份由更新版本的程序创建，没有恢复，数据没有改动，请先安装最新版本的程序',
  trial: '备份由试用版本建立，不能升级，没有恢复，数据没有改动，请换一份备份',
  foreign: '这个文件不是本程序的备份，没有恢复，数据没有改动，请换一份备份',
  empty: '这份备份是空的，没有恢复，数据没有改动，请换一份备份',
}

/** Message for an encrypted copy without a password. */
const PASSWORD_MISSING = '这份备份已用密码加密，没有恢复，数据没有改动，请输入备份时设置的密码'

/** Messages for encrypted copies that cannot be opened. */
const notOpened: Readonly<Record<EncryptedCopyFault, string>> = {
  password: '备份的密码不正确，没有恢复，数据没有改动，请重新输入',
  damaged: '备份文件不完整或被改动过，没有恢复，数据没有改动，请换一份备份',
  newer: notRestored.newer,
}

/**
 * Verifies an encrypted copy from beginning to end, without keeping anything.
 *
 * @throws ServerStartError with a message if the password is wrong, or the file was truncated or modified
 */
export async function checkEncryptedCopy(source: string, password: string, onProgress: (share: number) => void): Promise<void> {
  try {
    await decryptFile({ source, target: null, password, onProgress })
  } catch (error) {
    throw inWords(error)
  }
}

function inWords(error: unknown): Error {
  if (error instanceof ServerStartError) return error
  if (error instanceof EncryptedCopyError) return new ServerStartError(notOpened[error.fault], { cause: error })
  const trouble = troubleOf(error)
  if (trouble?.kind === 'damaged') return new ServerStartError(notRestored.damaged, { cause: error })
  if (trouble?.kind === 'full') return new ServerStartError('磁盘空间不足，没有恢复，数据没有改动，请清理磁盘后重试', { cause: error })
  return new ServerStartError('备份文件无法读取，没有恢复，数据没有改动，请把它复制到本机的文件夹后重试', { cause: error })
}

/** Copies a database through SQLite, including changes pending in its -wal. */
async function copyForRestore(source: string, temporary: string, onProgress: NonNullable<RestoreOptions['onProgress']>): Promise<void> {
  const opened = new DatabaseSync(source, { readOnly: true })
  try {
    await sqlite.backup(opened, temporary, {
      rate: 2_000,
      progress: ({ totalPages, remainingPages }) => onProgress('copying', totalPages === 0 ? 0 : (totalPages - remainingPages) / totalPages),
    })
  } finally {
    opened.close()
  }
  const copy = new DatabaseSync(temporary)
  copy.exec('pragma journal_mode = delete')
  copy.close()
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Completes an interrupted restore. The caller holds the lock on the database. */
export async function finishRestore(folder: string): Promise<void> {
  const plan = readJson(planIn(folder), Plan)
  if (plan) await carryOut(folder, plan)
}

/** Every step may already have been done, and another database may have been put there since. */
async function carryOut(folder: string, { temporary, keptAs, done }: Plan): Promise<void> {
  const file = fileIn(folder)
  if (existsSync(join(folder, temporary))) {
    removeMark(file)
    const isKept = existsSync(join(folder, keptAs))
    await moveDatabase(file, join(folder, isKept && existsSync(file) ? freeName(folder, 'vote-replaced-', done.at) : keptAs))
    await moveFile(join(folder, temporary), file)
    syncFolder(folder)
  }
  writeDurably(doneIn(folder), JSON.stringify({ ...done, keptAs } satisfies RestoreDone))
  removeFile(planIn(folder))
}

/** Reverts everything; if that fails too, the next start continues the plan. */
async function giveUp(folder: string, { temporary, keptAs }: Plan, cause: unknown): Promise<never> {
  try {
    if (existsSync(join(folder, temporary)) && existsSync(join(folder, keptAs))) await moveDatabase(join(folder, keptAs), fileIn(folder))
    removeFile(planIn(folder))
  } catch {
    throw new ServerStartError('恢复没有做完：数据文件夹中的文件正被其他程序使用。请关闭它们，再重新启动程序，启动时会继续恢复', { cause })
  }
  if (!isInUse(cause)) throw cause
  throw new ServerStartError('数据文件正被其他程序使用，没有恢复，数据没有改动，请关闭占用它的程序（如杀毒、备份、同步软件）后重试', { cause })
}

/** The restore completed since the last start; null if none. Reported until `forgetRestore`. */
export const restoreDone = (folder: string): RestoreDone | null => readJson(doneIn(folder), Plan.shape.done.extend({ keptAs: z.string() }))

/** To be called once it is in the journal. */
export const forgetRestore = (folder: string): void => removeFile(doneIn(folder))

function readJson<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null
  } catch {
    return null
  }
}
