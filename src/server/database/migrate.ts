import { sql, type Kysely } from 'kysely'
import { ServerStartError } from '../kernel/start-error.ts'
import { migrations } from './migrations/all.ts'
import { columnTypes, engineOf, type ColumnTypes } from './dialect.ts'

/** A statement, or a function for what SQL alone cannot do, in the common transaction; it sees the tables as of its position. */
export type MigrationStep = string | ((tx: Kysely<unknown>) => Promise<void>)
export type Migration = (types: ColumnTypes) => readonly MigrationStep[]

/** Versions up to this one were trials, with other tables and another journal. */
export const LAST_TRIAL = 100

/** The version reached by these migrations. */
export const versionAfter = (all: readonly Migration[]): number => LAST_TRIAL + all.length

/** The version of this program's databases. */
export const newestVersion = versionAfter(migrations)

const TRIAL = '数据库由试用版本建立，不能升级'
const NEWER = '数据库由更新版本的程序创建，请安装最新版本后再打开，数据没有被改动'

/** Why this program cannot open a database of that version; null if it can. 0 is an empty one. */
export function versionTrouble(version: number, newest: number): string | null {
  if (version > newest) return NEWER
  return version > 0 && version <= LAST_TRIAL ? TRIAL : null
}

/**
 * Upgrades a database to the newest version in one transaction, after `backUp` has copied it.
 *
 * @throws ServerStartError for a database of a newer or a trial version of the program; it is left untouched
 */
export async function migrate<S>(db: Kysely<S>, backUp: (version: number) => Promise<void>, all: readonly Migration[]): Promise<void> {
  await sql`create table if not exists schema_version (version integer not null)`.execute(db)
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
  const version = rows[0]?.version ?? 0
  const newest = versionAfter(all)
  const trouble = versionTrouble(version, newest)
  if (trouble !== null) throw new ServerStartError(trouble)
  if (version === newest) return
  if (version > 0) await backUp(version)
  const types = columnTypes[engineOf(db)]
  await db.transaction().execute(async (tx) => {
    // The tables match their types only after the last step.
    const untyped = tx as unknown as Kysely<unknown>
    for (const migration of all.slice(Math.max(0, version - LAST_TRIAL))) {
      for (const step of migration(types)) await (typeof step === 'string' ? sql.raw(step).execute(tx) : step(untyped))
    }
    await sql`delete from schema_version`.execute(tx)
    await sql`insert into schema_version (version) values (${newest})`.execute(tx)
  })
}
