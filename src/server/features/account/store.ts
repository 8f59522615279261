import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { loginQueries } from './loginQueries.ts'
import { sessionQueries } from './sessionQueries.ts'
import { settingQueries } from './settingQueries.ts'
import { userQueries } from './userQueries.ts'

/** Texts that hold the paths of users' pictures. */
export async function accountFileTexts(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('user').select('avatar').where('avatar', '!=', '').execute()
  return rows.map(({ avatar }) => avatar)
}

/** Queries on accounts, sessions and captchas; on whatever connection or transaction it is given. */
export function accountStore(db: Kysely<Schema>) {
  return { ...userQueries(db), ...sessionQueries(db), ...loginQueries(db), ...settingQueries(db) }
}
