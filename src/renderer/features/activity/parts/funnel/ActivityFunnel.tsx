import type { ReactNode } from 'react'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../../ui/useLiveInterval.ts'
import { Funnel } from './Funnel.tsx'

/** Where the papers of one activity are; follows what other desks do. Nothing until it is known: the page says what keeps it away. */
export function ActivityFunnel({ activityId, children }: { readonly activityId: string; readonly children?: ReactNode }) {
  const refetchInterval = useLiveInterval()
  const { data } = useEndpoint('voting.counts', { query: { activityId } }, { refetchInterval })
  return data ? <Funnel funnel={data.funnel}>{children}</Funnel> : null
}
