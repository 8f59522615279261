import { Badge } from 'antd'
import { useWaitingAccounts } from './useWaitingAccounts.ts'

/** A badge with the number of accounts waiting for approval; nothing if none. */
export function WaitingCount() {
  const waiting = useWaitingAccounts()
  return waiting === 0 ? null : <Badge count={waiting} size="small" title={`${waiting} 个账号等待审核`} />
}
