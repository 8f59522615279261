import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { AccountSort } from '#shared/features/account/contract.ts'
import { AccountStatus, type Role } from '#shared/features/account/roles.ts'
import { countOf, hasAny } from '../../database/rows.ts'
import { contains, isOneText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { UserTable } from './tables.ts'

/** True of a user who sees the estate; the ids of a list stand in quotes. */
const seesEstate = (estateKey: number | null) => sql<SqlBool>`(role = 'admin' or estate_ids is null
  or replace(estate_ids, '"' || (select public_id from estate where estate.id = ${estateKey}) || '"', '') <> estate_ids)`

export type New<T> = Omit<T, 'id'>

/** Queries on users. */
export function userQueries(db: Db) {
  return {
    /** Whether anybody has registered, whatever the account's status. */
    hasUsers: (): Promise<boolean> => hasAny(db.selectFrom('user')),
    /** Whatever the case; undefined if none, as of the two below. */
    userByName: (username: string) => db.selectFrom('user').selectAll().where('username_key', '=', username.toLowerCase()).executeTakeFirst(),
    /** By the id that the wire and the journal have. */
    userByPublicId: (publicId: string) => db.selectFrom('user').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** By the database's key. */
    userByKey: (key: number) => db.selectFrom('user').selectAll().where('id', '=', key).executeTakeFirst(),
    /** One page, oldest first unless it is asked otherwise, and how many match in all; every word must be found in the username or the name. */
    async page(
      { words, status }: { readonly words: readonly string[]; readonly status: AccountStatus | null },
      sort: AccountSort,
      offset: number,
      limit: number,
    ) {
      const searchText = sql`username_key || ${'\n'} || lower(nick_name)`
      const all = () => (status === null ? db.selectFrom('user') : db.selectFrom('user').where('status', '=', status))
      const matching = () => words.reduce((query, word) => query.where(contains(db, searchText, word)), all())
      const rows = await matching()
        .selectAll()
        .orderBy('id', sort?.isDescending ? 'desc' : 'asc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { rows, total: await countOf(matching()) }
    },
    /** How many administrators can still log in when that one is left out. */
    otherAdmins: (exceptKey: number): Promise<number> =>
      countOf(db.selectFrom('user').where('role', '=', 'admin').where('status', '=', AccountStatus.active).where('id', '!=', exceptKey)),
    /** How many accounts wait for an administrator. */
    waiting: (): Promise<number> => countOf(db.selectFrom('user').where('status', '=', AccountStatus.waiting)),
    updateUser: (key: number, change: Updateable<UserTable>) => db.updateTable('user').set(change).where('id', '=', key).execute(),
    /** One more try with a wrong password, where there is such an account. */
    countFailure: (usernameKey: string) =>
      db
        .updateTable('user')
        .set((column) => ({ failed_since_login: column('failed_since_login', '+', 1) }))
        .where('username_key', '=', usernameKey)
        .execute(),
    /** Fails with the engine's unique violation where the username is taken, whatever its case. */
    insertUser: (user: Insertable<UserTable>) => db.insertInto('user').values(user).execute(),
    /** For accounts that wait: a row that refers to one makes it fail. */
    removeUser: (key: number) => db.deleteFrom('user').where('id', '=', key).execute(),
  }
}

/** Queries on which estates users see. */
export function scopeQueries(db: Db) {
  return {
    /** Whether anybody but those can log in, has one of these roles and sees the estate. */
    async hasOther({
      roles,
      exceptKeys,
      estateKey,
    }: {
      readonly roles: readonly Role[]
      readonly exceptKeys: readonly number[]
      readonly estateKey: number | null
    }): Promise<boolean> {
      const others = db.selectFrom('user').where('role', 'in', roles).where('status', '=', AccountStatus.active).where('id', 'not in', exceptKeys)
      return hasAny(others.where(seesEstate(estateKey)))
    },
    /** Whether that one sees the estate. */
    seesEstate: (userKey: number, estateKey: number): Promise<boolean> => hasAny(db.selectFrom('user').where('id', '=', userKey).where(seesEstate(estateKey))),
    /** Those of the estates that there are, in the order in which they were made. */
    estates: (publicIds: readonly string[]) =>
      db
        .selectFrom('estate')
        .select(['public_id', 'name'])
        .where(isOneText(db, sql.ref('public_id'), publicIds))
        .orderBy('id')
        .execute(),
  }
}
