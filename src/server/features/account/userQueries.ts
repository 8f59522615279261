import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { AccountSort } from '#shared/features/account/contract.ts'
import { AccountStatus, type Role } from '#shared/features/account/roles.ts'
import { countOf, hasAny } from '../../database/rows.ts'
import { contains, isOneText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { UserTable } from './tables.ts'

/** SQL condition: whether a user sees the estate; ids in the list are quoted. */
const seesEstate = (estateKey: number | null) => sql<SqlBool>`(role = 'admin' or estate_ids is null
  or replace(estate_ids, '"' || (select public_id from estate where estate.id = ${estateKey}) || '"', '') <> estate_ids)`

export type New<T> = Omit<T, 'id'>

/** Queries on users. */
export function userQueries(db: Db) {
  return {
    /** Whether any account exists, in any status. */
    hasUsers: (): Promise<boolean> => hasAny(db.selectFrom('user')),
    /** Ignores case; undefined if none, as in the two below. */
    userByName: (username: string) => db.selectFrom('user').selectAll().where('username_key', '=', username.toLowerCase()).executeTakeFirst(),
    /** By the id used on the wire and in the journal. */
    userByPublicId: (publicId: string) => db.selectFrom('user').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** By the database's key. */
    userByKey: (key: number) => db.selectFrom('user').selectAll().where('id', '=', key).executeTakeFirst(),
    /** One page, oldest first by default, and the total that matches; every word must occur in the username or the name. */
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
    /** Number of other administrators who can log in. */
    otherAdmins: (exceptKey: number): Promise<number> =>
      countOf(db.selectFrom('user').where('role', '=', 'admin').where('status', '=', AccountStatus.active).where('id', '!=', exceptKey)),
    /** Number of accounts waiting for an administrator. */
    waiting: (): Promise<number> => countOf(db.selectFrom('user').where('status', '=', AccountStatus.waiting)),
    updateUser: (key: number, change: Updateable<UserTable>) => db.updateTable('user').set(change).where('id', '=', key).execute(),
    /** Counts a wrong password, if there is such an account. */
    countFailure: (usernameKey: string) =>
      db
        .updateTable('user')
        .set((column) => ({ failed_since_login: column('failed_since_login', '+', 1) }))
        .where('username_key', '=', usernameKey)
        .execute(),
    /** Throws the engine's unique violation if the username is taken, ignoring case. */
    insertUser: (user: Insertable<UserTable>) => db.insertInto('user').values(user).execute(),
    /** For waiting accounts only: fails if a row refers to it. */
    removeUser: (key: number) => db.deleteFrom('user').where('id', '=', key).execute(),
  }
}

/** Queries on users' scopes. */
export function scopeQueries(db: Db) {
  return {
    /** Whether anybody else can log in, has one of these roles and sees the estate. */
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
    /** Whether that user sees the estate. */
    seesEstate: (userKey: number, estateKey: number): Promise<boolean> => hasAny(db.selectFrom('user').where('id', '=', userKey).where(seesEstate(estateKey))),
    /** The existing ones of these estates, in order of creation. */
    estates: (publicIds: readonly string[]) =>
      db
        .selectFrom('estate')
        .select(['public_id', 'name'])
        .where(isOneText(db, sql.ref('public_id'), publicIds))
        .orderBy('id')
        .execute(),
  }
}
