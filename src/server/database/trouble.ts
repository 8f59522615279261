import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { Refusal } from '#shared/contract/refusals.ts'

/**
 * Kinds of database failure.
 *
 * `busy`: held by another process. `full`, `readOnly`, `unreadable`: the disk. `moved`: the file is no longer in its place.
 * `damaged`: the database is corrupt. `lost`: PostgreSQL is unreachable. `cancelled`: PostgreSQL or its administrator ended
 * the work. `exhausted`: the system's limit of open files and connections is reached.
 */
export type TroubleKind = 'busy' | 'full' | 'readOnly' | 'unreadable' | 'moved' | 'damaged' | 'lost' | 'cancelled' | 'exhausted'

/** A database failure in words for the user. */
export interface Trouble {
  readonly kind: TroubleKind
  /** What happened. */
  readonly reason: string
  /** What to do about it. */
  readonly remedy: string
}

/** The open database's file is not the one that was opened. */
export class DatabaseMovedError extends Error {
  override readonly name = 'DatabaseMovedError'
}

/** The open database is damaged: nothing more is written to it. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError'
}

/** PostgreSQL answered a commit with a rollback: nothing was kept. */
export class CommitRefusedError extends Error {
  override readonly name = 'CommitRefusedError'
}

const troubles = {
  locked: { kind: 'busy', reason: '数据库正被其他程序占用', remedy: '请关闭占用它的程序（备份、杀毒或数据库查看工具）后重试' },
  otherServer: { kind: 'busy', reason: '另一台服务器正在写入大量数据', remedy: '请稍后重试' },
  connections: { kind: 'busy', reason: 'PostgreSQL 的连接数已满', remedy: '请稍后重试' },
  full: { kind: 'full', reason: '服务器的磁盘空间不足', remedy: '请清理磁盘后重试' },
  readOnly: { kind: 'readOnly', reason: '数据库文件只能读取，不能写入', remedy: '请检查数据文件夹的权限和磁盘的写保护后重试' },
  standby: { kind: 'readOnly', reason: 'PostgreSQL 数据库目前只能读取', remedy: '请联系数据库管理员，恢复后重试' },
  unreadable: { kind: 'unreadable', reason: '读写数据库文件失败', remedy: '请检查磁盘或网络盘是否正常后重试' },
  moved: { kind: 'moved', reason: '数据库文件在使用中被移动、删除或替换', remedy: '请把它放回原处，或退出程序后重新启动' },
  damaged: { kind: 'damaged', reason: '数据库文件已损坏', remedy: '请重新启动程序，并按提示恢复数据' },
  lost: { kind: 'lost', reason: '与 PostgreSQL 数据库的连接中断', remedy: '请检查数据库服务器和网络，恢复后重试' },
  exhausted: { kind: 'exhausted', reason: '服务器打开的文件和连接数已达上限', remedy: '请关闭服务器上不用的程序，稍后重试' },
  cancelled: { kind: 'cancelled', reason: '数据库取消了这次操作', remedy: '请重试' },
} as const satisfies Readonly<Record<string, Trouble>>

/** SQLite's primary result codes; an extended code has its primary one in the lowest byte. */
const sqliteTroubles: Readonly<Record<number, Trouble>> = {
  5: troubles.locked,
  6: troubles.locked,
  8: troubles.readOnly,
  10: troubles.unreadable,
  11: troubles.damaged,
  13: troubles.full,
  14: troubles.unreadable,
  26: troubles.damaged,
}
/** SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_FSYNC, which a full disk causes in the files next to the database; SQLITE_READONLY_DBMOVED. */
const sqliteExtended: Readonly<Record<number, Trouble>> = { 4874: troubles.full, 1034: troubles.full, 1032: troubles.moved }

/** PostgreSQL's codes (SQLSTATE), and the system's codes for its connection. */
const namedTroubles: Readonly<Record<string, Trouble>> = {
  '55P03': troubles.otherServer,
  '53300': troubles.connections,
  '53100': troubles.full,
  '25006': troubles.standby,
  '25P03': troubles.cancelled,
  '57014': troubles.cancelled,
  '40001': troubles.cancelled,
  '40P01': troubles.cancelled,
  '57P01': troubles.lost,
  '57P02': troubles.lost,
  '57P03': troubles.lost,
  '57P05': troubles.lost,
  XX001: troubles.damaged,
  XX002: troubles.damaged,
  ENOSPC: troubles.full,
  EDQUOT: troubles.full,
  EMFILE: troubles.exhausted,
  ENFILE: troubles.exhausted,
  EROFS: troubles.readOnly,
  ECONNREFUSED: troubles.lost,
  ECONNRESET: troubles.lost,
  EPIPE: troubles.lost,
  ETIMEDOUT: troubles.lost,
  ENOTFOUND: troubles.lost,
  EAI_AGAIN: troubles.lost,
  EHOSTUNREACH: troubles.lost,
  ENETUNREACH: troubles.lost,
}

/** pg's own broken connection errors have no code. */
const BROKEN_CONNECTION = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** SQLite only reports that it cannot open a file. */
const SQLITE_CANTOPEN = 14
/** If a thread cannot start or networks cannot be listed, the system's code is only in the message. */
const NAMED_IN_MESSAGE = /\b(EMFILE|ENFILE)\b/

/** Whether the system can open more files now. */
function canOpenFiles(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return true
  } catch {
    return false
  }
}

/** The database failure behind an error; null for any other error, including violated constraints. */
export function troubleOf(error: unknown, hasDescriptors: () => boolean = canOpenFiles): Trouble | null {
  if (error instanceof DatabaseMovedError) return troubles.moved
  if (error instanceof DatabaseDamagedError) return troubles.damaged
  if (error instanceof CommitRefusedError) return troubles.cancelled
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_CANTOPEN && !hasDescriptors()) return troubles.exhausted
  if (typeof errcode === 'number') return sqliteExtended[errcode] ?? sqliteTroubles[errcode & 0xff] ?? null
  if ((code === 'ERR_WORKER_INIT_FAILED' || code === 'ERR_SYSTEM_ERROR') && NAMED_IN_MESSAGE.test(error.message)) return troubles.exhausted
  if (typeof code === 'string' && code.startsWith('08')) return troubles.lost
  if (typeof code === 'string' && Object.hasOwn(namedTroubles, code)) return namedTroubles[code] ?? null
  return BROKEN_CONNECTION.test(error.message) ? troubles.lost : null
}

/** Whether another process holds the database for now, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return troubleOf(error)?.kind === 'busy'
}

/** The refusal for a failed read. */
export function readTrouble(error: unknown): Refusal | null {
  const trouble = troubleOf(error)
  return trouble && new Refusal('database.notRead', trouble, { cause: error })
}

/** The error for a failed write, of which nothing was kept. Errors other than database failures are returned unchanged. */
export function writeTrouble(error: unknown): unknown {
  const trouble = error instanceof Refusal ? null : troubleOf(error)
  return trouble ? new Refusal('database.notWritten', trouble, { cause: error }) : error
}

/** The same if the connection broke during a commit: the outcome is unknown. */
export function uncertainTrouble(error: unknown): unknown {
  const trouble = troubleOf(error)
  if (trouble?.kind !== 'lost') return writeTrouble(error)
  return new Refusal('database.uncertain', trouble, { cause: error })
}

/** For a server shutting down, which accepts no more work. */
export const stopping = () => new Refusal('server.stopping')
