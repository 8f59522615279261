import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Refusal } from '#shared/contract/refusals.ts'
import { accountMessages, isPassword } from '#shared/features/account/rules.ts'
import type { Server } from '../app.ts'
import { backupProblem, type BackupKeeper, type BackupProblem } from '../database/backups.ts'
import type { Database } from '../database/database.ts'
import { isCommonPassword } from '../features/account/commonPasswords.ts'
import { createPasswordRules } from '../features/account/passwordRules.ts'
import type { BackupRequest } from '../features/system/backupPermits.ts'
import type { CopiedFile } from '../features/system/service.ts'
import type { Log } from '../kernel/log.ts'

/**
 * Copies the database to a file online, given a permit; a password encrypts the copy.
 *
 * Returns the user-facing message on failure, else `''`.
 */
export type PermittedCopy = (path: string, permit: string, password: string | null) => Promise<string>

interface PermittedCopyOptions {
  /** Null if the data are in PostgreSQL. */
  readonly copyTo: Database['copyTo']
  readonly copies: Pick<BackupKeeper, 'look'> | null
  readonly backups: Pick<Server['system'], 'takeBackupPermit' | 'recordBackup'>
  readonly log: Log
}

/** {@link PermittedCopy} */
export function createPermittedCopy({ copyTo, copies, backups, log }: PermittedCopyOptions): PermittedCopy {
  return async (path, permit, password) => {
    if (copyTo === null) return '数据在 PostgreSQL 中，请用 pg_dump 备份'
    const request = backups.takeBackupPermit(permit)
    if (request === null) return '备份的许可已失效，没有备份，请重试'
    const weakness = password === null ? '' : weaknessOf(password, request)
    if (weakness !== '') return weakness
    try {
      await copyTo(path, password)
      await backups.recordBackup(request, { ...(await copiedFile(path)), isEncrypted: password !== null })
      log.info('copy of the database where the user said')
      void copies?.look() // what kept the daily one from being made may be gone
      return ''
    } catch (error) {
      log.error({ err: error }, 'no copy of the database')
      return notCopied(error)
    }
  }
}

/** Why a copy's password is too weak, by the account rules: the file can be attacked offline without limit. */
function weaknessOf(password: string, { caller: { user } }: BackupRequest): string {
  if (!isPassword(password)) return accountMessages.passwordShape
  try {
    createPasswordRules(isCommonPassword).check(password, { username: user?.username ?? '', phone: user?.phone ?? '' }, 'password')
    return ''
  } catch (error) {
    if (error instanceof Refusal) return `${error.message}，没有备份，请换一个密码`
    throw error
  }
}

/** What the journal records of a copy. */
async function copiedFile(path: string): Promise<Omit<CopiedFile, 'isEncrypted'>> {
  const hash = createHash('sha256')
  let byteCount = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece)
    byteCount += piece.length
  }
  return { fileName: basename(path), byteCount, sha256: hash.digest('hex') }
}

/** The failure as a message for the user who chose the path. */
function notCopied(error: unknown): string {
  const reason = backupProblem(error)
  const remedies: Readonly<Record<BackupProblem, string>> = {
    full: '磁盘空间不足，没有备份，请清理磁盘或换一个位置',
    unsound: '备份没有通过检查，没有保存。数据库可能已损坏，请退出程序后重新启动',
    inUse: '文件正在被其他程序使用，没有备份，请先关闭或换一个名称',
    notWritable: '不能在这个位置保存，没有备份，请换一个文件夹，例如“文档”或 U 盘',
  }
  return remedies[reason]
}
