/** Before 3.51.3 a rare race could damage a WAL database (https://sqlite.org/wal.html, section 8). */
const OLDEST_SQLITE = [3, 51, 3] as const

/** The parts of `node:sqlite` in use that some versions of Node lack. */
interface SqliteModule {
  readonly backup?: unknown
  readonly StatementSync?: { readonly prototype: object } | undefined
}

/**
 * Why the SQLite built into Electron or Node is unsuitable, as a user-facing message; null if it is suitable.
 *
 * @param version such as `3.53.4`
 */
export function engineProblem({ backup, StatementSync }: SqliteModule, version = ''): string | null {
  const found = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((part, index) => (found[index] ?? 0) - part).find((each) => each !== 0) ?? 0
  if (difference < 0) return `程序内置的 SQLite ${version} 过旧，至少需要 ${OLDEST_SQLITE.join('.')}，数据没有改动，请安装最新版本的程序`
  const missing = [...(backup === undefined ? ['backup'] : []), ...['columns', 'setReturnArrays'].filter((name) => !(name in (StatementSync?.prototype ?? {})))]
  return missing.length === 0 ? null : `程序的运行环境缺少 SQLite 的 ${missing.join('、')} 功能，数据没有改动，请安装最新版本的程序`
}
