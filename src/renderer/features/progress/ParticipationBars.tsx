import { Skeleton } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { TurnoutBars } from '../result/parts/turnout/TurnoutBars.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'

/** How much has voted so far; follows what other desks do. */
export function ParticipationBars({ activity }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: activity.id } }, { errors: 'caller', refetchInterval })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 2 }} />
  // Written once, where the properties would stand.
  if (data.totalCount === 0) return null
  return <TurnoutBars turnout={data} countingRule={activity.countingRule} />
}
