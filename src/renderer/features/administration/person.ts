import type { AuditListRow } from '#shared/features/audit/contract.ts'

/** The acting user: `张敏（zhang）`; `—` without account. */
export function personInWords({ nickName, username }: Pick<AuditListRow, 'nickName' | 'username'>): string {
  if (nickName === '' || username === '') return nickName || username || '—'
  return nickName === username ? nickName : `${nickName}（${username}）`
}
