import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { AccountStatus, isAllowed, roleLadder, type Role } from '#shared/features/account/roles.ts'
import type { Schema } from '../../database/schema.ts'
import { accountStore } from './store.ts'
import type { UserTable } from './tables.ts'
import { inJournal, toUser } from './user.ts'

/** Somebody whom another feature is about. */
export interface Person {
  /** The database's key. */
  readonly key: number
  /** `王主任（office_1）` */
  readonly name: string
  /** None where the account waits or is disabled. */
  readonly roles: readonly Role[]
}

const inWords = ({ nick_name: nickName, username }: Pick<UserTable, 'nick_name' | 'username'>): string => `${nickName}（${username}）`

/** What other features may know of people. */
export const accountDirectory = {
  /** @throws Refusal `account.notFound` (404) */
  async person(db: Kysely<Schema>, userId: string): Promise<Person> {
    const row = await accountStore(db).userByPublicId(userId)
    if (!row) throw new Refusal('account.notFound')
    return { key: row.id, name: inWords(row), roles: row.status === AccountStatus.active ? toUser(row).roles : [] }
  },
  /** Whether anybody but that one can log in and may do what needs that role; at the moment of the transaction that asks. */
  hasOther: (db: Kysely<Schema>, lowest: Role, exceptKey: number): Promise<boolean> =>
    accountStore(db).hasOther(
      roleLadder.filter((role) => isAllowed([role], lowest)),
      exceptKey,
    ),
  /**
   * An account's whole phone, and what the journal calls it.
   *
   * @throws Refusal `account.notFound` (404)
   */
  async numbersOf(db: Kysely<Schema>, userId: string) {
    const row = await accountStore(db).userByPublicId(userId)
    if (!row) throw new Refusal('account.notFound')
    return { numbers: { phone: row.phone, idNumber: '' }, about: inJournal(row) }
  },
  /** What people call an account, `王主任（office_1）`; `''` where there is none. */
  async nameOf(db: Kysely<Schema>, key: number): Promise<string> {
    const row = await accountStore(db).userByKey(key)
    return row ? inWords(row) : ''
  },
}
