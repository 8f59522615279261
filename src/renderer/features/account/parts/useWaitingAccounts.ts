import { AccountStatus } from '#shared/features/account/roles.ts'
import { useMay } from '../../../app-context/may.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

/** While the window is open somebody may register at any time: it is asked every minute. */
const EVERY_MS = 60_000

/** How many accounts wait for an administrator; 0 for everybody else, and until it is known. */
export function useWaitingAccounts(): number {
  const mayAsk = useMay('account.approve')
  const query = { name: '', status: AccountStatus.waiting, pageNo: 1, pageSize: 1 }
  return useEndpoint('account.list', { query }, { enabled: mayAsk, refetchInterval: EVERY_MS }).data?.total ?? 0
}
