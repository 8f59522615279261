import { AccountStatus } from '#shared/features/account/roles.ts'
import { useMay } from '../../../app-context/may.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

/** Polling interval (ms), since users may register at any time. */
const EVERY_MS = 60_000

/** The number of accounts waiting for approval; 0 while loading, and for users who may not approve. */
export function useWaitingAccounts(): number {
  const mayAsk = useMay('account.approve')
  const query = { name: '', status: AccountStatus.waiting, pageNo: 1, pageSize: 1 }
  return useEndpoint('account.list', { query }, { enabled: mayAsk, refetchInterval: EVERY_MS }).data?.total ?? 0
}
