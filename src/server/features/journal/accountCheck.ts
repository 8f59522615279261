import { z } from 'zod'
import { AccountStatus, accountStatusNames, roleNames, type Role } from '#shared/features/account/roles.ts'
import type { Db } from '../../database/schema.ts'
import { contentOf } from './entryContent.ts'
import type { Difference } from './replay/replay.ts'

/** A difference between the journal and the accounts; `id` is the username, values are in words. */
export type AccountDifference = Omit<Difference, 'kind'> & { readonly kind: 'account' }

/** An account's state according to the entries; null if the content of one of them was erased. */
type Told = {
  readonly username: string
  readonly nickName: string
  readonly role: Role | null
  readonly status: AccountStatus
  readonly estateIds: readonly string[] | null
} | null

const RoleTold = z.enum(Object.keys(roleNames) as [Role, ...Role[]])
/** Entries from before scopes existed have none. */
const scopeTold = { estateIds: z.array(z.string()).nullable().default(null) }
const names = { username: z.string(), nickName: z.string() }
/** An account's state after each action, from its entry's `after`. */
const acts = {
  'account.register': z
    .object({ ...names, roles: z.array(RoleTold) })
    .transform(({ roles: [first = null], ...named }) => ({ ...named, role: first, status: first === null ? AccountStatus.waiting : AccountStatus.active })),
  'account.create': z.object({ ...names, ...scopeTold, role: RoleTold }).transform((made) => ({ ...made, status: AccountStatus.active })),
  'account.approve': z.object({ ...scopeTold, role: RoleTold }).transform((approved) => ({ ...approved, status: AccountStatus.active })),
  'account.setRole': z.object({ role: RoleTold }),
  'account.setEstates': z.object(scopeTold),
  'account.setDisabled': z
    .object({ isDisabled: z.boolean() })
    .transform(({ isDisabled }) => ({ status: isDisabled ? AccountStatus.disabled : AccountStatus.active })),
} as const
const REJECTED = 'account.reject'

/**
 * Compares the accounts with their entries, which determine role, status and the names used in a bundle (`proof.md` section 8).
 *
 * Differences belong to no activity and block none.
 */
export async function checkAccounts(db: Db): Promise<readonly AccountDifference[]> {
  const told = await toldAccounts(db)
  const users = await db.selectFrom('user').select(['public_id', 'username', 'nick_name as nickName', 'role', 'status', 'estate_ids']).orderBy('id').execute()
  const differences = users.flatMap((user): AccountDifference[] => {
    const account = told.get(user.public_id)
    if (account === null) return []
    if (!account) return [{ ...about(user.username, ''), expected: null, found: user.username }]
    return [
      { ...about(user.username, 'username'), expected: account.username, found: user.username },
      { ...about(user.username, 'nickName'), expected: account.nickName, found: user.nickName },
      { ...about(user.username, 'role'), expected: roleInWords(account.role), found: roleInWords(user.role) },
      { ...about(user.username, 'status'), expected: accountStatusNames[account.status], found: accountStatusNames[user.status] },
      {
        ...about(user.username, 'estateScope'),
        expected: scopeInWords(account.estateIds),
        found: scopeInWords(user.estate_ids === null ? null : (JSON.parse(user.estate_ids) as string[])),
      },
    ].filter(({ expected, found }) => expected !== found)
  })
  const present = new Set(users.map((user) => user.public_id))
  for (const [id, account] of told)
    if (account && !present.has(id)) differences.push({ ...about(account.username, ''), expected: account.username, found: null })
  return differences
}

const about = (id: string, field: string) => ({ kind: 'account' as const, id, activity: '', field })
/** Ids, because names may have changed since. */
const scopeInWords = (estateIds: readonly string[] | null): string => (estateIds === null ? '全部小区' : estateIds.length === 0 ? '无' : estateIds.join('、'))
const roleInWords = (role: Role | null): string => (role === null ? '' : roleNames[role])

async function toldAccounts(db: Db): Promise<ReadonlyMap<string, Told>> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'content'])
    .where('action', 'in', [...Object.keys(acts), REJECTED])
    .orderBy('number')
    .execute()
  const told = new Map<string, Told>()
  for (const { action, subject, content } of entries) {
    if (action === REJECTED) {
      told.delete(subject)
      continue
    }
    const left = acts[action as keyof typeof acts].safeParse(content === null ? null : contentOf({ content }).after).data
    const before = told.get(subject)
    told.set(
      subject,
      left && before !== null ? { username: '', nickName: '', role: null, status: AccountStatus.waiting, estateIds: null, ...before, ...left } : null,
    )
  }
  return told
}
