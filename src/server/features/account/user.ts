import { hash } from 'node:crypto'
import type { Account, User } from '#shared/features/account/contract.ts'
import { AccountStatus } from '#shared/features/account/roles.ts'
import type { UserTable } from './tables.ts'

/** SHA-256 in hexadecimal: the stored form of a token. */
export const hashToken = (token: string): string => hash('sha256', token)

type UserColumns = Pick<UserTable, 'public_id' | 'username' | 'nick_name' | 'sex' | 'phone' | 'avatar' | 'role'>

/** A user's public view; one that waits has no role. */
export function toUser(row: UserColumns): User {
  return {
    id: row.public_id,
    username: row.username,
    nickName: row.nick_name,
    sex: row.sex,
    phone: row.phone,
    avatar: row.avatar,
    roles: row.role === null ? [] : [row.role],
  }
}

type AccountColumns = UserColumns & { status: AccountStatus; is_to_check: number; estate_ids: string | null; created_at: number }

/**
 * An account's view for administrators.
 *
 * @param present the existing estates among those on its list
 */
export function toAccount(row: AccountColumns, present: ReadonlySet<string>): Account {
  return {
    ...toUser(row),
    status: row.status,
    isDisabled: row.status === AccountStatus.disabled,
    isToCheck: row.is_to_check === 1,
    createdAt: row.created_at,
    estateIds: row.role === 'admin' ? null : (estatesOf(row)?.filter((id) => present.has(id)) ?? null),
  }
}

/** The estates chosen for its confinement; null: all. */
export const estatesOf = ({ estate_ids: list }: { readonly estate_ids: string | null }): string[] | null =>
  list === null ? null : (JSON.parse(list) as string[])

/** An account's identification in journal entries. */
export const inJournal = ({ username, nick_name }: Pick<UserTable, 'username' | 'nick_name'>) => ({ username, nickName: nick_name })
