import type { Selectable } from 'kysely'
import { Refusal, required } from '#shared/contract/refusals.ts'
import type { ScopeChange } from '#shared/features/account/confinement.ts'
import { AccountStatus, type Role } from '#shared/features/account/roles.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { JournaledDatabase, Write } from '../journal/journal.ts'
import { requireAdmin } from './administration.ts'
import { accountStore } from './store.ts'
import type { UserTable } from './tables.ts'
import { estatesOf, inJournal } from './user.ts'

const ALL = '全部小区'
const NONE = '无'

/** A scope as recorded in the journal: the ids, for replay, and the names. */
export async function toldScope(db: Db, estateIds: readonly string[] | null): Promise<{ estateIds: readonly string[] | null; estateScope: string }> {
  if (estateIds === null) return { estateIds, estateScope: ALL }
  const names = (await accountStore(db).estates(estateIds)).map(({ name }) => name)
  return { estateIds, estateScope: names.length === 0 ? NONE : names.join('、') }
}

/**
 * The scope to store in an account's row and its entry; administrators are not confined.
 *
 * @throws Refusal `estate.notFound` (404)
 */
export async function chosenScope(tx: Tx, role: Role | null, chosen: readonly string[] | null) {
  const estateIds = role === 'admin' || chosen === null ? null : [...new Set(chosen)]
  if (estateIds !== null && (await accountStore(tx).estates(estateIds)).length !== estateIds.length) throw new Refusal('estate.notFound')
  return { row: { estate_ids: estateIds && JSON.stringify(estateIds) }, told: await toldScope(tx, estateIds) }
}

/** 小区范围: which estates an account sees (`after.md` section 6). */
export function createConfining({ database }: { readonly database: JournaledDatabase }) {
  async function confine({ tx, journal }: Write, row: Selectable<UserTable>, chosen: readonly string[] | null, caller: Caller): Promise<void> {
    const { row: change, told } = await chosenScope(tx, row.role, chosen)
    if (change.estate_ids === row.estate_ids) return
    await accountStore(tx).updateUser(row.id, change)
    const before = { ...inJournal(row), ...(await toldScope(tx, estatesOf(row))) }
    journal.record({ caller, action: 'account.setEstates', subject: row.public_id, before, after: { ...inJournal(row), ...told } })
  }

  return {
    /**
     * Confines an account to some estates, to none, or (null) not at all; effective from its next call, and for writes in progress.
     *
     * @throws Refusal `account.roleTooLow` (403), `account.notFound`, `estate.notFound` (404), `account.stillWaiting` (409)
     */
    async setEstates({ userId, estateIds }: ScopeChange, caller: Caller): Promise<void> {
      await database.write(async (write) => {
        await requireAdmin(write.tx, caller)
        const row = required(await accountStore(write.tx).userByPublicId(userId), 'account.notFound')
        if (row.status === AccountStatus.waiting) throw new Refusal('account.stillWaiting')
        await confine(write, row, estateIds, caller)
      })
    },

    /** Adds a new estate to its creator's scope, if that account is confined. */
    async giveEstate(write: Write, estateId: string, caller: Caller): Promise<void> {
      if (caller.scope.estateIds === null) return
      const row = await accountStore(write.tx).userByKey(caller.userKey)
      const estateIds = row ? estatesOf(row) : null
      if (!row || estateIds === null) return
      const present = await accountStore(write.tx).estates([...estateIds, estateId])
      await confine(
        write,
        row,
        present.map(({ public_id: publicId }) => publicId),
        caller,
      )
    },
  }
}
