import { Badge } from 'antd'
import { useWaitingAccounts } from './useWaitingAccounts.ts'

/** How many accounts wait for an administrator, in a badge; nothing if none does. */
export function WaitingCount() {
  const waiting = useWaitingAccounts()
  return waiting === 0 ? null : <Badge count={waiting} size="small" title={`${waiting} 个账号等待审核`} />
}
