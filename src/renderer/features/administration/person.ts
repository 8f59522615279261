import type { JournalListRow } from '#shared/features/journal/contract.ts'

/** The acting user: `张敏（zhang）`; `—` without account. */
export function personInWords({ nickName, username }: Pick<JournalListRow, 'nickName' | 'username'>): string {
  if (nickName === '' || username === '') return nickName || username || '—'
  return nickName === username ? nickName : `${nickName}（${username}）`
}
