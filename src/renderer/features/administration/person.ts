import type { AuditListRow } from '#shared/features/audit/contract.ts'

/** Who did it: `张敏（zhang）`; — where somebody acted without an account. */
export function personInWords({ nickName, username }: Pick<AuditListRow, 'nickName' | 'username'>): string {
  if (nickName === '' || username === '') return nickName || username || '—'
  return nickName === username ? nickName : `${nickName}（${username}）`
}
