import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isEncryptedCopy } from '../database/encrypted-copy.ts'
import { createInspect } from '../database/inspection.ts'
import { restoreDatabase } from '../database/restore.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { databaseUrl } from './options.ts'

/**
 * `restore FILE --data DIR`: puts a copy in the place of the embedded database of a data folder, and asks nothing.
 *
 * The password of an encrypted copy comes from `--password-file` or `VOTE_BACKUP_PASSWORD`: other users of the machine can
 * read a command line.
 *
 * @returns what was done, as a sentence
 * @throws ServerStartError with a sentence; then nothing has changed
 */
export async function restoreCommand(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { source, folder, databaseUrl: url, passwordFile } = parse(args, environment)
  if (url !== undefined)
    throw new ServerStartError('数据在 PostgreSQL 中，请用 pg_restore 恢复；要恢复内置数据库，请先去掉 --database、--database-file 和 VOTE_DATABASE_URL')
  const password = passwordFile === undefined ? (environment['VOTE_BACKUP_PASSWORD'] ?? null) : passwordIn(passwordFile)
  if (password === null && isEncryptedCopy(source))
    throw new ServerStartError('这份备份已用密码加密，请用 --password-file 指定写有密码的文件，或用环境变量 VOTE_BACKUP_PASSWORD 给出密码')
  const keptAs = await restoreDatabase({ folder, source, inspect: createInspect(), now: Date.now(), by: '', password })
  return `已从 ${source} 恢复数据${keptAs === '' ? '' : `，原来的数据库保存为 ${join(folder, keptAs)}`}`
}

function parse(args: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string', default: '.data' },
        database: { type: 'string' },
        'database-file': { type: 'string' },
        'password-file': { type: 'string' },
      },
    })
    const [source, ...more] = positionals
    if (source === undefined || more.length > 0) throw new Error('one file')
    return { source: resolve(source), folder: values.data, databaseUrl: databaseUrl(values, environment), passwordFile: values['password-file'] }
  } catch (cause) {
    if (cause instanceof ServerStartError) throw cause
    throw new ServerStartError('请写明要恢复的备份文件和数据文件夹：restore 备份文件 --data 数据文件夹', { cause })
  }
}

/** The first line of a file. */
function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? ''
  } catch (cause) {
    throw new ServerStartError(`无法读取启动参数 --password-file 指定的文件 ${file}`, { cause })
  }
}
