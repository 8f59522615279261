import { sql, type Kysely } from 'kysely'
import { ServerStartError } from '../kernel/start-error.ts'

/** The oldest supported major version of PostgreSQL. */
export const OLDEST_POSTGRES = 13

/** The properties of a PostgreSQL database that decide whether the program can use it. */
export interface PostgresFacts {
  /** As in `server_version_num`: 150004. */
  readonly versionNumber: number
  /** The displayed version: `15.4`. */
  readonly version: string
  readonly encoding: string
  /** The schema in which new tables are created; null if the user may use none. */
  readonly schema: string | null
  readonly mayCreate: boolean | null
}

/** Why a database cannot be used, as a message that says what to do; null if it can. */
export function unfitness({ versionNumber, version, encoding, schema, mayCreate }: PostgresFacts): string | null {
  if (versionNumber < OLDEST_POSTGRES * 10_000) return `PostgreSQL 版本须为${OLDEST_POSTGRES}或更高，当前为${version}，请升级 PostgreSQL 后再启动`
  if (encoding !== 'UTF8') return `数据库编码须为UTF8，当前为${encoding}，请让数据库管理员新建一个编码为UTF8的数据库`
  if (schema === null) return 'PostgreSQL 的用户没有可用的模式，请让数据库管理员授予模式的使用和建表权限（USAGE、CREATE）'
  if (mayCreate !== true) return `PostgreSQL 的用户没有在模式“${schema}”中建表的权限，请让数据库管理员授予建表权限（CREATE）后再启动`
  return null
}

/** @throws ServerStartError if the program cannot use the database */
export async function requireFit(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<PostgresFacts>`select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
    current_setting('server_encoding') as encoding, current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate"`.execute(db)
  const sentence = rows[0] ? unfitness(rows[0]) : null
  if (sentence !== null) throw new ServerStartError(sentence)
}
